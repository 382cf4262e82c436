#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# The numbers are NumPy's: the script that `values --format numpy` writes prints the same ones for
# every lesson, and lesson 1 gives the worked calculation as NumPy computed it. Three lessons that keep
# NumPy busy for seconds are left to the whole form (QKV_HARD).
set -u
compare=tests/reference/same_values.py
failed=0

fail() {
    echo "$*"
    failed=1
}

# compared A B TOLERANCE...
compared() {
    "$PYTHON" "$compare" "$@" >"$TMPDIR/said" || fail "$1 and $2: $(cat "$TMPDIR/said")"
}

# Columns are the same notebook seen through the lens: two lessons of two kinds show that.
for lesson in lessons/*.md; do
    case $lesson in
    */05-* | */17-* | */18-*) [ -n "${QKV_HARD:-}" ] || continue ;;
    esac
    case $lesson in
    */06-* | */11-*) conventions='rows columns' ;;
    *) conventions=rows ;;
    esac
    for convention in $conventions; do
        columns=
        [ "$convention" = rows ] || columns=--columns
        name=$(basename "$lesson" .md)$columns
        "$QKV" values "$lesson" $columns --format json >"$TMPDIR/$name.json" ||
            fail "$name: values fails"
        "$QKV" values "$lesson" $columns --format numpy >"$TMPDIR/$name.py" ||
            fail "$name: values --format numpy fails"
        set -- "$@" "$TMPDIR/$name.json" "$TMPDIR/$name.py"
    done
done
here=$PWD
(cd / && "$PYTHON" "$here/tests/reference/same_json.py" "$@") || fail "the scripts print other numbers"

reference=tests/reference/worked-calculation
compared "$TMPDIR/01-worked-example.json" "$reference.json" 1e-15 --only-shared
"$PYTHON" "$reference.py" >"$TMPDIR/worked.json" || fail "$reference.py does not run"
compared "$TMPDIR/worked.json" "$reference.json" 1e-15

# The comparison sees what it should.
sed 's/0\.6/0.6000000000001/' "$TMPDIR/worked.json" >"$TMPDIR/wrong.json"
"$PYTHON" "$compare" "$TMPDIR/wrong.json" "$reference.json" 1e-14 >"$TMPDIR/said" &&
    fail "a number wrong by 1e-13 is not noticed"
exit $failed
