#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Every fact of the course is held by a line of a lesson: facts.words names them. Where each stands:
#
#     tests/lessons/test_facts.sh
set -u
failed=0
while read -r id lesson line; do
    [ "$id" = "#" ] && continue
    if ! place=$(line=$line awk 'BEGIN { line = ENVIRON["line"] }
        index($0, line) == 1 { print FILENAME ":" FNR; found = 1; exit } END { exit !found }' \
        lessons/"$lesson"-*.md); then
        place="in no line of lesson $lesson: $line"
        failed=1
    fi
    echo "$id	$place"
done <tests/lessons/facts.words
exit $failed
