#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The worked calculation of three words and four features, by NumPy: what lesson 1 must give.

    python3 tests/reference/worked-calculation.py >tests/reference/worked-calculation.json

Input: the matrices below, as in the published text the lesson follows. The text's own names
scaled_scores and attention_weights are scaled and weights here, as in the lesson. NumPy's matrix
product may differ in the last bit from one processor to another."""
import json

import numpy as np

X = np.array([[1.0, 0.0, 1.0, 0.0], [0.0, 2.0, 0.0, 2.0], [1.0, 1.0, 1.0, 1.0]])
W_q = np.array([[0.1, 0.2, 0.0, 0.0], [0.0, 0.1, 0.3, 0.0], [0.1, 0.0, 0.0, 0.2], [0.0, 0.0, 0.2, 0.3]])
W_k = np.array([[0.2, 0.0, 0.1, 0.0], [0.0, 0.1, 0.0, 0.3], [0.1, 0.0, 0.2, 0.0], [0.0, 0.2, 0.0, 0.1]])
W_v = np.array([[0.0, 0.1, 0.0, 0.2], [0.2, 0.0, 0.2, 0.0], [0.0, 0.3, 0.1, 0.0], [0.1, 0.0, 0.0, 0.3]])


def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


Q = X @ W_q
K = X @ W_k
V = X @ W_v
scores = Q @ K.T
scaled = scores / np.sqrt(Q.shape[1])
weights = softmax(scaled)
output = weights @ V

names = ["X", "W_q", "W_k", "W_v", "Q", "K", "V", "scores", "scaled", "weights", "output"]
print(json.dumps({name: globals()[name].tolist() for name in names}, indent=1))
