#!/bin/sh
# Hostile texts through the built program: tests/trust/text.py.
"$PYTHON" -B tests/trust/text.py
