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


for method, rate in ((sgd, 0.1), (adam, 0.05)):
    mean_squares(method, rate)
    cross_entropy(method, rate)
