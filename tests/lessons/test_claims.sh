#!/bin/sh
# What lessons say of many trainings, and of what lies beyond their own formulas, NumPy finds too.
exec "$PYTHON" tests/reference/claims.py lessons
