#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The language model of lessons/models/agreement.qkv, once more in NumPy: its grammar and sentences,
its forward pass and first steps of training, and what the lessons say it does.

    agreement.py LESSONS            holds all of that; $QKV is the program; says what does not hold
    agreement.py LESSONS sentences  the sentences it learns from
    agreement.py LESSONS 1 60       trains it from starts 1 to 60 and counts (some minutes)
"""
import json
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

MASK = 2**64 - 1
SENTENCES, SHIPPED = 1024, 42
NAMES = ["E", "P", "W_q", "W_k", "W_v", "W_o", "U"]
NOUNS = ["cat dog bird girl".split(), "cats dogs birds girls".split()]
SEEING = ["sees hears likes".split(), "see hear like".split()]  # verbs with an object
RUNNING = ["sleeps runs".split(), "sleep run".split()]  # verbs without
WORDS = "< the that . near".split() + NOUNS[0] + NOUNS[1] + SEEING[0] + SEEING[1] + RUNNING[0] + RUNNING[1]
PLACE = {word: place for place, word in enumerate(WORDS)}
SINGULAR, PLURAL = ([PLACE[word] for word in SEEING[n] + RUNNING[n]] for n in (0, 1))
KINDS = ["plain", "that the N V", "that V the N", "near the N"]
CLAUSES = KINDS[1:]


class Random:
    """splitmix64, as src/base/random.c has it."""

    def __init__(self, seed):
        self.state = seed

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, n):
        return ((self.bits() >> 32) * n) >> 32

    def uniform(self):
        return (self.bits() >> 11) / 2**53


# --- the grammar --------------------------------------------------------------------------------


def sentence(random):
    below, number = random.below, random.below(2)
    words = ["<", "the", NOUNS[number][below(4)]]
    kind = below(20)
    if kind < 7:
        other = below(2)
        words += ["that", "the", NOUNS[other][below(4)], SEEING[other][below(3)]]
    elif kind < 12:
        words += ["that", SEEING[number][below(3)], "the", NOUNS[below(2)][below(4)]]
    elif kind < 17:
        words += ["near", "the", NOUNS[below(2)][below(4)]]
    if below(2):
        words += [RUNNING[number][below(2)]]
    else:
        words += [SEEING[number][below(3)], "the", NOUNS[below(2)][below(4)]]
    return words + ["."]


def sentences():
    random = Random(1)
    return [sentence(random) for _ in range(SENTENCES)]


def contexts():
    """All that can stand before the main verb: kind, the subject's number and the other noun's, the
    words, the other noun's place (the subject's is 2) and the probability."""
    for n in (0, 1):
        for subject in NOUNS[n]:
            begin = ["<", "the", subject]
            yield "plain", n, n, begin, 2, 0.15 / 8
            for m in (0, 1):
                for noun in NOUNS[m]:
                    for verb in SEEING[m]:
                        yield CLAUSES[0], n, m, [*begin, "that", "the", noun, verb], 5, 0.35 / 192
                    for verb in SEEING[n]:
                        yield CLAUSES[1], n, m, [*begin, "that", verb, "the", noun], 6, 0.25 / 192
                    yield CLAUSES[2], n, m, [*begin, "near", "the", noun], 5, 0.25 / 64


def all_sentences():
    for _, n, _, words, _, chance in contexts():
        for verb in RUNNING[n]:
            yield [*words, verb, "."], chance / 4
        for verb in SEEING[n]:
            for noun in NOUNS[0] + NOUNS[1]:
                yield [*words, verb, "the", noun, "."], chance / 48


# --- the forward pass ---------------------------------------------------------------------------


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def read_model(path):
    data = Path(path).read_bytes()
    size = int.from_bytes(data[:8], "little")
    arrays, numbers = json.loads(data[8 : 8 + size]), data[8 + size :]
    return {
        name: np.frombuffer(numbers[slice(*arrays[name]["data_offsets"])], "<f8").reshape(arrays[name]["shape"])
        for name in NAMES
    }


def forward(model, ids, look=None):
    """Attention and logits of each place; LOOK is put in place of the last word's attention."""
    E, P, W_q, W_k, W_v, W_o, U = (model[name] for name in NAMES)
    n = ids.shape[-1]
    X = E[ids] + P[:n]
    S = X @ W_q @ (X @ W_k).swapaxes(-1, -2) / math.sqrt(8) + np.triu(np.full((n, n), -np.inf), 1)
    A = softmax(S)
    if look is not None:
        A[..., -1, :] = look
    return A, (X + A @ (X @ W_v) @ W_o) @ U


def ids_of(words):
    return np.array([PLACE[word] for word in words])


def chosen(model, words, look=None):
    """What the last word attends to, and the number of the verbs that are likelier in all to follow."""
    A, logits = forward(model, ids_of(words), look)
    p = softmax(logits[-1])
    return A[-1], int(p[PLURAL].sum() > p[SINGULAR].sum())


