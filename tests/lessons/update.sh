#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Makes the golden transcripts anew: make && tests/lessons/update.sh && git diff tests/lessons
cd "$(dirname "$0")/../.." || exit 2
rm -f tests/lessons/*.txt
for lesson in lessons/*.md; do
    build/qkv play "$lesson" >"tests/lessons/$(basename "$lesson" .md).txt" || exit
done
