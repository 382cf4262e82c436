#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""same_json.py {JSON SCRIPT}...: each script prints the values that stand in its JSON, to 1e-12."""
import contextlib
import io
import json
import runpy
import sys

TOLERANCE = 1e-12


def refuse(constant):
    raise ValueError("%s is no JSON" % constant)


def compare(path, wanted, found):
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for i, pair in enumerate(zip(wanted, found)):
            compare("%s[%d]" % (path, i), *pair)
    elif isinstance(wanted, (int, float)) and isinstance(found, (int, float)):
        if abs(wanted - found) > TOLERANCE * max(1, abs(wanted)):
            sys.exit("%s: %r is written, %r is computed" % (path, wanted, found))
    elif type(wanted) is not type(found) or wanted != found:
        sys.exit("%s: %r is written, %r is computed" % (path, wanted, found))


def check(json_path, script):
    with open(json_path, encoding="utf-8") as file:
        wanted = json.load(file, parse_constant=refuse)
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):  # a warning is a fault
        runpy.run_path(script, run_name="__main__")
    found = json.loads(said.getvalue(), parse_constant=refuse)
    for key in ("lesson", "convention"):
        compare(key, wanted[key], found[key])
    compare("names", list(wanted["values"]), list(found["values"]))
    for name, value in wanted["values"].items():
        compare(name + " keys", list(value), list(found["values"][name]))
        for key in value:
            compare("%s.%s" % (name, key), value[key], found["values"][name][key])


for at in range(1, len(sys.argv), 2):
    check(sys.argv[at], sys.argv[at + 1])