def surprise(model):
    """The mean surprise at a word, over all sentences with their probabilities."""
    by_length, total, places = {}, 0, 0
    for words, chance in all_sentences():
        by_length.setdefault(len(words), []).append((ids_of(words), chance))
    for alike in by_length.values():
        ids, chances = (np.array(column) for column in zip(*alike))
        p = softmax(forward(model, ids[:, :-1])[1])
        right = np.take_along_axis(p, ids[:, 1:, None], 2)[..., 0]
        total -= (np.log(right).sum(1) * chances).sum()
        places += chances.sum() * right.shape[1]
    return total / places


def own_surprise():
    """The same for one who knows the grammar: its entropy, a word."""
    total = sum(-chance * math.log(chance) for _, chance in all_sentences())
    return total / sum(chance * (len(words) - 1) for words, chance in all_sentences())


def mean(values):
    return float(np.mean(values))


def measure(model):
    """By kind: how many are right, the head's mean and least share on the subject; where the numbers of
    the nouns differ, how many are right with the head off, and turned onto either noun."""
    found = {kind: {"right": [], "subject": [], "off": [], "near": [], "turned": []} for kind in KINDS}
    for kind, n, m, words, noun, _ in contexts():
        one, at = found[kind], np.eye(len(words))
        look, says = chosen(model, words)
        one["right"].append(says == n)
        one["subject"].append(look[2])
        if kind != "plain":
            one["turned"].append(chosen(model, words, at[2])[1] == n)
        if n != m:
            one["near"].append(chosen(model, words, at[noun])[1] == m)
            one["off"].append(chosen(model, words, 0 * at[2])[1] == n)
    return found


def unseen():
    """The contexts that no sentence of the list begins with."""
    begun = {" ".join(words[:end]) for words in sentences() for end in range(3, 8)}
    return [(n, words) for _, n, _, words, _, _ in contexts() if " ".join(words) not in begun]


# --- the training -------------------------------------------------------------------------------


def seed_of(start, which):
    return 100 * start + which


def begin(start):
    sizes = [(23, 8), (12, 8), (8, 8), (8, 8), (8, 8), (8, 8), (8, 23)]
    ends = [0.1732, 0.1732, 0.1837, 0.1837, 0.0551, 0.0551, 0.1837]
    model = {}
    for which, (name, size, end) in enumerate(zip(NAMES, sizes, ends), 1):
        random = Random(seed_of(start, which))
        drawn = [-end + 2 * end * random.uniform() for _ in range(size[0] * size[1])]
        model[name] = np.array(drawn).reshape(size)
    return model


def shuffled(random, count):
    order = []
    for i in range(count):
        order.append(i)
        k = int(random.uniform() * (i + 1))
        order[i], order[k] = order[k], i
    return order


def gradients(model, batch):
    """By hand. A batch is padded to ten places; a place that is not there has no target."""
    E, P, W_q, W_k, W_v, W_o, U = (model[name] for name in NAMES)
    found = {name: np.zeros_like(model[name]) for name in NAMES}
    counted = sum(len(words) - 1 for words in batch)
    for words in batch:
        ids = ids_of(words)
        n, given = len(ids) - 1, ids[:-1]
        X = E[given] + P[:n]
        A, logits = forward(model, given)
        V = X @ W_v
        H = X + A @ V @ W_o
        dL = softmax(logits)
        dL[np.arange(n), ids[1:]] -= 1
        dL /= counted
        dH = dL @ U.T
        dA = dH @ W_o.T @ V.T
        dV = A.T @ dH @ W_o.T
        dS = A * (dA - (dA * A).sum(-1, keepdims=True)) / math.sqrt(8)
        Q, K = X @ W_q, X @ W_k
        found["U"] += H.T @ dL
        found["W_o"] += (A @ V).T @ dH
        found["W_v"] += X.T @ dV
        found["W_q"] += X.T @ dS @ K
        found["W_k"] += X.T @ dS.T @ Q
        dX = dH + dV @ W_v.T + dS @ K @ W_q.T + dS.T @ Q @ W_k.T
        found["P"][:n] += dX
        np.add.at(found["E"], given, dX)
    return found


def train(model, steps, rate, size, seed):
    texts, random = sentences(), Random(seed)
    order, m, v = [], {}, {}
    for t in range(1, steps + 1):
        if len(order) < size:
            order = shuffled(random, len(texts))
        batch, order = [texts[i] for i in order[:size]], order[size:]
        for name, g in gradients(model, batch).items():
            m[name] = 0.9 * m.get(name, 0) + 0.1 * g
            v[name] = 0.999 * v.get(name, 0) + 0.001 * g * g
            model[name] = model[name] - rate * m[name] / (1 - 0.9**t) / (np.sqrt(v[name] / (1 - 0.999**t)) + 1e-8)
    return model


