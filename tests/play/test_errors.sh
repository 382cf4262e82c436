#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Wrong statements: each gives one clear message with its position, the exit is 2, and the notebook is
# as it was before. One statement a line below; `\n` in one is a newline.
set -u
failed=0
err=$TMPDIR/err

cat >"$TMPDIR/before.qkv" <<'QKV'
X = tokens("I saw a saw", [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0]])
W_q = [[1, 2], [3, 4], [5, 6]]
W_k = [[1, 0], [0, 1], [1, 1]]
Q = X @ W_q
K = X @ W_k
S = Q @ K.T
A = softmax(S)
QKV
lines=$(wc -l <"$TMPDIR/before.qkv")
"$QKV" values "$TMPDIR/before.qkv" --format json >"$TMPDIR/before.json" || exit 1

fail() {
    echo "$statement: $*"
    sed 's/^/    /' "$err" | head -n 6
    failed=1
}

count=0
while IFS= read -r statement; do
    count=$((count + 1))
    {
        cat "$TMPDIR/before.qkv"
        printf '%b\n' "$statement"
    } | "$QKV" >"$TMPDIR/out" 2>"$err"
    [ $? -eq 2 ] || fail "exit is not 2"
    [ -s "$TMPDIR/out" ] && fail "prints: $(cat "$TMPDIR/out")"
    [ "$(grep -c '^standard input:[0-9]*:[0-9]*: ..*' "$err")" -eq 1 ] || fail "not one message"
    head -n 1 "$err" | grep -q "^standard input:$((lines + 1)):" ||
        printf '%b' "$statement" | grep -q '
' || fail "not on its line"
    [ "$(wc -l <"$err")" -le 3 ] || fail "more than a message, the line and a caret"
    LC_ALL=C grep -q '[[:cntrl:]]' "$err" && fail "control characters in the message"

    "$QKV" values "$TMPDIR/before.qkv" --format json -c "$(printf '%b' "$statement")" \
        >"$TMPDIR/after.json" 2>"$err"
    [ $? -eq 2 ] || fail "-c: exit is not 2"
    cmp -s "$TMPDIR/before.json" "$TMPDIR/after.json" || fail "the notebook changed"
done <<'STATEMENTS'
Q @ K
Q + X
nothing
Q = Q + 1
X = S
B = softmx(S)
B = softmax(S
B = softmax S
B = softmax()
B = softmax(S, eahc=row)
B = softmax(S, each=rows)
B = softmax(S, S)
B = [[1, 2], [3]]
B = [[]]
B = [1, 2
B = Q Q
B = Q @
B = @ Q
B = (Q
B = Q)
B == Q
B = 2x
B = 2 × 3
B = 2 − 1
B = “it”
B = 1e999
B = 0x10
B = Q[0,1]
B = Q[5,1]
B = Q[1,3]
B = Q[1,2,3,4,5]
B = Q[2:1,:]
B = Q["saw",1]
B = Q["like",1]
B = Q.t
B = Q.T.X
softmax = 1 +
Q[1,1] = 3
W_q[9,9] = 3
W_q[1,1] = Q
W_q = [[1, 2], [3, 4]]
W_q[1,:] = [3, 4, 5, 6, 7]
nothing[1,1] = 3
heads(Q, 3)
concat(Q) @ X
onehot("I like", vocabulary="I saw")
tokens("I saw", [[1], [2], [3]])
zeros(0, 3)
causal(2.5)
normal(2, 2)(3)
eye(1, 2, 3, 4, 5)
layernorm(Q, X)
positions(4)
crossentropy(S, X)
expect S
explain Q[9,9]
explain nothing
why S
show nothing
pin W_q[1,1] = 1
pin S[1,1]
unpin S[1,1]
undo now
goto nowhere
goto S row 9
precision 99
precision many
convention diagonal
answer 2
skip
next 0
compare S
load B nowhere.csv
load B
export S
help nothing
Q = X @ W_q; Q @ K
W_q[1,1] = 9; W_q[9,9] = 1
B = $Q
B = Q'
B = "it
B = Q @ # K
\001
STATEMENTS
[ $count -ge 40 ] || failed=1
exit $failed
