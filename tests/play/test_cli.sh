#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The command line: options, streams, exit codes.
set -u
. tests/play/run.sh
lesson=lessons/01-worked-example.md

# --- statements on standard input, and -c
printf 'Q = [[1,2]]\nQ @ Q.T\n' | run 0
prints '  5\n'
silent
printf 'a = 2\nb = a +\n  * 3\na * 2\n' | run 2
complains 'standard input:2:'
shows 4
printf 'a = [[1,\n2]]\nsum(a)' | run 0
prints '  3\n'
printf '\357\273\277a = 2\r\na * 2\r\n' | run 0
prints '  4\n'
printf 'a = 1\n\000\na\n' | run 2
complains 'standard input:2:1: '
printf 'a = 3\na\n' | run 0 -
prints '  3\n'
printf 'a = 3\n' | run 0 - -c 'a + 1'
prints '  4\n'
run 0 -c 'a = 2; a * 21' </dev/null
run 0 -c 'a = 2' -c 'a * 21'
prints '  42\n'
run 2 -c 'a = 2' -c 'b' -c 'a'
prints '  2\n'
complains 'command line:1:1: '
run 0 </dev/null
speechless
printf 'quit\n1 + 1\n' | run 0
speechless

# --- help, version, mistakes
run 0 --help
shows 'qkv values LESSON'
for option in --command --columns --precision --color --theme --at --plain --json --format --output --name \
    --help --version; do
    shows " $option"
done
silent
run 0 -h
shows 'qkv values LESSON'
run 0 --version
shows 'qkv '
run 0 -V
shows 'qkv '
run 0 lessons
shows '01-worked-example'
run 2 lessons 1
complains 'usage: qkv lessons'
run 0 "$lesson" --help
shows 'qkv check LESSON'
run 2 --precison 3
complains 'did you mean --precision?'
speechless
run 2 --nonsense
complains 'qkv --help'
run 2 -x
complains '-x'
run 2 --precision
complains '--precision needs its N'
run 2 -c
complains '--command needs its STATEMENT'
run 2 --precision many "$lesson"
complains 'whole number'
run 2 --precision 18 "$lesson"
complains '17'
run 2 --color sometimes "$lesson"
complains 'auto, always or never'
run 2 --theme pink "$lesson"
complains 'contrast'
run 2 --plain=yes
complains 'takes no argument'
run 2 values "$lesson" --format xml
complains 'json'
run 2 play "$lesson" --format json
complains 'there are text, html'
echo 'first-cell: 0.2' >"$TMPDIR/answers"
run 2 play "$lesson" --format html --answers "$TMPDIR/answers"
complains '--format and --output take the lesson as it is: leave --answers out'
run 2 play "$lesson" --format html -c 'W_q[1,2] = 4'
complains 'leave --command out'
run 2 values "$lesson" --json
complains 'check'
run 2 play
complains 'qkv play LESSON'
run 2 check
complains 'qkv check LESSON'
run 2 play "$lesson" lessons/02-i-saw-a-saw.md
complains 'too many'
run 2 chek "$lesson"
complains 'too many'
run 2 worked-exampel
complains 'did you mean'
run 2 pley
complains 'did you mean play?'
run 2 nowhere/at-all.md
complains 'nowhere/at-all.md'
speechless

# --- help
run 0 --help
cp "$out" "$TMPDIR/help"
run 0 help
silent
cmp -s "$out" "$TMPDIR/help" || fail 'help is not --help'
run 0 -c 'help softmax'
cp "$out" "$TMPDIR/help"
for verb in $("$QKV" --help | sed -n 's/^  qkv \([a-z-]*\).*/\1/p'); do
    run 0 help "$verb"
    shows "qkv $verb"
done
run 0 help worksheet
shows '--key'
shows '--format FORMAT      markdown html'
hides '--theme'
shows 'matrices with blanks'
run 0 help watch
shows 'read the lesson again when it'
run 0 help softmax
cmp -s "$out" "$TMPDIR/help" || fail 'help TOPIC is not the command help'
run 2 help sofmax
complains 'did you mean softmax?'

