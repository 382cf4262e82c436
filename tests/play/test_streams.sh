#!/bin/sh
# Standard input and output that another program made O_NONBLOCK: tests/play/streams.py.
"$PYTHON" -B tests/play/streams.py "$QKV"
