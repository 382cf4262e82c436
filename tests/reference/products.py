# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Reference hashes, in products.txt, for tests/tensor/test_product.c and, of what is summed along rows
and columns, tests/operators/test_line.c: what a plain loop gives.

Each cell is made in pure Python, one product and one addition after the other. (Not by sum(), which
since Python 3.12 carries the rounding errors along.) A line is a set of sizes, or an operator and
what it works on, and a hash of the bits of all cells; every nan counts as the same one. Takes a
minute:

    python3 -I tests/reference/products.py >tests/reference/products.txt
"""

import math
import struct

MASK = 2**64 - 1
START, PRIME = 0xCBF29CE484222325, 0x100000001B3
NAN = 0x7FF8000000000000


def splitmix64(seed):
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def numbers(seed, count):
    """From -1 to 1."""
    bits = splitmix64(seed)
    return [(next(bits) >> 11) / 2**52 - 1 for _ in range(count)]


SPECIAL = [math.inf, -math.inf, math.nan, -0.0, 0.0, 5e-324, -2e-308, 1e308]


def sprinkle(cells):
    """Every thirteenth number is a special one."""
    for at in range(0, len(cells), 13):
        cells[at] = SPECIAL[at // 13 % len(SPECIAL)]


def product(left, right, sizes):
    rows, inner, columns = sizes
    out = []
    for i in range(rows):
        row = left[i * inner : (i + 1) * inner]
        for j in range(columns):
            column = right[j : inner * columns : columns]
            total = row[0] * column[0]
            for k in range(1, inner):
                total = total + row[k] * column[k]
            out.append(total)
    return out


def hashed(state, cells):
    """FNV-1a, a double at a time."""
    for (bits,), cell in zip(struct.iter_unpack("<Q", struct.pack(f"<{len(cells)}d", *cells)), cells):
        state = ((state ^ (bits if cell == cell else NAN)) * PRIME) & MASK
    return state


MOST = 33
small = numbers(1, MOST * MOST), numbers(2, MOST * MOST)
odd = numbers(3, MOST * MOST), numbers(4, MOST * MOST)
sprinkle(odd[0])
sprinkle(odd[1])
for name, (left, right) in (("small", small), ("special", odd)):
    for rows in range(1, MOST + 1):
        state = START
        for inner in range(1, MOST + 1):
            for columns in range(1, MOST + 1):
                state = hashed(state, product(left, right, (rows, inner, columns)))
        print(f"{name} {rows} 0x{state:016x}", flush=True)

LARGE = ((123, 456, 123), (37, 600, 700), (3000, 7, 5), (5, 9, 3000), (1, 5000, 1), (512, 512, 512))
for sizes in LARGE:
    rows, inner, columns = sizes
    made = product(numbers(5, rows * inner), numbers(6, inner * columns), sizes)
    print(f"large {rows} {inner} {columns} 0x{hashed(START, made):016x}", flush=True)


def added(terms):
    total = terms[0]
    for term in terms[1:]:
        total = total + term
    return total


def mean(x):
    return added(x) / len(x)


def var(x):
    middle = mean(x)
    return mean([(cell - middle) * (cell - middle) for cell in x])


def norm(x):
    return math.sqrt(added([cell * cell for cell in x]))


def layernorm(x):
    middle, deviation = mean(x), math.sqrt(var(x) + 1e-5)
    return [(cell - middle) / deviation for cell in x]


def l1(x):
    total = added([abs(cell) for cell in x])
    return [cell / total for cell in x]


def relu_norm(x):
    weights = [cell if cell > 0 else 0.0 for cell in x]
    total = added(weights)
    return [weight / total if total else 0.0 for weight in weights]


REDUCTIONS = {"sum": added, "mean": mean, "var": var, "std": lambda x: math.sqrt(var(x)), "norm": norm}
NORMALISERS = {"layernorm": layernorm, "l1": l1, "relu_norm": relu_norm}


def in_lines(x, columns, each):
    rows = [x[at : at + columns] for at in range(0, len(x), columns)]
    return {"row": rows, "column": [list(line) for line in zip(*rows)], "whole": [x]}[each]


def cells(name, x, columns, each):
    if name in REDUCTIONS:
        return [REDUCTIONS[name](line) for line in in_lines(x, columns, each)]
    made = [NORMALISERS[name](line) for line in in_lines(x, columns, each)]
    return [cell for line in (made if each == "row" else zip(*made)) for cell in line]


for name in (*REDUCTIONS, *NORMALISERS):
    for each in ("row", "column", "whole"):
        if name in NORMALISERS and each == "whole":
            continue
        state = START
        for rows in range(1, MOST + 1):
            for columns in range(1, MOST + 1):
                state = hashed(state, cells(name, small[0][: rows * columns], columns, each))
        print(f"{name} {each} 0x{state:016x}", flush=True)
