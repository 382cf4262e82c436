#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Whose a file is and under which licence stands in each that is a program or a part of one.
#
#     test_licence.sh         checks this tree, and that a file without the line is found
#     test_licence.sh TREE    checks TREE
set -u
line='Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later'

# A script says first what reads it.
check_tree() {
    cd "$1" && find src tests .ci .packaging Makefile -type f \( -name '*.[ch]' -o -name '*.awk' \
        -o -name '*.py' -o -name '*.sh' -o -name Makefile -o -perm -u+x \) 2>/dev/null |
        xargs awk -v line="$line" '
            FNR <= 2 && ($0 == "/* " line " */" || $0 == "# " line) { told[FILENAME] }
            END {
                for (i = 1; i < ARGC; i++)
                    if (!(ARGV[i] in told)) {
                        print ARGV[i] ": its first line, or the second of a script, should be: " line
                        bad = 1
                    }
                exit bad
            }'
}

. "$(dirname "$0")/tree.sh"
mkdir "$scratch/src"
echo 'int answer;' >"$scratch/src/answer.c"
check_tree "$scratch" >/dev/null && {
    echo "a file without the line should be told"
    failed=1
}
printf '/* %s */\nint answer;\n' "$line" >"$scratch/src/answer.c"
check_tree "$scratch" || failed=1
exit $failed
