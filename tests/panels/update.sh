#!/bin/sh
# Makes the golden screens anew: make && tests/panels/update.sh && git diff tests/panels/golden
cd "$(dirname "$0")/../.." || exit 2
for size in 80x24 120x40; do
    "${QKV:-build/qkv}" show lessons/01-worked-example.md --stops --color never --size $size \
        >tests/panels/golden/01-worked-example-$size.txt || exit
done
