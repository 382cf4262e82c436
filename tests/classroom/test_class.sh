#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# A class from end to end: a lesson is released, worked on by thirty students
# (right, wrong, half done, one hostile), handed in, and graded with the teacher's copy.
set -u
. tests/classroom/classroom.sh

# class EDITION: twenty-nine students, and one who would rather not.
class() {
    rm -f "$hands"/*
    for i in 01 02 03 04 05 06 07 08 09 10; do
        hands_in "right$i" "$1" 'largest: 2\ntotal: 1\nwhich: 1 2\nfirst-wins: scores[1,1] = 9\n'
    done
    for i in 11 12 13 14 15 16 17; do
        hands_in "wrong$i" "$1" 'largest: 1\ntotal: 3\nwhich: 1 2 3\nfirst-wins: scores[1,2] = 9\n'
    done
    for i in 18 19 20 21 22 23 24; do
        hands_in "half$i" "$1" 'largest: 2\ntotal: 1\n'
    done
    for i in 25 26 27 28 29; do
        hands_in "late$i" "$1" 'total: 0.5\n  1\nfirst-wins:\n  scores[1,1] = 2\n  scores[1,1] = 9\n'
    done
    sed 's/"add": \[".*"\]/"add": ["A = normal(2000, 2000)", "B = A @ A @ A @ A @ A @ A @ A @ A"]/
        s/right01/=HYPERLINK("x")/' "$hands/right01.json" >"$hands/zz.json"
    sed -i 's/=HYPERLINK("x")/=HYPERLINK(x)/' "$hands/zz.json"
}

# --- the student's edition
run 0 release "$shares" -o "$TMPDIR/theirs.md" --force
class "$TMPDIR/theirs.md"
[ "$(ls "$hands" | wc -l)" -eq 30 ] || fail 'there are not thirty'
run 1 grade "$shares" "$hands"/*.json
silent
shows 'Shares: 4 questions, 30 hand-ins'
shows 'right01            ✓  ✓  ✓  ✓  4 of 4'
shows 'wrong11            ✗  ✗  ✗  ✗  0 of 4'
shows 'half18             ✓  ✓  ·  ·  2 of 4'
shows 'late25             ·  ✓2 ·  ✓  2 of 4'
shows 'zz.json            stopped: it takes more than 2 seconds'
shows 'right, of 29       17 22 10 15'
shows '   17 2. 3 (right)'
shows '    7 1. 1'
shows '    5 no answer'
shows '   17 1 (right)'
shows '    7 3'
shows 'softmax goes by columns'
shows '   15 met'
shows '    7 not met'
rm "$hands/zz.json" # its two seconds have been waited for
run 0 grade "$shares" "$hands"/*.json --format csv
[ "$(wc -l <"$out")" -eq 30 ] || fail 'not a line a student'
shows '"right01","'
shows ',1,1,1,1,4,4,""'
run 0 grade "$shares" "$hands"/*.json --format json
"$PYTHON" -c 'import json, sys; assert len(json.load(sys.stdin)["students"]) == 29' <"$out" ||
    fail 'no JSON of all'

# --- the same as an exam: nobody hears anything, and it is graded alike, but that the last answer counts
run 0 release "$shares" --exam -o "$TMPDIR/exam.md" --force
class "$TMPDIR/exam.md"
rm "$hands/zz.json"
run 0 grade "$shares" "$hands"/*.json
shows 'right01            ✓  ✓  ✓  ✓  4 of 4'
shows 'wrong11            ✗  ✗  ✗  ✗  0 of 4'
shows 'late25             ·  ✓2 ·  ✓  2 of 4'
shows 'right, of 29       17 22 10 15'
exit $failed
