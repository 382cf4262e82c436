#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# How large each floor is, against what it should need: lines of code (neither blank nor comment),
# comment lines for each hundred of them, files. It prints what is over and fails nobody on it: a
# floor may be over for a reason.
#
#     test_size.sh          this tree; `make test` ends with the lines that begin with `size:`
#     test_size.sh TREE     TREE
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
canvas+panels+session 10500 8.7
commands 6000 5.9
play 1300 6.9
terminal 2900 10.9
main 380 4.3'
most_files=260

# One line a file: FLOOR CODE COMMENTS.
find src -name '*.[ch]' | sort | while read -r file; do
    floor=${file#src/}
    floor=${floor%%/*}
    code=$(awk -f "$here/strip.awk" "$file" | grep -c '[^[:space:]]')
    filled=$(grep -c '[^[:space:]]' "$file")
    echo "${floor%.[ch]} $code $((filled - code))"
done | awk -v budgets="$budgets" -v most_files=$most_files '
    { code[$1] += $2; comments[$1] += $3; files[$1]++; all += $2; told += $3 }
    END {
        rows = split(budgets, row, "\n")
        for (i = 1; i <= rows; i++) {
            split(row[i], part, " ")
            n = split(part[1], floors, "+")
            lines = words = count = 0
            for (k = 1; k <= n; k++) {
                lines += code[floors[k]]; words += comments[floors[k]]; count += files[floors[k]]
            }
            share = lines > 0 ? 100 * words / lines : 100
            printf "%-22s %5d of %5d lines of code, %4.1f comment lines a hundred, %3d files\n", part[1],
                lines, part[2], share, count
            budget += part[2]
            if (lines > part[2])
                over = over sprintf("size: %s has %d lines of code, %d %% over its %d\n", part[1], lines,
                    100 * (lines - part[2]) / part[2] + 0.5, part[2])
            if (share < part[3])
                over = over sprintf("size: %s has %.1f comment lines a hundred lines of code, fewer than %s\n",
                    part[1], share, part[3])
        }
        printf "%s", over
        printf "size: %d lines of code in %d files, %.1f comment lines a hundred; the aim is %d in %d files\n",
            all, NR, 100 * told / all, budget, most_files
    }'
