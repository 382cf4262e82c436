# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the classroom share: to be read by a shell.
failed=0
out=$TMPDIR/out
err=$TMPDIR/err
shares=$TMPDIR/shares.md

fail() {
    echo "qkv $ran: $*"
    sed 's/^/    out: /' "$out" | tail -n 5
    sed 's/^/    err: /' "$err" | head -n 5
    failed=1
}

# run STATUS ARGUMENTS...
run() {
    expected=$1
    shift
    ran="$*"
    "$QKV" "$@" >"$out" 2>"$err" </dev/null
    status=$?
    [ $status -eq "$expected" ] || fail "exit $status, expected $expected"
}
# file FILE: what it holds stands where `shows` looks.
file() {
    cp "$1" "$out" || fail "$1 is not there"
}
shows() {
    grep -qF -- "$1" "$out" || fail "does not show: $1"
}
hides() {
    grep -qF -- "$1" "$out" && fail "shows: $1"
}
ends() {
    [ "$(tail -n 1 "$out")" = "$1" ] || fail "does not end with: $1"
}
complains() {
    grep -qF -- "$1" "$err" || fail "does not complain: $1"
}
silent() {
    [ -s "$err" ] && fail "complains"
}
speechless() {
    [ -s "$out" ] && fail "prints"
}

# A lesson with one of everything that is asked.
cat >"$shares" <<'END'
---
title: Shares
id: shares
minutes: 3
convention: rows
---

# Shares

## Three scores

```quiz largest predict
Which score gets the largest share?
( ) 1 {{ A larger score gives a larger share. }}
(x) 3 {{ The largest score gets the largest share. }}
hint: exp keeps the order.
```

```qkv
scores = [[1, 2, 3]]
shares = softmax(scores)
explain shares[1,3]
expect sum(shares) = 1
expect shares is 1x3
```

The last one gets `shares[1,3] → 0.665`, about two thirds.

```quiz total
What do the shares add up to?
= sum(shares) ~ 0.001
hint: Softmax divides by the sum.
explain: Each share is divided by their sum.
```

```quiz which
Which of these move when a score grows?
[x] its own share {{ It grows. }}
[x] the other shares {{ They shrink. }}
[ ] the sum {{ It stays 1. }}
```

```try first-wins
Edit the scores so that the first gets more than half.
expect shares[1,1] > 0.5
allow: scores
changes: 1
solution: scores[1,1] = 9
```
END
