# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Every allocation of the program fails in turn, those of the C library, ncurses and readline too, once and
from then on. The libraries do not survive all of that: ncurses in what reads and fills in its capabilities and
in newterm and doupdate, readline while it reads a key. Such a crash is counted; one anywhere else fails the
test, and so does a terminal or a file that does not survive. MEMORY is the library that makes allocations
fail (memory.c). In its whole form (QKV_HARD) with many more of them."""
import os
import signal
import sys
import termios
import time
from pathlib import Path

sys.path.insert(0, "tests/terminal")
from terminal import Terminal, run  # noqa: E402

QKV = os.environ["QKV"]
MEMORY = os.environ["MEMORY"]
SCRATCH = Path(os.environ["TMPDIR"])
TRACE = SCRATCH / "trace"
LESSON = os.path.abspath("lessons/01-worked-example.md")
MOST = 750 if "QKV_HARD" in os.environ else 12
PATIENCE = 3  # seconds for the keys to end it; then it is asked by a signal
THEIRS = ("libtinfo", "libncursesw", "libreadline")
ended = {}
crashed = {}


class Learner:
    def __init__(self, folder, arguments, **fault):
        settings = {name: str(value) for name, value in fault.items()}
        kept = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "TERM": "xterm",
                "INPUTRC": "/dev/null", "XDG_STATE_HOME": str(folder)}
        TRACE.unlink(missing_ok=True)
        pair = os.openpty()
        self.modes = termios.tcgetattr(pair[1])
        for descriptor in pair:
            os.close(descriptor)
        self.terminal = Terminal([QKV, *arguments], {**kept, "LD_PRELOAD": MEMORY, "MEMORY_TRACE": str(TRACE), **settings})

    def read(self, seconds, until=None):
        """Reads until UNTIL came or SECONDS have passed; False at the program's end."""
        deadline = time.monotonic() + seconds
        while until is None or until not in self.terminal.all:
            try:
                more = self.terminal.read(deadline)
            except AssertionError:
                return True
            if more == "":
                return False
            self.terminal.all += more
        return True

    def lives(self, first, keys):
        """Types KEYS when FIRST has come; how it ended, and whether the terminal is as it was."""
        try:
            lives = self.read(PATIENCE, first)
            try:
                self.terminal.send(keys)
            except OSError:
                pass
            if lives and self.read(PATIENCE):
                os.kill(self.terminal.process, signal.SIGTERM)
                assert not self.read(20), "it does not end"
            modes = termios.tcgetattr(self.terminal.master)
            _, status = os.waitpid(self.terminal.process, 0)
            self.terminal.process = 0
            os.close(self.terminal.master)
            return os.waitstatus_to_exitcode(status), modes == self.modes
        finally:
            self.terminal.kill()


def last(text, on, off):
    """Whether the last of the two that came is OFF; or none."""
    return text.rfind(on) <= text.rfind(off)


def place_of_fault():
    """The file that a fault was in, or that called the C library to it; and all the calls."""
    calls = TRACE.read_text().splitlines() if TRACE.exists() else []
    files = [os.path.basename(call.split("(")[0]) for call in calls]
    own = [file for file in files if file != os.path.basename(MEMORY) and not file.startswith("libc.so")]
    return own[0] if own else "nobody knows where", calls


def check_fault(status, what):
    if status in (-signal.SIGTERM, 0, 1, 2):
        return
    file, calls = place_of_fault()
    assert file.startswith(THEIRS), f"{what}, ended by signal {-status} in {file}: {calls}"
    crashed[file] = crashed.get(file, 0) + 1


def check(learner, status, same, what):
    text = learner.terminal.all
    ended[status] = ended.get(status, 0) + 1
    assert same, f"{what}, ended with {status}: the modes are not what they were"
    assert last(text, "\x1b[?1049h", "\x1b[?1049l"), f"{what}, ended with {status}: the screen is not left"
    assert last(text, "\x1b[?25l", "\x1b[?25h") or "\x1b[?25l" not in text, f"{what}: no cursor"
    assert last(text, "\x1b[?2004h", "\x1b[?2004l"), f"{what}, ended with {status}: pastes in brackets"
    after = text[max(text.rfind("\x1b[?1049l"), 0):]
    assert status <= 0 or "emory" in after or "emory" in text, \
        f"{what}, exit {status} unexplained: {text[-300:]!r}"
    assert status <= 2, f"{what}: exit {status}"
    check_fault(status, what)


def logs(folder):
    state = folder / "qkv"
    return [(state / name).read_text() if (state / name).exists() else "" for name in ("history", "progress")]


def sweep(name, arguments, first, keys):
    folder = SCRATCH / name
    folder.mkdir()
    count = folder / "count"
    learner = Learner(folder, arguments, MEMORY_LOG=count)
    status, same = learner.lives(first, keys)
    assert (status, same) == (0, True), f"{name} whole: {status}, {learner.terminal.all[-300:]!r}"
    calls = int(count.read_text())
    kept = logs(folder)
    assert kept[0] != "", "no history"
    tried = 0
    stride = max(calls // MOST, 1)
    for at in range(1, calls + 1, stride):
        for fault in ({}, {"MEMORY_LASTING": 1}):
            tried += 1
            what = f"{name}, allocation {at} of {calls}{', lasting' if fault else ''}"
            learner = Learner(folder, arguments, MEMORY_AT=at, **fault)
            status, same = learner.lives(first, keys)
            check(learner, status, same, what)
            now = logs(folder)
            for before, after in zip(kept, now):
                assert after.startswith(before), f"{what}: a file lost {before!r}: {after!r}"
            kept = now
    print(f"{name}: {tried} runs, of {calls} allocations")


def on_the_screen():
    sweep("screen", [LESSON, "--from-start"], "go on", ":1+1\r\x1b \r:sof\t\x15W_q[1,2] = 5\r\x12W\x07\x1b\x1b:quit\r")


def at_the_plain_prompt():
    sweep("prompt", ["--plain"], "qkv> ", "1+1\rsof\t\x15W = [[1, 2]]\r\x12W\x07\x15quit\r")


try:
    run([on_the_screen, at_the_plain_prompt])
finally:
    print("ended with", ", ".join(f"{status}: {times}" for status, times in sorted(ended.items())))
    print("crashed in", ", ".join(f"{file}: {times}" for file, times in sorted(crashed.items())) or "none")
