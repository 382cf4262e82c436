#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Help on the command line: of a verb alone, each option with its own sentence; every example of a
# command runs.
set -u
. tests/play/run.sh
QKV=$(realpath "$QKV")
lesson=$(realpath lessons/01-worked-example.md)

# --- words too many
run 2 lessons extra
complains 'extra is one too many; usage: qkv lessons'
run 2 lessons a b
complains 'qkv: a is one too many; usage: qkv lessons'
run 2 play 1 2
complains 'qkv: 2 is one too many; usage: qkv play LESSON'
run 2 new a.md b.md c.md
complains 'qkv: b.md is one too many'

# --- a verb's own help
verbs=$("$QKV" --help | sed -n 's/^  qkv \([a-z-]*\).*/\1/p')
[ -n "$verbs" ] || fail 'no verbs'
any=$(echo $verbs | tr ' ' '|')
for verb in $verbs; do
    run 0 "$verb" --help
    cp "$out" "$TMPDIR/of-verb"
    case $verb in
    help) continue ;;
    esac
    [ "$(grep -c '^  qkv [a-z]' "$out")" = 1 ] || fail 'tells of other verbs'
    grep -q "^  qkv $verb" "$out" || fail 'does not tell of the verb'
    for arguments in "$verb -h" "--help $verb" "$verb 1 --help" "--theme dark $verb --help"; do
        run 0 $arguments
        cmp -s "$out" "$TMPDIR/of-verb" || fail "is not that of $verb"
    done
    run 0 help "$verb"
    head -n "$(wc -l <"$TMPDIR/of-verb")" "$out" | cmp -s - "$TMPDIR/of-verb" ||
        fail 'begins with something else than --help says'
    # No sentence begins with the verbs that it is for, nor has a clause for another.
    grep -E " ($any)(, [a-z-]*)?: " "$TMPDIR/of-verb" && fail "has a clause for a verb"
done
run 0 play --help
shows '  --precision N        at most N decimals; 4 by default'
run 0 values --help
shows '  --precision N        at most N decimals; all by default'
shows '  --name NAME          only this one, or E,P; one for csv, tsv, npy'
run 0 hand-in --help
shows '  --name NAME          who you are'
run 0 1 --help
shows 'qkv check LESSON...'
shows '  --exam               release: with no right answers at all in the file'
shows '`qkv -c help` lists the commands'
run 0 -c help
shows 'softmax'
shows '  classroom '
run 2 help nosuch
complains 'there is no help on nosuch: `help` lists all there is, in a shell `qkv -c help`'

# --- lines of several words
run 0 help train
shows 'train NAME'
cp "$out" "$TMPDIR/train"
for topic in 'train W_q' 'train W_q minimise L'; do
    run 0 help "$topic"
    cmp -s "$out" "$TMPDIR/train" || fail 'is something else'
    run 0 -c "help $topic"
    cmp -s "$out" "$TMPDIR/train" || fail 'is something else'
done
run 2 help nosuch thing
complains 'no help on nosuch thing'

# --- examples: at the end of lesson 1, but for those that need another place
mkdir "$TMPDIR/examples"
cd "$TMPDIR/examples" || exit 1
"$QKV" -c help | sed -n '/^Operators/q; s/^  \([a-z-]*\) .*/\1/p' >commands
[ -s commands ] || fail 'help lists no commands'
while read -r command; do
    "$QKV" -c "help $command" | sed -n '/^  Example: /,$s/^ *\(Example: \)\{0,1\}//p' | sed '/^$/,$d' >example
    case $command in
    next | advance | run | out | rise | redo | undo) # there is nowhere to go
        continue ;;
    compare | differs) # what a baseline differs from
        continue ;;
    answer | skip | hint | solution) # at a question
        continue ;;
    ablate | turn | layer) # where there are several heads
        continue ;;
    nudge | flip) # on a number that was given
        continue ;;
    esac
    set --
    while read -r line; do
        set -- "$@" -c "$line"
    done <example
    run 0 play "$lesson" "$@" </dev/null
    silent
done <commands
exit $failed
