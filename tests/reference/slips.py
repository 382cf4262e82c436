#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Common slips in attention arithmetic, each made by hand in NumPy: what slips_find must find again.

    python3 tests/reference/slips.py >tests/reference/slips.txt

A line each: the slip's name, a bar, what is asked, a bar, the number that the slip gives for it and
the number that is right. The notebook they are asked of stands first. Read by
tests/notebook/test_slip.c."""
import numpy as np

X = np.array([[1.0, 0.5, -1.0], [2.0, 0.0, 0.5], [0.25, 1.0, 1.5]])
W_q = np.array([[0.5, 0.25, 0.0], [0.0, 1.0, -0.5], [0.75, 0.0, 0.5]])
W_k = np.array([[1.0, 0.0, 0.5], [0.25, -0.5, 0.0], [0.0, 0.75, 1.0]])
W_v = np.array([[0.0, 1.0, 2.0], [0.5, -1.0, 0.0], [1.5, 0.0, 0.25]])
M = np.triu(np.full((3, 3), -np.inf), 1)


def softmax(x, axis=-1):
    e = np.exp(x - np.max(x, axis=axis, keepdims=True))
    return e / np.sum(e, axis=axis, keepdims=True)


def attention(scale=np.sqrt(3), mask=M, axis=-1, late=None, keys=None, queries=None):
    """The whole of it, with whatever was done otherwise."""
    Q = X @ W_q if queries is None else queries
    K = X @ W_k
    S = Q @ (K.T if keys is None else keys)
    scaled = S / scale
    masked = scaled + mask
    A = softmax(masked, axis) if late is None else softmax(scaled, axis) * late
    return {"Q": Q, "S": S, "scaled": scaled, "masked": masked, "A": A, "O": A @ (X @ W_v)}


right = attention()
K = X @ W_k
Q = X @ W_q
none = np.zeros((3, 3))
slips = [
    ("no scaling", attention(scale=1), [("scaled", 1, 2), ("A", 2, 1), ("O", 3, 2)]),
    ("no root", attention(scale=3), [("scaled", 1, 2), ("A", 2, 1), ("O", 3, 2)]),
    ("other axis", attention(axis=-2), [("A", 3, 1), ("A", 2, 2), ("O", 3, 3)]),
    ("no mask", attention(mask=none), [("masked", 1, 3), ("A", 2, 1), ("O", 1, 2)]),
    ("late mask", attention(mask=none, late=np.exp(M)), [("A", 1, 1), ("A", 2, 1), ("O", 2, 3)]),
    ("turned mask", attention(mask=M.T), [("A", 2, 2), ("A", 1, 1), ("O", 2, 1)]),
    ("not transposed", attention(keys=K), [("S", 1, 2), ("scaled", 3, 1), ("A", 2, 1)]),
    ("transposed", attention(queries=X @ W_q.T), [("Q", 1, 2), ("S", 2, 3), ("A", 3, 2)]),
    ("sides exchanged", attention(queries=K, keys=Q.T), [("S", 1, 2), ("A", 2, 1), ("O", 3, 1)]),
]

for name in ["X", "W_q", "W_k", "W_v"]:
    print(f"{name} = {globals()[name].tolist()}")
print("""Q = X @ W_q
K = X @ W_k
V = X @ W_v
d_k = columns(Q)
S = Q @ K.T
scaled = S / sqrt(d_k)
M = causal(3)
masked = scaled + M
A = softmax(masked)
O = A @ V""")
for name, wrong, cells in slips:
    for value, row, column in cells:
        at = (row - 1, column - 1)
        print(f"{name} | {value}[{row},{column}] | {float(wrong[value][at])!r} {float(right[value][at])!r}")
