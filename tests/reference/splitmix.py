# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Reference numbers for tests/base/test_random.c: splitmix64, FNV-1a and Box-Muller in Python's
whole numbers and in fractions, written from the papers and not from src/base/random.c."""

import math
from fractions import Fraction

MASK = 2**64 - 1


def splitmix64(seed):
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & MASK
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        yield z ^ (z >> 31)


def uniforms(seed):
    for bits in splitmix64(seed):
        yield float(Fraction(bits >> 11, 2**53))


def normals(seed):
    numbers = uniforms(seed)
    while True:
        u, v = next(numbers), next(numbers)
        distance = math.sqrt(-2 * math.log(1 - u))
        yield distance * math.cos(2 * math.pi * v)
        yield distance * math.sin(2 * math.pi * v)


def word(seed, text):
    hashed = 0xCBF29CE484222325
    for byte in seed.to_bytes(8, "little") + text.encode():
        hashed = ((hashed ^ byte) * 0x100000001B3) & MASK
    return hashed


def first(count, numbers):
    return [next(numbers) for _ in range(count)]


for seed in (0, 1, 1234567, MASK):
    print("bits", seed, *(f"0x{bits:016x}" for bits in first(4, splitmix64(seed))))
    print("uniform", seed, *(number.hex() for number in first(4, uniforms(seed))))
    print("normal", seed, *(f"{number:.17g}" for number in first(4, normals(seed))))
for seed, text in ((0, ""), (0, "saw"), (1, "saw"), (1, "sushi"), (MASK, "α")):
    print("word", seed, text, f"0x{word(seed, text):016x}")
