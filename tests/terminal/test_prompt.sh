#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The program on a real pseudo-terminal, typed at: tests/terminal/prompt.py.
"$PYTHON" -B tests/terminal/prompt.py
