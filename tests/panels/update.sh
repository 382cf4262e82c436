#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Makes the golden screens anew: make && tests/panels/update.sh && git diff tests/panels/golden
# Every stop of two lessons at three sizes, as text and in the colours of the dark theme; and the
# picture of README.md.
cd "$(dirname "$0")/../.." || exit 2
golden=tests/panels/golden
rm -f $golden/*
for lesson in 01-worked-example 02-i-saw-a-saw; do
    for size in 80x24 120x36 200x50; do
        for colour in never always; do
            TERM=xterm-256color COLORTERM= "${QKV:-build/qkv}" show lessons/$lesson.md --stops --color $colour --theme dark --size $size \
                >$golden/$lesson-$size-$colour.txt || exit
        done
    done
done
.readme/screen.sh >.readme/screen.svg
