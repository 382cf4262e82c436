#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""GPT-2's form once more in NumPy (Radford et al. 2019; names and layout as in its model.safetensors): the forward
pass, checkpoints with random numbers, and what lessons/models/tiny.qkv and lesson 19 say of the small one.

    gpt2.py LESSONS        holds all of that; $QKV is the program; says what does not hold. The training and the
                           surprise at all sentences, seconds of NumPy's, with QKV_HARD alone
    gpt2.py LESSONS 1 20   trains the small one from starts 1 to 20 (some minutes): a row each, as gpt2.txt keeps
                           them: the least share right, whole, without head 1 of layer 2, without 2, without both;
                           and the surprise
"""
import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import agreement
import bpe
import numpy as np
from agreement import CLAUSES, KINDS
from trained import by_qkv, digest, kept, read_model, softmax, tell, usual_exp, values

HARD = bool(os.environ.get("QKV_HARD"))
SHIPPED, STEPS_20 = 2, "7558b72c8aaff3d5"
PLURAL, SINGULAR = (agreement.SEEING[n] + agreement.RUNNING[n] for n in (1, 0))


def read(path):
    """The arrays of a safetensors file, as doubles."""
    data = Path(path).read_bytes()
    size = int.from_bytes(data[:8], "little")
    header, numbers, kinds = json.loads(data[8 : 8 + size]), data[8 + size :], {"F64": "<f8", "F32": "<f4"}
    return {
        name: np.frombuffer(numbers[slice(*entry["data_offsets"])], kinds[entry["dtype"]])
        .reshape(entry["shape"])
        .astype(float)
        for name, entry in header.items()
        if name != "__metadata__"
    }


def write(path, arrays):
    """The same as float32."""
    header, place = {}, 0
    for name, array in arrays.items():
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [place, place + 4 * array.size]}
        place += 4 * array.size
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        for array in arrays.values():
            file.write(array.astype("<f4").tobytes())


def make(seed, layers, d, vocabulary, places):
    """A checkpoint of chance: embeddings, matrices and biases small, gains around 1."""
    random = np.random.default_rng(seed)

    def small(*shape):
        return (random.standard_normal(shape, dtype="f4") * np.float32(0.05)).astype("f4")

    made = {"wte.weight": small(vocabulary, d), "wpe.weight": small(places, d)}
    for i in range(layers):
        for norm in ("ln_1", "ln_2"):
            made |= {f"h.{i}.{norm}.weight": 1 + small(d), f"h.{i}.{norm}.bias": small(d)}
        sizes = {"attn.c_attn": (d, 3 * d), "attn.c_proj": (d, d), "mlp.c_fc": (d, 4 * d), "mlp.c_proj": (4 * d, d)}
        for name, shape in sizes.items():
            made |= {f"h.{i}.{name}.weight": small(*shape), f"h.{i}.{name}.bias": small(shape[1])}
    return made | {"ln_f.weight": 1 + small(d), "ln_f.bias": small(d)}


# --- the forward pass ---------------------------------------------------------------------------


def layernorm(model, name, x):
    x = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    return x * model[name + ".weight"] + model[name + ".bias"]


def linear(model, name, x):
    return x @ model[name + ".weight"] + model[name + ".bias"]


def gelu(x):
    return x / 2 * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))


def split(x, heads):
    return np.stack(np.split(x, heads, -1), -3)


def forward(model, ids, heads, off=(), places=slice(None)):
    """Of each layer its maps and what it hands on, and the logits of these PLACES. OFF: heads that give nothing, as
    (layer, head) from 0."""
    n = np.shape(ids)[-1]
    x, maps, states = model["wte.weight"][ids] + model["wpe.weight"][:n], [], []
    future = np.triu(np.full((n, n), -np.inf), 1)
    for i in range(sum(name.endswith("ln_1.bias") for name in model)):
        parts = np.split(linear(model, f"h.{i}.attn.c_attn", layernorm(model, f"h.{i}.ln_1", x)), 3, -1)
        q, k, v = (split(part, heads) for part in parts)
        A = softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + future)
        for layer, head in off:
            A[..., head, :, :] *= layer != i
        mixed = np.concatenate(np.moveaxis(A @ v, -3, 0), -1)
        x = x + linear(model, f"h.{i}.attn.c_proj", mixed)
        x = x + linear(model, f"h.{i}.mlp.c_proj", gelu(linear(model, f"h.{i}.mlp.c_fc", layernorm(model, f"h.{i}.ln_2", x))))
        maps.append(A)
        states.append(x)
    return maps, states, layernorm(model, "ln_f", x[..., places, :]) @ model["wte.weight"].T


# --- the way back ---------------------------------------------------------------------------------


def both(a, b):
    """The sum over all places of a's numbers times b's."""
    return a.reshape(-1, a.shape[-1]).T @ b.reshape(-1, b.shape[-1])


def norm_back(model, name, x, up, found):
    scale = 1 / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
    y = (x - x.mean(-1, keepdims=True)) * scale
    every = tuple(range(x.ndim - 1))
    found[name + ".weight"], found[name + ".bias"] = (up * y).sum(every), up.sum(every)
    up = up * model[name + ".weight"]
    return scale * (up - up.mean(-1, keepdims=True) - y * (up * y).mean(-1, keepdims=True))


def linear_back(model, name, x, up, found):
    found[name + ".weight"] = both(x, up)
    found[name + ".bias"] = up.sum(tuple(range(up.ndim - 1)))
    return up @ model[name + ".weight"].T


def gelu_back(x, up):
    c = np.sqrt(2 / np.pi)
    t = np.tanh(c * (x + 0.044715 * x**3))
    return up * ((1 + t) / 2 + x / 2 * (1 - t**2) * c * (1 + 3 * 0.044715 * x**2))


def attention(model, layer, x, heads):
    inner = layernorm(model, layer + "ln_1", x)
    q, k, v = (split(part, heads) for part in np.split(linear(model, layer + "attn.c_attn", inner), 3, -1))
    future = np.triu(np.full(x.shape[-2:-1] * 2, -np.inf), 1)
    return inner, q, k, v, softmax(q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1]) + future)


def looked(model, layer, x, heads):
    """What a layer adds to x by looking."""
    _, _, _, v, A = attention(model, layer, x, heads)
    return linear(model, layer + "attn.c_proj", np.concatenate(np.moveaxis(A @ v, -3, 0), -1))


def attention_back(model, layer, x, heads, up, found):
    inner, q, k, v, A = attention(model, layer, x, heads)
    scale = np.sqrt(q.shape[-1])
    up = split(linear_back(model, layer + "attn.c_proj", np.concatenate(np.moveaxis(A @ v, -3, 0), -1), up, found), heads)
    dA = up @ v.swapaxes(-1, -2)
    dS = A * (dA - (dA * A).sum(-1, keepdims=True)) / scale
    parts = [dS @ k, dS.swapaxes(-1, -2) @ q, A.swapaxes(-1, -2) @ up]
    up = np.concatenate([np.concatenate(np.moveaxis(part, -3, 0), -1) for part in parts], -1)
    return norm_back(model, layer + "ln_1", x, linear_back(model, layer + "attn.c_attn", inner, up, found), found)


def gradients(model, ids, wanted, heads):
    """Of the mean surprise at the tokens WANTED, texts x places; -1: none is."""
    _, states, logits = forward(model, ids, heads)
    states, found = [model["wte.weight"][ids] + model["wpe.weight"][: ids.shape[1]], *states], {}
    up = np.where(wanted[..., None] < 0, 0, softmax(logits) - np.eye(logits.shape[-1])[wanted]) / (wanted >= 0).sum()
    tied = both(up, layernorm(model, "ln_f", states[-1]))
    up = norm_back(model, "ln_f", states[-1], up @ model["wte.weight"], found)
    for i, x in reversed(list(enumerate(states[:-1]))):
        layer = f"h.{i}."
        y = x + looked(model, layer, x, heads)
        inner = layernorm(model, layer + "ln_2", y)
        wide = linear(model, layer + "mlp.c_fc", inner)
        back = gelu_back(wide, linear_back(model, layer + "mlp.c_proj", gelu(wide), up, found))
        up = up + norm_back(model, layer + "ln_2", y, linear_back(model, layer + "mlp.c_fc", inner, back, found), found)
        up = up + attention_back(model, layer, x, heads, up, found)
    np.add.at(tied, ids, up)
    found["wpe.weight"] = np.zeros_like(model["wpe.weight"])
    found["wpe.weight"][: ids.shape[1]] = up.sum(0)
    return found | {"wte.weight": tied}


# --- the small one ------------------------------------------------------------------------------


def words_of(lessons):
    return Path(lessons, "models/sentences.txt").read_text(encoding="utf-8")


def hold_vocabulary(lessons):
    merges = bpe.train(words_of(lessons), 1000)
    told = Path(lessons, "models/tiny/merges.txt").read_text(encoding="utf-8")
    yield told == "#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges), "merges.txt is what the sentences give"
    letters = sorted(bpe.LETTERS.items(), key=lambda pair: (ord(pair[1]) > 255, pair[0]))
    tokens = [*(letter for _, letter in letters), *(a + b for a, b in merges), "<|endoftext|>"]
    told = json.loads(Path(lessons, "models/tiny/vocab.json").read_text(encoding="utf-8"))
    yield told == {token: at for at, token in enumerate(tokens)}, "vocab.json has the bytes, the merges and the end"
    yield len(tokens) == 303 and len(merges) == 46, "303 tokens, 46 merges"


class Small:
    def __init__(self, lessons, model):
        self.places = json.loads(Path(lessons, "models/tiny/vocab.json").read_text(encoding="utf-8"))
        self.model = model

    def ids(self, words):
        return [self.places[word if at == 0 else "Ġ" + word] for at, word in enumerate(words)]

    def likely(self, ids, off=()):
        """How likely a verb for many comes next, and one for one."""
        p = softmax(forward(self.model, ids, 2, off)[2][..., -1, :])
        return [sum(p[..., self.places["Ġ" + verb]] for verb in verbs) for verbs in (PLURAL, SINGULAR)]

    def right(self, off=()):
        """By kind, the share of contexts whose verb agrees."""
        found = {}
        for kind in KINDS:
            listed = [(n, self.ids(words)) for of, n, _, words, _, _ in agreement.contexts() if of == kind]
            numbers, ids = (np.array(column) for column in zip(*listed))
            plural, singular = self.likely(ids, off)
            found[kind] = float(np.mean((plural > singular) == numbers))
        return found

    def looks(self, head, many):
        """The shares that the head of layer 2 gives the subject in the clauses, of ONE or MANY."""
        return [
            forward(self.model, self.ids(words), 2)[0][1][head][-1, 2]
            for kind, n, _, words, _, _ in agreement.contexts()
            if kind in CLAUSES and n in many
        ]

    def surprise(self):
        """The mean surprise at a token, over all sentences with their probabilities."""
        by_length, total, places = {}, 0, 0
        for words, chance in agreement.all_sentences():
            by_length.setdefault(len(words), []).append((self.ids(words), chance))
        for alike in by_length.values():
            ids, chances = (np.array(column) for column in zip(*alike))
            p = softmax(forward(self.model, ids[:, :-1], 2)[2])
            right = np.take_along_axis(p, ids[:, 1:, None], 2)[..., 0]
            total -= (np.log(right).sum(1) * chances).sum()
            places += chances.sum() * right.shape[1]
        return total / places


def hold_small(lessons):
    small = Small(lessons, read(Path(lessons, "models/tiny/model.safetensors")))
    yield sum(array.size for array in small.model.values()) == 11632, "it has 11,632 numbers"
    yield set(small.right().values()) == {1.0}, "all 456 contexts are right"
    yield not HARD or abs(small.surprise() - 1.0542) < 5e-5, "the mean surprise is 1.0542"
    yield min(small.looks(0, (0, 1))) > 0.84, "head 1 of layer 2 gives the subject .84 at least"
    yield min(small.looks(1, (1,))) > 0.99, "head 2 does so where there are many"
    yield max(small.looks(1, (0,))) < 0.275, "and gives a subject of one .27 at most"
    for one in (0, 1):
        yield min(small.right([(1, one)]).values()) > 0.98, f"without head {one + 1} of layer 2 nearly all are right"
    yield max(small.right([(1, 0), (1, 1)])[kind] for kind in CLAUSES) < 0.7, "without both it guesses"


def own_names(notebook):
    """What the notebook's names are in the file, as its comment says."""
    found = re.findall(r"(\S+)=(\S+)", " ".join(re.findall(r"^# as (.*)$", notebook.read_text(encoding="utf-8"), re.M)))
    return dict(found)


