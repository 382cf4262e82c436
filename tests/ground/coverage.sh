#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# How much of each floor the tests have run: `make coverage` builds with gcc's counters, runs every
# suite and most scripts, and then this adds up what gcov says: a figure, not a gate.
#
#     coverage.sh BUILD                       by floor
#     coverage.sh BUILD src/commands/keys.c   this file, line by line; ##### was not run
set -u
if [ $# -gt 1 ]; then
    object=$1/normal/${2%.c}
    exec gcov -t -b "$object.gcda" 2>/dev/null
fi
find "$1/normal/src" -name '*.gcda' -exec gcov -b -n '{}' + 2>/dev/null | awk '
    /^File / {
        file = $2
        gsub(/\047/, "", file)
        ours = file ~ /^src\/.*\.c$/
        n = split(file, part, "/")
        floor = n > 2 ? part[2] : "main"
    }
    ours && /^(Lines executed|Taken at least once):/ {
        kind = /^Lines/ ? "lines" : "branches"
        share = $0
        sub(/^[^:]*:/, "", share)
        all = $NF
        done[kind, floor] += share * all / 100
        whole[kind, floor] += all
        done[kind, "all of src"] += share * all / 100
        whole[kind, "all of src"] += all
    }
    /calls$|^Calls executed:/ { ours = 0 } # the sum of all comes last
    function say(floor) {
        printf "%-12s %5.1f %% of %5d lines   %5.1f %% of %5d branches\n", floor,
            100 * done["lines", floor] / whole["lines", floor], whole["lines", floor],
            100 * done["branches", floor] / whole["branches", floor], whole["branches", floor]
    }
    END {
        while (("sed -n \"s/^FLOORS = //p\" Makefile" | getline names) > 0)
            n = split(names, list, " ")
        for (i = 1; i <= n; i++)
            say(list[i])
        say("main")
        say("all of src")
    }'
