#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Every word of the lessons is in the British dictionary or in spelling.words.
set -u
dictionary=en_GB
if ! echo word | hunspell -d $dictionary -l >/dev/null 2>&1; then
    echo "no hunspell with its dictionary $dictionary: skipped"
    exit 0
fi
failed=0
for lesson in lessons/*.md; do
    unknown=$("$PYTHON" tests/trust/spelling.py "$lesson" |
        hunspell -d $dictionary -p tests/trust/spelling.words -i UTF-8 -l | sort -u | tr '\n' ' ')
    [ -z "$unknown" ] && continue
    echo "$lesson: $unknown"
    failed=1
done
exit $failed
