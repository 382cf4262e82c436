# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""What the models of lessons/models have in common: how qkv draws and trains, in NumPy, and how the
program is asked for the same."""
import hashlib
import json
import math
import os
import re
import shutil
import struct
import subprocess
import tempfile
from pathlib import Path

import numpy as np

MASK = 2**64 - 1
# Of exp(-i / 1024), as most C libraries round it. Where one rounds another way, digits part in training.
USUAL_EXP = "b2215eebdede3e69"


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


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def flipped(x):
    return x.swapaxes(-1, -2)


def mean(values):
    return float(np.mean(values))


def read_model(data):
    """The arrays of a safetensors file, from its bytes."""
    size = int.from_bytes(data[:8], "little")
    arrays, numbers = json.loads(data[8 : 8 + size]), data[8 + size :]
    return {
        name: np.frombuffer(numbers[slice(*array["data_offsets"])], "<f8").reshape(array["shape"])
        for name, array in arrays.items()
    }


# --- the training -------------------------------------------------------------------------------


def seed_of(start, which):
    return 100 * start + which


def begin(start, shapes):
    """The numbers that training begins with; SHAPES: a size and the ends of what is drawn, a name."""
    model = {}
    for which, (name, (size, end)) in enumerate(shapes.items(), 1):
        random = Random(seed_of(start, which))
        model[name] = np.array([-end + 2 * end * random.uniform() for _ in range(math.prod(size))]).reshape(size)
    return model


def shuffled(random, count):
    order = []
    for i in range(count):
        order.append(i)
        k = int(random.uniform() * (i + 1))
        order[i], order[k] = order[k], i
    return order


def adam(model, gradients, texts, steps, rate, size, seed):
    """Minibatches of SIZE texts; GRADIENTS(model, batch) has one for each name."""
    random, order, m, v = Random(seed), [], {}, {}
    for t in range(1, steps + 1):
        if len(order) < size:
            order = shuffled(random, len(texts))
        batch, order = [texts[i] for i in order[:size]], order[size:]
        for name, g in gradients(model, batch).items():
            m[name] = 0.9 * m.get(name, 0) + 0.1 * g
            v[name] = 0.999 * v.get(name, 0) + 0.001 * g * g
            model[name] = model[name] - rate * m[name] / (1 - 0.9**t) / (np.sqrt(v[name] / (1 - 0.999**t)) + 1e-8)
    return model


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def usual_exp():
    return digest(b"".join(struct.pack("<d", math.exp(-i / 1024)) for i in range(32768))) == USUAL_EXP


# --- the program --------------------------------------------------------------------------------


def run(*arguments):
    done = subprocess.run([os.environ["QKV"], *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def values(*arguments):
    told = json.loads(run("values", *arguments, "--format", "json"))
    return {name: np.array(value["value"]) for name, value in told["values"].items()}


def by_qkv(notebook, start=None, steps=None, edit=None):
    """The model that NOTEBOOK makes, as the bytes of its file; from another START; after STEPS of the
    first training alone; with its text EDITed, (from, to)."""
    text = Path(notebook).read_text(encoding="utf-8")
    first = re.search(r"^train (.*) minimise.*$", text, re.M)
    if steps:
        text = text[: first.start()] + re.sub(r"steps=\d+", f"steps={steps}", first[0])
    if start:
        text = re.sub(r"seed=\d+(\d\d)", lambda seed: f"seed={seed_of(start, int(seed[1]))}", text)
    if edit:
        assert edit[0] in text
        text = text.replace(*edit)
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(Path(notebook).parent / re.search(r"^load \w+ (.*)$", text, re.M)[1], folder)
        beside = Path(notebook).with_suffix("")
        if beside.is_dir():
            shutil.copytree(beside, Path(folder) / beside.name)
        (Path(folder) / "model.qkv").write_text(text, encoding="utf-8")
        made = f"{folder}/model.safetensors"
        run("values", f"{folder}/model.qkv", "--name", first[1].replace(" ", ","), "--format", "safetensors", "-o", made)
        return Path(made).read_bytes()


def hold_training(notebook, start, shapes, gradients, texts, size, after_20):
    """After 20 steps the program has NumPy's numbers, and its file is the same to the last bit; with
    QKV_HARD set so is the one that ships, after all of them."""
    data = by_qkv(notebook, steps=20)
    told, ours = read_model(data), adam(begin(start, shapes), gradients, texts, 20, 0.02, size, seed_of(start, 11))
    off = max(float(abs(ours[name] - told[name]).max()) for name in shapes)
    yield off < 1e-9, f"{notebook}: after 20 steps the numbers are NumPy's (they differ by {off:.1g})"
    if usual_exp():
        yield digest(data) == after_20, f"{notebook}: after 20 steps the file has the same bytes (now {digest(data)})"
        if os.environ.get("QKV_HARD"):
            yield by_qkv(notebook) == notebook.with_suffix(".safetensors").read_bytes(), f"{notebook} makes what ships"


def kept(name):
    """The rows of NAME.txt beside this file: what each start came to, by its number."""
    rows = [line.split() for line in (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines()]
    return {int(start): np.array(figures, float) for start, *figures in rows}


def tell(held):
    """Prints what does not hold; the exit code."""
    lost = [claim for good, claim in held if not good]
    print("\n".join(f"not so: {claim}" for claim in lost), end="\n" if lost else "")
    return 1 if lost else 0
