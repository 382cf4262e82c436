#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What is handed on: the version is the changelog's, wherever that is; the program names no folder of
# the machine it was built on; install heeds GNU's variables. In its whole form (QKV_HARD) two copies of
# the tree, in two folders, build the same bytes, and of the first a package is made: its program says
# its version, and lintian finds no error in it.
set -u
failed=0
fail() {
    echo "$*"
    failed=1
}

version=$(sed -n '1s/.*(\(.*\)).*/\1/p' .packaging/debian/changelog)
"$QKV" --version | grep -qxF "qkv $version" || fail "--version is not the changelog's $version"
grep -qaF "$PWD" "$QKV" && fail "the program names the folder it was built in"

# A tree as Debian's tools build it has debian/ at its top; one that has neither has no version.
tree=$TMPDIR/tree
mkdir -p "$tree"
ln -s "$PWD/src" "$PWD/tests" "$PWD/lessons" "$tree"
cp Makefile "$tree"
told_version() {
    ${MAKE:-make} -s -C "$tree" --eval 'told: ; @echo $(VERSION)' told 2>"$TMPDIR/log"
}
told_version && fail "make goes on without a version"
grep -q 'no version' "$TMPDIR/log" || fail "make does not say that it has no version: $(cat "$TMPDIR/log")"
for place in debian .packaging/debian; do
    mkdir -p "$tree/$place"
    cp .packaging/debian/changelog "$tree/$place"
    [ "$(told_version)" = "$version" ] || fail "$place/changelog: make has the version $(told_version)"
    rm -r "$tree/$place"
done

# What install would do: nothing is built for it here.
would_install() {
    ${MAKE:-make} -n install DESTDIR=/d "$@" 2>/dev/null
}
would_install prefix=/p | grep -q "'/d/p/bin/qkv'" || fail "prefix= is ignored"
would_install PREFIX=/p | grep -q "'/d/p/bin/qkv'" || fail "PREFIX= is ignored"
would_install mandir=/m | grep -q "'/d/m/man1/qkv.1'" || fail "mandir= is ignored"

[ -n "${QKV_HARD:-}" ] || exit $failed

# build FOLDER TARGET
build() {
    (cd "$1" && ${MAKE:-make} "$2" PREFIX=/usr) >"$TMPDIR/log" 2>&1 && return
    tail -n 20 "$TMPDIR/log"
    fail "make $2 fails"
}

export CCACHE_DISABLE=1
for folder in "$TMPDIR/one" "$TMPDIR/another/folder"; do
    mkdir -p "$folder"
    tar -c --exclude=./build --exclude=./.git . | tar -x -C "$folder"
    build "$folder" all
done
cmp "$TMPDIR/one/build/qkv" "$TMPDIR/another/folder/build/qkv" || fail "two folders build two programs"

if command -v dpkg-buildpackage >/dev/null && command -v dh >/dev/null && command -v lintian >/dev/null; then
    build "$TMPDIR/one" deb
    dpkg-deb -x "$TMPDIR/one/build/qkv_$version"_*.deb "$TMPDIR/installed"
    "$TMPDIR/installed/usr/bin/qkv" --version | grep -qxF "qkv $version" ||
        fail "the program of the package says: $("$TMPDIR/installed/usr/bin/qkv" --version)"
    lintian --fail-on error "$TMPDIR/one/build/qkv_$version"_*.deb || fail "lintian finds errors"
else
    echo "skipped: no package is built without dpkg-dev, debhelper and lintian"
fi
exit $failed
