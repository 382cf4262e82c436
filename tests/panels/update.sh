#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Makes the golden frames anew, and the picture of README.md:
# make && tests/panels/update.sh && git diff tests/panels/golden
cd "$(dirname "$0")/../.." || exit 2
QKV=${QKV:-build/qkv}
. tests/panels/golden.sh
rm -f $golden/*
for name in $(golden_list); do
    golden_show "$name" >"$golden/$name.txt" || exit
done
.readme/screen.sh >.readme/screen.svg
