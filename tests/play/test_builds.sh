#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The same digits everywhere: the transcript and the values of every lesson are the same bytes from
# gcc and from clang, at -O0 and at -O3, as they are built (hardened, at -O2) and sanitized, and in the
# C locale, a UTF-8 one and one whose decimal point is a comma. And so are the products: each build's
# copies of the inner loops are held against the hashes that pure Python gave.
#
# In its whole form (QKV_HARD) every build in every locale; else the program as it was built in two with
# every third lesson. (The suite tensor_product has the products as they are built.)
#
# Run by `make test` from the top of the tree, with QKV the built program. The other builds are kept
# beside it, so that a second run compiles only what changed.
set -u
variants=$(dirname "${QKV#"$PWD"/}")/variants
comma=$TMPDIR/locales
said=$TMPDIR/said
first=
lessons=$(printf '%s\n' lessons/*.md)
[ -n "${QKV_HARD:-}" ] || lessons=$(echo "$lessons" | sed -n 'n;p;n')

# build NAME COMPILER LEVEL
build() {
    ${MAKE:-make} CC="$2" CFLAGS="$3 -g0" WERROR=-Werror BUILD="$variants/$1" all >"$TMPDIR/log" 2>&1 && return
    cat "$TMPDIR/log"
    echo "$1 does not build"
    exit 1
}

# multiply NAME COMPILER LEVEL
multiply() {
    runner=$variants/$1/normal/runner-tensor
    ${MAKE:-make} CC="$2" CFLAGS="$3 -g0" WERROR=-Werror BUILD="$variants/$1" ONLY=tensor "$runner" \
        >"$TMPDIR/log" 2>&1 && CK_DEFAULT_TIMEOUT=240 "$runner" tensor_product \
        >"$TMPDIR/log" 2>&1 && return
    echo "$1:"
    cat "$TMPDIR/log"
    exit 1
}

# play PROGRAM DIRECTORY: everything the program says about the lessons.
play() {
    mkdir -p "$2"
    for lesson in $lessons; do
        into=$2/$(basename "$lesson" .md)
        "$1" play "$lesson" >"$into.play" 2>&1
        echo "exit $?" >>"$into.play"
        "$1" values "$lesson" --format json >"$into.json" 2>&1
        echo "exit $?" >>"$into.json"
    done
}

# compare NAME: what NAME said against what the first one did.
compare() {
    first=${first:-$1}
    diff -r -u "$said/$first" "$said/$1" >"$TMPDIR/diff" && return
    echo "$1 differs from $first:"
    head -n 40 "$TMPDIR/diff"
    exit 1
}

locales="C C.UTF-8"
mkdir -p "$comma"
# The classes of characters and their order take most of the time, and numbers nothing from them.
german=de_DE
if [ -z "${QKV_HARD:-}" ]; then
    german=$TMPDIR/german
    for part in CTYPE COLLATE TIME NUMERIC MONETARY MESSAGES PAPER NAME ADDRESS TELEPHONE MEASUREMENT IDENTIFICATION; do
        case $part in CTYPE | COLLATE) from=POSIX ;; *) from=de_DE ;; esac
        printf 'LC_%s\ncopy "%s"\nEND LC_%s\n' $part $from $part
    done >"$german"
fi
if localedef -i "$german" -f UTF-8 "$comma/de_DE.UTF-8" 2>"$TMPDIR/log"; then
    export LOCPATH="$comma"
    if [ "$(LC_ALL=de_DE.UTF-8 locale decimal_point)" != , ]; then
        echo "the decimal-comma locale is not in force"
        exit 1
    fi
    unset LOCPATH
    locales="$locales de_DE.UTF-8"
else
    echo "skipped: no decimal-comma locale (Debian: apt-get install locales)"
fi

# hear NAME PROGRAM LOCALE…: the program in each of them.
hear() {
    name=$1 program=$2
    shift 2
    for locale in "$@"; do
        echo "$name, $locale"
        case $locale in
        de_*) LC_ALL=$locale LOCPATH=$comma play "$program" "$said/$name,$locale" ;;
        *) LC_ALL=$locale play "$program" "$said/$name,$locale" ;;
        esac
        compare "$name,$locale"
    done
}

# has COMPILER
has() {
    command -v "$1" >/dev/null && return
    echo "skipped: $1 is not installed"
    return 1
}

# hold COMPILER LEVEL LOCALE…
hold() {
    compiler=$1 level=$2 name=$1$2
    shift 2
    has "$compiler" || return 0
    build "$name" "$compiler" "$level"
    multiply "$name" "$compiler" "$level"
    hear "$name" "$variants/$name/qkv" "$@"
}

# shellcheck disable=SC2086 # the locales are words
if [ -n "${QKV_HARD:-}" ]; then
    hold gcc -O0 $locales
    hold gcc -O3 $locales
    hold clang -O0 $locales
    hold clang -O3 $locales
    hear built "$QKV" $locales
    ${MAKE:-make} build/sanitize/qkv >"$TMPDIR/log" 2>&1 || {
        cat "$TMPDIR/log"
        exit 1
    }
    hear sanitized "$PWD/build/sanitize/qkv" $locales
else
    hear built "$QKV" ${locales#C }
fi
printf '%s transcripts and as many sets of values are the same\n' "$(find "$said" -name '*.play' | wc -l)"

for lesson in "$said/$first"/*.play; do
    tail -n 1 "$lesson" | grep -q '^exit 0$' && continue
    echo "$(basename "$lesson" .play) does not play to its end:"
    tail -n 5 "$lesson"
    exit 1
done
