# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Standard output on a pseudo-terminal: long help goes through a pager, and lines are as wide as there is room."""
import os
import sys

sys.path.insert(0, "tests/terminal")
from terminal import Terminal, run  # noqa: E402

QKV = os.environ["QKV"]


def said(*words, columns=80, rows=24, **more):
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "TERM": "xterm", "HOME": "/", **more}
    shown, status = Terminal([QKV, *words], environment, columns, rows).end()
    assert status == 0, f"{words}: exit {status}: {shown!r}"
    return shown.split("\n")[:-1]


def long_help_is_paged():
    for words in (["--help"], ["help", "train"]):
        lines = said(*words, PAGER="sed s/^/paged:/", rows=10)
        assert all(line.startswith("paged:") for line in lines), lines[:2]
        assert lines == ["paged:" + line for line in said(*words, PAGER="cat", rows=10)]


def what_fits_is_not():
    assert said("help", "exp", PAGER="sed s/^/paged:/", rows=60)[0].startswith("exp(")
    assert not said("--help", PAGER="sed s/^/paged:/", rows=60, TERM="dumb")[0].startswith("paged:")
    assert not said("lessons", PAGER="sed s/^/paged:/", rows=3)[0].startswith("paged:")


def a_pager_that_is_not_there_hides_nothing():
    shown = said("--help", PAGER="no-such-pager", rows=10)
    assert shown[-2].startswith("`qkv -c help`"), shown[-2:]


def a_pager_that_leaves_early_ends_nothing():
    assert said("--help", PAGER="head -n 2", rows=10)[0] == "qkv, a debugger for self-attention."


def widths():
    def longest(*words, **more):
        return max(map(len, said(*words, PAGER="cat", **more)))

    assert 40 < longest("--help", columns=50) <= 50
    assert 50 < longest("--help", columns=200) <= 80
    assert 80 < longest("--help", COLUMNS="100") <= 100
    prose = [line for line in said("play", "1", columns=60) if line[:1].isalpha() and "=" not in line]
    assert 50 < max(map(len, prose)) <= 60, max(prose, key=len)
    assert longest("--help", COLUMNS="many", columns=50) <= 50
    assert longest("--help", COLUMNS="1") <= 44  # no narrower than 40, but for what is one word


if __name__ == "__main__":
    run([long_help_is_paged, what_fits_is_not, a_pager_that_is_not_there_hides_nothing,
         a_pager_that_leaves_early_ends_nothing, widths])
