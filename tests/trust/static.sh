#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What can be found in src without running it, and how the built program is hardened. Each check
# prints a line and what it found; it must also find the fault that is sown for it. A tool that is
# not here is left out, and said so. Forbidden calls are tests/ground/test_floors.sh's. From the top
# of the tree, once build/qkv (or $QKV) stands.
#
#     static.sh            every check
#     static.sh CHECK…     warnings analyzer tidy cppcheck reasons checksec
#     SOURCES='src/base/file.c …' WHY=1 static.sh …     these files alone; all that the tools say
set -u
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
built=${QKV:-build/qkv}
sources=${SOURCES:-$(find src -name '*.c' | sort)}

# A tool that gives up on a file has found something too.
finding='\(warning\|error\):\|^Error'

# What the Makefile finds headers with, and a place for what asks for one.
flags=$(grep -o -- ' -\(std=\|[ID]\)[^ ]*' "$(dirname "$built")/normal/flags" | grep -v FORTIFY | tr -d "'")
flags="$flags -DQKV_LESSONS_DIR=\"/\" -DQKV_VERSION=\"0\" -DQKV_DATE=\"2026-01-01\""

# The Makefile's, and those that only gcc has, or has only where it optimises. A frame may hold an
# arrangement of values on a stage (25 KB), or the table in which it is searched for.
warnings='-Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wvla -Wundef -Wformat=2
    -Wformat-truncation=2 -Wformat-overflow=2 -Wformat-signedness -Wnull-dereference -Wlogical-op
    -Wduplicated-cond -Wduplicated-branches -Walloca -Wframe-larger-than=65536 -Wstrict-prototypes
    -Wmissing-prototypes -Wold-style-definition -Wredundant-decls -Wjump-misses-init
    -Wcast-align=strict -Wwrite-strings -Wpointer-arith -Wimplicit-fallthrough=5
    -Wtrampolines -Wstrict-overflow=2'

# each COMMAND…: once for every file, which stands for {}, on all cores.
each() {
    printf '%s\n' $sources | xargs -P "$(nproc 2>/dev/null || echo 2)" -I '{}' "$@" 2>&1
}

# check NAME: prints what is wrong with $sources, or with the program $built. clang-tidy follows a
# quarter of the paths that it would, in a third of the time.
check() {
    case $1 in
    warnings) each gcc $flags $warnings -O2 -D_FORTIFY_SOURCE=2 -c -o /dev/null '{}' ;;
    analyzer) each gcc $flags -O0 -fanalyzer -c -o /dev/null '{}' ;;
    tidy)
        each clang-tidy --quiet --config-file=.clang-tidy --extra-arg=-Xclang \
            --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg=max-nodes=50000 \
            '{}' -- $flags | grep -v '^[0-9]* warnings\? \(generated\|treated\)'
        ;;
    cppcheck)
        cppcheck --quiet --std=c11 -Isrc --inline-suppr --suppress=missingIncludeSystem \
            --enable=warning,portability,performance $sources 2>&1
        ;;
    reasons)
        grep -nE 'NOLINT|cppcheck-suppress|pragma (GCC|clang)|no_sanitize' $sources |
            grep -v because | sed 's/$/  (error: a suppression says because of what)/'
        sed -n 's/^  -\([a-zA-Z].*\),$/\1/p' .clang-tidy | while read -r name; do
            grep -q "^# $name: " .clang-tidy || echo ".clang-tidy: error: $name is off, and not why"
        done
        ;;
    checksec)
        checksec --file="$built" --output=csv | cut -d, -f1-6,8 | grep -vx \
            'Full RELRO,Canary found,NX enabled,PIE enabled,No RPATH,No RUNPATH,Yes' |
            sed 's/^/error: /'
        ;;
    esac
}

tool() {
    case $1 in
    warnings | analyzer) echo gcc ;;
    tidy) echo clang-tidy ;;
    reasons) echo grep ;;
    *) echo "$1" ;;
    esac
}

# A file and a program in which every check finds something.
sow() {
    cat >"$scratch/sown.c" <<'SOWN'
int sown(int which); /* NOLINT */
int sown(int which) {
    int *nothing = 0;
    if (which == 1) {
        return 2;
    } else if (which == 1) {
        return 3;
    }
    return *nothing;
}
SOWN
    echo 'int main(void) { return 0; }' |
        gcc -no-pie -Wl,-z,norelro -o "$scratch/sown" -x c - 2>/dev/null
}

# holds NAME: whether there is nothing to find, and the check would find it.
holds() {
    if ! command -v "$(tool "$1")" >/dev/null; then
        echo "$1: no $(tool "$1") here, left out"
        return 0
    fi
    check "$1" >"$scratch/found"
    count=$(grep -c "$finding" "$scratch/found")
    echo "$1: $count findings in $(echo "$sources" | wc -w) files"
    if [ -n "${WHY:-}" ]; then cat; else grep "$finding"; fi <"$scratch/found"
    if (sources=$scratch/sown.c built=$scratch/sown check "$1") | grep -q "$finding"; then
        [ "$count" -eq 0 ]
    else
        echo "$1 does not find the fault that is sown for it"
        return 1
    fi
}

sow
failed=0
for name in ${*:-warnings analyzer tidy cppcheck reasons checksec}; do
    holds "$name" || failed=1
done
exit $failed
