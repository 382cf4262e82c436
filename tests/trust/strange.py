# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs that no person would write: deep, wide, long, or repeating what a careless reader takes the
square of the time for. Each ends in order, with a word when it is refused, in less than 64 MB. In
the whole form (QKV_HARD) there is twice as much of each, it takes less than half a second of the
processor, and twice of that at most 2.5 times as long."""
import os
import resource
import sys
from pathlib import Path

QKV = os.environ["QKV"]
HARD = "QKV_HARD" in os.environ
SCRATCH = Path(os.environ["TMPDIR"])
MEGABYTES = 64
SECONDS = 0.5
RATIO = 2.5
MOMENT = 0.1  # what takes less is measured too badly to be compared


def fence(lines):
    return f"# T\n```qkv\n{lines}\n```\n"


def steps(n, line):
    return "".join(line.format(i=i, next=i + 1) for i in range(n))


def climb(n, line):
    return "".join(" " * (2 * i) + line for i in range(n))


# What a lesson may be made of: a name, how many, the lesson with so many.
LESSONS = [
    ("quotes in quotes", 100000, lambda n: ">" * n + "a\n"),
    ("quotes apart", 50000, lambda n: "> " * n + "a\n"),
    ("stars", 65000, lambda n: "*" * n + "\n"),
    ("stars in a list", 30000, lambda n: "* " * n + "a\n"),
    ("emphasis in emphasis", 10000, lambda n: "*a **a " * n + "b" + " a** a*" * n),
    ("emphasis closed, not opened", 60000, lambda n: "a_ " * n),
    ("emphasis opened, not closed", 60000, lambda n: "_a " * n),
    ("emphasis that does not match", 60000, lambda n: "*a_ " * n),
    ("emphasis by threes", 60000, lambda n: "a**b" + "c* " * n),
    ("links closed, not opened", 60000, lambda n: "a]" * n),
    ("links opened, not closed", 60000, lambda n: "[a" * n),
    ("links and emphasis", 60000, lambda n: "[ a_" * n),
    ("links to nowhere", 30000, lambda n: "[a](b" * n),
    ("links to angles", 30000, lambda n: "[a](<b" * n),
    ("links in links", 30000, lambda n: "[" * n + "a" + "](b)" * n),
    ("pictures in pictures", 20000, lambda n: "![[]()" * n),
    ("brackets", 500000, lambda n: "[" * n),
    ("brackets closed", 50000, lambda n: "[" * n + "a" + "]" * n),
    ("backslashes", 500000, lambda n: "\\" * n),
    ("backquotes of all lengths", 700, lambda n: "".join("e" + "`" * i for i in range(1, n))),
    ("code not closed", 100000, lambda n: "`a" * n),
    ("checks in a line", 20000, lambda n: "`A[1] → 3` " * n),
    ("lists in lists", 700, lambda n: climb(n, "* a\n")),
    ("an empty end of nested lists", 1500, lambda n: "- " * n + "x" + "\n" * n),
    ("nested lists in a quote", 1500, lambda n: "> " + "- " * n + "x\n" + ">\n" * n),
    ("references", 10000, lambda n: steps(n, "[a{i}]: /u\n") + steps(n, "[a{i}] ")),
    ("one reference many times", 20000, lambda n: "[a]: b\n" * n + "[a] " * n),
    ("a wide table", 20000, lambda n: "|a" * n + "|\n" + "|-" * n + "|\n" + "|b" * n + "|\n"),
    ("a tall table", 20000, lambda n: "|a|b|\n|-|-|\n" + "|c|d|\n" * n),
    ("entities", 100000, lambda n: "&amp;&#27;&#x202e;" * n),
    ("ampersands", 300000, lambda n: "&" * n),
    ("one long entity", 300000, lambda n: "&#x" + "0" * n + ";"),
    ("carriage returns", 20000, lambda n: "## a\r\rb\r" * n),
    ("blank lines", 1000000, lambda n: "\n" * n),
    ("one long word", 1000000, lambda n: "a" * n),
    ("wide characters", 200000, lambda n: "日本" * n),
    ("combining marks", 200000, lambda n: "a" + "\u0301" * n),
    ("tabs in code", 300000, lambda n: "```\n" + "a\t" * n + "\n```\n"),
    ("rules", 60000, lambda n: "-----\n" * n),
    ("underlined headings", 30000, lambda n: "a\n-\n" * n),
    ("fences in fences", 20000, lambda n: "~~~\n```qkv\n" * n),
    ("fences that grow", 700, lambda n: "".join("`" * (i + 3) + "\n" for i in range(n))),
    ("a comment with no end", 300000, lambda n: "<!-- note: " + "a\n" * n),
    ("comments that begin", 60000, lambda n: "</" + "<!--" * n),
    ("instructions that begin", 60000, lambda n: "a <?" * n),
    ("declarations that begin", 60000, lambda n: "a <!A " * n + "a <![CDATA[" * n),
    ("front matter", 5000, lambda n: "---\n" + steps(n, "a{i}: b\n") + "---\n# T\n"),
    ("pages", 5000, lambda n: "# T\n" + "## a\n<!-- pause -->\n" * n),
    ("choices", 10000, lambda n: "# T\n```quiz a\nQ?\n(x) a\n" + "( ) b {{ c }}\n" * n + "```\n"),
    ("quizzes", 2000, lambda n: "# T\n" + steps(n, "```quiz q{i}\nQ?\n(x) a\n( ) b\n```\n")),
    ("predictions", 1000,
     lambda n: "# T\n" + steps(n, "```quiz q{i} predict\nQ?\n(x) a\n( ) b\n```\n") +
     steps(n, "```qkv\nx = {i}\n```\n")),
    ("exercises", 1000,
     lambda n: fence("x = 1") + steps(n, "```try t{i}\nDo.\nexpect x = {i}\nsolution: x = {i}\n```\n")),
    ("hints", 20000, lambda n: "# T\n```quiz a\nQ?\n(x) a\n( ) b\n" + "hint: h\n" * n + "```\n"),
]

# Those that only playing them once took the square of the time for.
PLAYED = ["tabs in code"]

# What may be typed.
STATEMENTS = [
    ("round brackets", 100000, lambda n: "x = " + "(" * n + "1" + ")" * n),
    ("square brackets", 1000000, lambda n: "[" * n),
    ("signs", 100000, lambda n: "x = " + "-" * n + "1"),
    ("transposes", 100000, lambda n: "x = [[1, 2]]" + ".T" * n),
    ("a sum", 2000, lambda n: "x = 1" + " + 1" * n),
    ("powers", 100000, lambda n: "x = 1" + " ** 1" * n),
    ("semicolons", 200000, lambda n: ";" * n),
    ("statements in a line", 1500, lambda n: steps(n, "a{i} = 1; ")),
    ("a wide literal", 50000, lambda n: "x = [[" + "1, " * n + "1]]"),
    ("a tall literal", 30000, lambda n: "x = [" + "[1], " * n + "[1]]"),
    ("a torn literal", 50000, lambda n: "x = [[" + "1, " * n + "1], [1]]"),
    ("many digits", 5000, lambda n: "x = " + "7" * n + "." + "7" * n),
    ("many zeros", 300000, lambda n: "x = 0." + "0" * n + "1"),
    ("a long exponent", 300000, lambda n: "x = 1e" + "9" * n),
    ("a long name", 300000, lambda n: "a" * n + " = 1\n" + "a" * n + "\n" + "a" * n + "b\n"),
    ("names to mistake", 700, lambda n: steps(n, "quer{i} = 1\n") + "quary + 1\n" * n),
    ("definitions", 1000, lambda n: "v0 = 1\n" + steps(n, "v{next} = v{i} + 1\n")),
    ("operators", 5000, lambda n: steps(n, "f{i}(x) = x + 1\n")),
    ("operators in one another", 450, lambda n: "f0(x) = x\n" + steps(n, "f{next}(x) = f{i}(x)\n") + f"f{n}(1)\n"),
    ("tokens", 4000, lambda n: "x = tokens(\"" + steps(n, "w{i} ") + "\", [[1, 2]])\n"),
    ("one label many times", 4000,
     lambda n: "x = tokens(\"" + "a " * n + "\", [" + "[1], " * n + "])\nx[\"a\"]\n"),
    ("one label by number", 1500,
     lambda n: "x = tokens(\"" + "a " * n + "\", [" + ", ".join(["[1]"] * n) + f"])\nx[a#{n},1]\n"),
    ("a text not closed", 300000, lambda n: "x = tokens(\"" + "a " * n),
    ("a comment", 1000000, lambda n: "# " + "a" * n),
    ("subscripts", 30000, lambda n: "x = [[1]]\nx" + "[1]" * n),
    ("edits", 700, lambda n: "x = [[1, 2]]\ny = x @ x.T\n" + "x[1,1] = 3\n" * n + "undo\n" * n),
    ("expectations", 2000, lambda n: "x = 1\n" + "expect x = 1\n" * n),
    ("words", 50000, lambda n: "x " * n),
    ("a long text", 100000,
     lambda n: "s = \"" + "a bc " * n + "\"\nX = embed(s, tokens(\"a bc\", eye(2)))\nexpect X = 0\n"),
    ("a text too long", 1000000, lambda n: "s = \"" + "a bc " * n + "\"\n"),
    ("a text of other words", 20000,
     lambda n: "s = \"" + steps(n, "w{i} ") + "\"\nx = ids(s)\nexpect x[1,1] = 2\n"),
    ("many texts", 20000,
     lambda n: "s = [" + "\"a b\", " * n + "\"a\"]\nx = padding(s)\nexpect x[1,1,1] = 1\n"),
    ("one long text among many", 20000,
     lambda n: "s = [" + "\"a\", " * n + "\"" + "a " * n + "\"]\nx = 1\n"),
    ("texts not closed", 100000, lambda n: "s = [" + "\"a\", " * n),
    ("a text with escapes", 50000, lambda n: "s = \"" + "\\x1b[31m\u202e\u200b " * n + "\"\ns[1]\n"),
    ("picks out of range", 20000, lambda n: "x = [[1, 2]]\nx[:,[" + "3, " * n + "3]]\n"),
    # A number that is typed is a node of its tree, half a kilobyte.
    ("NumPy's print", 30000, lambda n: "x = [[" + "1. " * n + "]\n [" + "-2.5 " * n + "]]\n"),
    ("NumPy's print, torn", 50000, lambda n: "x = [[" + "1. " * n + "\n" * 20),
    ("prints inside one another", 60000, lambda n: "x = " + "[" * n + "1. 2." + "]" * n + "\n"),
    ("what was shown, doubled", 300, lambda n: "1 + 1\n" + "_ + _\n" * n),
    ("a batch larger than all", 200,
     lambda n: "s = [" + "\"a\", " * n + "\"b\"]\nE = tokens(\"a b\", eye(2))\n"
     "train E minimise sum(concat(embed(s, E), each=column)) batch=100000 steps=3\n"),
]


def write(path, make, n):
    """In a process of its own: what this one once held would be counted as the program's."""
    child = os.fork()
    if child == 0:
        path.write_bytes(make(n).encode())
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0