def renamed(model, names):
    """What is under the notebook's names under GPT-2's."""
    made = {}
    for name, own in names.items():
        layers = model[name] if "{i}" in own else [model[name]]
        made |= {own.replace("{i}", str(i)): layer[0] if len(layer) == 1 else layer for i, layer in enumerate(layers)}
    return made


def row(small):
    told = [min(small.right(off).values()) for off in ((), [(1, 0)], [(1, 1)], [(1, 0), (1, 1)])]
    return np.round([*told, small.surprise()], 4)


def count_starts(lessons, first, last):
    notebook = Path(lessons, "models/tiny.qkv")
    for start in range(first, last + 1):
        model = read_model(by_qkv(notebook, start))
        print(start, *row(Small(lessons, renamed(model, own_names(notebook)))), flush=True)


def hold_training(lessons):
    notebook = Path(lessons, "models/tiny.qkv")
    if HARD and usual_exp():
        data = by_qkv(notebook, steps=20)
        yield digest(data) == STEPS_20, f"{notebook}: after 20 steps the file has the same bytes (now {digest(data)})"
        made = renamed(read_model(by_qkv(notebook)), own_names(notebook))
        shipped = read(Path(lessons, "models/tiny/model.safetensors"))
        same = made.keys() == shipped.keys() and all((made[name] == shipped[name]).all() for name in made)
        yield same, f"{notebook} makes what ships"


