#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Worksheets and their keys: tests/play/worksheet.py; where there is pandoc, it makes LaTeX of them, in which text stays text.
set -u
"$PYTHON" -B tests/play/worksheet.py "$QKV" "$TMPDIR" || exit 1
"$QKV" worksheet 1 --format latex 2>&1 | grep -q 'there are markdown, html' || exit 1
command -v pandoc >/dev/null || exit 0
for lesson in 1 19 "$TMPDIR/hostile.md"; do
    "$QKV" worksheet "$lesson" --key | pandoc -f markdown -t latex >"$TMPDIR/sheet.tex" || exit 1
    grep -q 'square\|boxtimes' "$TMPDIR/sheet.tex" || exit 1
    ! grep '\\input{\|\\write18\|<script' "$TMPDIR/sheet.tex" || exit 1
done
