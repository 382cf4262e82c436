#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Nothing is written over what it is made from, under no name that the file has, and any other file
# that is there is replaced only with --force.
set -u
. tests/play/run.sh

work=$TMPDIR/work
mkdir "$work" "$work/folder"
cat >"$work/k.md" <<'END'
---
id: k
title: Kept
---

# Kept

```qkv
X = tensor("x.csv")
```

```quiz q
How many?
= 3
hint: Two and one.
```
END
printf '1,2\n3,4\n' >"$work/x.csv"
printf 'other\n' >"$work/other"
printf 'q: 3\n' >"$work/answers"
(cd "$work" && "$QKV" hand-in k.md --answers answers --name Ada -o ada.json >/dev/null) || exit 1

told() {
    (cd "$work" && cat k.md x.csv other answers ada.json 2>/dev/null | cksum)
}
# inside ARGUMENTS for `run`: in the folder, and with the files told there.
inside() {
    before=$(told)
    cd "$work" || exit 1
    run "$@"
    cd - >/dev/null || exit 1
}
unchanged() {
    [ "$before" = "$(told)" ] ||
        fail 'a file was written over'
    [ "$(ls -A "$work")" = "$listed" ] || fail "there are other files now: $(ls -A "$work")"
}
QKV=$(realpath "$QKV")

# guards INPUT VERB...: the verb reads INPUT, and may write to no name of it, with --force or (QKV_HARD)
# without it.
forces=--force
[ -z "${QKV_HARD:-}" ] || forces='- --force'
guards() {
    input=$1
    shift
    rm -f "$work/soft" "$work/hard" "$work/far"
    ln -s "$input" "$work/soft"
    ln -s "$work/folder/../soft" "$work/far"
    ln "$work/$input" "$work/hard"
    listed=$(ls -A "$work")
    for name in "$input" "./$input" "$work/$input" soft far hard; do
        for force in $forces; do
            [ "$force" != - ] || force=
            inside 2 "$@" -o "$name" $force
            complains 'write to another file'
            speechless
            unchanged
        done
    done
    rm "$work/soft" "$work/hard" "$work/far"
}

# writes VERB...: what else may be where the verb writes.
writes() {
    guards k.md "$@"
    listed=$(ls -A "$work")
    inside 2 "$@" -o folder
    complains 'it is a folder; name a file in it'
    unchanged
    inside 2 "$@" -o folder --force
    unchanged
    inside 2 "$@" -o other
    complains 'other exists already: add --force to replace it, or write to another file'
    unchanged
    inside 0 "$@" -o other --force
    [ "$(cat "$work/other")" != other ] || fail 'not replaced'
    mv "$work/other" "$TMPDIR/replaced"
    inside 0 "$@" -o other
    case $1 in
    hand-in) ;; # it has the time
    *) [ "${4-}" = npz ] || cmp -s "$work/other" "$TMPDIR/replaced" || fail 'new and replaced differ' ;;
    esac
    printf 'other\n' >"$work/other"
    ln -s other "$work/link"
    inside 2 "$@" -o link --force
    complains 'it is a symbolic link'
    [ "$(cat "$work/other")" = other ] || fail 'written through a link'
    rm "$work/link"
    inside 0 "$@" -o /dev/null
    inside 0 "$@" -o /dev/stdout
    [ -s "$out" ] || fail 'nothing on standard output'
    cp "$out" "$TMPDIR/told"
    case $1 in
    hand-in) ;;
    *)
        [ "${4-}" != npz ] || return 0
        inside 0 "$@" -o -
        cmp -s "$out" "$TMPDIR/told" || fail '- and /dev/stdout differ'
        ;;
    esac
}

writes release k.md
writes release k.md --exam
writes worksheet k.md
writes worksheet k.md --key --format html
writes play k.md
writes play k.md --format html
writes values k.md
writes values k.md --format npz
writes show k.md
writes show k.md --stops --format html
writes hand-in k.md --answers answers --name Ada
writes grade k.md ada.json
writes grade k.md ada.json --format json

# Whatever else is read is guarded, too.
guards x.csv play k.md
guards x.csv values k.md
guards answers hand-in k.md --answers answers --name Ada
guards ada.json grade k.md ada.json
guards x.csv values k.md -c 'load Y x.csv'
guards x.csv values -c 'load Y x.csv'
listed=$(ls -A "$work")
cd "$work" || exit 1
echo 'X = [[1]]' >k.qkv
run 2 values - -o k.qkv --force <k.qkv
complains 'is read as standard input'
run 2 worksheet k.md -o "$work/none/k.md"
complains 'No such file'
cd - >/dev/null || exit 1

# A hand-in has a name of its own.
inside 0 hand-in k.md --answers answers --name 'Bo Li'
shows 'Written: '
inside 2 hand-in k.md --answers answers --name 'Bo Li'
complains 'exists already: add --force'
inside 0 hand-in k.md --answers answers --name 'Bo Li' --force

# A new lesson.
listed=$(ls -A "$work")
for name in k.md folder.md; do
    [ -e "$work/$name" ] || mkdir "$work/$name"
    listed=$(ls -A "$work")
    inside 2 new "$name"
    unchanged
done
cp "$work/k.md" "$TMPDIR/k.md"
inside 0 new k.md --force
grep -q 'id: k$' "$work/k.md" || fail 'not replaced'
cp "$TMPDIR/k.md" "$work/k.md"

# At the prompt: the run's own files are replaced until somebody else changes them.
inside 0 k.md -c 'save mine.md' -c 'x = 1' -c 'save mine.md' -c 'export x.json' -c 'export x.json x'
ends 'Written: x.json'
listed=$(ls -A "$work")
for line in 'save mine.md' 'export x.json' 'export x.json X' 'export other X format=csv' 'export mine.md' \
    'save k.md' 'save k.md --force' 'export k.md --force format=json' 'export x.csv X --force' \
    'export k.md format=json --force' 'save mine.md now'; do
    inside 2 k.md -c "$line"
    unchanged
done
inside 2 k.md -c 'save mine.md'
complains 'mine.md exists already: add --force to replace it, or write to another file'
inside 2 k.md -c 'save k.md'
complains 'k.md is read here'
inside 0 k.md -c 'y = 7' -c 'save mine.md --force' -c 'export x.json y --force' -c 'export page.svg --force'
ends 'Written: page.svg'
grep -q 'y = 7' "$work/mine.md" || fail 'not replaced'
inside 2 k.md -c 'save mine.md --force' -c 'open mine.md' -c 'save mine.md' -c 'open k.md' -c 'save mine.md --force'
complains 'mine.md is read here'

cd "$work" || exit 1
mkfifo lines
"$QKV" <lines >"$out" 2>"$err" &
exec 3>lines
echo 'save own.md' >&3
until grep -q 'Written: own.md' "$out"; do :; done
echo changed >>own.md
echo 'save own.md' >&3
exec 3>&-
wait
ran='save of a file that an editor saved'
complains 'own.md exists already'
grep -q changed own.md || fail 'the change is lost'
exit $failed
