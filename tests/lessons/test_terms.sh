#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# No term of the course is used before the lesson that introduces it.
exec "$PYTHON" tests/lessons/terms.py lessons
