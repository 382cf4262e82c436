#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""same_json.py JSON SCRIPT: the script prints the values that stand in JSON, to 1e-12."""
import json
import subprocess
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


with open(sys.argv[1], encoding="utf-8") as file:
    wanted = json.load(file, parse_constant=refuse)
ran = subprocess.run([sys.executable, sys.argv[2]], stdout=subprocess.PIPE,
                     stderr=subprocess.STDOUT)
if ran.returncode != 0:
    sys.exit(ran.stdout.decode(errors="replace"))
found = json.loads(ran.stdout.decode(), parse_constant=refuse)
for key in ("lesson", "convention"):
    compare(key, wanted[key], found[key])
compare("names", list(wanted["values"]), list(found["values"]))
for name, value in wanted["values"].items():
    compare(name + " keys", list(value), list(found["values"][name]))
    for key in value:
        compare("%s.%s" % (name, key), value[key], found["values"][name][key])
