#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# No function of src is longer than 60 lines, and none takes more than five parameters.
#
#     test_functions.sh          checks this tree, and that the check sees what it should
#     test_functions.sh TREE     checks the src/ of TREE
set -u

check_tree() {
    (cd "$1" && find src -name '*.[ch]' | xargs awk -f "$here/strip.awk" -f "$here/functions.awk") | sort -n -k 4 | awk '
        { lengths[NR] = $4 }
        $4 > 60 { printf "%s:%d: %s is %d lines long; 60 is the limit\n", $1, $2, $3, $4; bad++ }
        $5 > 5 { printf "%s:%d: %s takes %d parameters; 5 is the limit\n", $1, $2, $3, $5; bad++ }
        END {
            if (NR > 0)
                printf "%d functions, median %d lines, longest %d\n", NR, lengths[int((NR + 1) / 2)],
                    lengths[NR]
            exit bad > 0
        }'
}

# body N: N lines that could stand in a function or a table.
body() {
    awk -v n="$1" 'BEGIN { for (i = 0; i < n; i++) print "    0," }'
}

# expect VERDICT WHAT: what comes on standard input, as the only source of a tree, is `good`, or
# the check says WHAT about it.
expect() {
    mkdir -p "$scratch/src/base"
    cat >"$scratch/src/base/seed.c"
    said=$(check_tree "$scratch") && verdict=good || verdict=bad
    case $verdict:$said in
    "$1":*"$2"*) ;;
    *)
        echo "the check called a seeded file $verdict, not $1 ($2): $said"
        failed=1
        ;;
    esac
}

. "$(dirname "$0")/tree.sh"

{ echo 'int seed(void) {'; body 58; echo '}'; } | expect good 'longest 60'
{ echo 'int seed(void) {'; body 59; echo '}'; } | expect bad 'seed.c:1: seed is 61 lines long'
{ echo 'static struct seed *'; echo 'seed(int a,'; echo '     int b) {'; body 60; echo '}'; } |
    expect bad 'seed is 64 lines long'
{ echo 'const struct row ROWS[] = {'; body 90; echo '};'; echo 'int seed(int a) {'; echo '}'; } |
    expect good '1 functions'
{ body 80 | sed '1s/.*/#define ROWS(a)/; s/$/ \\/'; echo; echo 'int seed(int a) {'; echo '}'; } |
    expect good '1 functions'
printf 'int seed(int a, int b, int c, int d,\n         int e) {\n}\n' | expect good '1 functions'
printf 'int seed(int a, int b, int c, int d, /* , */\n         int e, int f) {\n}\n' |
    expect bad 'seed.c:1: seed takes 6 parameters'
printf 'int seed(int (*f)(int, int), int b, int c, int d, int e) {\n}\n' | expect good '1 functions'
printf 'int seed(int a, int b, int c, int d, int e, int f);\nint grow(void) {\n}\n' |
    expect good '1 functions'
exit $failed
