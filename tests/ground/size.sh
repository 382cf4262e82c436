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
budgets='base 2100 12.9
tensor 900 14.6
operators 4500 6.6
language 3200 7.4
notebook 5200 11.5
lesson 2700 7.7
files 1900 6.0
canvas+panels+session+stage 10500 8.7
commands 6000 5.9
play 1300 6.9
terminal 2900 10.9
main 380 4.3'
most_files=260

find src -name '*.[ch]' |
    xargs awk -v budgets="$budgets" -v most_files=$most_files -f "$here/strip.awk" -f "$here/size.awk"
