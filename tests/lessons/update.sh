#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Updates the golden transcript: make && tests/lessons/update.sh && git diff tests/lessons
cd "$(dirname "$0")/../.." || exit 2
build/qkv play tests/lessons/fixture.md >tests/lessons/fixture.txt
