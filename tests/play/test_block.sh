#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The block of a transformer that the course ends with is, exported, the same in NumPy.
set -u
block=$TMPDIR/block.qkv
cat >"$block" <<'END'
x = normal(5, 8, seed=1)
g_1 = normal(1, 8, seed=2)
b_1 = normal(1, 8, seed=3)
W_q = normal(8, 8, seed=4)
W_k = normal(8, 8, seed=5)
W_v = normal(8, 8, seed=6)
W_o = normal(8, 8, seed=7)
n_head = 2
g_2 = normal(1, 8, seed=8)
b_2 = normal(1, 8, seed=9)
W_u = normal(8, 12, seed=10)
b_u = normal(1, 12, seed=11)
W_d = normal(12, 8, seed=12)
b_d = normal(1, 8, seed=13)
END
sed -n '/^```write gpt-block/,/^```$/s/^solution: //p' lessons/19-*.md >>"$block"
"$QKV" values "$block" --format numpy >"$TMPDIR/block.py" || exit 1
"$QKV" values "$block" --format json >"$TMPDIR/block.json" || exit 1
"$PYTHON" - "$TMPDIR" <<'END'
import contextlib, io, json, sys
folder = sys.argv[1]
names = {}
with open(f"{folder}/block.py", encoding="utf-8") as file, contextlib.redirect_stdout(io.StringIO()):
    exec(compile(file.read(), "block.py", "exec"), names)
with open(f"{folder}/block.json", encoding="utf-8") as file:
    values = json.load(file)
off = abs(names["Y"] - values["values"]["Y"]["value"]).max()
print(f"Y differs by {off:.1e}")
sys.exit(not off <= 1e-12)
END
