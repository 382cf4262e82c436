#!/bin/sh
# The model of 720 numbers is what its sentences make of it, and does what the lessons say.
exec "$PYTHON" tests/reference/agreement.py lessons