# --- lessons
run 0 play "$lesson"
silent
shows 'The worked example'
cp "$out" "$TMPDIR/played"
run 0 "$lesson"
cmp -s "$out" "$TMPDIR/played" || fail 'opening off a terminal is not playing'
for name in 01-worked-example worked-example 1; do
    run 0 play $name
    cmp -s "$out" "$TMPDIR/played" || fail 'is not lesson 1'
done
run 0 "$lesson" -c 'weights[1,2]'
head -c "$(wc -c <"$TMPDIR/played")" "$out" | cmp -s - "$TMPDIR/played" ||
    fail 'the transcript does not come first'
tail -n 1 "$out" | grep -q '0\.3501' || fail 'does not end with what -c asks'
run 0 play "$lesson" --precision 2
shows '0.31'
run 0 play "$lesson" --color always
grep -q "$(printf '\033\[')" "$out" || fail 'has no colour'
run 0 play "$lesson" --color auto
grep -q "$(printf '\033')" "$out" && fail 'has colour off a terminal'
run 0 play "$lesson" --at end -c d_k
tail -n 1 "$out" | grep -q '4' || fail 'does not begin at the end'
[ "$(wc -l <"$out")" -lt 60 ] || fail '--at end plays the whole lesson'
run 2 play "$lesson" --at nowhere
complains 'nowhere'
printf 'Q = [[1, 2]]\nQ @ Q.T\n' >"$TMPDIR/short.qkv"
run 0 "$TMPDIR/short.qkv"
shows 5
run 2 play "$TMPDIR"
complains "$TMPDIR"
mkfifo "$TMPDIR/fifo.md"
run 2 play "$TMPDIR/fifo.md"
mkdir -p "$XDG_DATA_HOME/qkv/lessons"
printf '# My own\n\n## One\n\n```qkv\nmine = 41 + 1\n```\n' >"$XDG_DATA_HOME/qkv/lessons/77-mine.md"
run 0 play mine
shows 42
run 0 -c lessons
shows 77-mine
shows 'The worked example'

# --- notes: told in a folder that is nobody else's to read
mkdir "$XDG_RUNTIME_DIR/qkv"
chmod 755 "$XDG_RUNTIME_DIR/qkv"
run 2 notes 1
complains "$XDG_RUNTIME_DIR/qkv is not a private folder of yours"
rmdir "$XDG_RUNTIME_DIR/qkv"
run 2 notes
complains 'which lesson? usage: qkv notes LESSON'

# --- settings: options that stay; a mistake is told once, and stops nothing
mkdir -p "$XDG_CONFIG_HOME/qkv"
settings=$XDG_CONFIG_HOME/qkv/config
printf '# mine\n\n precision = 2\ntheme=light\nmouse = off' >"$settings"
run 0 -c '1/3'
prints '  0.33\n'
silent
run 0 --precision 3 -c '1/3'
prints '  0.333\n'
run 0 values 1 --name d_k
silent
"$QKV" show 1 --color always --theme light --precision 2 >"$TMPDIR/light"
run 0 show 1 --color always
cmp -s "$TMPDIR/light" "$out" || fail 'theme = light is not --theme light'
run 0 show 1 --color always --theme contrast
cmp -s "$TMPDIR/light" "$out" && fail 'theme = light goes before --theme contrast'
printf 'precision = many\nprecision = 1\nnonsense\n' >"$settings"
run 0 -c '1/3'
prints '  0.3\n'
complains 'config:1:13: --precision takes a whole number'
[ "$(grep -c config: "$err")" -eq 1 ] || fail 'tells more than one mistake'
printf 'precison = 1\n' >"$settings"
run 0 -c '1/3'
complains 'there are precision, theme, mouse, models'
home=$HOME HOME=$TMPDIR/home
long="$TMPDIR/a folder with a name that is longer than sixty-four bytes, of which there are some"
mkdir -p "$HOME/nets" "$long"
printf '1,2\n' >"$HOME/nets/w.csv"
printf '3,4\n' >"$long/w.csv"
printf '# Sums\n\n```qkv\nW = tensor("w.csv")\nexpect sum(W) = 3\n```\n' >"$TMPDIR/sums.md"
run 1 check "$TMPDIR/sums.md"
complains "nor is it in $XDG_DATA_HOME/qkv/models"
run 0 check "$TMPDIR/sums.md" --models "$HOME/nets"
printf 'models = ~/nets\n' >"$settings"
run 0 check "$TMPDIR/sums.md"
run 0 "$TMPDIR/sums.md" -c "save $TMPDIR/saved.md"
grep -qF 'W = tensor("w.csv")' "$TMPDIR/saved.md" || fail 'what the setting finds is written out'
run 1 check "$TMPDIR/sums.md" --models "$long"
complains 'sum(W) is 7, expected 3'
printf 'models = %s\n' "$long" >"$settings"
run 0 values "$TMPDIR/sums.md" --name W
shows 3
printf 'models = /nowhere\n' >"$settings"
run 0 -c '1/3'
complains 'config:1:10: --models takes a folder, and /nowhere is not one'
run 2 play 1 --models "$settings"
complains "--models takes a folder, and $settings is not one"
run 0 help settings
for setting in 'theme = ' 'precision = ' 'mouse = ' 'models = '; do
    shows "$setting"
