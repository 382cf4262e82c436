#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# How large each floor is, against what it should need: lines of code (neither blank nor comment),
# comment lines for each hundred of them, files. It prints what is over and never fails: a floor may be
# over for a reason. `make report` runs it.
#
#     size.sh          this tree
#     size.sh TREE     TREE
set -u
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$here/../..}" || exit 2

# A floor, or several that share a budget; lines of code; comment lines a hundred, not to be fewer.
budgets='base+tensor 2600 12.9
operators 5300 6.6
language 3700 7.4
notebook+commands 12800 8.0
lesson 3300 7.7
files 3200 6.0
canvas+panels+session+stage 10500 8.7
classroom+play 4800 6.0
terminal+main 2500 10.0'
most_files=240

find src -name '*.[ch]' |
    xargs awk -v budgets="$budgets" -v most_files=$most_files -f "$here/strip.awk" -f "$here/size.awk"
