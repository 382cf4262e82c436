# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Trainings for tests/commands/test_training.c, in training.txt: gradients by hand, in NumPy.

A file of lines: "#" begins anew, then what to type, and after "= NAME" the cells that NAME is to
have then. Run it where numpy is:

    python3 -I tests/reference/training.py >tests/reference/training.txt
"""

import numpy as np

rng = np.random.default_rng(20141222)
STEPS = 200


def values(*sizes):
    return np.round(rng.normal(size=sizes), 3)


def softmax(x):
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def typed(name, array):
    rows = ", ".join("[" + ", ".join(repr(float(x)) for x in row) + "]" for row in array)
    print(f"{name} = [{rows}]")


def wanted(name, array):
    print(f"= {name}", *(repr(float(x)) for x in np.ravel(array)))


def attention(X, W_q, W_k, W_v, mask=0.0):
    """Output, and a function from its gradient to those of the three weights."""
    Q, K, V = X @ W_q, X @ W_k, X @ W_v
    scale = np.sqrt(W_q.shape[1])
    A = softmax(Q @ K.T / scale + mask)

    def back(dO):
        dA = dO @ V.T
        dS = A * (dA - (dA * A).sum(axis=-1, keepdims=True)) / scale
        return X.T @ (dS @ K), X.T @ (dS.T @ Q), X.T @ (A.T @ dO)

    return A @ V, back


def sgd(weights, gradients, rate):
    for _ in range(STEPS):
        for w, g in zip(weights, gradients()):
            w -= rate * g


def adam(weights, gradients, rate):
    m = [np.zeros_like(w) for w in weights]
    v = [np.zeros_like(w) for w in weights]
    for t in range(1, STEPS + 1):
        for i, g in enumerate(gradients()):
            m[i] = 0.9 * m[i] + (1 - 0.9) * g
            v[i] = 0.999 * v[i] + (1 - 0.999) * g * g
            first, second = m[i] / (1 - 0.9**t), v[i] / (1 - 0.999**t)
            weights[i] -= rate * first / (np.sqrt(second) + 1e-8)


def mean_squares(method, rate):
    """One head, mean squared error."""
    print("# mean squares")
    X, T = values(4, 3), values(4, 2)
    weights = [values(3, 2) for _ in range(3)]
    for name, array in zip(("X", "T", "W_q", "W_k", "W_v"), (X, T, *weights)):
        typed(name, array)
    print("O = softmax((X @ W_q) @ (X @ W_k).T / sqrt(2)) @ (X @ W_v)")
    print("L = mse(O, T)")

    def gradients():
        O, back = attention(X, *weights)
        return back(2 * (O - T) / O.size)

    method(weights, gradients, rate)
    print(f"train W_q W_k W_v minimise L steps={STEPS} rate={rate} method={method.__name__}")
    for name, array in zip(("W_q", "W_k", "W_v"), weights):
        wanted(name, array)
    wanted("L", ((attention(X, *weights)[0] - T) ** 2).mean())


def cross_entropy(method, rate):
    """One head that does not look ahead, a layer of logits with a bias, cross-entropy."""
    print("# cross-entropy")
    X = values(4, 4)
    T = np.eye(3)[[0, 2, 1, 2]]
    weights = [values(4, 3), values(4, 3), values(4, 3), values(3, 3), values(1, 3)]
    names = ("W_q", "W_k", "W_v", "W_o", "b")
    mask = np.triu(np.full((4, 4), -np.inf), 1)
    for name, array in zip(("X", "T", *names), (X, T, *weights)):
        typed(name, array)
    print("Q = X @ W_q\nK = X @ W_k\nV = X @ W_v")
    print("A = softmax(Q @ K.T / sqrt(columns(Q)) + causal(4))")
    print("logits = A @ V @ W_o + b\nL = crossentropy(logits, T)")

    def forward():
        O, back = attention(X, *weights[:3], mask)
        return O, O @ weights[3] + weights[4], back

    def gradients():
        O, logits, back = forward()
        d = (softmax(logits) - T) / len(X)
        return [*back(d @ weights[3].T), O.T @ d, d.sum(axis=0, keepdims=True)]

    method(weights, gradients, rate)
    print(f"train {' '.join(names)} minimise L steps={STEPS} rate={rate} method={method.__name__}")
    for name, array in zip(names, weights):
        wanted(name, array)
    wanted("L", -(T * np.log(softmax(forward()[1]))).sum(axis=-1).mean())


def shorten(gradients, clip):
    """All gradients together no longer than CLIP (Pascanu, Mikolov and Bengio 2013)."""
    length = np.sqrt(sum((g * g).sum() for g in gradients))
    return [g * min(1.0, clip / length) for g in gradients]


def adamw(weights, gradients, rate, decay, clip):
    """Loshchilov and Hutter 2019, algorithm 2, with the gradient shortened before."""
    m = [np.zeros_like(w) for w in weights]
    v = [np.zeros_like(w) for w in weights]
    for t in range(1, STEPS + 1):
        for i, g in enumerate(shorten(gradients(), clip)):
            m[i] = 0.9 * m[i] + (1 - 0.9) * g
            v[i] = 0.999 * v[i] + (1 - 0.999) * g * g
            step = (m[i] / (1 - 0.9**t)) / (np.sqrt(v[i] / (1 - 0.999**t)) + 1e-8)
            weights[i] -= rate * (step + decay * weights[i])


class Order:
    """Examples in rounds, each shuffled by Fisher and Yates from the inside out: splitmix64."""

    def __init__(self, seed, examples):
        self.state, self.examples, self.left = seed, examples, []

    def below(self, n):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return int(((z ^ (z >> 31)) >> 11) / 2**53 * n)

    def take(self, size):
        if len(self.left) < size:
            self.left = []
            for i in range(self.examples):
                self.left.append(i)
                k = self.below(i + 1)
                self.left[i], self.left[k] = self.left[k], i
        taken, self.left = self.left[:size], self.left[size:]
        return taken


MASK = 2**64 - 1


def minibatches(size, seed, decay, clip):
    """Regression on a stack, some of its matrices at a time; a text, some of its texts."""
    print("# minibatches of a stack")
    X, T, w = values(10, 3, 2), values(10, 3, 1), values(2, 1)
    for name, array in (("X", X), ("T", T)):
        rows = ", ".join(str(matrix.tolist()) for matrix in array)
        print(f"{name} = [{rows}]")
    typed("w", w)
    print("L = mean(concat((X @ w - T) ** 2, each=column))")
    order = Order(seed, 10)

    def gradients():
        some = order.take(size)
        error = X[some] @ w - T[some]
        return [(X[some] * error).sum(axis=(0, 1))[:, None] * 2 / error.size]

    options = f"steps={STEPS} rate=0.05 batch={size} seed={seed}"
    if clip:
        adamw([w], gradients, 0.05, decay, clip)
        print(f"train w minimise L * 1 {options} method=adam decay={decay} clip={clip}")
    else:
        sgd([w], gradients, 0.05)
        print(f"train w minimise L * 1 {options}")
    wanted("w", w)


def rows(size, seed):
    """The rows of two matrices are examples, inside of an operator too; rows of a batch of ids, which pick."""
    print("# minibatches of rows")
    X, T, w = values(10, 3), values(10, 2), values(3, 2)
    for name, array in (("X", X), ("T", T), ("w", w)):
        typed(name, array)
    print("f(x, t) = mean((x @ w - t) ** 2)")
    order = Order(seed, 10)

    def gradients():
        some = order.take(size)
        return [X[some].T @ (X[some] @ w - T[some]) * 2 / T[some].size]

    sgd([w], gradients, 0.05)
    print(f"train w minimise f(X * 1, T) steps={STEPS} rate=0.05 batch={size} seed={seed}")
    wanted("w", w)
    print("# minibatches of ids")
    E, ids, T = values(5, 2), rng.integers(5, size=(9, 3)), values(9, 2)
    for name, array in (("E", E), ("ids", ids + 1), ("T", T)):
        typed(name, array)
    print("L = mean((concat(mean(E[ids], each=column)) - reshape(T, 1, 2 * rows(T))) ** 2)")
    again = Order(seed, 9)

    def picked():
        some, g = again.take(size), np.zeros_like(E)
        for i in some:
            for token in ids[i]:
                g[token] += 2 * (E[ids[i]].mean(axis=0) - T[i]) / 3 / (size * 2)
        return [g]

    sgd([E], picked, 0.05)
    print(f"train E minimise L steps={STEPS} rate=0.05 batch={size} seed={seed}")
    wanted("E", E)


def ids(size, seed):
    """Rows of a batch of ids are examples as the matrices of a stack are; one of them alone is a batch, too."""
    print("# minibatches of ids and of a stack")
    E, some, T = values(5, 2), rng.integers(5, size=(6, 3)), values(6, 3, 2)
    typed("E", E)
    typed("ids", some + 1)
    print(f"T = {T.tolist()}")
    print("f(e, i) = e[i]")
    order = Order(seed, 6)

    def gradients():
        g = np.zeros_like(E)
        for i in order.take(size):
            for at, token in enumerate(some[i]):
                g[token] += 2 * (E[token] - T[i, at])
        return [g]

    sgd([E], gradients, 0.05)
    print(f"train E minimise sum(concat(sum((f(E, ids) - T) ** 2, each=column))) steps={STEPS} rate=0.05 batch={size} seed={seed}")
    wanted("E", E)


def texts(size, seed):
    print("# minibatches of texts")
    lines = ["a b", "b", "c a b", "a a", "b c", "c", "c c b"]
    E, names = values(3, 2), "abc"
    typed("M", E)
    print("E = tokens(\"a b c\", " + str(E.tolist()) + ")")
    print("s = [" + ", ".join(f'"{line}"' for line in lines) + "]")
    print("X = embed(s, E)")
    order = Order(seed, len(lines))

    def gradients():
        g = np.zeros_like(E)
        some = order.take(size)
        for line in some:
            for word in lines[line].split():
                g[names.index(word)] += 2 * (E[names.index(word)] - 1)
            g_padding = 3 - len(lines[line].split())
            assert g_padding >= 0
        return [g / (len(some) * 3 * 2)]

    sgd([E], gradients, 0.05)
    print(f"train E minimise mean(concat((X - 1) ** 2, each=column)) steps={STEPS} rate=0.05 batch={size} "
          f"seed={seed}")
    wanted("E", E)


def clipped(decay, clip):
    """An expression is made small, with the weights' decay and a short gradient."""
    print("# decay and clipping")
    X, T, W, b = values(5, 3), values(5, 2), values(3, 2), values(1, 2)
    for name, array in (("X", X), ("T", T), ("W", W), ("b", b)):
        typed(name, array)

    def gradients():
        d = 2 * (X @ W + b - T) / T.size
        return [X.T @ d + 0.2 * W, d.sum(axis=0, keepdims=True)]

    adamw([W, b], gradients, 0.03, decay, clip)
    print("train W b minimise mse(X @ W + b, T) + 0.1 * sum(W ** 2) "
          f"steps={STEPS} rate=0.03 method=adam decay={decay} clip={clip}")
    wanted("W", W)
    wanted("b", b)


for method, rate in ((sgd, 0.1), (adam, 0.05)):
    mean_squares(method, rate)
    cross_entropy(method, rate)
clipped(0.5, 0.25)
minibatches(4, 7, 0, 0)
minibatches(3, 1, 0.1, 0.5)
texts(3, 5)
rows(4, 11)
rows(2, 3)
ids(4, 3)
ids(1, 9)
rows(1, 6)
