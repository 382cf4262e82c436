#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# .ci/deps on machines that lack things. The machines are played: a folder of programs that write down
# what they are told, and nothing else in PATH but what the script itself needs.
set -u
failed=0
fail() {
    echo "$*"
    failed=1
}

# play PROGRAM...: a machine that has these, and a user who is not root.
play() {
    rm -rf "$TMPDIR/bin"
    mkdir "$TMPDIR/bin"
    for tool in sh awk cat env rm mktemp; do
        ln -s "$(command -v $tool)" "$TMPDIR/bin/$tool"
    done
    printf '#!/bin/sh\necho 1000\n' >"$TMPDIR/bin/id"
    for program; do
        case $program in
        sudo) printf '#!/bin/sh\n"$@"\n' ;;
        *) printf '#!/bin/sh\necho "%s $*" >>"%s"\n' "$program" "$TMPDIR/told" ;;
        esac >"$TMPDIR/bin/$program"
    done
    chmod +x "$TMPDIR/bin"/*
    : >"$TMPDIR/told"
}
deps() {
    PATH=$TMPDIR/bin CC=none .ci/deps "$@" </dev/null >"$TMPDIR/out" 2>&1
}

install='apt-get install -y --no-install-recommends'
play apt-get sudo
deps --check md4c readline && fail "--check finds what is not there"
grep -qF "$install libmd4c-dev libreadline-dev" "$TMPDIR/out" || fail "--check: $(cat "$TMPDIR/out")"
[ -s "$TMPDIR/told" ] && fail "--check ran $(cat "$TMPDIR/told")"
deps --install md4c readline && fail "--install says all is there"
grep -qxF "$install libmd4c-dev libreadline-dev" "$TMPDIR/told" || fail "ran $(cat "$TMPDIR/told")"
grep -qF "$install libmd4c-dev libreadline-dev" "$TMPDIR/out" || fail "--install does not say what it runs"

# A package that two of them come in is named once.
deps --check cc sanitizers
grep -qxF "\`make deps\` installs it; by hand on Debian: $install gcc libc6-dev" "$TMPDIR/out" ||
    fail "cc sanitizers: $(cat "$TMPDIR/out")"

play apt-get
deps --install md4c && fail "no sudo, and it went on"
grep -q 'Run this as root' "$TMPDIR/out" || fail "no sudo: $(cat "$TMPDIR/out")"

# Where there is no apt-get it installs nothing, and says what is missing.
play sudo dnf brew
deps --install md4c && fail "no apt-get, and it went on"
grep -q 'the names are Debian' "$TMPDIR/out" && grep -qx '    libmd4c-dev' "$TMPDIR/out" ||
    fail "no apt-get: $(cat "$TMPDIR/out")"
[ -s "$TMPDIR/told" ] && fail "no apt-get: ran $(cat "$TMPDIR/told")"
exit $failed