done
rm "$settings"
HOME=$home
for spoilt in mkdir mkfifo 'truncate -s 1G'; do
    $spoilt "$settings"
    run 0 -c '1/3'
    prints '  0.3333\n'
    complains "$settings"
    rm -rf "$settings"
done

# --- an expect that does not hold is a check, everywhere
run 1 -c 'a = 2' -c 'expect a = 3' -c 'a * 2'
shows 4
complains 'a is 2, expected 3'
printf 'a = 2\nexpect a = 3\n' | run 1
printf 'a = 2\nexpect a = 3\nb\n' | run 2
run 2 -c 'expect b = 3'
run 0 -c 'a = 2' -c 'expect a = 2'

# --- check
run 0 check "$lesson" lessons/02-i-saw-a-saw.md
silent
[ "$(wc -l <"$out")" -eq 2 ] || fail 'has not one line a lesson'
sed 's/weights\[1,2\] → 0.3501/weights[1,2] → 0.3601/' "$lesson" >"$TMPDIR/broken.md"
run 1 check "$lesson" "$TMPDIR/broken.md"
complains "$TMPDIR/broken.md:"
run 2 check nowhere.md "$TMPDIR/broken.md"
complains nowhere.md
run 2 check --json nowhere.md "$TMPDIR/broken.md"
complains nowhere.md
"$PYTHON" - "$out" <<'PYTHON' || fail 'is no report'
import json, sys
missing, broken = json.load(open(sys.argv[1]))
assert missing["file"] == "nowhere.md" and not missing["passed"]
assert "nowhere.md: No such file" in missing["failures"][0]["message"]
assert not broken["passed"]
PYTHON
printf -- '---\nid: %0201d\n---\n# T\n' 0 >"$TMPDIR/long.md"
for verb in check play; do
    run 2 $verb "$TMPDIR/long.md"
    complains 'long.md:2:1: the id has 201 bytes'
done
run 1 check --json "$TMPDIR/broken.md" "$lesson"
"$PYTHON" - "$out" <<'PYTHON' || fail 'is no report'
import json, sys
broken, good = json.load(open(sys.argv[1]))
assert not broken["passed"] and good["passed"] and not good["failures"]
assert broken["failures"][0]["line"] > 1 and "0.3601" in broken["failures"][0]["message"]
assert good["held"]["expects"] > 20 and good["held"]["quizzes"] > 5
PYTHON

# --- values
for format in text json csv tsv npy markdown latex numpy; do
    run 0 values "$lesson" --format $format --name weights
    [ -s "$out" ] || fail 'prints nothing'
