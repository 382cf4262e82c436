#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Allocations of the libraries under faults: tests/trust/memory.py, with what makes them fail.
set -eu
MEMORY=$TMPDIR/memory.so
export MEMORY
$CC -std=c11 -O1 -shared -fPIC -Wall -Wextra -Werror -o "$MEMORY" tests/trust/preload/memory.c
"$PYTHON" -B tests/trust/memory.py
