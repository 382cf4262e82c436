#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Frames as SVG and HTML, lessons as pages: tests/play/paper.py.
set -u
"$PYTHON" -B tests/play/paper.py "$QKV" "$TMPDIR" || exit 1
if "$QKV" show lessons/01-worked-example.md --stops --format svg >"$TMPDIR/out" 2>&1; then
    echo "many frames are one picture"
    exit 1
fi
grep -q 'svg holds one frame' "$TMPDIR/out" || exit 1
"$QKV" show --format pdf 2>&1 | grep -q 'there is no format pdf; there are text, svg, html' || exit 1
command -v xmllint >/dev/null || exit 0
"$QKV" show lessons/01-worked-example.md --format svg | xmllint --noout -
