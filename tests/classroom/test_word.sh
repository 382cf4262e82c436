#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# A key that is a word, and one with a tolerance: checked, played, on the screen, released, handed in, graded, on paper.
set -u
. tests/classroom/classroom.sh
word=$TMPDIR/word.md

cat >"$word" <<'END_OF_LESSON'
---
title: Words
id: words
minutes: 1
---

# Words

## One

```quiz last
Which word comes last in: the cat sat on the …?
= "mat"
hint: It lies on the floor.
explain: The cat sat on the mat.
```

```quiz about
About how much is two?
= 2 +- 0.05
```

```quiz again
And three?
= 3 ± 0.05
```
END_OF_LESSON
run 0 check "$word"
shows '3 quizzes held'

# plays STATUS ANSWERS LESSON
plays() {
    printf '%b' "$2" >"$TMPDIR/answers"
    run "$1" play "$3" --answers "$TMPDIR/answers"
}
plays 0 'last: mat\nabout: 2.05\nagain: 2.96\n' "$word"
ends 'Right: 3 of 3'
plays 0 'last: " Mat "\nabout: 1.95\nagain: 3\n' "$word"
plays 1 'last: dog\nabout: 2.06\nagain: 2.94\n' "$word"
shows 'Not right: 2.94. Answer again, or skip.'
shows 'Answer: mat'
ends 'Wrong: last, about, again'
plays 2 'last: 1\n' "$word"
complains 'a word is expected, and 1 is a number'
plays 2 'last: "2.5"\n' "$word"
complains 'a word is expected, and 2.5 is a number'

# --- on the screen: a opens the line for it
ran="$word on a screen"
"$PYTHON" -B tests/classroom/typed.py 'Your answer' 'amat\r\x1b[17~r2.01\r\x1b[17~:quit\r' "$QKV" "$word" >"$out" || fail "exit $?"
run 0 hand-in "$word" --name Ada -o -
shows '"answer": "mat", "is": "right"}'
shows '"answer": "2.01", "is": "right"}'

# --- released, as an exam, and graded: answers that are the same word are counted together
for edition in '' --exam; do
    run 0 release "$word" $edition -o "$TMPDIR/theirs.md" --force
    run 0 check "$TMPDIR/theirs.md"
    file "$TMPDIR/theirs.md"
    hides '"mat"'
    rm -f "$hands"/*
    hands_in Ada "$TMPDIR/theirs.md" 'last: mat\nabout: 2.01\nagain: 3.2\n'
    hands_in Bob "$TMPDIR/theirs.md" 'last: "MAT"\n'
    hands_in Cy "$TMPDIR/theirs.md" 'last: dog\n'
    run 0 grade "$word" "$hands"/*.json
    shows 'Ada                ✓  ✓  ✗  2 of 3'
    shows '2 mat (right)'
    shows '1 dog'
    printf 'last: 7\n' >"$TMPDIR/answers"
    run 2 hand-in "$TMPDIR/theirs.md" --answers "$TMPDIR/answers" --name Dee
    complains 'a word is expected, and 7 is a number'
done

# --- on paper, and as a page
run 0 worksheet "$word" --key
shows 'mat'
run 0 play "$word" --format html
shows 'mat'

# --- keys that are none
keys() {
    printf -- '---\nid: keys\n---\n# Keys\n\n## One\n\n```quiz one\nWhich?\n%s\n```\n' "$1" >"$TMPDIR/keys.md"
    run 1 check "$TMPDIR/keys.md"
    grep -qF -- "$2" "$out" "$err" || fail "does not say: $2"
}
keys '= "42"' 'the key is a number in quotes: write `= 42`'
keys '= ""' 'the word between the quotes is missing'
keys '= "mat" ~ 0.1' 'a word has no tolerance'
keys '= 2 +-' 'a number has to follow `+-`: how far off an answer may be'
run 0 help quiz
shows '= "mat"'
shows '+-'
exit $failed
