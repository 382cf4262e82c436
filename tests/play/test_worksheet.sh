#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Worksheets and their keys: tests/play/worksheet.py; where there is a LaTeX, it sets them.
set -u
"$PYTHON" -B tests/play/worksheet.py "$QKV" "$TMPDIR" || exit 1
"$QKV" worksheet 1 --format pdf 2>&1 | grep -q 'there are markdown, html, latex' || exit 1
command -v pdflatex >/dev/null || exit 0
for lesson in 1 19 "$TMPDIR/hostile.md"; do
    "$QKV" worksheet "$lesson" --key --format latex --force -o "$TMPDIR/sheet.tex"
    pdflatex -interaction=nonstopmode -output-directory "$TMPDIR" "$TMPDIR/sheet.tex" >"$TMPDIR/said" 2>&1 &&
        ! grep -a 'Overfull .hbox ([0-9][0-9]' "$TMPDIR/said" && continue
    grep -a -A 3 '^!' "$TMPDIR/said"
    exit 1
done
