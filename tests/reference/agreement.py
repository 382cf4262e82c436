#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The language model of lessons/models/agreement.qkv, once more in NumPy: its grammar and sentences,
its forward pass and first steps of training, and what the lessons say it does.

    agreement.py LESSONS            holds all of that; $QKV is the program; says what does not hold
    agreement.py LESSONS sentences  the sentences it learns from
    agreement.py LESSONS near-n     what can stand before the main verb; plain, that-n-v, that-v-n likewise
    agreement.py LESSONS 1 60       trains it from starts 1 to 60 (some minutes): a row each, as
                                    agreement.txt keeps them and the lessons count them
"""
import math
import sys
from pathlib import Path

import numpy as np
from trained import Random, by_qkv, hold_training, kept, mean, read_model, softmax, tell, values

SENTENCES, SHIPPED, STEPS_20 = 1024, 42, "2c3544e4e46184bb"
SHAPES = {
    "E": ((23, 8), 0.1732),
    "P": ((12, 8), 0.1732),
    "W_q": ((8, 8), 0.1837),
    "W_k": ((8, 8), 0.1837),
    "W_v": ((8, 8), 0.0551),
    "W_o": ((8, 8), 0.0551),
    "U": ((8, 23), 0.1837),
}
NAMES = list(SHAPES)
NOUNS = ["cat dog bird girl".split(), "cats dogs birds girls".split()]
SEEING = ["sees hears likes".split(), "see hear like".split()]  # verbs with an object
RUNNING = ["sleeps runs".split(), "sleep run".split()]  # verbs without
WORDS = "< the that . near".split() + NOUNS[0] + NOUNS[1] + SEEING[0] + SEEING[1] + RUNNING[0] + RUNNING[1]
PLACE = {word: place for place, word in enumerate(WORDS)}
SINGULAR, PLURAL = ([PLACE[word] for word in SEEING[n] + RUNNING[n]] for n in (0, 1))
KINDS = ["plain", "that the N V", "that V the N", "near the N"]
CLAUSES = KINDS[1:]


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


def texts():
    """The files beside the model: its sentences, and a file for each kind of context. There singular
    subjects come first, and for each number the singular nouns."""
    found = {"sentences": sentences()}
    for kind in KINDS:
        alike = sorted((one for one in contexts() if one[0] == kind), key=lambda one: one[1:3])
        found[kind.lower().replace(" the ", " ").replace(" ", "-")] = [one[3] for one in alike]
    return {name: "".join(" ".join(words) + "\n" for words in listed) for name, listed in found.items()}


def all_sentences():
    for _, n, _, words, _, chance in contexts():
        for verb in RUNNING[n]:
            yield [*words, verb, "."], chance / 4
        for verb in SEEING[n]:
            for noun in NOUNS[0] + NOUNS[1]:
                yield [*words, verb, "the", noun, "."], chance / 48


# --- the forward pass ---------------------------------------------------------------------------


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


def measure(model):
    """By kind: how many are right, the head's share on the subject, also where that is one and where it is
    many; where the numbers of the nouns differ, how many are right with the head off, and turned onto
    either noun."""
    lists = "right", "subject", "one", "many", "off", "near", "turned"
    found = {kind: {what: [] for what in lists} for kind in KINDS}
    for kind, n, m, words, noun, _ in contexts():
        one, at = found[kind], np.eye(len(words))
        look, says = chosen(model, words)
        one["right"].append(says == n)
        one["subject"].append(look[2])
        one["many" if n else "one"].append(look[2])
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


# --- what has to hold ---------------------------------------------------------------------------


def hold_sentences(lessons):
    for name, text in texts().items():
        listed = (Path(lessons) / f"models/{name}.txt").read_text(encoding="utf-8")
        yield listed == text, f"{name}.txt is the generator's"
    yield from hold_training(Path(lessons) / "models/agreement.qkv", SHIPPED, SHAPES, gradients, sentences(), 64, STEPS_20)


def hold_forward(lessons, model):
    """What the lessons call `look`, `choice` and A is NumPy's."""
    for words in ("< the cats near the dog", "< the girl that the birds hear", "< the dogs that like the cat"):
        told = values(f"{lessons}/00-look-back.md", "-c", f's = "{words}"', "--name", "look,choice")
        A, logits = forward(model, ids_of(words.split()))
        two = softmax(logits[-1, [PLACE["runs"], PLACE["run"]]])
        off = max(abs(told["look"] - A[-1]).max(), abs(told["choice"] - two).max())
        yield off < 1e-12, f"{words}: look and choice are NumPy's (they differ by {off:.1g})"
    for words in ("< the cats that the dog sees", "< the girl that hears the birds"):
        told = values(f"{lessons}/17-720-numbers.md", "-c", f's = "{words}"', "--name", "A,choice")
        A, logits = forward(model, ids_of(words.split()))
        both = [softmax(logits[-1])[verbs].sum() for verbs in (SINGULAR, PLURAL)]
        off = max(abs(told["A"] - A).max(), abs(told["choice"] - both).max())
        yield off < 1e-12, f"{words}: A and choice are NumPy's (they differ by {off:.1g})"


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
    figures = row(model, found)
    off = abs(figures - kept("agreement")[SHIPPED]).max()
    yield off < 2e-4, f"agreement.txt has the figures of the one that ships (they differ by {off:.1g})"
    yield figures[-1] == 1.0573, "the mean surprise is 1.0573"
    yield abs(own_surprise() - 1.0405) < 5e-5, "the grammar's own is 1.0405"


def row(model, found):
    """What a start came to, rounded: by kind how many contexts are right; of the unseen ones how many;
    by kind of clause the share on the subject, the least, right turned onto the subject, wrong turned
    onto the nearer noun, right switched off, the share on a subject of one, and of many; the mean
    surprise. FOUND: what `measure` has of it."""
    rights = [mean(found[kind]["right"]) for kind in KINDS]
    strange = mean([chosen(model, words)[1] == n for n, words in unseen()])
    looks = [f(found[kind]["subject"]) for f in (mean, min) for kind in CLAUSES]
    ablated = [mean(found[kind][how]) for how in ("turned", "near", "off") for kind in CLAUSES]
    numbers = [mean(found[kind][which]) for which in ("one", "many") for kind in CLAUSES]
    return np.round([*rights, strange, *looks, *ablated, *numbers, surprise(model)], 4)


def count_starts(lessons, first, last):
    for start in range(first, last + 1):
        model = read_model(by_qkv(Path(lessons) / "models/agreement.qkv", start))
        print(start, *row(model, measure(model)), flush=True)


def main(lessons, *what):
    if what and what[0] in texts():
        print(texts()[what[0]], end="")
        return 0
    if what:
        count_starts(lessons, *map(int, what))
        return 0
    model = read_model((Path(lessons) / "models/agreement.safetensors").read_bytes())
    return tell([*hold_sentences(lessons), *hold_forward(lessons, model), *hold_measures(model)])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
