# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# What the checks of the tree share: to be read by a shell that has a `check_tree TREE`. With a tree as
# argument that one is checked, and nothing else; without, ours is, and $scratch is there to seed breaches in.
here=$(cd "$(dirname "$0")" && pwd)
if [ $# -gt 0 ]; then
    check_tree "$1"
    exit
fi
failed=0
check_tree "$here/../.." || failed=1
scratch=$(mktemp -d) && trap 'rm -rf "$scratch"' EXIT
