#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# README.md shows what the program says: tests/play/readme.py.
"$PYTHON" -B tests/play/readme.py "$QKV" "$TMPDIR"
