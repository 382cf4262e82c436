# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Llama's form once more in NumPy, token by token as llama2.c's run.c goes, and the two files that llama2.c reads."""
import numpy as np

SIZES = {"dim": 64, "hidden": 172, "layers": 5, "heads": 8, "kv_heads": 4, "vocabulary": 512, "places": 512}


def shapes(sizes):
    """The arrays in the order of the file."""
    d, hidden, layers = sizes["dim"], sizes["hidden"], sizes["layers"]
    size = d // sizes["heads"]
    kv = size * sizes["kv_heads"]
    return {
        "token_embedding_table": (sizes["vocabulary"], d),
        "rms_att_weight": (layers, d),
        "wq": (layers, d, d),
        "wk": (layers, kv, d),
        "wv": (layers, kv, d),
        "wo": (layers, d, d),
        "rms_ffn_weight": (layers, d),
        "w1": (layers, hidden, d),
        "w2": (layers, d, hidden),
        "w3": (layers, hidden, d),
        "rms_final_weight": (d,),
        "freq_cis_real": (sizes["places"], size // 2),
        "freq_cis_imag": (sizes["places"], size // 2),
    }


def make(seed, sizes):
    """A checkpoint of chance."""
    random = np.random.default_rng(seed)
    return {
        name: ((1.0 if name.startswith("rms") else 0.0) + 0.2 * random.normal(size=shape)).astype("<f4")
        for name, shape in shapes(sizes).items()
    }


def write(path, sizes, arrays):
    with open(path, "wb") as file:
        file.write(np.array(list(sizes.values()), "<i4").tobytes())
        for array in arrays.values():
            file.write(array.tobytes())


def write_tokens(path, tokens):
    """Scores fall with the place."""
    with open(path, "wb") as file:
        file.write(np.int32(max(len(token.encode()) for token in tokens)).tobytes())
        for at, token in enumerate(tokens):
            raw = token.encode()
            file.write(np.float32(-at).tobytes() + np.int32(len(raw)).tobytes() + raw)


def read(path):
    """The sizes and the arrays of a file whose last layer is its first table."""
    raw = path.read_bytes()
    sizes = dict(zip(SIZES, np.frombuffer(raw, "<i4", 7).tolist()))
    arrays, at = {}, 28
    for name, shape in shapes(sizes).items():
        arrays[name] = np.frombuffer(raw, "<f4", np.prod(shape), at).reshape(shape)
        at += arrays[name].nbytes
    return sizes, arrays


def read_tokens(path, count):
    """Its COUNT tokens and their scores."""
    raw, tokens, scores, at = path.read_bytes(), [], [], 4
    for _ in range(count):
        scores.append(np.frombuffer(raw, "<f4", 1, at)[0])
        end = at + 8 + np.frombuffer(raw, "<i4", 1, at + 4)[0]
        tokens.append(raw[at + 8 : end].decode())
        at = end
    return tokens, scores


def rmsnorm(x, weight):
    return weight * x / np.sqrt((x * x).mean() + 1e-5)


def turned(x, place, size):
    """Pairs of neighbours as complex numbers, each head alike."""
    pairs = x[0::2] + 1j * x[1::2]
    angles = place * 10000.0 ** -(np.arange(0, len(x), 2) % size / size)
    pairs = pairs * np.exp(1j * angles)
    return np.stack([pairs.real, pairs.imag], -1).ravel()


def forward(arrays, sizes, ids):
    """The maps of each layer, and the logits of the last place."""
    w = {name: array.astype(float) for name, array in arrays.items()}
    size, shared = sizes["dim"] // sizes["heads"], sizes["heads"] // sizes["kv_heads"]
    maps = np.zeros((sizes["layers"], sizes["heads"], len(ids), len(ids)))
    keys, values = ([[] for _ in range(sizes["layers"])] for _ in range(2))
    for place, token in enumerate(ids):
        x = w["token_embedding_table"][token]
        for i in range(sizes["layers"]):
            n = rmsnorm(x, w["rms_att_weight"][i])
            query = turned(w["wq"][i] @ n, place, size)
            keys[i].append(turned(w["wk"][i] @ n, place, size))
            values[i].append(w["wv"][i] @ n)
            mixed = np.zeros(sizes["dim"])
            for head in range(sizes["heads"]):
                own, group = (slice(h * size, (h + 1) * size) for h in (head, head // shared))
                scores = np.array([query[own] @ key[group] for key in keys[i]]) / np.sqrt(size)
                share = np.exp(scores - scores.max())
                share /= share.sum()
                maps[i, head, place, : place + 1] = share
                mixed[own] = sum(a * value[group] for a, value in zip(share, values[i]))
            x = x + w["wo"][i] @ mixed
            n = rmsnorm(x, w["rms_ffn_weight"][i])
            gate = w["w1"][i] @ n
            x = x + w["w2"][i] @ (gate / (1 + np.exp(-gate)) * (w["w3"][i] @ n))
    return maps, w["token_embedding_table"] @ rmsnorm(x, w["rms_final_weight"])
