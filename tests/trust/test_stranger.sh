#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# A lesson that tries all it can: tests/trust/stranger.py.
"$PYTHON" -B tests/trust/stranger.py
