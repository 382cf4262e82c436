#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# qkv release LESSON: a lesson for students that keeps its answers back, and an exam.
set -u
. tests/classroom/classroom.sh
student=$TMPDIR/student.md
exam=$TMPDIR/exam.md

# keeps_back LESSON RELEASED
keeps_back() {
    "$PYTHON" -B tests/classroom/keeps_back.py "$1" "$2" >"$out" || fail "$(head -n 3 "$out")"
}

# --- every third lesson of the course, with QKV_HARD every one: nothing can be read off; a student's plays
# and checks as it does
cp -r lessons/models "$TMPDIR"
for lesson in lessons/*.md; do
    number=${lesson#lessons/}
    number=${number%%-*}
    [ -n "${QKV_HARD:-}" ] || [ $((1$number % 3)) -eq 1 ] || continue
    run 0 release "$lesson" -o "$student" --force
    keeps_back "$lesson" "$student"
    run 0 release "$lesson" --exam -o "$exam" --force
    keeps_back "$lesson" "$exam"
    run 0 play "$lesson"
    cp "$out" "$TMPDIR/teachers"
    run 0 play "$student"
    cmp -s "$out" "$TMPDIR/teachers" || fail "it does not play as $lesson"
    run 0 check "$student"
    run 0 check "$exam"
done

# --- a student's: right and wrong are told as with the teacher's copy, the slips too
run 0 release "$shares" -o "$student" --force
silent
keeps_back "$shares" "$student"
file "$student"
shows 'this keeps out eyes, not effort'
shows '( ) 3'
shows '= ?'
shows 'hint: Softmax divides by the sum.'
shows 'shares[1,3] → …'
printf 'largest: 1\ntotal: 3\n  1\nwhich: 1\nfirst-wins: scores[1,1] = 9\n' >"$TMPDIR/answers"
run 1 play "$shares" --answers "$TMPDIR/answers"
cp "$out" "$TMPDIR/teachers"
run 1 play "$student" --answers "$TMPDIR/answers"
cmp -s "$out" "$TMPDIR/teachers" || fail "it answers otherwise than the teacher's copy"
shows 'softmax goes by columns'
sed 's/$/\r/' "$student" >"$TMPDIR/dos.md"
run 0 play "$TMPDIR/dos.md"

# --- an exam takes answers, and knows nothing
run 0 release "$shares" --exam -o "$exam" --force
keeps_back "$shares" "$exam"
file "$exam"
hides 'packed'
run 0 play "$exam" --answers "$TMPDIR/answers"
shows ' It is judged when you hand it in.'
ends 'Taken: 4 of 4'
hides 'Right'
hides 'You said'
printf 'largest: 2\n  hint\ntotal: skip\n' >"$TMPDIR/few"
run 1 play "$exam" --answers "$TMPDIR/few"
shows 'Hint: exp keeps the order.'
shows 'Answer: not in this file, which is an exam'
shows 'Taken: 1 of 4'
run 0 hand-in "$exam" --answers "$TMPDIR/few" --name Ada -o "$TMPDIR/ada.json" --force
run 0 grade "$shares" "$TMPDIR/ada.json"
shows 'Ada                ✓  ·  ·  ·  1 of 4'
hides 'another version'
run 0 hand-in "$exam" --answers "$TMPDIR/answers" --name Bob -o "$TMPDIR/bob.json" --force
run 0 grade "$shares" "$TMPDIR/bob.json"
shows 'Bob                ✗  ✓2 ✗  ✓  2 of 4'
run 2 grade "$exam" "$TMPDIR/ada.json"
complains 'is an exam, without the right answers'
ran="$exam on a screen"
"$PYTHON" -B tests/classroom/typed.py Space 'r1 r5\r\x1b[17~r:quit\r' "$QKV" "$exam" >"$out" || fail "exit $?"
run 0 hand-in "$exam" --name Cy -o -
shows '"answer": "1", "exam": true}'
shows '"answer": "5", "exam": true}'

# --- remarks are the teacher's
sed 's/^The last one/<!-- a remark\nin two lines -->\n\n&/; s/^```quiz total/<!-- easy -->\n<!-- pause -->\n<!-- note: slowly -->\n\n&/' "$shares" \
    >"$TMPDIR/remarks.md"
for edition in '' --exam; do
    run 0 release "$TMPDIR/remarks.md" $edition -o "$TMPDIR/released.md" --force
    file "$TMPDIR/released.md"
    shows '<!-- pause -->'
    for word in 'a remark' 'two lines' easy slowly; do
        hides "$word"
    done
    run 0 check "$TMPDIR/released.md"
done

# --- a block that is gone, cut, damaged, changed or hostile: one message
# refuses WORDS: opening $TMPDIR/bad.md.
refuses() {
    run 2 play "$TMPDIR/bad.md"
    complains "$1"
    speechless
    [ "$(wc -l <"$err")" -eq 1 ] || fail 'more than one line'
}
sed '/qkv packed/,$d' "$student" >"$TMPDIR/bad.md"
refuses 'bad.md:1:1: this lesson was released for students, and the block at its end is missing'
sed '/^-->/d' "$student" >"$TMPDIR/bad.md"
refuses missing
for damage in 's/^../e!/' 's/^..../eNo/' 's/^......../eNqAAAAA/'; do
    sed "/qkv packed/{n;$damage;}" "$student" >"$TMPDIR/bad.md"
    refuses damaged
done
(cat "$student" && echo More.) >"$TMPDIR/bad.md"
refuses 'was changed since'
sed 's/add up to/come to/' "$student" >"$TMPDIR/bad.md"
refuses 'was changed since'
packed=$(head -n 1 "$student" && printf 'edition: student\n---\n' && grep 'qkv packed' "$student")
printf '%s\nAAAA\n-->\n' "$packed" >"$TMPDIR/bad.md"
refuses damaged
# pack FILE: as a block has it, with what Python has of zlib
pack() {
    "$PYTHON" -c 'import base64, sys, zlib
sys.stdout.write(base64.encodebytes(zlib.compress(open(sys.argv[1], "rb").read())).decode())' "$1"
}
printf '%s\n%s\n-->\n' "$packed" "$(pack "$student")" >"$TMPDIR/bad.md"
refuses 'was changed since'
{ sed '/qkv packed/q' "$student" && pack "$shares" && echo '-->'; } >"$TMPDIR/repacked.md"
run 0 check "$TMPDIR/repacked.md" # however hard it was compressed
head -c 9000000 /dev/zero | tr '\0' ' ' >"$TMPDIR/bomb"
printf '%s\n%s\n-->\n' "$packed" "$(pack "$TMPDIR/bomb")" >"$TMPDIR/bad.md"
refuses damaged
printf '%s\n-->\n' "$packed" >"$TMPDIR/bad.md"
refuses damaged
sed 's/^edition: .*/edition: teacher/' "$exam" >"$TMPDIR/bad.md"
run 1 check "$TMPDIR/bad.md"
complains 'is neither student nor exam'

# --- mistakes
run 0 release "$student" -o "$TMPDIR/again.md" --force
cmp -s "$student" "$TMPDIR/again.md" || fail "released again it is another"
run 2 release "$exam"
complains 'a lesson for students already'
printf '# Quiet\n' >"$TMPDIR/quiet.md"
run 2 release "$TMPDIR/quiet.md"
complains 'has no questions'
printf '# Bare\n\n```quiz a\nYes?\n(x) yes\n( ) no\n```\n' >"$TMPDIR/bare.md"
run 0 release "$TMPDIR/bare.md" -o "$student" --force
run 0 check "$student"
file "$student"
shows 'id: bare'
run 0 help release
shows 'a glance, not an effort'
exit $failed
