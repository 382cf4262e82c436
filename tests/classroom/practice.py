# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The sums of the course's drills, computed again by NumPy: each has one answer, of three decimals at most, and none
comes twice in a sitting. QKV_HARD=1 takes a hundred sittings of a hundred sums instead of three."""
import ast
import os
import re
import subprocess

import numpy as np

QKV = os.environ["QKV"]
LESSONS = ["1", "4", "10", "11"]


def softmax(scores):
    e = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def head(matrix, index):
    return matrix[:, 2 * index:2 * index + 2]


# By the ids of the drills.
ANSWERS = {
    "query-entry": lambda v: [(v["X"] @ v["W_q"])[0, 1]],
    "score": lambda v: [(v["Q"] @ v["K"].T)[0, 1]],
    "output-entry": lambda v: [(softmax(v["w"]) @ v["V"])[0, 0]],
    "softmax-row": lambda v: softmax(v["S"])[0],
    "masked-row": lambda v: [*softmax(v["S"][1:2, :2])[0], 0],
    "head-score": lambda v: [head(v["Q"], 1)[0] @ head(v["K"], 1)[1]],
}


def run(*words):
    return subprocess.run([QKV, *words], capture_output=True, text=True, check=True, stdin=subprocess.DEVNULL).stdout


def drills(lesson):
    name = next(name for name in os.listdir("lessons") if name.startswith(f"{int(lesson):02d}-"))
    with open(f"lessons/{name}", encoding="utf-8") as file:
        return re.findall(r"^```drill (\S+)", file.read(), re.M)


def sums(transcript):
    """(inputs, answer) of each page."""
    for page in re.split(r"^Page \d+ of \d+: ", transcript, flags=re.M)[1:]:
        inputs = dict(re.findall(r"^(\w+) = (\[\[.*\]\])   ", page, re.M))
        values = {name: np.array(ast.literal_eval(cells), float) for name, cells in inputs.items()}
        yield values, re.search(r"^Answer: (.*)$", page, re.M).group(1)


count = 0
for lesson in LESSONS:
    names = drills(lesson)
    for seed in range(25 if os.environ.get("QKV_HARD") else 1):
        seen = set()
        for number, (values, answer) in enumerate(sums(run("practice", lesson, "--seed", str(seed), "--plain"))):
            drill = names[number % len(names)]
            given = [float(word) for word in answer.split()]
            right = ANSWERS[drill](values)
            assert len(given) == len(right), (lesson, seed, number, answer)
            for a, b in zip(given, right):
                assert abs(a - b) <= 0.0005 + 1e-12, (lesson, seed, number, drill, answer, list(right))
            for word in answer.split():
                assert len(word.partition(".")[2]) <= 3, answer
            inputs = (drill, str(values))
            assert inputs not in seen, (lesson, seed, number, "again")
            seen.add(inputs)
            count += 1
assert count >= 400, count
# The printed keys of thirty seeds.
for seed in range(30):
    key = run("worksheet", "1", "--seed", str(seed), "--key")
    names = drills("1")
    for number, page in enumerate(re.split(r"^## Sum \d+$", key, flags=re.M)[1:]):
        inputs = dict(re.findall(r"^(\w+) = (\[\[.*\]\])$", page, re.M))
        values = {name: np.array(ast.literal_eval(cells), float) for name, cells in inputs.items()}
        answer = re.search(r"\*\*Answer \d+: (.*?)\*\*", page).group(1)
        right = ANSWERS[names[number % len(names)]](values)
        assert np.allclose([float(word) for word in answer.split()], right, atol=0.0005), (seed, number, answer)
again = [run("worksheet", "1", "--seed", "17", *key) for key in ((), ("--key",), ())]
assert again[0] == again[2] and again[0] != run("worksheet", "1", "--seed", "18"), "a seed is a sheet"
assert "Answer" not in again[0] and again[1].count("**Answer") == 8, again[1]
print(count, "sums")
