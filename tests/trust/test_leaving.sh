#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The terminal after every ending: tests/trust/leaving.py, with the library that ends the program inside a call.
set -eu
FAULT=$TMPDIR/fault.so
export FAULT
$CC -std=c11 -O1 -shared -fPIC -Wall -Wextra -Werror -o "$FAULT" tests/trust/preload/fault.c -ldl
"$PYTHON" -B tests/trust/leaving.py
