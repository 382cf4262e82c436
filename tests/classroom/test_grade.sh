#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# qkv grade LESSON FILE...: what students handed in, held against the teacher's copy.
set -u
. tests/classroom/classroom.sh

# forges NAME QUESTIONS: a file nobody's program made.
forges() {
    printf '{"qkv": "hand-in", "lesson": "shares", "name": "%s", "questions": [%s]}' "$1" "$2" \
        >"$hands/$1.json"
}

# --- right, at the second try, wrong, half done, nothing
hands_in Ada "$shares" 'largest: 2\ntotal: 0.5\n  1\nwhich: 2 1\nfirst-wins:\n  scores[1,2] = 0\n  undo\n  scores[1,1] = 7\n'
hands_in Bob "$shares" 'largest: 1\ntotal: 3\nwhich: 1\nfirst-wins: scores[1,2] = 1\n'
hands_in Cy "$shares" 'largest: b\n'
hands_in Dee "$shares" ''
run 0 grade "$shares" "$hands"/*.json
silent
shows 'Shares: 4 questions, 4 hand-ins'
shows 'Ada                ✓  ✓2 ✓  ✓  4 of 4'
shows 'Bob                ✗  ✗  ✗  ✗  0 of 4'
shows 'Cy                 ✓  ·  ·  ·  1 of 4'
shows 'Dee                ·  ·  ·  ·  0 of 4'
shows 'right, of 4        2  1  1  1'
shows '2 2. 3 (right)'
shows '1 1. 1'
shows '1 1. its own share; 2. the other shares (right)'
shows '3 is what you get when softmax goes by columns instead of by rows:'
shows '1 not met'
shows '2 nothing done'

# --- what a file says of itself counts for nothing; an edited one says so
sed 's/"is": "[a-z]*"/"is": "right"/; s/"3"/"1"/' "$hands/Bob.json" >"$hands/Bob2.json"
run 0 grade "$shares" "$hands/Bob2.json"
shows 'Shares: 4 questions, 1 hand-in'
hides 'hand-ins'
shows 'Bob                ✗  ✓  ✗  ✗  1 of 4'
shows '  edited by hand'
sed 's/$/\r/' "$hands/Ada.json" >"$hands/dos.json"
run 0 grade "$shares" "$hands/dos.json"
hides 'edited'
sed 's/^( ) 1/( ) one/' "$shares" >"$TMPDIR/newer.md"
run 0 grade "$TMPDIR/newer.md" "$hands/Ada.json"
shows 'made with another version of the lesson'
rm "$hands"/*

# --- hostile ones take what they may, and are a line
forges Solver '{"id": "first-wins", "work": ["solution"]}, {"id": "total", "answers": ["sum(shares)"]}'
forges Writer '{"id": "first-wins", "work": ["save '"$TMPDIR"'/written.md", "export '"$TMPDIR"'/w.csv scores"]}'
forges Greedy '{"id": "first-wins", "work": ["A = normal(4000, 4000)", "B = A + 1", "C = B + A", "D = C + B"]}'
[ -z "${QKV_HARD:-}" ] || forges Slow '{"id": "first-wins", "work": ["A = normal(2000, 2000)", "B = A @ A @ A @ A @ A @ A @ A @ A @ A @ A"]}'
forges '=1+1' '{"id": "total", "answers": ["\u001b[2J", "@SUM(A1)"]}'
forges '＝2' '{"id": "total", "answers": ["1"]}'
forges ' =3' '{"id": "total", "answers": ["1"]}'
forges Deep "$(printf '%03000d' 0 | tr 0 '[')"
printf '{"qkv": "hand-in", "lesson": "other", "questions": []}' >"$hands/other.json"
printf '{"qkv": "hand-in", "questions": []}' >"$hands/nobody.json"
printf '[1, 2]' >"$hands/list.json"
head -c 5000000 /dev/zero >"$hands/zero.json"
mkdir "$hands/folder.json"
mkfifo "$hands/fifo.json"
run 1 grade "$shares" "$hands"/*.json "$TMPDIR/nowhere.json"
silent
shows 'Solver             ·  ✗  ·  ✗  0 of 4'
shows '  made with another version of the lesson; edited by hand; not all of its work'
[ -z "${QKV_HARD:-}" ] || shows 'stopped: it takes more than 2 seconds' # which are waited for
shows 'Greedy             stopped: it takes more than 256 MB'
shows 'it is of the lesson other'
shows 'nobody.json        this is not a hand-in'
grep -q 'folder.json .*folder' "$out" || grep -q 'it is a folder' "$out" || fail 'folder'
shows 'this hand-in cannot be read'
shows 'nowhere.json'
grep -q "$(printf '\033')" "$out" && fail "an escape comes through"
[ -e "$TMPDIR/written.md" ] || [ -e "$TMPDIR/w.csv" ] && fail "a hand-in wrote a file"

# --- for a spreadsheet no cell begins a formula; for a program it is JSON
rm -f "$hands/Slow.json"
run 1 grade "$shares" "$hands"/*.json --format csv
shows '"name","file","largest","total","which","first-wins","right","of","note"'
shows "\"'=1+1\","
shows "'＝2"
shows "' =3"
grep -q '^[=+@-]\|,[=+@-]\|"[=+@-]' "$out" && fail "a cell is a formula"
run 1 grade "$shares" "$hands"/*.json --format json -o "$TMPDIR/grades.json"
"$PYTHON" - "$TMPDIR/grades.json" <<'END' || fail "the JSON is not as it should be"
import json, sys
grades = json.load(open(sys.argv[1]))
assert grades["lesson"] == "shares" and len(grades["questions"]) == 4, grades
assert {q["id"] for q in grades["questions"]} == {"largest", "total", "which", "first-wins"}
by_name = {s["name"]: s for s in grades["students"]}
assert by_name["Solver"]["answers"]["first-wins"]["mark"] == "wrong", by_name["Solver"]
assert not by_name[""]["graded"]
END

# --- seconds and hints are added up, as are the lines of two sittings
cat >"$TMPDIR/slow.jsonl" <<'END'
{"lesson": "shares"}
{"name": "Slow"}
{"id": "total", "sitting": "a", "answer": "3", "seconds": 3}
{"id": "total", "sitting": "b", "hint": 1}
{"id": "total", "sitting": "a", "answer": "1", "seconds": 4}
END
run 0 grade "$shares" "$TMPDIR/slow.jsonl" --format json
shows '"total": {"mark": "right", "tries": 2, "later": 0, "hints": 1, "seconds": 7'

# --- mistakes
run 2 grade "$shares"
complains 'which hand-ins? usage: qkv grade LESSON FILE...'
run 2 grade "$shares" "$hands/list.json" --format xml
complains 'there are text, csv, json'
printf '# Quiet\n' >"$TMPDIR/quiet.md"
run 2 grade "$TMPDIR/quiet.md" "$hands/list.json"
complains 'has no questions'
run 0 help grade
shows 'qkv grade 1'

# --- a change outside an exercise moves an answer in the lesson, and in its grades, which say so; what
# --- the lesson has written anew since does not, nor does any in an exam
moved=$TMPDIR/moved.md
printf '# Moved\n\n## One\n\n```qkv\na = 2\n```\n\n## Two\n\n```quiz double\nTwice a?\n= 2 * a\n```\n' >"$moved"
printf '\n```quiz next predict\nAnd b?\n= b\n```\n\n```qkv\nb = a + 1\n```\n\n```qkv\na = 10\n```\n' >>"$moved"
printf '\n```quiz last\nTwice a now?\n= 2 * a\n```\n' >>"$moved"
# moves STATUS LESSON ANSWERS
moves() {
    printf 'page 2: a = 3\n%b' "$3" >"$TMPDIR/answers"
    run "$1" play "$2" --answers "$TMPDIR/answers"
    run 0 hand-in "$2" --answers "$TMPDIR/answers" --name Ada -o "$TMPDIR/moved.json" --force
    run 0 grade "$moved" "$TMPDIR/moved.json"
}
moves 1 "$moved" 'double: 4\n  6\nnext: 3\nlast: 20\n'
shows 'Ada                ✓  ✓  ✓  3 of 3'
hides 'own changes'
moves 0 "$moved" 'double: 6\nnext: 4\nlast: 20\n'
shows 'Ada                ✓  ✓  ✓  3 of 3'
shows '  right by its own changes: double; right by its own changes: next'
moves 1 "$moved" 'double: 5\nnext: 5\nlast: 6\n'
shows 'Ada                ✗  ✗  ✗  0 of 3'
hides 'own changes'
run 0 release "$moved" --exam -o "$TMPDIR/exam.md" --force
moves 0 "$TMPDIR/exam.md" 'double: 6\nnext: 3\nlast: 20\n'
shows 'Ada                ✗  ✓  ✓  2 of 3'
run 0 help classroom
shows 'numbers changed outside an exercise'

# --- an exercise of a lesson in columns, and predictions that hang on what comes later
printf 'first-cell: 0.2\nkey-cell: 5\n' >"$TMPDIR/answers"
run 0 hand-in lessons/01-worked-example.md --answers "$TMPDIR/answers" --name Ada -o "$TMPDIR/1.json" --force
run 0 grade lessons/01-worked-example.md "$TMPDIR/1.json"
shows '0.2 (right)'
columns=$TMPDIR/columns.md
sed 's/^convention: rows/convention: columns/; s/^scores = .*/scores = [[1], [2], [3]]/
    s/shares\[1,3\]/shares[3,1]/; s/shares\[1,1\]/shares[2,1]/; s/scores\[1,1\]/scores[2,1]/
    s/1x3/3x1/; s/softmax(scores)/softmax(scores, each=column)/' "$shares" >"$columns"
run 0 check "$columns"
printf 'first-wins: scores[2,1] = 9\n' >"$TMPDIR/answers"
run 0 hand-in "$columns" --answers "$TMPDIR/answers" --name Ada -o "$TMPDIR/2.json" --force
run 0 grade "$columns" "$TMPDIR/2.json"
shows 'Ada                ·  ·  ·  ✓  1 of 4'

# --- what is emphasised in questions and choices has no marks of it here
emphasis=$TMPDIR/emphasis.md
printf '# Words\n\n```quiz pick\nWhat does *it* mean?\n(x) the *sushi* {{ Yes. }}\n( ) nothing {{ No. }}\n```\n' >"$emphasis"
hands_in Ada "$emphasis" 'pick: 1\n'
run 0 grade "$emphasis" "$hands/Ada.json"
shows 'pick: What does it mean?'
shows '1. the sushi (right)'
exit $failed
