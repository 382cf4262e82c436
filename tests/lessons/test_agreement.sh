#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The model of 720 numbers is what its sentences make of it, and does what the lessons say.
exec "$PYTHON" tests/reference/agreement.py lessons
