#!/bin/sh
# Breaking any one number, key, solution or fence of a lesson makes `qkv check` fail there.
"$PYTHON" tests/play/breaks.py "$QKV" "$TMPDIR" lessons/*.md
