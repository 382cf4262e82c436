#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Checkpoints in GPT-2's and Llama's form, walked through here and by NumPy. `test_checkpoints.sh bench QKV FOLDER`
# measures instead, for tests/bench.
set -u
if [ "${1:-}" = bench ]; then
    export QKV="$2" XDG_DATA_HOME="$3/data" OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1
fi
exec "$PYTHON" tests/play/checkpoints.py ${1:+"$1"}
