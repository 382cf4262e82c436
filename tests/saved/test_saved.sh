#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What an earlier program wrote opens to the same numbers, pins and place. Nothing here is ever
# written anew: it is what learners have on their disks.
#
#     NAME.md, NAME.json    a session that was saved, and its values at that moment
#     hand-in.json          a hand-in; tests/classroom/test_log.sh grades it
#     state/                history and progress; tests/screen/test_saved.c opens them
set -u
here=$(cd "$(dirname "$0")" && pwd)
failed=0

for saved in "$here"/*.md; do
    name=$(basename "$saved" .md)
    rm -f "$TMPDIR/again.md"
    "$QKV" values "$saved" --format json | cmp - "$here/$name.json" || failed=1
    # Saved again, it says the same: pins and edits are what they were.
    if ! printf 'open %s\ngoto end\nsave %s\n' "$saved" "$TMPDIR/again.md" |
        "$QKV" >"$TMPDIR/said" 2>&1; then
        cat "$TMPDIR/said"
        failed=1
    fi
    diff "$saved" "$TMPDIR/again.md" || failed=1
done
exit $failed
