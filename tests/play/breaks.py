# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Breaks a lesson in one place at a time and runs `qkv check`, which must fail at that line.

    breaks.py QKV SCRATCH LESSON...

Of each kind a lesson gives one break, or as many, spread evenly over it, as QKV_BREAKS says (`all`). Where
QKV_BREAKS says nothing a lesson gives every second kind, by turns, and those that take longest to check only one.

Kinds: a number of every `expect … =`, of every checked inline code, the key of every quiz, the solution
of every exercise, every fence (misspelt, braced, indented, not closed)."""
import os
import re
import subprocess
import sys
from pathlib import Path

NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
LITERAL = re.compile(r"^[-\[\]0-9., ]+$")


def other(number):
    """Another number with as many decimals, far away."""
    decimals = len(number.partition(".")[2])
    return f"{float(number) + 3:.{decimals}f}"


def replace(text, match, new):
    return text[: match.start()] + new + text[match.end() :]


def break_expect(line, turn):
    """One number on the right of `=`, a different one each turn; the tolerance stays."""
    head, equals, right = line.partition(" = ")
    right, tilde, tolerance = right.partition(" ~ ")
    if not line.startswith("expect ") or not equals or not LITERAL.match(right):
        return None
    numbers = list(NUMBER.finditer(right))
    match = numbers[turn % len(numbers)]
    return head + equals + replace(right, match, other(match[0])) + tilde + tolerance, match[0]


def break_lines(lines):
    """Yields (kind, line number, the lines broken, what the message must hold)."""
    turn = 0
    fence = None
    for index, line in enumerate(lines):
        number = index + 1

        def broken(*new):
            return lines[:index] + list(new) + lines[index + 1 :]

        if line.startswith("```"):
            if fence is None:
                fence = line[3:].split(" ")[0]
                turn += 1
                rest = line[3 + len(fence) :]
                yield "fence", number, broken("```" + fence.capitalize() + rest), fence
                yield "fence", number, broken("```{" + fence + "}" + rest), fence
                yield "fence", number, broken("    " + line), "does nothing"
                yield "fence", number, broken("<!-- " + line), "comment"
            else:
                fence = None
                yield "fence", None, broken(), None
            continue
        if fence in ("qkv", "try"):
            found = break_expect(line, turn)
            turn += 1
            if found:
                new, old = found
                must = None if fence == "try" else "expected"
                yield "expect", None if fence == "try" else number, broken(new), must
        if fence == "try" and line.startswith("solution:"):
            for match in list(NUMBER.finditer(line))[-1:]:
                if float(match[0]) != 0:
                    yield "solution", None, broken(replace(line, match, "0")), "solution"
            yield "solution", None, broken("solution: 1 + 1"), "solution"
            yield "solution", number, broken("solution: nowhere[1,1] = 2"), "solution"
        if fence == "quiz" and line.startswith("(x)"):
            yield "key", None, broken("( )" + line[3:]), None
        if fence == "quiz" and line.startswith("( )"):
            yield "key", None, broken("(x)" + line[3:]), None
        if fence == "quiz" and line.startswith("= "):
            yield "key", number, broken("= nowhere[1,1]" + line[line.find(" ~") :]), "nowhere"
        if fence is None:
            for code in re.finditer(r"`[^`]*→ *(-?[0-9.]+)`", line):
                match = re.compile(r"-?[0-9.]+(?=`)").search(line, code.start(1))
                yield "inline", number, broken(replace(line, match, other(match[0]))), "expected"


SAMPLE = os.environ.get("QKV_BREAKS", "1")
LONG = {} if "QKV_BREAKS" in os.environ else {"05-why-scale.md": "inline", "17-720-numbers.md": "expect"}


def sample(kinds):
    """SAMPLE of each kind, evenly spread."""
    for kind in kinds:
        step = 1 if SAMPLE == "all" else max(1, len(kind) / int(SAMPLE))
        yield from (kind[int(i * step)] for i in range(int(len(kind) / step)))


def check(program, path):
    done = subprocess.run([program, "check", path], capture_output=True, text=True, timeout=60)
    return done.returncode, done.stderr


def main(program, scratch, *lessons):
    wrong = []
    for lesson in lessons:
        lines = Path(lesson).read_text(encoding="utf-8").split("\n")
        path = Path(scratch) / Path(lesson).name
        kinds, counts = {}, {}
        for one in break_lines(lines):
            kinds.setdefault(one[0], []).append(one)
        chosen = [LONG[path.name]] if path.name in LONG else kinds
        if "QKV_BREAKS" not in os.environ and path.name not in LONG:  # by turns
            chosen = [kind for at, kind in enumerate(sorted(kinds)) if (at + lessons.index(lesson)) % 2 == 0]
        for kind, number, broken, must in sample(kinds[kind] for kind in chosen):
            counts[kind] = counts.get(kind, 0) + 1
            path.write_text("\n".join(broken), encoding="utf-8")
            status, said = check(program, str(path))
            where = f"{path}:{number}:" if number else f"{path}:"
            at = [line for line in said.splitlines() if line.startswith(where)]
            changed = [new for new, old in zip(broken, lines) if new != old][:1]
            if status != 1:
                wrong.append(f"{lesson}: {kind} {changed}: exit {status}, expected 1")
            elif not at:
                wrong.append(f"{lesson}: {kind} {changed}: not at {where} but {said[:200]}")
            elif must and not any(must in line for line in at):
                wrong.append(f"{lesson}: {kind} {changed}: does not say {must}: {at}")
        print(lesson, counts)
        missing = {"expect", "inline", "key", "solution", "fence"} - set(kinds)
        if missing:
            wrong.append(f"{lesson}: nothing to break: {missing}")
    print("\n".join(wrong[:20]), f"\n{len(wrong)} breaks are not noticed as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
