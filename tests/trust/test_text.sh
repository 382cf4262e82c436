#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Hostile texts through the built program: tests/trust/text.py.
"$PYTHON" -B tests/trust/text.py
