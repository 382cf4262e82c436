#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Files under faults: tests/trust/files.py, with the library that makes calls fail.
set -eu
FAULT=$TMPDIR/fault.so
export FAULT
$CC -std=c11 -O1 -shared -fPIC -Wall -Wextra -Werror -o "$FAULT" tests/trust/preload/fault.c -ldl
"$PYTHON" -B tests/trust/files.py
