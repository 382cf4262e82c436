# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# How large the floors are: adds up the files of src, read as strip.awk leaves them.
# -v budgets="FLOOR LINES COMMENTS", a line a budget   -v most_files=N
FNR == 1 {
    split(FILENAME, part, "/")
    floor = part[2]
    sub(/[.][ch]$/, "", floor)
    files[floor]++
    count_files++
}
/[^ \t]/ { code[floor]++; all++; next }
whole ~ /[^ \t]/ { comments[floor]++; told++ }

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
        printf "%-28s %5d of %5d lines of code, %4.1f comment lines a hundred, %3d files\n", part[1],
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
        all, count_files, 100 * told / all, budget, most_files
}
