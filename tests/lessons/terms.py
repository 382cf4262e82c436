#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Holds the course to one vocabulary.

    terms.py LESSONS

Each row of terms.words beside this file is a lesson's number and a term that it introduces: there the
term stands in italics, in bold or as code, and in no lesson before it stands at all (with ~: not in
italics, bold or as code). What a lesson says is *called* something is a row. Exits 1 and prints what
does not hold."""
import re
import sys
from pathlib import Path


def words_of(text):
    """What a learner reads: without front matter, formulas and notes."""
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    text = re.sub(r"^```qkv.*?^```$", "", text, flags=re.M | re.S)
    return re.sub(r"<!--.*?-->", "", text, flags=re.S)


def marked(text):
    """The words in italics, in bold and as code, one a line."""
    return "\n".join(a or b for a, b in re.findall(r"\*{1,2}([^*\n]+?)\*{1,2}|`([^`\n]+?)`", text))


def place_of(term, text, everyday):
    """Where TERM or its plural stands in TEXT; an EVERYDAY one alone on its line."""
    before, after = ("^", "$") if everyday else (r"(?<![\w.\[])", r"(?![\w(])")
    return re.search(f"{before}{re.escape(term)}(?:e?s)?{after}", text, re.I | re.M)


def main(folder):
    lessons = {int(path.name[:2]): words_of(path.read_text(encoding="utf-8"))
               for path in sorted(Path(folder).glob("[0-9][0-9]-*.md"))}
    rows = Path(__file__).with_name("terms.words").read_text(encoding="utf-8").splitlines()
    rows = [row.split(" ", 1) for row in rows if not row.startswith("#")]
    wrong = []
    for number, term in rows:
        everyday, term = term.startswith("~"), term.lstrip("~")
        for lesson, text in lessons.items():
            if lesson == int(number) and not place_of(term, marked(text), everyday=False):
                wrong.append(f'lesson {lesson}: "{term}" is not introduced, in italics or as code')
            read = marked(text) if everyday else text
            found = lesson < int(number) and place_of(term, read, everyday)
            if found:
                around = " ".join(read[max(0, found.start() - 40):found.end() + 20].split())
                wrong.append(f'lesson {lesson}: "{term}" comes in lesson {number}: … {around} …')
    listed = {term.lstrip("~").lower() for _, term in rows}
    for lesson, text in lessons.items():
        for called in re.findall(r"called (?:a |an |the )?\*([^*]+)\*", text):
            if not {called.lower(), called.lower().removesuffix("s")} & listed:
                wrong.append(f'lesson {lesson}: "{called}" is no row of terms.words')
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