def hold_gradients(lessons):
    """The slopes that the small one learns by are those worked out by hand above, on its first numbers."""
    notebook = Path(lessons, "models/tiny.qkv")
    names = own_names(notebook)
    lines = sorted(words_of(lessons).splitlines(), key=len)[::128]
    text = re.sub(r"^train .*\n", "", notebook.read_text(encoding="utf-8"), flags=re.M)
    text = text.replace("load S sentences.txt", "S = [" + ", ".join(f'"{line}"' for line in lines) + "]")
    longest = max(len(line.split()) for line in lines)
    text = text.replace("1:10", f"1:{longest - 1}").replace("2:11", f"2:{longest}").replace("causal(10)", f"causal({longest - 1})")
    text = text.replace("* 10 /", f"* {longest - 1} /") + "".join(f"d_{name} = grad(loss, {name})\n" for name in names)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(Path(lessons, "models/tiny"), Path(folder, "tiny"))
        Path(folder, "model.qkv").write_text(text, encoding="utf-8")
        told = values(f"{folder}/model.qkv", "--name", ",".join([*names, *(f"d_{name}" for name in names)]))
    model = renamed({name: told[name] for name in names}, names)
    slopes = renamed({name: told["d_" + name] for name in names}, names)
    small = Small(lessons, model)
    ids = np.full((len(lines), longest), -1)
    for at, line in enumerate(lines):
        ids[at, : len(line.split())] = small.ids(line.split())
    ours = gradients(model, np.maximum(ids[:, :-1], 0), ids[:, 1:], 2)
    off = max(abs(ours[name] - slopes[name]).max() / max(1e-3, abs(ours[name]).max()) for name in ours)
    yield len(ours) == len(slopes) == 28, "each of its arrays has a slope"
    yield off < 1e-10, f"{notebook}: the slopes are those by hand (they differ by {off:.1g})"


