#!/bin/sh
# The program on a real pseudo-terminal, typed at: tests/terminal/prompt.py.
"$PYTHON" -B tests/terminal/prompt.py
