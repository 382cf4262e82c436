#!/bin/sh
# A lesson that tries all it can: tests/trust/stranger.py.
"$PYTHON" -B tests/trust/stranger.py
