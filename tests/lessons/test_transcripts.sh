#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Every lesson holds, and plays as its golden transcript says. tests/lessons/update.sh makes those
# anew; read the difference before you commit it.
set -u
failed=0
"$QKV" check lessons/*.md >"$TMPDIR/checked" || failed=1
awk '{ print } / minutes?$/ && $(NF - 1) > 30 { print "    takes longer than half an hour"; long = 1 }
    END { exit long }' "$TMPDIR/checked" || failed=1
for lesson in lessons/*.md; do
    golden=tests/lessons/$(basename "$lesson" .md).txt
    "$QKV" play "$lesson" >"$TMPDIR/played" || failed=1
    diff -u "$golden" "$TMPDIR/played" || failed=1
    "$PYTHON" -c 'import sys
long = [line for line in open(sys.argv[1], encoding="utf-8") if len(line.rstrip("\n")) > 80]
print(*long, sep="", end="")
sys.exit(bool(long))' "$TMPDIR/played" || {
        echo "the transcript of $lesson is wider than 80 columns there"
        failed=1
    }
done
for golden in tests/lessons/*.txt; do
    [ -e "lessons/$(basename "$golden" .txt).md" ] && continue
    echo "$golden is of no lesson"
    failed=1
done
exit $failed
