#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The log of a learner's answers: by the lesson's id, only ever appended to, readable after every accident.
set -u
. tests/classroom/classroom.sh
logs=$XDG_STATE_HOME/qkv/answers
log=$logs/shares.jsonl

# plain LESSON LINES: a sitting at the prompt.
plain() {
    ran="--plain $1 and types $2"
    "$PYTHON" -B tests/classroom/typed.py 'Enter goes on' "$2" "$QKV" --plain "$1" >"$TMPDIR/raw" 2>"$err" || fail "exit $?"
    tr -d '\r' <"$TMPDIR/raw" >"$out"
}
# grades LESSON: what grade makes of what is handed in of it.
grades() {
    run 0 hand-in "$1" --name Ada -o "$hands/Ada.json" --force
    run "${2:-0}" grade "$shares" "$hands/Ada.json"
}

# --- a lesson that was moved and renamed keeps its answers, and goes on with them
plain "$shares" 'run\nanswer 2\nrun\nanswer 3\nquit\n'
mkdir "$TMPDIR/sub"
mv "$shares" "$TMPDIR/sub/renamed.md"
grades "$TMPDIR/sub/renamed.md" 2
cp "$TMPDIR/sub/renamed.md" "$shares"
plain "$TMPDIR/sub/renamed.md" 'run\nskip\nrun\nanswer 1\nrun\nanswer 1 2\nrun\nscores[1,1] = 9\nquit\n'
grades "$TMPDIR/sub/renamed.md"
shows 'Ada                ✓  ✓2 ✓  ✓  4 of 4'
[ "$(ls "$logs")" = shares.jsonl ] || fail "logs: $(ls "$logs")"

