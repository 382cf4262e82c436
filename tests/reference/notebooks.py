# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Notebooks for tests/commands/test_notebooks.c, in notebooks.txt: what the literature calls window,
top-k, relative positions …, each typed in the language and computed here in another way: loops over
queries and keys, from the papers' formulas. The form is that of training.py. Run it where numpy is:

    /usr/bin/python3 -I tests/reference/notebooks.py >tests/reference/notebooks.txt
"""

import numpy as np

rng = np.random.default_rng(20170612)


def values(*sizes):
    return np.round(rng.normal(size=sizes), 3)


def given(**arrays):
    for name, array in arrays.items():
        print(f"{name} = {np.asarray(array, dtype=float).tolist()}")


def wanted(name, array):
    print(f"= {name}", *(repr(float(x)) for x in np.ravel(array)))


def softmax(row):
    e = np.exp(row - np.max(row))
    return e / e.sum()


def attend(scores, V):
    """Row by row; what is -inf has no weight."""
    A = np.array([softmax(row) for row in scores])
    return A, A @ V


def projected(n=5, d=4):
    Q, K, V = values(n, d), values(n, d), values(n, d)
    given(Q=Q, K=K, V=V)
    return Q, K, V, n, d


def window():
    print("# sliding window: Beltagy, Peters and Cohan 2020")
    Q, K, V, n, d = projected(6)
    w = 3
    print(f"w = {w}\nn = rows(Q)")
    print("back = arange(n).T - arange(n)")
    print("seen = (back >= 0) * (back < w)")
    print("A = softmax(where(seen, Q @ K.T / sqrt(columns(K)), -inf))\nO = A @ V")
    S = np.full((n, n), -np.inf)
    for i in range(n):
        for j in range(max(0, i - w + 1), i + 1):
            S[i, j] = Q[i] @ K[j] / np.sqrt(d)
    A, O = attend(S, V)
    wanted("A", A)
    wanted("O", O)


def top_k():
    print("# the k largest scores of each query: Gupta and others 2021")
    Q, K, V, n, d = projected(6)
    k = 2
    print(f"k = {k}\nS = Q @ K.T / sqrt(columns(K))")
    print("A = softmax(where(S >= sort(S)[:,columns(S) + 1 - k], S, -inf))\nO = A @ V")
    S = Q @ K.T / np.sqrt(d)
    for row in S:
        row[np.argsort(row)[:-k]] = -np.inf
    A, O = attend(S, V)
    wanted("A", A)
    wanted("O", O)


def dropout():
    print("# dropout of weights, with a mask that is given: Srivastava and others 2014")
    Q, K, V, n, d = projected()
    u, p = np.round(rng.uniform(size=(n, n)), 3), 0.4
    given(u=u)
    print(f"p = {p}\nA = softmax(Q @ K.T / sqrt(columns(K)))\nD = A * (u >= p) / (1 - p)\nO = D @ V")
    A, _ = attend(Q @ K.T / np.sqrt(d), V)
    D = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            D[i, j] = 0 if u[i, j] < p else A[i, j] / (1 - p)
    wanted("D", D)
    wanted("O", D @ V)


def shaw():
    print("# relative positions: Shaw, Uszkoreit and Vaswani 2018, equations 3 to 5")
    Q, K, V, n, d = projected()
    k = 2
    RK, RV = values(2 * k + 1, d), values(2 * k + 1, d)
    given(RK=RK, RV=RV)
    print(f"n = rows(Q)\nrel = reshape(clip(arange(n) - arange(n).T, -{k}, {k}) + {k + 1}, 1, n * n)")
    print("aK = heads(RK[rel,:], n, each=column)\naV = heads(RV[rel,:], n, each=column)")
    print("S = (Q @ K.T + concat(heads(Q, n, each=column) @ aK.T, each=column)) / sqrt(columns(K))")
    print("A = softmax(S)")
    print("O = A @ V + concat(heads(A, n, each=column) @ aV, each=column)")
    S, O = np.zeros((n, n)), np.zeros((n, d))
    at = [[min(max(j - i, -k), k) + k for j in range(n)] for i in range(n)]
    for i in range(n):
        for j in range(n):
            S[i, j] = Q[i] @ (K[j] + RK[at[i][j]]) / np.sqrt(d)
    A, _ = attend(S, V)
    for i in range(n):
        for j in range(n):
            O[i] += A[i, j] * (V[j] + RV[at[i][j]])
    wanted("S", S)
    wanted("O", O)


def t5():
    print("# a bias by distance, in buckets that grow: Raffel and others 2020")
    Q, K, V, n, d = projected(9)
    bias, edges = values(1, 5), [1, 2, 4, 8]
    given(bias=bias, edges=[edges])
    print("n = rows(Q)\nback = reshape(arange(n).T - arange(n), 1, n * n)")
    print("bucket = 1 + sum(back >= edges.T, each=column)")
    print("S = Q @ K.T + reshape(bias[:,bucket], n, n) + causal(n)\nA = softmax(S)")
    S = np.full((n, n), -np.inf)
    for i in range(n):
        for j in range(i + 1):
            S[i, j] = Q[i] @ K[j] + bias[0, sum(i - j >= edge for edge in edges)]
    wanted("A", attend(S, V)[0])


def rope():
    print("# rotary positions: Su and others 2021, equation 34, halves as in GPT-NeoX")
    Q, K, V, n, d = projected()
    print("n = rows(Q)\nd = columns(Q)\nh = d / 2")
    print("angle = (arange(n).T - 1) * 10000 ** (-2 * (arange(h) - 1) / d)")
    print("C = join(cos(angle), cos(angle))\nI = join(sin(angle), sin(angle))")
    print("turned_Q = Q * C + join(-Q[:,h + 1:d], Q[:,1:h]) * I")
    print("turned_K = K * C + join(-K[:,h + 1:d], K[:,1:h]) * I")
    print("A = softmax(turned_Q @ turned_K.T / sqrt(d))")

    def turned(x, m):
        z = (x[: d // 2] + 1j * x[d // 2 :]) * np.exp(1j * m * 10000.0 ** (-2 * np.arange(d // 2) / d))
        return np.concatenate([z.real, z.imag])

    S = np.array([[turned(Q[i], i) @ turned(K[j], j) for j in range(n)] for i in range(n)])
    wanted("turned_Q", [turned(Q[i], i) for i in range(n)])
    wanted("A", attend(S / np.sqrt(d), V)[0])


def linear():
    print("# linear attention: Katharopoulos and others 2020, equations 4 to 12")
    Q, K, V, n, d = projected()
    print("q = where(Q > 0, Q + 1, exp(Q))\nk = where(K > 0, K + 1, exp(K))")
    print("O = q @ (k.T @ V) / (q @ sum(k, each=column).T)")
    print("seen = arange(rows(Q)).T >= arange(rows(Q))")
    print("past = cumsum(k, each=column)")
    print("O_causal = ((q @ k.T * seen) @ V) / sum(q * past, each=row)")

    def phi(x):
        return np.array([t + 1 if t > 0 else np.exp(t) for t in x])

    O, past = np.zeros((n, d)), np.zeros((n, d))
    for i in range(n):
        for out, last in ((O, n), (past, i + 1)):
            weights = np.array([phi(Q[i]) @ phi(K[j]) for j in range(last)])
            out[i] = weights @ V[:last] / weights.sum()
    wanted("O", O)
    wanted("O_causal", past)


def cache():
    print("# keys and values are kept from step to step")
    n, d = 4, 3
    X, W_q, W_k, W_v = values(n, d), values(d, d), values(d, d), values(d, d)
    given(X=X, W_q=W_q, W_k=W_k, W_v=W_v)
    print("K_1 = X[1,:] @ W_k\nV_1 = X[1,:] @ W_v")
    for t in range(2, n + 1):
        print(f"K_{t} = join(K_{t - 1}, X[{t},:] @ W_k, each=column)")
        print(f"V_{t} = join(V_{t - 1}, X[{t},:] @ W_v, each=column)")
    for t in range(1, n + 1):
        print(f"O_{t} = softmax(X[{t},:] @ W_q @ K_{t}.T / sqrt({d})) @ V_{t}")
        S = np.array([X[t - 1] @ W_q @ (X[j] @ W_k) for j in range(t)]) / np.sqrt(d)
        wanted(f"O_{t}", softmax(S) @ (X[:t] @ W_v))


def alibi():
    print("# slopes of distance, four heads: Press, Smith and Lewis 2022")
    n, h, d = 5, 4, 2
    Q, K, V = values(n, h * d), values(n, h * d), values(n, h * d)
    given(Q=Q, K=K, V=V)
    print(f"n = rows(Q)\nslopes = heads(2 ** (-8 * arange({h}) / {h}), {h})")
    print(f"S = heads(Q, {h}) @ heads(K, {h}).T / sqrt({d})")
    print("A = softmax(S - slopes * (arange(n).T - arange(n)) + causal(n))")
    print(f"O = concat(A @ heads(V, {h}))")
    O = np.zeros((n, h * d))
    for head in range(h):
        part = slice(head * d, head * d + d)
        for i in range(n):
            S = [Q[i, part] @ K[j, part] / np.sqrt(d) - 2.0 ** (-8 * (head + 1) / h) * (i - j)
                 for j in range(i + 1)]
            O[i, part] = softmax(np.array(S)) @ V[: i + 1, part]
    wanted("O", O)


def padded():
    print("# a batch of texts of unequal length, masked")
    words, d = "a cat dog saw the".split(), 3
    E, W_q, W_k = values(5, d), values(d, d), values(d, d)
    texts = ["the dog saw a cat", "a cat", "dog saw"]
    given(W_q=W_q, W_k=W_k)
    print(f'E = tokens("{" ".join(words)}", {E.tolist()})')
    print("s = [" + ", ".join(f'"{t}"' for t in texts) + "]")
    print("X = embed(s, E)\nA = softmax(X @ W_q @ (X @ W_k).T + padding(s))\nO = A @ X")
    print("I = ids(s, E)\nH = onehot(s, E)")
    O, ids, hot = np.zeros((3, 5, d)), np.zeros((3, 5)), np.zeros((3, 5, 5))
    for b, text in enumerate(texts):
        at = [words.index(word) for word in text.split()]
        X = np.zeros((5, d))
        X[: len(at)] = E[at]
        for i in range(5):
            S = np.array([X[i] @ W_q @ (X[j] @ W_k) for j in range(len(at))])
            O[b, i] = softmax(S) @ X[: len(at)]
        ids[b, : len(at)] = np.array(at) + 1
        for i, word in enumerate(at):
            hot[b, i, word] = 1
    wanted("O", O)
    wanted("I", ids)
    wanted("H", hot)


def sampling():
    print("# the next word: the likeliest, and one by chance")
    logits, T, u = values(1, 7), 0.7, 0.61
    given(logits=logits)
    print(f"T = {T}\nu = {u}\np = softmax(logits / T)\ngreedy = argmax(p)")
    print("drawn = argmax(cumsum(p) > u)\nlikely = topk(p, 3)\nnucleus = l1(p * (p >= min(likely)))")
    p = softmax(logits[0] / T)
    wanted("greedy", np.argmax(p) + 1)
    wanted("drawn", np.searchsorted(np.cumsum(p), u, side="right") + 1)
    kept = np.where(np.argsort(np.argsort(-p)) < 3, p, 0)
    wanted("likely", sorted(p)[::-1][:3])
    wanted("nucleus", kept / kept.sum())


def generation():
    print("# ten words, each the likeliest after those before it")
    words, d = "< the cat dog sees hears runs .".split(), 4
    E, P, U = values(8, d), values(11, d), values(d, 8)
    W_q, W_k, W_v = values(d, d), values(d, d), values(d, d)
    given(P=P, U=U, W_q=W_q, W_k=W_k, W_v=W_v)
    print(f'E = tokens("{" ".join(words)}", {E.tolist()})')
    print("embedded(i) = E[i,:] + P[1:columns(i),:]")
    print("attended(X) = softmax(X @ W_q @ (X @ W_k).T + causal(rows(X))) @ X @ W_v")
    print("logits(i) = (embedded(i) + attended(embedded(i))) @ U")
    print("step(i) = join(i, argmax(logits(i)[columns(i),:]))")
    print("three(i) = step(step(step(i)))")
    print('said = step(three(three(three(ids("<", E)))))')
    print("L = logits(said)")
    said = [0]
    for _ in range(11):
        X = np.array([E[word] + P[at] for at, word in enumerate(said)])
        S = np.array([X[-1] @ W_q @ (x @ W_k) for x in X])
        last = (X[-1] + softmax(S) @ X @ W_v) @ U
        said.append(int(np.argmax(last)))
    wanted("said", np.array(said[:11]) + 1)

    def logits(n):
        X = np.array([E[word] + P[at] for at, word in enumerate(said[:n])])
        S = np.array([X[-1] @ W_q @ (x @ W_k) for x in X])
        return (X[-1] + softmax(S) @ X @ W_v) @ U

    wanted("L", [logits(n) for n in range(1, 12)])


def norm(row):
    return (row - row.mean()) / np.sqrt(((row - row.mean()) ** 2).mean() + 1e-5)


def twelve_layers():
    print("# twelve pre-norm layers of two heads: Radford and others 2019")
    n, d, h, f = 4, 4, 2, 6
    X = values(n, d)
    stacks = {name: np.round(values(12, *sizes) * 0.3, 3)
              for name, sizes in (("W_q", (d, d)), ("W_k", (d, d)), ("W_v", (d, d)),
                                  ("W_o", (d, d)), ("W_1", (d, f)), ("W_2", (f, d)))}
    given(X=X, **stacks)
    print("seen(Q, K) = softmax(Q @ K.T / sqrt(columns(K)) + causal(rows(Q)))")
    print("mixed(x, q, k, v) = concat(seen(heads(x @ q, 2), heads(x @ k, 2)) @ heads(x @ v, 2))")
    print("fed(x, a, b) = relu(layernorm(x) @ a) @ b")
    print("after(x, a, b) = x + fed(x, a, b)")
    print("block(x, q, k, v, o, a, b) = after(x + mixed(layernorm(x), q, k, v) @ o, a, b)")
    print("H = layers(block, X, W_q, W_k, W_v, W_o, W_1, W_2)\nO = layernorm(H)")
    x = X
    for layer in range(12):
        q, k, v, o, a, b = (stacks[name][layer] for name in stacks)
        z = np.array([norm(row) for row in x])
        mixed = np.zeros((n, d))
        for head in range(h):
            part = slice(head * d // h, (head + 1) * d // h)
            Q, K, V = z @ q[:, part], z @ k[:, part], z @ v[:, part]
            for i in range(n):
                weights = softmax(np.array([Q[i] @ K[j] for j in range(i + 1)]) / np.sqrt(d // h))
                mixed[i, part] = weights @ V[: i + 1]
        x = x + mixed @ o
        x = x + np.maximum(np.array([norm(row) for row in x]) @ a, 0) @ b
    wanted("H", x)
    wanted("O", [norm(row) for row in x])


def puzzles():
    """Rush's Tensor Puzzles, all 21, positions counted from 1."""
    print("# tensor puzzles")
    a, b, A = values(1, 5), values(1, 4), values(4, 4)
    k, c = np.array([[3, 1, 3, 2, 3, 1]]), values(1, 6)
    g, cuts = np.array([[1, 0, 1, 1, 0]]), np.array([[-1.0, 0.0, 0.5]])
    length, signs = np.array([[2, 0, 4, 3]]), np.array([[-2.0, 0, 3, 0, -1]])
    given(a=a, b=b, A=A, k=k, c=c, g=g, cuts=cuts, len=length, signs=signs)
    n = 5
    for name, formula, value in (
        ("p_ones", "ones(1, 5)", np.ones(n)),
        ("p_sum", "sum(a)", a.sum()),
        ("p_outer", "a.T * b", np.outer(a, b)),
        ("p_diag", "sum(A * eye(4), each=column)", np.diag(A)),
        ("p_eye", "eye(5)", np.eye(n)),
        ("p_triu", "arange(5).T <= arange(5)", np.triu(np.ones((n, n)))),
        ("p_cumsum", "cumsum(a)", np.cumsum(a)),
        ("p_diff", "join(a[:,1], a[:,2:5] - a[:,1:4])", np.diff(a[0], prepend=0)),
        ("p_vstack", "join(b, 2 * b, each=column)", np.vstack([b, 2 * b])),
        ("p_roll", "a[:,join(arange(5)[:,2:5], 1)]", np.roll(a[0], -1)),
        ("p_flip", "a[:,6 - arange(5)]", np.flip(a)),
        ("p_compress", "a @ ((cumsum(g) * g).T == arange(5))",
         np.concatenate([a[0][g[0] == 1], np.zeros(2)])),
        ("p_pad", "join(a, zeros(1, 2))", np.pad(a[0], (0, 2))),
        ("p_mask", "where(arange(4) <= len.T, A, 0)",
         [[A[i, j] if j < length[0, i] else 0 for j in range(4)] for i in range(4)]),
        ("p_bincount", "sum(k.T == arange(4), each=column)", np.bincount(k[0], minlength=5)[1:]),
        ("p_scatter", "c @ (k.T == arange(4))", [c[k == j].sum() for j in (1, 2, 3, 4)]),
        ("p_flatten", "reshape(A, 1, 16)", A.ravel()),
        ("p_linspace", "-2 + 5 * (arange(7) - 1) / 6", np.linspace(-2, 3, 7)),
        ("p_heaviside", "where(signs == 0, 0.5, signs > 0)", np.heaviside(signs, 0.5)),
        ("p_repeat", "ones(3, 1) @ a", np.repeat(a, 3, axis=0)),
        ("p_bucketize", "sum(a >= cuts.T, each=column)",
         np.searchsorted(cuts[0], a[0], side="right")),
    ):
        print(f"{name} = {formula}")
        wanted(name, value)


def picked_in_batches():
    print("# a batch of rows of tokens, each picked from one table, and what that does to its slope")
    E, ids = values(6, 4), rng.integers(6, size=(3, 5))
    given(E=E, ids=ids + 1)
    print("X = E[ids]\nA = softmax(X @ X.T + causal(5))\nO = A @ X\nturned = E.T[:,ids]")
    print("G = grad(sum(concat(X ** 2 / 2)), E)")
    O, G = np.zeros((3, 5, 4)), np.zeros((6, 4))
    for b in range(3):
        X = np.array([E[token] for token in ids[b]])
        for i in range(5):
            O[b, i] = softmax(np.array([X[i] @ X[j] for j in range(i + 1)])) @ X[: i + 1]
            G[ids[b, i]] += X[i]
    wanted("O", O)
    wanted("turned", [[[E[token, c] for token in row] for c in range(4)] for row in ids])
    wanted("G", G)


for notebook in (window, top_k, dropout, shaw, t5, rope, linear, cache, alibi, padded, sampling,
                 generation, twelve_layers, puzzles, picked_in_batches):
    notebook()
