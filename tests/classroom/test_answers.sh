#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# qkv play LESSON --answers FILE: a lesson played by a file, its verdicts and its exit code.
set -u
. tests/classroom/classroom.sh

# plays STATUS ANSWERS: with a file that holds ANSWERS.
plays() {
    printf '%b' "$2" >"$TMPDIR/answers"
    run "$1" play "$shares" --answers "$TMPDIR/answers"
}

# --- all right: tries, a hint and statements on the way
plays 0 '# Ada\nlargest: 2\ntotal:\n    0.5\n    hint\n\n    1\r\nwhich: 1 2\nfirst-wins:\n  scores[1,1] = 2\n  scores[1,1] = (3 +\n    4)\n'
silent
shows 'As you said: 3'
shows '> answer 0.5'
shows 'Hint: Softmax divides by the sum.'
shows '> scores[1,1] = 2'
shows 'not yet  shares[1,1]'
shows ">   4)"
shows 'Done: the goal holds.'
ends 'Right: 4 of 4'
plays 0 'largest: b\ntotal: 2/2\nwhich: b a\nfirst-wins: scores[1,1] = 9'
ends 'Right: 4 of 4'

# --- something is not right, or has no answer
plays 1 'largest: 1\ntotal: 3\n  skip\nfirst-wins: scores[1,2] = 1\n'
silent
shows '✗ 1: A larger score gives a larger share.'
shows 'softmax goes by columns'
shows 'Wrong: largest'
shows 'Not answered: total, which'
ends 'Not met: first-wins'
plays 1 'total: 3\n'
shows 'Answer: 1'
shows 'Wrong: total'
plays 1 ''
ends 'Not met: first-wins'
shows 'Right: 0 of 4'

# --- an edit where a page begins stays, until the lesson sets the name again
plays 1 'page 1: more = 3\nfirst-wins: scores[1,1] = 2 * more\n'
shows 'Not answered: largest, total, which'
ends 'Not answered: largest, total, which'

# --- trouble is told at its line, and what was said before it stands
plays 2 'largest: 2\ntotl: 1\n'
complains '/answers:2:1: there is no question totl; did you mean total?'
speechless
plays 2 'page 2: a = 1\n'
complains 'has no question page 2'
plays 2 'just words\n'
complains '/answers:1:1: a line is a question'"'"'s id, a colon and an answer'
plays 2 '\n  1\n'
complains '/answers:2:1: an indented line'
plays 2 'largest:\n\n  3\n'
complains '/answers:3:'
complains 'type answer and 1 or 2'
shows 'Which score gets the largest share?'
plays 2 'first-wins:\n  scores[1,1] = 2\n\n  scores[1,1] = foo\n'
complains '/answers:4:'
complains 'no value is called foo'
shows 'not yet'
plays 2 'total: \000\n'
complains 'a NUL byte'
run 2 play "$shares" --answers "$TMPDIR/nowhere"
complains nowhere
run 2 play -c 1 --answers "$TMPDIR/answers"
complains 'which lesson?'
run 2 check "$shares" --answers "$TMPDIR/answers"
complains '--answers goes with qkv play'
run 0 help answers
shows 'total: 0.5'

# --- the file may be another's: what is typed there writes nothing, alone or joined to a change
for line in "save $TMPDIR/stolen.md" "scores[1,1] = 2; export $TMPDIR/stolen.csv scores"; do
    plays 2 "first-wins: $line\\n"
    complains 'a file of answers may not'
    [ ! -e "$TMPDIR/stolen.md" ] && [ ! -e "$TMPDIR/stolen.csv" ] || fail 'a file was written'
done

# --- a lesson of the course, driven to its end
printf 'first-cell:\n    hint\n    0.2\n' >"$TMPDIR/answers"
run 1 play lessons/01-worked-example.md --answers "$TMPDIR/answers"
shows 'Right: 1 of '
exit $failed