# --- half a line, left by a program that was killed, is ignored, and the next line begins anew
printf '{"id": "total", "answer": "77' >>"$log"
plain "$shares" 'run\nskip\nrun\nanswer 5\nquit\n'
run 0 hand-in "$shares" -o -
shows '"answer": "5"}'
hides '"77'
[ "$(grep -c '"answer": "77$' "$log")" -eq 1 ] || fail 'the torn line is gone'

# --- another lesson that has the same id and no question in common has its own log
sed 's/^```quiz largest/```quiz other/; s/^```quiz total/```quiz others/; s/^```quiz which/```quiz which-ones/
    s/^```try first-wins/```try wins/' "$shares" >"$TMPDIR/namesake.md"
run 2 hand-in "$TMPDIR/namesake.md" --name Ada
complains 'nothing was answered in Shares yet'
plain "$TMPDIR/namesake.md" 'run\nanswer 1\nquit\n'
run 0 hand-in "$TMPDIR/namesake.md" --name Bob -o "$hands/Bob.json"
[ "$(ls "$logs" | tr '\n' ' ')" = 'shares.2.jsonl shares.jsonl ' ] || fail "logs: $(ls "$logs")"
run 1 grade "$shares" "$hands/Bob.json"
shows 'it is of another lesson shares: no question is in both'
grades "$shares"
shows 'Ada                ✓  ✓2 ✓  ✓  4 of 4'

# --- without an id it is the file that counts
sed '/^id: /d' "$shares" >"$TMPDIR/nameless.md"
plain "$TMPDIR/nameless.md" 'run\nanswer 1\nquit\n'
run 0 hand-in "$TMPDIR/nameless.md" --name Ada -o -
mv "$TMPDIR/nameless.md" "$TMPDIR/unnamed.md"
run 2 hand-in "$TMPDIR/unnamed.md" --name Ada

# --- a question that was changed since, and one that is gone, are reported
sed 's/add up to/sum up to/; s/^```quiz which/```quiz which-ones/' "$shares" >"$TMPDIR/newer.md"
run 0 grade "$TMPDIR/newer.md" "$hands/Ada.json"
shows 'Ada                ✓  ✓2 ·  ✓  3 of 4'
shows 'made with another version of the lesson'
shows 'changed since: total'
run 0 grade "$TMPDIR/newer.md" "$hands/Ada.json" --format csv
shows 'answered, but not in this lesson: which'

# a prediction that is worded otherwise now, and was made again: that counts
sed 's/^Which score gets the largest/Which of the scores gets the largest/' "$shares" >"$TMPDIR/reworded.md"
plain "$TMPDIR/reworded.md" 'run\nanswer 1\nrun\nquit\n'
run 0 hand-in "$TMPDIR/reworded.md" --name Ada -o "$hands/Ada.json" --force
run 0 grade "$TMPDIR/reworded.md" "$hands/Ada.json" --format json
shows '"largest": {"mark": "wrong", "tries": 1, "later": 0,'
run 0 grade "$shares" "$hands/Ada.json" --format json
shows '"largest": {"mark": "right", "tries": 2, "later": 1,'
shows 'changed since: largest'

# --- what cannot be read is kept under another name, and the learner is told: at the prompt, on the screen
garbage() {
    rm -rf "$logs"
    mkdir -p "$logs"
    printf 'not a log\n' >"$log"
}
garbage
run 2 hand-in "$shares" --name Ada
complains 'no line of it can be read'
plain "$shares" 'run\nanswer 2\nquit\n'
shows 'What you had answered in this lesson cannot be read'
shows "It is kept as $log.unread"
grep -q 'not a log' "$log.unread" || fail 'it is not kept'
run 0 hand-in "$shares" --name Ada -o -
shows '"answer": "2"}'
printf 'neither\n' >"$log"
plain "$shares" 'quit\n'
grep -q 'not a log' "$log.unread" && grep -q neither "$log.unread-2" || fail 'one is written over'
garbage
"$PYTHON" -B tests/classroom/typed.py 'cannot be read' ':quit\r' "$QKV" "$shares" >"$out" || fail 'the screen does not say it'
rm -rf "$logs"
mkdir -p "$log"
plain "$shares" 'run\nanswer 2\nquit\n'
run 0 hand-in "$shares" --name Ada -o -
[ -d "$log.unread" ] || fail 'a folder is in the way'

# --- the files of earlier programs: a hand-in is graded, and answers are carried over, once
run 0 grade "$shares" tests/saved/hand-in.json
shows 'Ada                ✓  ✓2 ✓  ✓  4 of 4'
hides edited
sum=$("$PYTHON" -c '
import os, sys
sum = 0xcbf29ce484222325
for byte in (os.path.realpath(sys.argv[1]) + "\tshares").encode():
    sum = (sum ^ byte) * 0x100000001b3 % 2 ** 64
print("%016x" % sum)' "$shares")
rm -rf "$logs"
mkdir -p "$logs"
cp tests/saved/hand-in.json "$logs/$sum.json"
grades "$shares"
shows 'Ada                ✓  ✓2 ✓  ✓  4 of 4'
plain "$shares" 'run\nskip\nrun\nanswer 7\nquit\n'
plain "$shares" 'quit\n'
[ "$(grep -c '"answer": "0.5"' "$log")" -eq 1 ] || fail 'it is not carried over once'
cmp -s tests/saved/hand-in.json "$logs/$sum.json" || fail 'the old file was touched'
grades "$shares"
shows 'Ada                ✓  ✓2 ✓  ✓  4 of 4'
rm "$log"
printf torn >"$logs/$sum.json"
plain "$shares" 'run\nanswer 2\nquit\n'
shows "It is kept as $logs/$sum.json.unread"

# --- what was said first is the prediction; what came later is shown as later
rm -rf "$logs"
plain "$shares" 'run\nanswer 1\nanswer 2\nrun\nquit\n'
shows 'your prediction is locked: you said 1; next goes on'
plain "$shares" 'run\nanswer 2\nrun\nquit\n'
grades "$shares"
shows 'Ada                ✗+ ·  ·  ·  0 of 4'
shows '+: a prediction, answered again later, which does not count'
run 0 grade "$shares" "$hands/Ada.json" --format json
shows '"largest": {"mark": "wrong", "tries": 2, "later": 1,'
shows '"first": "1"'
run 0 grade "$shares" "$hands/Ada.json" --format csv
shows '"largest tries","largest first"'
shows ',2,"1",,"",,"",,""'
# in an exam, too, also when the result was on the screen
run 0 release "$shares" --exam -o "$TMPDIR/exam.md"
rm -rf "$logs"
plain "$TMPDIR/exam.md" 'run\nanswer 1\nrun\nanswer 5\nanswer 1\ngoto page 1\nanswer 2\nquit\n'
shows 'your prediction is locked: you said 1'
plain "$TMPDIR/exam.md" 'run\nanswer 2\nquit\n'
grades "$TMPDIR/exam.md"
shows 'Ada                ✗+ ✓2 ·  ·  1 of 4'
run 2 hand-in "$shares" --name Ada
complains 'nothing was answered in Shares yet'
# skipped, seen, and then answered
rm -rf "$logs"
plain "$shares" 'run\nskip\nrun\nquit\n'
plain "$shares" 'run\nanswer 2\nrun\nquit\n'
grades "$shares"
shows 'Ada                ·  ·  ·  ·  0 of 4'
shows 'predicted only when its result had been seen: largest'

# --- a sitting with large changes stays small; no hand-in is written that could not be read
rm -rf "$logs"
"$PYTHON" - >"$TMPDIR/many.md" <<'PY'
print("---\ntitle: Many\nid: many\n---\n\n# Many\n\n## One\n\n```qkv\na = 1\n```\n")
for i in range(14):
    print(f"```quiz q{i}\nWhat is it?\n= a\n```\n")
PY
"$PYTHON" - >"$TMPDIR/answers" <<'PY'
print("page 1:")
for i in range(12):
    print(f"    B{i} = [[" + ", ".join(f"{k}.5" for k in range(5000)) + "]]")
for i in range(14):
    print(f"q{i}: 2\n    1")
PY
run 0 hand-in "$TMPDIR/many.md" --answers "$TMPDIR/answers" --name Ada -o "$TMPDIR/many.json"
[ "$(wc -c <"$TMPDIR/many.json")" -lt 1000000 ] || fail "$(wc -c <"$TMPDIR/many.json") bytes"
run 0 grade "$TMPDIR/many.md" "$TMPDIR/many.json"
shows '14 of 14'
run 0 release "$shares" -o "$TMPDIR/theirs.md"
"$PYTHON" - >"$TMPDIR/answers" <<'PY'
print("total: 3\n" + ("    3." + "0" * 2400 + "\n") * 1800)
PY
run 2 hand-in "$TMPDIR/theirs.md" --answers "$TMPDIR/answers" --name Ada -o "$TMPDIR/large.json"
complains 'qkv grade reads no more than 4'
[ -e "$TMPDIR/large.json" ] && fail 'it is written'

# --- a log that is full takes no more, and says so; what is in it can still be handed in
rm -rf "$logs"
plain "$shares" 'run\nanswer 2\nrun\nquit\n'
"$PYTHON" -c 'print(("{\"pad\": \"" + "x" * 9988 + "\"}\n") * 400, end="")' >>"$log"
plain "$shares" 'run\nskip\nrun\nanswer 5\nanswer 6\nquit\n'
shows 'Answers are not kept: '
[ "$(grep -c 'Answers are not kept' "$out")" -eq 1 ] || fail 'it is said twice'
run 0 hand-in "$shares" --name Ada -o "$hands/Ada.json" --force
run 0 grade "$shares" "$hands/Ada.json"
shows 'Ada                ✓  ·  ·  ·  1 of 4'

# --- two windows, 200 answers, forty of them followed by kill -9
printf -- '---\nid: two\n---\n\n# Two\n\n## One\n\n```quiz one\nOne?\n= 1e6\n```\n\n```quiz two\nTwo?\n= 2e6\n```\n' >"$TMPDIR/two.md"
ran='two windows'
"$PYTHON" -B tests/classroom/windows.py "$QKV" "$TMPDIR/two.md" "$logs/two.jsonl" >"$out" 2>"$err" || fail "exit $?"
run 0 hand-in "$TMPDIR/two.md" --name Ada -o -
[ "$(grep -c '"answer"' "$out")" -eq 200 ] || fail 'answers are lost'
exit $failed
