# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the classroom share: to be read by a shell.
. tests/play/run.sh
exec </dev/null
shares=$TMPDIR/shares.md
hands=$TMPDIR/hands
mkdir "$hands"

# hands_in NAME LESSON ANSWERS: works on LESSON, and makes NAME.json.
hands_in() {
    printf '%b' "$3" >"$TMPDIR/answers"
    run 0 hand-in "$2" --answers "$TMPDIR/answers" --name "$1" -o "$hands/$1.json" --force
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

```quiz which ordered
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