def run(arguments, path):
    """The processor's seconds and the megabytes of one run."""
    child = os.fork()
    if child == 0:
        os.chdir(SCRATCH)
        os.dup2(os.open(path, os.O_RDONLY), 0)
        os.dup2(os.open(SCRATCH / "out", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.dup2(os.open(SCRATCH / "err", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
        resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
        os.execv(QKV, [QKV, *arguments])
    _, status, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, 1, 2), f"exit {code}"
    said = (SCRATCH / "err").stat().st_size + (SCRATCH / "out").stat().st_size
    assert code == 0 or said > 0, f"exit {code} in silence"
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def ways():
    for name, n, make in LESSONS:
        yield f"check: {name}", n, make, ["check", "in.md"], "in.md"
        if HARD or name in PLAYED:
            yield f"play: {name}", n, make, ["play", "in.md"], "in.md"
    for name, n, make in STATEMENTS:
        yield f"input: {name}", n, make, ["-"], "in.txt"
        if HARD:
            yield f"fence: {name}", n, lambda n, make=make: fence(make(n)), ["check", "in.md"], "in.md"


def least(arguments, make, n, name, tries):
    """The least time of some runs, for a machine has other things to do; and the most memory."""
    write(SCRATCH / name, make, n)
    runs = [run(arguments, SCRATCH / name) for _ in range(tries)]
    return min(seconds for seconds, _ in runs), max(megabytes for _, megabytes in runs)


def complaints(n, make, arguments, name, tries):
    seconds, megabytes = least(arguments, make, n, name, tries)
    found = []
    if megabytes > MEGABYTES:
        found.append(f"takes {megabytes:.0f} MB")
    if HARD and seconds > SECONDS:
        found.append(f"takes {seconds:.2f} s")
    if HARD:
        twice, _ = least(arguments, make, 2 * n, name, tries)
        if twice > MOMENT and twice > RATIO * max(seconds, MOMENT / RATIO):
            found.append(f"takes {seconds:.2f} s, and {twice:.2f} s for twice of it")
    return found, seconds, megabytes


def main():
    failed = count = 0
    slowest, largest = 0.0, 0.0
    for what, n, make, arguments, name in ways():
        if len(sys.argv) > 1 and sys.argv[1] not in what:
            continue
        count += 1
        n = n if HARD else n // 2
        try:
            found, seconds, megabytes = complaints(n, make, arguments, name, 1)
            if found:
                found, seconds, megabytes = complaints(n, make, arguments, name, 5)
        except AssertionError as error:
            found, seconds, megabytes = [str(error)], 0, 0
        slowest, largest = max(slowest, seconds), max(largest, megabytes)
        for complaint in found:
            print(f"{what}: {complaint}", flush=True)
        failed += len(found) > 0
    print(f"{count} strange inputs, {failed} failed; the slowest took {slowest:.2f} s, the largest "
          f"{largest:.0f} MB")
    return failed > 0


sys.exit(main())
