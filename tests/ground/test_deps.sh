#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# .ci/deps in each system's words. The systems are played: a folder of programs that write down what
# they are told, and nothing else in PATH but what the script itself needs.
set -u
failed=0
fail() {
    echo "$*"
    failed=1
}

# play MANAGER: a system that has that one, and a user who is not root.
play() {
    rm -rf "$TMPDIR/bin"
    mkdir "$TMPDIR/bin"
    for tool in sh awk cat env rm mktemp; do
        ln -s "$(command -v $tool)" "$TMPDIR/bin/$tool"
    done
    printf '#!/bin/sh\necho 1000\n' >"$TMPDIR/bin/id"
    printf '#!/bin/sh\n"$@"\n' >"$TMPDIR/bin/sudo"
    printf '#!/bin/sh\necho "%s $*" >>"%s"\n' "$1" "$TMPDIR/told" >"$TMPDIR/bin/$1"
    chmod +x "$TMPDIR/bin/id" "$TMPDIR/bin/sudo" "$TMPDIR/bin/$1"
    : >"$TMPDIR/told"
}
deps() {
    PATH=$TMPDIR/bin CC=none .ci/deps "$@" </dev/null >"$TMPDIR/out" 2>&1
}

while read -r manager told; do
    play "$manager"
    deps --check md4c readline && fail "$manager: --check finds what is not there"
    grep -qF "$told" "$TMPDIR/out" || fail "$manager: $(cat "$TMPDIR/out")"
    [ -s "$TMPDIR/told" ] && fail "$manager: --check ran $(cat "$TMPDIR/told")"
    deps --install md4c readline && fail "$manager: --install says all is there"
    grep -qxF "$told" "$TMPDIR/told" || fail "$manager: told $(cat "$TMPDIR/told")"
    grep -qF "$told" "$TMPDIR/out" || fail "$manager: does not say what it runs"
done <<'END'
apt-get apt-get install -y --no-install-recommends libmd4c-dev libreadline-dev
dnf dnf install -y md4c-devel readline-devel
pacman pacman -S --needed --noconfirm md4c readline
apk apk add md4c-dev readline-dev
zypper zypper --non-interactive install md4c-devel readline-devel
brew brew install md4c readline
pkg pkg install -y md4c readline
END

play dnf
rm "$TMPDIR/bin/sudo"
deps --install md4c && fail "no sudo, and it went on"
grep -q 'Run this as root' "$TMPDIR/out" || fail "no sudo: $(cat "$TMPDIR/out")"
play apk
deps --install sanitizers && fail "apk: sanitizers are there"
grep -q 'no package of apk' "$TMPDIR/out" || fail "apk: $(cat "$TMPDIR/out")"
exit $failed
