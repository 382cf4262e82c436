#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Every lesson holds, without a warning and in half an hour at most; its front matter, the list of
# lessons, the README and `new` give the minutes that `check` computes.
set -u
failed=0
"$QKV" check lessons/*.md tests/lessons/fixture.md >"$TMPDIR/checked" || failed=1
awk '{ print } / minutes?$/ && $(NF - 1) > 30 { print "    takes longer than half an hour"; long = 1 }
    END { exit long }' "$TMPDIR/checked" || failed=1
! grep -B 1 'warning:' "$TMPDIR/checked" || failed=1
"$QKV" lessons >"$TMPDIR/listed" || failed=1
for lesson in lessons/*.md; do
    number=$(basename "$lesson" | sed 's/^0*\([0-9][0-9]*\)-.*/\1/')
    takes=$(sed -n "s|^$lesson: .*; \([0-9]*\) minutes*\$|\1|p" "$TMPDIR/checked")
    says=$(sed -n 's/^minutes: //p' "$lesson" | head -n 1)
    readme=$(sed -n "s/^| $number | [^|]* | \([0-9]*\) |.*/\1/p" README.md)
    listed=$(sed -n "s/^ *$number  .* \([0-9][0-9]*\) min.*/\1/p" "$TMPDIR/listed")
    [ "$takes $takes $takes" = "$says $readme $listed" ] && continue
    echo "$lesson takes $takes minutes; its front matter says $says, the README $readme, the list $listed"
    failed=1
done
"$QKV" new "$TMPDIR/new.md" >"$TMPDIR/said" || failed=1
takes=$("$QKV" check "$TMPDIR/new.md" | sed -n 's/.*; \([0-9]*\) minutes*$/\1/p')
if ! grep -qx "minutes: $takes" "$TMPDIR/new.md"; then
    echo "a new lesson takes $takes minutes, and says otherwise"
    failed=1
fi
exit $failed
