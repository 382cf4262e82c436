#!/bin/sh
# What stands in files: tensor("w.npy") and its kin, each format as an independent writer makes it.
set -u
exec "$PYTHON" tests/play/models.py
