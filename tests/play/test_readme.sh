#!/bin/sh
# README.md shows what the program says: tests/play/readme.py.
"$PYTHON" -B tests/play/readme.py "$QKV" "$TMPDIR"
