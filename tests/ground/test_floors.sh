#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The house rules a compiler does not check: what includes what, what calls what, what stands where.
#
#     test_floors.sh          checks this tree, and that each rule catches its breach
#     test_floors.sh TREE     checks TREE
set -u

check_tree() {
    (
        cd "$1" || exit 2
        floors=$(sed -n 's/^FLOORS = //p' Makefile) # from the ground up
        {
            find src -name '*.[ch]' | sort |
                xargs awk -v floors="$floors" -f "$here/strip.awk" -f "$here/floors.awk"
            check_places
        } | awk '{ print } END { exit NR > 0 }'
    )
}

# What stands where, in the tree we are in.
check_places() {
    for entry in * .[!.]*; do
        case $entry in
        src | lessons | tests | build | Makefile | README.md | HACKING.md | LICENSE | .*) ;;
        '*') ;;
        *) echo "$entry: the top level holds src, lessons, tests, Makefile, README.md, HACKING.md, LICENSE" ;;
        esac
    done
    for entry in src/*; do
        case " $floors main.c " in
        *" ${entry#src/} "*) ;;
        *) echo "$entry: not a floor" ;;
        esac
    done
    grep -rnI --exclude-dir=.git --exclude-dir=build '[.][.]/shared' . |
        sed 's/$/  (the project stands alone)/'
}

# expect FILE TEXT WHAT: with TEXT added to FILE of a clean tree, the check says WHAT.
expect() {
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree/src/base" "$scratch/tree/src/panels" "$scratch/tree/${1%"${1##*/}"}"
    cp "$here/../../Makefile" "$scratch/tree"
    printf '%s\n' '#include "base/text.h"' '/* malloc( */' 'const char *s = "free(";' \
        >"$scratch/tree/src/base/text.c"
    printf '%s\n' "$2" >>"$scratch/tree/$1"
    said=$(check_tree "$scratch/tree") && said=good
    case $said in
    "$3"*) ;;
    *)
        echo "with $2 in $1 the check should say \"$3\", and says \"$said\""
        failed=1
        ;;
    esac
}

. "$(dirname "$0")/tree.sh"

expect src/base/text.c '' good
expect src/main.c '#include "panels/panel.h"' good
expect src/panels/panel.c '#include "base/text.h"' good
expect src/base/text.h '#include "tensor/tensor.h"' 'src/base/text.h:1: includes the higher floor tensor'
expect src/panels/panel.c '#include "play/play.h"' 'src/panels/panel.c:1: includes the higher floor play'
expect src/play/play.c '#include "play.h"' 'src/play/play.c:1: "play.h" does not say its floor'
expect src/play/play.c '#include "attic/a.h"' 'src/play/play.c:1: "attic/a.h" does not say its floor'
for header in md4c.h readline/readline.h readline/history.h curses.h ncurses.h ncursesw/curses.h; do
    expect src/play/play.c "#include <$header>" "src/play/play.c:1: only src/"
    expect src/play/play.c "#include \"$header\"" "src/play/play.c:1: "
done
expect src/lesson/markdown.c '#include <md4c.h>' good
expect src/terminal/prompt.c '#include <readline/readline.h>' good
expect src/terminal/tty.c '#include <ncursesw/curses.h>' good
for word in exit abort _Exit quick_exit; do
    expect src/panels/panel.c "$word(1);" "src/panels/panel.c:1: $word is main's alone"
    expect src/main.c "$word(1);" good
done
for word in malloc calloc realloc free strdup strndup; do
    expect src/panels/panel.c "    $word(p);" "src/panels/panel.c:1: $word belongs to src/base/memory.c"
    expect src/base/memory.c "    $word (p);" good
    expect src/terminal/prompt.c "    $word(line);" good
done
for word in strcpy strcat sprintf vsprintf strtof strtold atof alloca system popen gets; do
    expect src/base/text.c "x = (int)$word(p);" "src/base/text.c:4: $word is banned"
done
expect src/base/text.c 'x = strtod(p);' 'src/base/text.c:4: strtod obeys the locale'
expect src/base/number.c 'x = strtod(p);' good
for word in printf vprintf puts putchar; do
    expect src/panels/panel.c "$word(p);" "src/panels/panel.c:1: $word writes to standard output"
    expect src/terminal/prompt.c "$word(p);" good
    expect src/main.c "$word(p);" good
done
expect src/panels/panel.c 'fputs(p, stdout);' 'src/panels/panel.c:1: stdout writes to standard output'
for word in snprintf vsnprintf; do
    expect src/panels/panel.c "$word(p);" "src/panels/panel.c:1: $word belongs to src/base"
    expect src/base/text.c "$word(p);" good
done
expect src/panels/panel.c 'row->free(p); thing_free(p); x.exit(1); freed(p);' good
expect src/panels/panel.c "c = '\"'; free(p); d = '\"';" 'src/panels/panel.c:1: free belongs'
expect notes.txt hello 'notes.txt: the top level'
expect src/attic/a.c '' 'src/attic: not a floor'
expect tests/base/test_a.c "read(\"..""/shared/x\")" './tests/base/test_a.c:1:'
exit $failed
