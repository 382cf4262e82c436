#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Inputs that no person would write: tests/trust/strange.py.
set -eu
"$PYTHON" -B tests/trust/strange.py "$@"
