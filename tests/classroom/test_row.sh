#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# An answer that is a row of numbers: played, on the screen, checked, released, handed in, graded, on paper.
set -u
. tests/classroom/classroom.sh
rows=$TMPDIR/rows.md
cat >"$rows" <<'END'
---
id: rows
minutes: 2
---

# Rows

## Two words

```qkv
S = [[2, 3, 4], [0, 2, 1]]
```

```quiz ahead predict
What will row 1 of T be?
= T[1,:]
```

```qkv
T = S * 2
A = softmax(S / sqrt(4))
```

```quiz shares
What are the shares of row 2?
= A[2,:] ~ 0.006
explain: They add up to 1.
```

```quiz last
And those that the last word gets?
= A[:,3] ~ 0.006
```
END
run 0 check "$rows"
shows '3 quizzes held'
sed 's/^= A\[2,:\]/= A/' "$rows" >"$TMPDIR/block.md"
run 1 check "$TMPDIR/block.md"
complains 'a number or a row of up to 32 is expected here, not 2×3'
sed 's/^= T\[1,:\]/= row/; s/^T = S \* 2/&\nrow = T[1,:]/' "$rows" >"$TMPDIR/later.md"
run 1 check "$TMPDIR/later.md"
complains 'the key row of quiz ahead is a row, whose length is not known when it is asked: write a row of it'
sed -i 's/^= row/&[1,:]/' "$TMPDIR/later.md"
run 0 check "$TMPDIR/later.md"

# plays STATUS ANSWERS LESSON
plays() {
    printf '%b' "$2" >"$TMPDIR/answers"
    run "$1" play "${3:-$rows}" --answers "$TMPDIR/answers"
}

# --- with blanks, commas, brackets; each cell within the tolerance; a slip of the whole row is named
plays 0 'ahead: 4 6 8\nshares: .09 .67 .24\n  [0.186, 0.507 0.307]\nlast: 0.51, 0.31\n'
shows 'As you said: 4 6 8'
shows '.09 .67 .24 is what you get without dividing by √4 = 2'
shows 'They add up to 1.'
ends 'Right: 3 of 3'
plays 1 'shares: 0.186 0.507 0.4\n'
shows 'Answer: 0.1863 0.5065 0.3072'

# --- what is no row of three says what would be one; a prediction of another length is wrong
plays 2 'shares: 0.19 0.51\n'
complains 'a row of 3 numbers is expected, separated by blanks, and here are 2'
plays 2 'shares: 0.5\n'
complains 'and here is 1'
plays 2 'shares: 0.19, many, 0.31\n'
complains 'not a number: many; a row of 3 numbers is expected, separated by blanks'
plays 2 'ahead: many\n'
complains 'not a number: many'
for answer in '4 6' '4 -6' '4 - 6' '[4, 6, 8, 10]'; do
    plays 1 "ahead: $answer\\n"
    shows "You said: $answer. It is: 4 6 8"
done
plays 2 'total: 1 1\n' "$shares"
complains 'one number is expected, and 2 are given'

# --- on the screen
run 0 show "$rows" -c run
shows 'Type the numbers with blanks between (one try), then Enter.'
run 0 show "$rows" -c run -c 'answer 4 6 8' -c run
shows 'As you said: 4 6 8'
run 0 show "$rows" -c run -c 'answer 4 6 8' -c run -c run
shows 'Type the 3 numbers with blanks between, then Enter.'
run 0 show "$rows" -c run -c skip -c run -c 'answer .09 .67 .24'
shows 'Not right: .09 .67 .24. Answer again, or skip.'
shows '.09 .67 .24 is what you get without dividing by √4 = 2'
"$PYTHON" -B tests/classroom/typed.py Space 'r4 6 8\r\x1b[17~r0.19 0.51 0.31\r\x1b[17~:quit\r' "$QKV" "$rows" >"$out" 2>"$err"
run 0 hand-in "$rows" --name Ada -o -
shows '"answer": "4 6 8", "is": "right"}'
shows '"answer": "0.19 0.51 0.31", "is": "right"}'

# --- handed in by three; of an exam, too
answered() {
    printf '%b' "$3" >"$TMPDIR/answers"
    run 0 hand-in "$1" --answers "$TMPDIR/answers" --name "$2" -o "$TMPDIR/$2.json" --force
}
call='Type the numbers with blanks between' pair='[4, 6]' shown='4 6'
for edition in '' --exam; do
    run 0 release "$rows" $edition -o "$TMPDIR/theirs.md" --force
    file "$TMPDIR/theirs.md"
    hides 'T[1,:]'
    hides 'A[2,:]'
    run 0 show "$TMPDIR/theirs.md" -c run
    shows "$call"
    call='Type the 3 numbers with blanks between'
    answered "$TMPDIR/theirs.md" Ada 'ahead: 4 6 8\nshares: 0.19 0.51 0.31\nlast: 0.51 0.31\n'
    answered "$TMPDIR/theirs.md" Bob "ahead: $pair"'\nshares: 0.09 0.67 0.24\n'
    answered "$TMPDIR/theirs.md" Cy 'ahead: 4 -6 8\nshares: [0.090,.67,.24]\n'
    run 0 grade "$rows" "$TMPDIR/Ada.json" "$TMPDIR/Bob.json" "$TMPDIR/Cy.json"
    silent
    shows 'Ada                ✓  ✓  ✓  3 of 3'
    shows 'Bob                ✗  ✗  ·  0 of 3'
    shows '1 4 6 8 (right)'
    shows "1 $shown"
    shows '1 4 -6 8'
    shows '2 0.09 0.67 0.24'
    shows 'is what you get without dividing by √4 = 2'
    pair='[4, 6, 9]' shown='4 6 9'
    rm "$TMPDIR/theirs.md"
done

# --- an exam says how many are asked for, also of what is computed only later, and takes no others
run 0 release "$rows" --exam -o "$TMPDIR/theirs.md" --force
file "$TMPDIR/theirs.md"
shows '= ? ? ?'
plays 2 'ahead: 4 6\n' "$TMPDIR/theirs.md"
complains 'a row of 3 numbers is expected, separated by blanks, and here are 2'
run 0 release "$shares" --exam -o "$TMPDIR/theirs.md" --force
plays 2 'total: 1 2\n' "$TMPDIR/theirs.md"
complains 'one number is expected, and 2 are given'

# --- on paper: room, and each cell of the row worked out
run 0 worksheet "$rows"
hides '0.507'
run 0 worksheet "$rows" --key
shows 'Answer 2: 0.1863 0.5065 0.3072'
shows 'A[1,3] = '
run 0 help quiz
shows '= A[2,:] ~ 0.01'
exit $failed
