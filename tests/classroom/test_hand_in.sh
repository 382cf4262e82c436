#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# qkv hand-in LESSON: what was answered on the screen, at the prompt or by a file, as one file.
set -u
. tests/classroom/classroom.sh

# types SEEN KEYS ARGUMENTS...: keys typed at the program on a terminal.
types() {
    seen=$1
    keys=$2
    shift 2
    ran="$* and types $keys"
    "$PYTHON" -B tests/classroom/typed.py "$seen" "$keys" "$QKV" "$@" >"$out" 2>"$err" ||
        fail "exit $?"
}

# tells QUESTION LINES...: what the hand-in has on it: the end of each of its lines, behind whose it is and when.
tells() {
    id=$1
    shift
    lines=$(sed -n 's/,$//; s/]$//; s/^{"id": "'"$id"'", "sitting": "[^"]*", "when": "[^"]*", //p' "$out" |
        sed 's/^"seconds": [0-9]*, //')
    wanted=$(printf '%s\n' "$@")
    [ "$lines" = "$wanted" ] || fail "tells of $id: $lines"
}

# --- nothing was answered; nobody says who it is
run 2 hand-in "$shares" --name Ada
complains 'nothing was answered in Shares yet'
run 2 hand-in 1 --name Ada
complains 'yet: qkv 1 opens it'
types 'Enter goes on' 'quit\n' --plain "$shares"
run 2 hand-in "$shares" --name Ada
complains 'nothing was answered'

# --- at the prompt: each try, a hint, the work of an exercise
types 'Enter goes on' 'run\nanswer 2\nrun\nanswer 3\nhint\nanswer 1\nquit\n' --plain "$shares"
run 2 hand-in "$shares"
complains "who hands it in? add --name"
run 0 hand-in "$shares" --name 'Ada Lovelace' -o -
silent
shows '"lesson": "shares"'
shows '"name": "Ada Lovelace"'
tells largest '"answer": "2"}' '"is": "right"}'
tells total '"answer": "3"}' '"hint": 1}' '"answer": "1", "is": "right"}'
tells which
[ -s "$XDG_STATE_HOME/qkv/progress" ] && fail "the prompt keeps progress now: this test can say so"

# --- on the screen another day: it is added; the name is known
types 'Space' 'r2rr3\r\x1b[17~1\r\x1b[17~r1 2\r\x1b[17~r:scores[1,1] = 2\rscores[1,1] = 9\rquit\r' "$shares"
(
    cd "$TMPDIR" || exit
    run 0 hand-in "$shares"
    shows 'Written: shares-ada-lovelace.jsonl'
    exit $failed
) || failed=1
file "$TMPDIR/shares-ada-lovelace.jsonl"
shows '"name": "Ada Lovelace"'
tells total '"answer": "3"}' '"hint": 1}' '"answer": "1", "is": "right"}' '"answer": "3"}' \
    '"answer": "1", "is": "right"}'
tells first-wins '"from": 0, "add": ["scores[1,1] = 2"]}' \
    '"from": 1, "add": ["scores[1,1] = 9"]}' '"is": "right"}'
"$PYTHON" -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1])]' "$out" || fail "a line is no JSON"

# --- work that is unfinished when the learner goes; a solution is nobody's work
rm -r "$XDG_STATE_HOME"
types 'Enter goes on' 'run\nskip\nrun\nskip\nrun\nskip\nrun\nscores[1,2] = 0\nquit\n' --plain "$shares"
run 0 hand-in "$shares" --name Bob -o -
tells which '"is": "skipped"}'
tells first-wins '"from": 0, "add": ["scores[1,2] = 0"]}'
rm -r "$XDG_STATE_HOME"
types 'Enter goes on' 'run\nskip\nrun\nskip\nrun\nskip\nrun\nsolution\nquit\n' --plain "$shares"

# --- on a terminal the name is asked for, once
types 'Your name:' 'Grace Hopper\n' hand-in "$shares" -o "$TMPDIR/grace"
file "$TMPDIR/grace"
shows '"name": "Grace Hopper"'
run 0 hand-in "$shares" -o -
shows '"name": "Grace Hopper"'
tells first-wins '"is": "skipped"}'
for name in ' ' ... '-/-'; do
    run 2 hand-in "$shares" --name "$name"
    complains 'a name needs a letter'
done

# --- of a file of answers: nothing that is kept, and nothing is kept of it
printf 'total: 0.5\nfirst-wins: scores[1,:] = [9, 1, 1]; scores[1,1] = 2 ** 4\n' >"$TMPDIR/answers"
run 0 hand-in "$shares" --answers "$TMPDIR/answers" --name Turing -o -
tells total '"answer": "0.5"}' '"is": "wrong"}'
tells first-wins '"from": 0, "add": ["scores[1] = [9, 1, 1]", "scores[1,1] = 2**4"]}'
run 0 hand-in "$shares" -o -
shows 'Hopper'
hides '0.5'

# --- where nothing can be kept the lesson goes on
rm -r "$XDG_STATE_HOME"
touch "$XDG_STATE_HOME"
types 'Enter goes on' 'run\nanswer 2\nrun\nquit\n' --plain "$shares"
shows 'Answers are not kept: '
shows 'said:'

run 0 help hand-in
shows 'Nothing is ever sent'
exit $failed
