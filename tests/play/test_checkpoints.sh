#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Checkpoints in GPT-2's and Llama's form, walked through here and by NumPy.
set -u
exec "$PYTHON" tests/play/checkpoints.py
