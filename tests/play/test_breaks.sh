#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Breaking any one number, key, solution or fence of a lesson makes `qkv check` fail there.
cp -R lessons/models "$TMPDIR" # what a lesson reads lies beside it
"$PYTHON" tests/play/breaks.py "$QKV" "$TMPDIR" lessons/*.md
