#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Prints README.md's picture, a step of lesson 1: .readme/screen.sh >.readme/screen.svg
# tests/play/readme.py compares the file with that, and tests/panels/update.sh writes it.
cd "$(dirname "$0")/.." || exit 2
"${QKV:-build/qkv}" show lessons/01-worked-example.md --at 'scores @ row 1 col 2 term 2' --size 80x24 \
    --theme dark --format svg
