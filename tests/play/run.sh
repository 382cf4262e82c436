# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What the tests of the command line share: to be read by a shell, which ends with `exit $failed`.
failed=0
out=$TMPDIR/out
err=$TMPDIR/err

fail() {
    echo "qkv $ran: $*"
    sed 's/^/    out: /' "$out" | tail -n 5
    sed 's/^/    err: /' "$err" | head -n 5
    failed=1
    : >"$TMPDIR/failed"
}
# Behind a pipe `run` has a shell of its own, whose `failed` nobody hears of.
trap '[ ! -e "$TMPDIR/failed" ] || exit 1' EXIT

# run STATUS ARGUMENTS...: standard input is what the caller gives.
run() {
    expected=$1
    shift
    ran="$*"
    "$QKV" "$@" >"$out" 2>"$err"
    status=$?
    [ $status -eq "$expected" ] || fail "exit $status, expected $expected"
}
# file FILE: what it holds stands where `shows` looks.
file() {
    cp "$1" "$out" || fail "$1 is not there"
}

prints() {
    printf '%b' "$1" | cmp -s - "$out" || fail "does not print exactly: $1"
}
shows() {
    grep -qF -- "$1" "$out" || fail "does not show: $1"
}
hides() {
    grep -qF -- "$1" "$out" && fail "shows: $1"
}
ends() {
    [ "$(tail -n 1 "$out")" = "$1" ] || fail "does not end with: $1"
}
complains() {
    grep -qF -- "$1" "$err" || fail "does not complain: $1"
}
silent() {
    [ -s "$err" ] && fail "complains"
}
speechless() {
    [ -s "$out" ] && fail "prints"
}
