#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What is handed on: the version is the changelog's, and the program names no folder of the machine it
# was built on. In its whole form (QKV_HARD) two copies of the tree, in two folders, build the same
# bytes, and in the package of the second lintian finds no error.
set -u
failed=0
fail() {
    echo "$*"
    failed=1
}

version=$(sed -n '1s/.*(\(.*\)).*/\1/p' .packaging/debian/changelog)
"$QKV" --version | grep -qxF "qkv $version" || fail "--version is not the changelog's $version"
grep -qaF "$PWD" "$QKV" && fail "the program names the folder it was built in"
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
    lintian --fail-on error "$TMPDIR/one/build/qkv_$version"_*.deb || fail "lintian finds errors"
else
    echo "skipped: no package is built without dpkg-dev, debhelper and lintian"
fi
exit $failed
