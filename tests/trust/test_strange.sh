#!/bin/sh
# Inputs that no person would write: tests/trust/strange.py.
set -eu
"$PYTHON" -B tests/trust/strange.py "$@"
