#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What lessons say of many trainings, and of what lies beyond their own formulas, NumPy finds too.
exec "$PYTHON" tests/reference/claims.py lessons
