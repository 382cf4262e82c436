#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Compares two value files as `qkv values --format json` writes them.

    same_values.py A.json B.json TOLERANCE [--only-shared]

A file is {"values": {name: {"value": …}}} or plain {name: value}. Every number must agree to TOLERANCE
(0: the same double), in a value with numbers above 1 to that share of the largest: a NumPy that
multiplies with a BLAS adds in another order than one without. Without --only-shared the names and their order must agree too."""
import json
import math
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        data = json.load(file)
    if "values" in data and "convention" in data:
        return {name: entry["value"] for name, entry in data["values"].items()}
    return data


def shape(value):
    return [len(value)] + shape(value[0]) if isinstance(value, list) else []


def flat(value):
    if isinstance(value, list):
        return [number for part in value for number in flat(part)]
    return [float(value)]  # "inf", "-inf" and "nan" are strings in the file


def trim(sizes):
    return sizes if sizes else [1, 1]


def largest(numbers):
    return max([abs(number) for number in numbers if math.isfinite(number)], default=0)


def same(a, b, tolerance):
    if a == b or (math.isnan(a) and math.isnan(b)):
        return True
    return math.isfinite(a) and math.isfinite(b) and abs(a - b) <= tolerance


def main(path_a, path_b, tolerance, *options):
    a, b, tolerance = read(path_a), read(path_b), float(tolerance)
    shared = "--only-shared" in options
    wrong = []
    if not shared and list(a) != list(b):
        wrong.append(f"names: {list(a)} and {list(b)}")
    names = [name for name in b if shared or name in a]
    for name in names:
        if name not in a:
            wrong.append(f"{name} is missing")
        elif trim(shape(a[name])) != trim(shape(b[name])):
            wrong.append(f"{name}: shape {shape(a[name])} and {shape(b[name])}")
        else:
            left, right = flat(a[name]), flat(b[name])
            near = tolerance * max(1, largest(right))
            bad = [(x, y) for x, y in zip(left, right) if not same(x, y, near)]
            if bad:
                wrong.append(f"{name}: {bad[0][0]!r} and {bad[0][1]!r} ({len(bad)} numbers differ)")
    if not names:
        wrong.append("no name in common")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