def trained_by_qkv(lessons, folder, start=SHIPPED, steps=None):
    """The model as the program makes it, from START; STEPS: these of the first training alone."""
    notebook = (Path(lessons) / "models/agreement.qkv").read_text(encoding="utf-8")
    notebook = re.sub(rf"seed={SHIPPED}(\d\d)", lambda seed: f"seed={seed_of(start, int(seed[1]))}", notebook)
    if steps:
        first = re.search(r"^train .*$", notebook, re.M)
        notebook = notebook[: first.start()] + re.sub(r"steps=\d+", f"steps={steps}", first[0])
    shutil.copy(Path(lessons) / "models/sentences.txt", folder)
    (Path(folder) / "model.qkv").write_text(notebook, encoding="utf-8")
    path = Path(folder) / "model.safetensors"
    run("values", f"{folder}/model.qkv", "--name", ",".join(NAMES), "--format", "safetensors", "-o", str(path))
    return read_model(path)


def run(*arguments):
    done = subprocess.run([os.environ["QKV"], *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- what has to hold ---------------------------------------------------------------------------


def differs(ours, theirs):
    return max(float(abs(ours[name] - theirs[name]).max()) for name in NAMES)


def hold_training(lessons):
    listed = (Path(lessons) / "models/sentences.txt").read_text(encoding="utf-8")
    yield listed == "".join(" ".join(words) + "\n" for words in sentences()), "sentences.txt is the generator's"
    with tempfile.TemporaryDirectory() as folder:
        model = trained_by_qkv(lessons, folder, steps=20)
    off = differs(train(begin(SHIPPED), 20, 0.02, 64, seed_of(SHIPPED, 11)), model)
    yield off < 1e-9, f"after 20 steps the numbers are NumPy's (they differ by {off:.1g})"


def hold_forward(lessons, model):
    """The lesson's `look` and `choice` are NumPy's."""
    for words in ("< the cats near the dog", "< the girl that the birds hear", "< the dogs that like the cat"):
        told = run("values", f"{lessons}/00-look-back.md", "-c", f's = "{words}"', "--name", "look,choice", "--format", "json")
        told = {name: np.array(value["value"][0]) for name, value in json.loads(told)["values"].items()}
        A, logits = forward(model, ids_of(words.split()))
        two = softmax(logits[-1, [PLACE["runs"], PLACE["run"]]])
        off = max(abs(told["look"] - A[-1]).max(), abs(told["choice"] - two).max())
        yield off < 1e-12, f"{words}: look and choice are NumPy's (they differ by {off:.1g})"


def hold_measures(model):
    found = measure(model)
    counts = [len(found[kind]["right"]) for kind in KINDS]
    yield counts == [8, 192, 192, 64], f"there are 8, 192, 192 and 64 contexts, not {counts}"
    yield all(all(found[kind]["right"]) for kind in KINDS), "all 456 contexts are right"
    for n in (0, 1):
        yield all(chosen(model, words)[1] == n for number, words in unseen() if number == n), f"unseen, number {n}"
    yield len(unseen()) == 89, f"89 of them begin no sentence of the list, not {len(unseen())}"
    for kind, average, least, off in zip(CLAUSES, (0.99, 0.91, 0.94), (0.93, 0.61, 0.72), (0.5, 0, 0)):
        one = found[kind]
        yield abs(mean(one["subject"]) - average) < 0.005, f"{kind}: {average} goes to the subject"
        yield abs(min(one["subject"]) - least) < 0.005, f"{kind}: at least {least} goes to the subject"
        yield all(one["near"]), f"{kind}: turned onto the other noun every verb turns"
        yield all(one["turned"]), f"{kind}: turned onto the subject every verb is right"
        yield mean(one["off"]) == off, f"{kind}: switched off {off} are right where the numbers differ"
    yield abs(surprise(model) - 1.0573) < 5e-5, "the mean surprise is 1.0573"
    yield abs(own_surprise() - 1.0405) < 5e-5, "the grammar's own is 1.0405"


def count_starts(lessons, first, last):
    right = clear = clearest = 0
    for start in range(first, last + 1):
        with tempfile.TemporaryDirectory() as folder:
            model = trained_by_qkv(lessons, folder, start)
        found = measure(model)
        rights = [mean(found[kind]["right"]) for kind in KINDS]
        means = [mean(found[kind]["subject"]) for kind in CLAUSES]
        leasts = [min(found[kind]["subject"]) for kind in CLAUSES]
        right += min(rights) == 1
        clear += min(means) >= 0.6
        clearest += min(leasts) >= 0.6
        print(start, *np.round([*rights, *means, *leasts, surprise(model)], 4), flush=True)
    print(f"{right} are right in all contexts; {clear} give the subject .6 in the mean, {clearest} always")


def main(lessons, *what):
    if what == ("sentences",):
        print("\n".join(" ".join(words) for words in sentences()))
        return 0
    if what:
        count_starts(lessons, *map(int, what))
        return 0
    model = read_model(Path(lessons) / "models/agreement.safetensors")
    held = [*hold_training(lessons), *hold_forward(lessons, model), *hold_measures(model)]
    print("\n".join(f"not so: {claim}" for good, claim in held if not good))
    return 0 if all(good for good, _ in held) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
