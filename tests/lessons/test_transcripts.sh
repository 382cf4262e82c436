#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Every lesson plays, in lines of at most 80 columns; the fixture lesson plays as its golden transcript
# says. tests/lessons/update.sh updates that; read the difference before you commit it.
set -u
failed=0
golden=tests/lessons/fixture
for lesson in lessons/*.md $golden.md; do
    "$QKV" play "$lesson" >"$TMPDIR/played" || failed=1
    sed "s:^:$lesson\t:" "$TMPDIR/played" >>"$TMPDIR/all"
done
"$PYTHON" -c 'import sys
long = [line for line in open(sys.argv[1], encoding="utf-8") if len(line.rstrip("\n").split("\t", 1)[1]) > 80]
print(*long, sep="", end="")
sys.exit(bool(long))' "$TMPDIR/all" || {
    echo "there a transcript is wider than 80 columns"
    failed=1
}
diff -u $golden.txt "$TMPDIR/played" || failed=1
exit $failed
