# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""A lesson from a stranger that tries all it can, opened in every way a learner has: nothing is written, run,
read from outside its folder or ended; what takes too long can be stopped, what is too large is refused. In its
whole form (QKV_HARD) with all the memory there is too."""
import os
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, "tests/terminal")
from terminal import DEADLINE, Terminal, run  # noqa: E402

QKV = os.environ["QKV"]
HARD = "QKV_HARD" in os.environ
HOME = Path(os.environ["TMPDIR"]) / "home"
WORK = HOME / "work"
ID = "../../../../../work/written"

# Labels reach the lines that keys stand for.
LABELS = '''"","c] = 0; save written.md #","x""; save written.md; """
"r,1] = 0; save written.md #",1,2
"q'; export written.json; '",3,4
'''

FORBIDDEN = ["save written.md", "export written.json", "quit", "lessons", "load Z /etc/passwd", "load Z link.csv",
             "load Z ../outside.csv", "load Z sub/../../outside.csv", "load Z fifo.csv", "load Z /dev/zero.csv",
             "open outside", "1; save written.md"]


def fence(line, error=None):
    return f"```qkv error: {error}\n{line}\n```\n\n" if error else f"```qkv\n{line}\n```\n\n"


def exercise(name, line):
    return f"```try {name}\nDo it.\nexpect X[1,1] = 5\nhint: {line}\nsolution: {line}\n```\n\n"


HEAD = f"---\ntitle: Stranger\nid: {ID}\n---\n\n# Stranger\n\n## First\n\n" + fence("load X labels.csv\nX\nexplain X[1,1]")
LESSON = HEAD + "".join(fence(line, "may") for line in FORBIDDEN) + \
    "".join(exercise(f"t{i}", line) for i, line in enumerate(FORBIDDEN)) + fence("Y = X + 1")
LONG = "# Long\n\n" + fence("A = normal(800, 800, seed=1)") + fence("B = A" + " @ A" * 60) + fence("C = 1 + 1")
LARGE = "# Large\n\n" + fence("A = zeros(5000, 5000)", "more than") + fence("B = zeros(4096, 4097)")
MEMORY = "# Memory\n\n" + fence("\n".join(f"M{i} = ones(4096, 4096)" for i in range(20)))
NAMES = ["00; save written.md", '01"; save written; ".md', "02\nsave written.md"]


def write_all():
    (HOME / "data/qkv/lessons").mkdir(parents=True)
    (WORK / "sub").mkdir(parents=True)
    (HOME / "outside.csv").write_text("1,2\n")
    (WORK / "labels.csv").write_text(LABELS)
    (WORK / "link.csv").symlink_to("../outside.csv")
    os.mkfifo(WORK / "fifo.csv")
    for name, text in (("stranger", LESSON), ("long", LONG), ("large", LARGE), ("memory", MEMORY)):
        (WORK / f"{name}.md").write_text(text)
    for name in NAMES:
        (HOME / "data/qkv/lessons" / name).write_text("# Named\n\n" + fence("X = 1"))


def environment():
    kept = {"PATH": os.environ["PATH"], "HOME": str(HOME), "LANG": "C.UTF-8", "TERM": "xterm"}
    return {**kept, "INPUTRC": "/dev/null", "XDG_STATE_HOME": str(HOME / "state"), "XDG_DATA_HOME": str(HOME / "data")}


def there():
    """All files but the program's own state, and what they hold."""
    paths = [path for path in sorted(HOME.rglob("*")) if HOME / "state" not in (path, *path.parents)]
    return [(str(path), path.read_bytes() if path.is_file() else None) for path in paths]


def state():
    return sorted(str(path.relative_to(HOME / "state")) for path in (HOME / "state").rglob("*") if path.is_file())


def untouched():
    found = [path for path, _ in there()]
    wanted = [path for path, _ in FIRST]
    assert found == wanted, f"written: {set(found) - set(wanted)}"
    assert there() == FIRST, "a file was changed"
    assert all(name in ("qkv/history", "qkv/progress") for name in state()), state()


def qkv(*arguments):
    ended = subprocess.run([QKV, *arguments], cwd=WORK, capture_output=True, check=False, text=True,
                           stdin=subprocess.DEVNULL, env=environment(), timeout=60)
    assert ended.returncode in (0, 1, 2), f"{arguments}: exit {ended.returncode}: {ended.stderr}"
    return ended


def every_way_but_the_screen():
    for arguments in (["check"], ["check", "--json"], ["play"], ["values"], ["values", "--format", "json"],
                      ["show", "--stops"], ["--plain"]):
        qkv(*arguments, "stranger.md")
        untouched()
    said = qkv("check", "stranger.md").stderr
    for i, line in enumerate(FORBIDDEN):
        assert f"the solution of exercise t{i} fails" in said, f"{line}: {said}"


class Learner(Terminal):
    def __init__(self, *arguments):
        super().__init__([QKV, *arguments], environment(), columns=100, rows=30)

    def open(self, text):
        self.expect(text)
        return self

    def leaves(self):
        self.send("\x1b[17~\x1b\x1b:\x15quit\r")
        _, status = self.end()
        assert status == 0, f"exit {status}"
        untouched()


def every_stop_with_every_key():
    os.chdir(WORK)
    learner = Learner("stranger.md", "--from-start").open("page 1 of 1")
    for _ in range(4 + 2 * len(FORBIDDEN)):
        learner.send(" ")
        for key in ("+", "l", "~", "j", "}", "e5\r", "p6\r", "x", "\x1b", "w", "\x1b", "=", "d", "H", "H",
                    ":solution\r", "\x1b[17~", "S", "S", "u", "\r", "\x7f", "m", "\x1b"):
            learner.send(key)
    learner.leaves()


def names_of_lessons_are_no_commands():
    os.chdir(WORK)
    for down in range(3):
        learner = Learner().open("Enter open")
        learner.send("j" * down + "\r")
        learner.leaves()


def what_takes_too_long_can_be_stopped():
    os.chdir(WORK)
    learner = Learner("long.md", "--from-start").open("Space")
    learner.send(" ")
    learner.expect("800×800")
    learner.send(" ")
    is_busy(learner)
    learner.send("\x03")
    learner.expect("stopped")
    learner.leaves()


def is_busy(learner):
    """Waits until the program has computed for a fifth of a second."""
    began, deadline = processor(learner), time.monotonic() + DEADLINE
    while processor(learner) < began + os.sysconf("SC_CLK_TCK") / 5:
        assert time.monotonic() < deadline, f"it does nothing; so far {learner.seen[-300:]!r}"


def processor(learner):
    fields = Path(f"/proc/{learner.process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


def what_is_too_large_is_refused():
    ended = qkv("check", "large.md")
    assert ended.returncode == 1 and "4096×4097 has more than 16777216 cells" in ended.stderr, ended
    if HARD:
        for way in ("check", "play"):
            ended = qkv(way, "memory.md")
            assert ended.returncode == 2 and "memory.md:" in ended.stderr, ended
            assert "all values together" in ended.stderr, ended


write_all()
FIRST = there()
run([every_way_but_the_screen, every_stop_with_every_key, names_of_lessons_are_no_commands,
     what_takes_too_long_can_be_stopped, what_is_too_large_is_refused])
