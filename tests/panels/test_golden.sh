#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The frames of tests/panels/golden.sh look as their golden files do; tests/panels/update.sh makes
# those anew. Look at the difference before you commit it.
set -u
failed=0
. tests/panels/golden.sh
for name in $(golden_list); do
    golden_show "$name" >"$TMPDIR/shown" || failed=1
    diff -u "$golden/$name.txt" "$TMPDIR/shown" || failed=1
    size=${name##*-}
    [ "$size" != "$name" ] || continue
    "$PYTHON" -c 'import sys
columns, rows = (int(number) for number in sys.argv[2].split("x"))
lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
wide = [line for line in lines if len(line) > columns]
print(*wide, sep="\n", end="")
sys.exit(bool(wide) or len(lines) % (rows + 1) != 0)' "$TMPDIR/shown" "$size" || {
        echo "a screen of $name is not of $size"
        failed=1
    }
done
for file in "$golden"/*; do
    golden_list | grep -qx "$(basename "$file" .txt)" || { echo "$file is no golden frame"; failed=1; }
done

# One frame, its colours, and what cannot be meant.
lesson=lessons/01-worked-example.md
[ "$("$QKV" show $lesson --size 80x24 | wc -l)" -eq 24 ] || { echo "not 24 lines"; failed=1; }
[ "$("$QKV" show $lesson | wc -l)" -eq 24 ] || { echo "not 24 lines by itself"; failed=1; }
"$QKV" show $lesson --at "Q @ row word1 col 2 term 2" | grep -q "term 2 of 4" ||
    { echo "--at is not obeyed"; failed=1; }
# told TERM COLORTERM SEQUENCE...: a heat map comes to that terminal in these.
told() {
    TERM=$1 COLORTERM=$2 "$QKV" show $lesson -c "heat weights" --color always >"$TMPDIR/shown" || failed=1
    for sequence in "$3" "$4"; do
        grep -q "$(printf '\033')\\[$sequence" "$TMPDIR/shown" || { echo "TERM=$1 COLORTERM=$2: no $sequence"; failed=1; }
    done
}
told xterm-256color "" '1;38;5;221mweights' '38;5;16;48;5;'
told xterm-256color truecolor '1;38;2;255;224;64mweights' '38;2;0;0;0;48;2;'
told xterm "" '1;33mweights' '1;30;46m'
told linux truecolor '1;33mweights' '1;30;46m'
told vt100 "" '1;38;5;221mweights' '38;5;16;48;5;' # it was asked for
told nosuch "" '1;38;5;221mweights' '38;5;16;48;5;'
"$QKV" show $lesson -c "heat weights" --color never | grep -q "$(printf '\033')" &&
    { echo "colours nobody asked for"; failed=1; }
"$QKV" show $lesson --size 80 2>&1 | grep -q "80x24" || { echo "a size needs an x"; failed=1; }
"$QKV" show $lesson --size 0x24 >/dev/null 2>&1 && { echo "0 columns are no size"; failed=1; }
"$QKV" show </dev/null | grep -q "The worked example" || { echo "no list of lessons"; failed=1; }
exit $failed
