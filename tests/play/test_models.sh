#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What stands in files: tensor("w.npy") and its kin, each format as an independent writer makes it.
set -u
exec "$PYTHON" tests/play/models.py
