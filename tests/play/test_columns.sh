#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The convention of columns is a lens: lesson 2 shows the lecture's formulas, and every number is the
# same double, in the transposed place.
set -u
lesson=lessons/02-i-saw-a-saw.md
failed=0

"$QKV" play "$lesson" --columns >"$TMPDIR/transcript" || failed=1
for formula in 'Q = W_q @ X' 'S = K.T @ Q' 'O = V @ A'; do
    if ! grep -qF "$formula" "$TMPDIR/transcript"; then
        echo "the transcript in columns does not show $formula"
        failed=1
    fi
done

# A line of the lesson that names a place is said in the convention that what follows it is shown in.
for said in '> explain α[2,1]' 'α["saw#1",I] = K.T["saw#1",:]·q1[:,I]'; do
    if ! grep -qF "$said" "$TMPDIR/transcript"; then
        echo "the transcript in columns does not say $said"
        failed=1
    fi
done

"$QKV" values "$lesson" --format json >"$TMPDIR/rows.json" || failed=1
"$QKV" values "$lesson" --format json --columns >"$TMPDIR/columns.json" || failed=1
"$PYTHON" - "$TMPDIR/rows.json" "$TMPDIR/columns.json" <<'PYTHON' || failed=1
import json
import sys

rows, columns = (json.load(open(path, encoding="utf-8")) for path in sys.argv[1:])
wrong = []
if (rows["convention"], columns["convention"]) != ("rows", "columns"):
    wrong.append("the conventions are not said")
if list(rows["values"]) != list(columns["values"]):
    wrong.append("the names differ")
for name, value in rows["values"].items():
    turned = columns["values"][name]
    transposed = [list(line) for line in zip(*value["value"])]
    if [[repr(x) for x in line] for line in transposed] != [
        [repr(x) for x in line] for line in turned["value"]
    ]:
        wrong.append(f"{name} is not transposed bit for bit")
    if (value["rows"], value["columns"]) != (turned["columns"], turned["rows"]):
        wrong.append(f"{name}: its labels did not change places")
for name, formula in {"Q": "W_q @ X", "S": "K.T @ Q", "O": "V @ A"}.items():
    if columns["values"][name]["formula"] != formula:
        wrong.append(f"{name} = {columns['values'][name]['formula']}, expected {formula}")
print("\n".join(wrong))
sys.exit(bool(wrong))
PYTHON
exit $failed
