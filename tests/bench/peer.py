# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The peer of tests/bench/passes.c: the same work in NumPy, timed by itself.

It says which release it is, with which BLAS. Then each line `pass N D COUNT` or `step N D COUNT` is answered by
how many microseconds one of COUNT took, the fastest of a few batches.
"""

import re
import sys
import time

import numpy as np

BATCHES = 3


class NumPy:
    """By hand, gradients too."""

    def __init__(self):
        self.name = f"NumPy {np.__version__} with {blas()}"

    def make(self, n, d):
        random = np.random.default_rng(1)
        weights = [random.normal(size=(d, d)) * 0.05 for _ in range(3)]
        return random.normal(size=(n, d)), random.normal(size=(n, d)), weights

    def softmax(self, x):
        e = np.exp(x - np.max(x, axis=-1, keepdims=True))
        return e / np.sum(e, axis=-1, keepdims=True)

    def attention(self, X, Y, weights):
        W_q, W_k, W_v = weights
        Q, K, V = X @ W_q, X @ W_k, X @ W_v
        A = self.softmax(Q @ K.T / np.sqrt(X.shape[1]))
        return A @ V

    def step(self, X, Y, weights):
        """Forward, back by hand, and down the slope."""
        W_q, W_k, W_v = weights
        scale = np.sqrt(X.shape[1])
        Q, K, V = X @ W_q, X @ W_k, X @ W_v
        A = self.softmax(Q @ K.T / scale)
        error = A @ V - Y
        loss = np.mean(error * error)
        dO = error * (2.0 / error.size)
        dA = dO @ V.T
        dS = A * (dA - np.sum(dA * A, axis=-1, keepdims=True)) / scale
        dQ, dK, dV = dS @ K, dS.T @ Q, A.T @ dO
        W_q -= 0.01 * (X.T @ dQ)
        W_k -= 0.01 * (X.T @ dK)
        W_v -= 0.01 * (X.T @ dV)
        return loss


def blas():
    with open("/proc/self/maps", encoding="utf-8") as maps:
        found = re.findall(r"/(lib[^/\n]*blas[^/\n]*)\n", maps.read())
    return ", ".join(dict.fromkeys(found)) or "a BLAS of its own"


peer = NumPy()
print(peer.name, flush=True)
work, made = {"pass": peer.attention, "step": peer.step}, {}
for line in sys.stdin:
    name, n, d, count = line.split()
    n, d, count = int(n), int(d), int(count)
    if (n, d) not in made:
        made[n, d] = peer.make(n, d)
    best = float("inf")
    for _ in range(BATCHES):
        start = time.process_time()
        for _ in range(count):
            work[name](*made[n, d])
        best = min(best, time.process_time() - start)
    print(best / count * 1e6, flush=True)