done
run 0 values "$lesson"
shows weights
run 2 values "$lesson" --format csv
complains '--name'
run 2 values "$lesson" --name wieghts
complains 'weights'
run 0 values "$lesson" --format json -o "$TMPDIR/values.json"
speechless
run 0 values "$lesson" --format json
cmp -s "$out" "$TMPDIR/values.json" || fail 'differs from what -o writes'
run 0 values "$lesson" --format csv --name output -c 'output = [[1, 2]]'
prints '1,2\n'
printf 'a = 1\nb = 2\nc = 3\n' | run 0 values - --format json --name c,a
grep -c '"formula"' "$out" | grep -qx 2 || fail 'holds not the two that were named'
shows '"a": {'
shows '"c": {'
printf 'a = 1\nb = a + 1\nc = 3\n' | run 0 values - --format numpy --name b,a
grep -q '^c = ' "$out" && fail 'computes what nobody named'
printf 'a = 1\nb = 2\n' | run 2 values - --format csv --name a,b
complains 'csv holds one value'
printf 'a = 1\nb = 2\n' | run 2 values - --format json --name a,x
complains 'no value is called x'
printf 'a = [[1, 2]]\n' | run 0 values - --format csv --name a
prints '1,2\n'
run 0 values -c 'a = [[1, 2]]' --format csv --name a
prints '1,2\n'
printf 'a = [[1, 0.12345]]\n' | run 0 values - --format latex --precision 2
shows '1.00 & 0.12'
printf 'a = 1\n' | run 2 values - --format json --precision 2
complains 'json has every number to the last bit'
run 2 values "$lesson" -o "$TMPDIR/no/such/folder.json"
complains folder.json

# --- a new lesson has one of everything, and all of it holds; nothing is overwritten
strange=$(printf 'strange\033[31m.md')
run 0 new "$TMPDIR/$strange"
shows 'strange\x1b[31m.md opens it'
rm "$TMPDIR/$strange"
run 0 new "$TMPDIR/my lesson.md"
shows "wrote $TMPDIR/my lesson.md"
cp "$TMPDIR/my lesson.md" "$TMPDIR/new.md"
for part in '^id: my-lesson$' '<!-- pause -->' '<!-- note: ' '^```qkv$' 'grain=cell' '^```qkv error: ' '→' \
    ' predict$' '^(x) .* {{ .* }}$' '^\[x\] ' '^= ' '^hint: ' '^explain: ' '^```try ' '^allow: ' '^changes: ' \
    '^best: ' '^solution: ' '^show ' '^explain ' '^expect .* is '; do
    grep -q -- "$part" "$TMPDIR/new.md" || fail "has no $part"
done
run 0 check "$TMPDIR/my lesson.md"
silent
shows '6 quizzes, 1 exercise, 1 error held'
run 0 play "$TMPDIR/my lesson.md"
silent
run 2 new "$TMPDIR/my lesson.md"
complains 'exists already'
cmp -s "$TMPDIR/my lesson.md" "$TMPDIR/new.md" || fail 'has overwritten it'
run 2 new "$TMPDIR/lesson"
complains 'ends in .md'
run 2 new "$TMPDIR/no/such/folder/a.md"
complains 'folder'
run 2 new
complains 'qkv new NAME.md'

# --- streams that do not work
for arguments in "play $lesson" "values $lesson" "check $lesson" '--help' '--version' '-c 1'; do
    ran="$arguments >/dev/full"
    # shellcheck disable=SC2086
    "$QKV" $arguments >/dev/full 2>"$err" </dev/null
    [ $? -eq 2 ] || fail 'does not exit with 2'
    : >"$out"
    complains 'standard output: '
    ran="$arguments >&-"
    # shellcheck disable=SC2086
    "$QKV" $arguments >&- 2>"$err" </dev/null
    [ $? -eq 2 ] || fail 'does not exit with 2'
done
ran='play | head -n 1'
"$QKV" play "$lesson" 2>"$err" | head -n 1 >"$out"
silent
ran='play <&-'
"$QKV" play "$lesson" <&- >"$out" 2>"$err" || fail 'needs standard input'
ran='<&-'
"$QKV" <&- >"$out" 2>"$err" && fail 'reads a closed standard input'
complains 'standard input'
ran='values -o with no room'
(
    ulimit -f 0
    "$QKV" values "$lesson" -o "$TMPDIR/values.json" >"$out" 2>"$err"
) 2>/dev/null
[ $? -eq 2 ] || fail 'is killed by a limit on file size'
[ -s "$TMPDIR/values.json" ] || fail 'the old file is gone'
exit $failed
