#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Answers every question that has one right choice with the same place each time.

    places.py LESSONS

No place, first to ninth or last, may be right in more than 40 % of the course, nor in more than half
of a lesson with six or more such questions. Exits 1 and prints what is."""
import re
import sys
from pathlib import Path

COURSE, LESSON, FEWEST = 0.4, 0.5, 6


def questions(text):
    """For each question with one right choice, whether each of its choices is right."""
    for fence in re.findall(r"^```quiz [^\n]*\n(.*?)^```$", text, flags=re.M | re.S):
        choices = [mark == "x" for mark in re.findall(r"^\(([ x])\) ", fence, flags=re.M)]
        if choices:
            assert sum(choices) == 1, fence
            yield choices


def strategies():
    yield "last", lambda choices: choices[-1]
    for place in range(9):
        yield place + 1, lambda choices, place=place: choices[place] if place < len(choices) else False


def main(folder):
    lessons = {path.name: list(questions(path.read_text(encoding="utf-8")))
               for path in sorted(Path(folder).glob("[0-9][0-9]-*.md"))}
    asked = [one for lesson in lessons.values() for one in lesson]
    bounds = [("the course", asked, COURSE)]
    bounds += [(name, lesson, LESSON) for name, lesson in lessons.items() if len(lesson) >= FEWEST]
    wrong = []
    for where, these, bound in bounds:
        for place, answers in strategies():
            right = sum(map(answers, these))
            if right > bound * len(these):
                wrong.append(f"{where}: choice {place} is right in {right} of {len(these)} questions")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return bool(wrong) or not asked


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
