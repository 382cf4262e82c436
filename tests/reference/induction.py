#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The two layers of lessons/models/induction.qkv, once more in NumPy: the letters they learn from,
their forward pass and first steps of training, and what lesson 18 says they do.

    induction.py LESSONS          holds all of that; $QKV is the program; says what does not hold
    induction.py LESSONS letters  the lines they learn from; unread: some that they do not
    induction.py LESSONS 10 39    trains two layers, and one, from starts 10 to 39 (three minutes): a row
                                  each, as induction.txt keeps them and lesson 18 counts them
"""
import math
import sys
from pathlib import Path

import numpy as np
from trained import Random, by_qkv, flipped, hold_training, kept, mean, read_model, softmax, tell, values

LINES, SHIPPED, STEPS_20 = 1024, 22, "9d8137b6301f8a03"
LETTERS = "abcdefghijkl"
SHAPES = {
    "E": ((12, 12), 0.866),
    "P": ((16, 12), 0.866),
    "W_q": ((2, 12, 12), 0.5),
    "W_k": ((2, 12, 12), 0.5),
    "W_v": ((2, 12, 12), 0.5),
    "W_o": ((2, 12, 12), 0.5),
    "U": ((12, 12), 0.5),
}
BACK = np.tril(np.ones((16, 16), bool), -1)


def line(random):
    """Some letters in random order, each once; then pieces of that again, to 17 letters."""
    below, letters = random.below, list(range(12))
    for last in range(11, 0, -1):
        k = below(last + 1)
        letters[last], letters[k] = letters[k], letters[last]
    whole = letters[: 4 + below(9)]
    written = list(whole)
    while len(written) < 17:
        begin = below(len(whole) - 1)
        written += whole[begin : begin + 2 + below(5)]
    return written[:17]


def lines(count=LINES, seed=1):
    random = Random(seed)
    return np.array([line(random) for _ in range(count)])


def followed(lines):
    """A stack: 1 where an earlier place (column) holds the letter of this one (row). And the same,
    where also the same letter follows."""
    this, after = lines[:, :-1], lines[:, 1:]
    same = (this[:, :, None] == this[:, None, :]) & BACK
    return same, same & (after[:, :, None] == after[:, None, :])


def known(lines):
    """The places whose next letter always came after the letter that stands there."""
    same, alike = followed(lines)
    return alike.any(-1) & (same == alike).all(-1)


def forward(model, ids, off=None):
    """The attention of each layer, and the logits; the layer OFF adds nothing."""
    n = ids.shape[-1]
    X, maps = model["E"][ids] + model["P"][:n], []
    for layer, (q, k, v, o) in enumerate(zip(*(model[name] for name in ("W_q", "W_k", "W_v", "W_o"))), 1):
        A = softmax(X @ q @ flipped(X @ k) / math.sqrt(12) + np.triu(np.full((n, n), -np.inf), 1))
        X = X + (0 if layer == off else A @ (X @ v) @ o)
        maps.append(A)
    return maps, X @ model["U"]


def gradients(model, batch):
    """By hand, back through both layers."""
    batch = np.array(batch)
    ids, after, counted = batch[:, :-1], batch[:, 1:], known(batch)
    found = {name: np.zeros_like(model[name]) for name in SHAPES}
    X, kept = model["E"][ids] + model["P"], []
    for q, k, v, o in zip(*(model[name] for name in ("W_q", "W_k", "W_v", "W_o"))):
        A = softmax(X @ q @ flipped(X @ k) / math.sqrt(12) + np.triu(np.full((16, 16), -np.inf), 1))
        kept.append((X, A))
        X = X + A @ (X @ v) @ o
    d = softmax(X @ model["U"])
    np.put_along_axis(d, after[..., None], np.take_along_axis(d, after[..., None], -1) - 1, -1)
    d *= counted[..., None] / counted.sum()
    found["U"] = np.einsum("btd,btl->dl", X, d)
    d = d @ model["U"].T
    for layer in (1, 0):
        q, k, v, o = (model[name][layer] for name in ("W_q", "W_k", "W_v", "W_o"))
        X, A = kept[layer]
        d_mix = d @ o.T
        d_scores = flipped(X @ v @ flipped(d_mix))
        d_scores = A * (d_scores - (d_scores * A).sum(-1, keepdims=True)) / math.sqrt(12)
        d_q, d_k, d_v = d_scores @ X @ k, flipped(d_scores) @ X @ q, flipped(A) @ d_mix
        for name, left, right in (("W_q", X, d_q), ("W_k", X, d_k), ("W_v", X, d_v), ("W_o", A @ X @ v, d)):
            found[name][layer] = np.einsum("btd,bte->de", left, right)
        d = d + d_q @ q.T + d_k @ k.T + d_v @ v.T
    found["P"] = d.sum(0)
    np.add.at(found["E"], ids, d)
    return found


def right(model, lines, off=None):
    """The share of the known letters that the model says."""
    said = forward(model, lines[:, :-1], off)[1].argmax(-1)
    return mean((said == lines[:, 1:])[known(lines)])


def looks(model, lines):
    """How much of its attention layer 1 gives to the place before, in the first piece where layer 2 needs
    it; and layer 2 to what followed the same letter before."""
    (one, two), _ = forward(model, lines[:, :-1])
    asks, (_, alike) = known(lines), followed(lines)
    follows = np.zeros_like(alike)
    follows[:, :, 1:] = alike[:, :, :-1] & asks[:, :, None]
    first = follows & (follows.cumsum(-1) == 1)
    needed = first.any(1)[:, 1:]
    return mean(one[:, np.arange(1, 16), np.arange(15)][needed]), mean((two * follows).sum(-1)[asks])


def tried():
    """Lines that are not learned from."""
    return lines(500, seed=2)


def figures(model, lines):
    """What is right; how much layer 1 gives to the place before, and layer 2 to what followed; what is
    right without layer 1, and without layer 2."""
    return np.round([right(model, lines), *looks(model, lines), right(model, lines, 1), right(model, lines, 2)], 4)


def count_starts(notebook, first, last):
    """And last in each row, what is right where one layer was trained alone."""
    for start in range(first, last + 1):
        one = read_model(by_qkv(notebook, start, edit=("uniform(2", "uniform(1")))
        two = figures(read_model(by_qkv(notebook, start)), tried())
        print(start, *two, np.round(right(one, tried()), 4), flush=True)


def held(lessons):
    for name, text in texts().items():
        listed = (Path(lessons) / f"models/{name}.txt").read_text(encoding="utf-8")
        yield listed == text, f"{name}.txt is the generator's"
    notebook = Path(lessons) / "models/induction.qkv"
    yield from hold_training(notebook, SHIPPED, SHAPES, gradients, list(lines()), 32, STEPS_20)
    model = read_model(notebook.with_suffix(".safetensors").read_bytes())
    off = abs(figures(model, tried()) - kept("induction")[SHIPPED][:-1]).max()
    yield off < 1e-4, f"induction.txt has the figures of the one that ships (they differ by {off:.1g})"


    for line in ("f l i c k e d f l i", "b a d g e b a d g"):
        told = values(f"{lessons}/18-what-came-before.md", "-c", f's = "{line}"', "--name", "A_1,A_2,says")
        maps, logits = forward(model, np.array([LETTERS.index(letter) for letter in line.split()]))
        ours = {"A_1": maps[0], "A_2": maps[1], "says": softmax(logits[-1:])}
        off = max(abs(told[name] - ours[name]).max() for name in ours)
        yield off < 1e-12, f"{line}: A_1, A_2 and says are NumPy's (they differ by {off:.1g})"


def texts():
    """The files beside the model."""
    found = {"letters": lines(), "unread": tried()[:100]}
    return {
        name: "".join(" ".join(LETTERS[letter] for letter in line) + "\n" for line in listed)
        for name, listed in found.items()
    }


def main(lessons, *what):
    if what and what[0] in texts():
        print(texts()[what[0]], end="")
        return 0
    if what:
        count_starts(Path(lessons) / "models/induction.qkv", *map(int, what))
        return 0
    return tell(held(lessons))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
