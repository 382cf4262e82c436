#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What goes to a terminal without a screen: tests/play/output.py.
"$PYTHON" -B tests/play/output.py
