#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Standard input and output that another program made O_NONBLOCK: tests/play/streams.py.
"$PYTHON" -B tests/play/streams.py "$QKV"