def hold_starts(lessons):
    """What lesson 19 counts over the starts."""
    rows = kept("gpt2")
    yield list(rows) == list(range(1, 21)), "there are twenty starts"
    yield sum(figures[3] == 1 for figures in rows.values()) == 4, "four make no mistake without layer 2"
    clear = [start for start, figures in rows.items() if min(figures[1:3]) >= 0.98 and figures[3] < 0.6]
    yield clear == [SHIPPED], f"the one that ships is the clearest, not {clear}"
    yield all(figures[0] == 1 for figures in rows.values()), "all are right everywhere"
    if HARD:
        shipped = row(Small(lessons, read(Path(lessons, "models/tiny/model.safetensors"))))
        yield (rows[SHIPPED] == shipped).all(), f"gpt2.txt has the row of the one that ships, {shipped}"


def hold_lesson(lessons):
    """What lesson 19 shows is NumPy's: as it is at its end, and each number that it says."""
    small = Small(lessons, read(Path(lessons, "models/tiny/model.safetensors")))
    cats, cat = (small.ids(words.split()) for words in ("< the cats near the dog", "< the cat near the dogs"))
    maps, states, logits = forward(small.model, cats, 2)
    told = values(f"{lessons}/19-a-model-you-know.md", "--name", "p,maps_2,H")
    for name, ours in (("p", softmax(logits[-1:])), ("maps_2", maps[1]), ("H", states[1])):
        off = abs(told[name] - ours).max()
        yield off < 1e-12, f"{name} is NumPy's (they differ by {off:.1g})"
    text = Path(lessons, "19-a-model-you-know.md").read_text(encoding="utf-8")
    p, other = softmax(logits[-1]), forward(small.model, cat, 2)[0][1]
    edited = dict(small.model)
    edited["h.1.attn.c_proj.weight"] = edited["h.1.attn.c_proj.weight"].copy()
    edited["h.1.attn.c_proj.weight"][0, 0] = 3
    after = forward(edited, cats, 2)
    yield (abs(after[1][1] - states[1]).max(1) > 0.01).all() and (after[1][0] == states[0]).all(), "all rows of layer 2 move"
    for said, ours in {
        'says[1,"Ġlike"] = {:.3f}': p[small.places["Ġlike"]],
        'says[1,"Ġrun"] = {:.3f}': p[small.places["Ġrun"]],
        "expect many = {:.3f}": small.likely(cats)[0],
        "expect one = {:.3f}": small.likely(cats)[1],
        'expect maps_2[1,"Ġdogs","Ġcat"] = {:.2f}': other[0][-1, 2],
        'expect maps_2[2,"Ġdogs",2] = {:.2f}': other[1][-1, 1],
        'expect one = {:.3f}\nshow maps_2\n': small.likely(cat)[1],
        "expect many = {:.3f}\nexpect maps_2[1": small.likely(cats, [(1, 0)])[0],
        "expect many = {:.2f}\nexpect one": small.likely(cats, [(1, 0), (1, 1)])[0],
        "expect one = {:.2f}\nshow maps_2 many": small.likely(cats, [(1, 0), (1, 1)])[1],
        'expect H.1["Ġdog",1] = {:.3f}': states[0][-1, 0],
        'expect H.2["Ġdog",1] = {:.3f}\nshow': states[1][-1, 0],
        'expect H.2["Ġdog",1] = {:.3f}\nexpect': after[1][1][-1, 0],
        "*dog*: {:.2f}".replace("0.", "."): maps[0][0][-1, 2],
        "many = {:.3f}\nshow H.2": Small(lessons, edited).likely(cats)[0],
    }.items():
        said = said.format(ours)
        yield said in text or said.replace(": 0.", ": .") in text, f"lesson 19 says {said}"


def main(lessons, *starts):
    if starts:
        count_starts(lessons, *map(int, starts))
        return 0
    holds = (hold_vocabulary, hold_gradients, hold_training, hold_small, hold_starts, hold_lesson)
    return tell(claim for hold in holds for claim in hold(lessons))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
