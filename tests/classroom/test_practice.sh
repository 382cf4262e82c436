#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Sums to practise are right, and none comes twice: tests/classroom/practice.py.
"$PYTHON" -B tests/classroom/practice.py
