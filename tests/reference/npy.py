#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the array files that tests/files/test_npy.c reads, with NumPy, into npy/ beside this script.

Cell k of an array, in C order, is k/2 - 3 for floats, 3k - 7 for whole numbers, 3k for unsigned ones, k mod 2
for bool."""
import os

import numpy as np

folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), "npy")
os.makedirs(folder, exist_ok=True)


def array(kind, shape):
    k = np.arange(int(np.prod(shape)))
    values = k / 2 - 3 if "f" in kind else k % 2 if kind == "?" else 3 * k if "u" in kind else 3 * k - 7
    return values.reshape(shape).astype(kind)


def write(name, array, version=None):
    with open(os.path.join(folder, name + ".npy"), "wb") as file:
        np.lib.format.write_array(file, array, version=version)


for kind in ("<f4", ">f4", "<f8", ">f8", "<i4", ">i4", "<i8", ">i8"):
    write({"<": "little", ">": "big"}[kind[0]] + "-" + kind[1:], array(kind, (2, 3)))
for kind in ("<f2", ">f2", "i1", "u1", "<i2", ">u2", "<u4", ">u8", "?"):
    write("kind-" + np.dtype(kind).name + ("-big" if kind[0] == ">" else ""), array(kind, (2, 3)))
for shape in ((), (3,), (1, 1), (2, 3), (2, 3, 4), (2, 1, 3, 2)):
    name = "x".join(str(n) for n in shape) or "scalar"
    write("c-" + name, array("<f8", shape))
    write("fortran-" + name, np.asfortranarray(array("<f8", shape)))
for version in ((1, 0), (2, 0), (3, 0)):
    write("version-%d" % version[0], array("<f8", (2, 3)), version)
write("special", np.array([[np.nan, np.inf, -np.inf, -0.0, 5e-324, 0.1]]))
write("extreme", np.array([[-2 ** 63, 2 ** 63 - 1, 2 ** 53]]))

# What is refused.
write("empty", np.zeros((0, 3)))
write("five-axes", np.zeros((1, 1, 1, 1, 1)))
write("complex", np.zeros((1, 2), dtype="<c16"))
write("records", np.zeros(2, dtype=[("a", "<f8"), ("b", "<f8")]))
write("words", np.array([["a", "bc"]]))
