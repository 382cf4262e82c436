#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The trained models are what their texts make of them, and do what the lessons say. With QKV_HARD set
# each is trained anew, whole.
for model in agreement induction gpt2; do
    "$PYTHON" tests/reference/$model.py lessons || failed=1
done
exit ${failed:-0}
