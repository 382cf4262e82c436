# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""However the program ends or stops, and whatever it is at, the terminal is as it was and the file it was
writing is whole. FAULT is the library that ends it inside a call (fault.c), makes a terminal that
takes little, and makes SIGUSR1 a stack that overflows. In its whole form (QKV_HARD) every ending in every state and at every call of a save; else each
ending once."""
import contextlib
import os
import pty
import re
import select
import signal
import socket
import struct
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path

sys.path.insert(0, "tests/terminal")
from terminal import DEADLINE, Terminal, decoder, run  # noqa: E402

QKV = os.environ["QKV"]
FAULT = os.environ["FAULT"]
HARD = "QKV_HARD" in os.environ
SCRATCH = Path(os.environ["TMPDIR"])
LESSON = os.path.abspath("lessons/01-worked-example.md")
OLD = "old\n"
LONG = ["W = normal(800, 800, seed=1)", "Y = W" + " @ W" * 60]
LONGEST = [LONG[0], "Y = W" + " @ W" * 190 + "; Z = Y" + " @ W" * 190]
LEARN = ["W = normal(200, 200, seed=1)", "T = zeros(200, 200)", "M = mse(T @ W, W)", "train T minimise M steps=100000"]
SIGNALS = ["TERM", "INT", "HUP", "QUIT", "SEGV", "ABRT", "BUS", "FPE", "ILL"]
ENDINGS = [*SIGNALS, "overflow", "stop", "leave"]
slowest = (0, "")
endings = 0


def number(ending):
    return signal.SIGUSR1 if ending == "overflow" else getattr(signal, "SIG" + ending)


def be_shell(control, arguments, environment):
    """What a shell does with its one job. It never touches the terminal's modes."""
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        os.execve(arguments[0], arguments, environment)
    with contextlib.suppress(OSError):  # it has done so itself
        os.setpgid(job, job)
    os.tcsetpgrp(0, job)
    control.send(f"job {job}".encode())
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            control.send(f"ended {os.waitstatus_to_exitcode(status)}".encode())
            os._exit(0)
        os.tcsetpgrp(0, os.getpgrp())
        control.send(b"stopped 0")
        word = control.recv(1)
        if not word:
            os.kill(job, signal.SIGKILL)
        if word == b"F":
            os.tcsetpgrp(0, job)
        os.killpg(job, signal.SIGCONT)
        if word == b"F":
            control.send(b"resumed 0")


class Job(Terminal):
    """The program as the job of a shell, in a terminal of its own."""

    def __init__(self, folder, arguments, columns=80, rows=24, **fault):
        settings = {name: str(value) for name, value in fault.items()}
        log = Path(folder) / "qkv" / "progress"
        if not log.exists():  # the learner's seed is 0: choices are shown as they are written
            log.parent.mkdir(parents=True, exist_ok=True)
            log.write_text("\tseed 0\n")
        kept = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "TERM": "xterm",
                "INPUTRC": "/dev/null", "XDG_STATE_HOME": str(folder), "LD_PRELOAD": FAULT}
        self.seen = self.all = ""
        self.decode = decoder()
        self.told, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.process, self.master = pty.fork()
        if self.process == 0:
            try:
                ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
                self.told.close()
                be_shell(theirs, [QKV, *arguments], {**kept, **settings})
            finally:
                os._exit(127)
        theirs.close()
        self.job = self.hear("job")

    def hear(self, wanted, reads=True):
        """Waits until the shell says that, reading meanwhile; the number it says."""
        deadline = time.monotonic() + DEADLINE
        masters = [self.master] if reads else []
        while True:
            left = max(deadline - time.monotonic(), 0)
            ready, _, _ = select.select([self.told, *masters], [], [], left)
            assert ready, f"it has not {wanted}; so far: {self.seen[-300:]!r}"
            if self.master in ready and self.take() == "":
                masters = []
            if self.told in ready:
                word, _, value = self.told.recv(64).decode().partition(" ")
                assert word == wanted, f"it has {word} {value} and not {wanted}; so far: {self.seen[-300:]!r}"
                return int(value)

    def take(self):
        try:
            more = self.decode(os.read(self.master, 1 << 16)) or self.take()
        except OSError:  # nobody holds the other end
            return ""
        self.seen += more
        self.all += more
        return more

    def drain(self):
        while select.select([self.master], [], [], 0)[0] and self.take():
            pass

    def types(self, lines):
        for line in lines:
            self.send(f":{line}\r")

    def let_go_on(self):
        self.seen = ""
        self.told.send(b"F")
        self.hear("resumed", reads=False)

    def go_on_behind(self):
        self.told.send(b"B")

    def close(self):
        self.told.close()
        self.kill()


def usual_modes():
    pair = os.openpty()
    modes = termios.tcgetattr(pair[1])
    for descriptor in pair:
        os.close(descriptor)
    return modes


USUAL = usual_modes()
PAIRS = [("?1049h", "?1049l"), ("?25l", "?25h"), ("?2004h", "?2004l"), ("?1000h", "?1000l"), ("?1006h", "?1006l")]


def restored(job, what, reads=True):
    assert termios.tcgetattr(job.master) == USUAL, f"{what}: the modes are not what they were"
    if reads:
        job.drain()
        for on, off in PAIRS:
            assert job.all.rfind(on) <= job.all.rfind(off), f"{what}: {on} is left"
        colours = re.findall(r"\x1b\[([0-9;]*)m", job.all)
        assert not colours or colours[-1].rpartition(";")[2] in ("", "0", "39", "49", "10"), f"{what}: {colours[-1]}"


def sees(job, text):
    """Reads until TEXT has been written since."""
    job.expect(text, plain=not text.startswith("\x1b"))


def is_busy(job):
    """Waits until the program has computed for a fifth of a second and shown nothing: it is not typing."""
    began, deadline = processor(job), time.monotonic() + DEADLINE
    while processor(job) < began + os.sysconf("SC_CLK_TCK") / 5:
        assert time.monotonic() < deadline, f"it does nothing; so far {job.seen[-300:]!r}"
        if select.select([job.master], [], [], 0.01)[0]:
            job.take()
            began = processor(job)


def processor(job):
    fields = Path(f"/proc/{job.job}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


# --- what it is at: how it gets there, how it is seen to be there again, how a person leaves ------------


class Grid:
    arguments, again, reads = [LESSON, "--from-start"], "Space on", True

    def begin(self, job):
        sees(job, "Space on")

    def leave(self, job):
        job.send("q")


class Line(Grid):
    """At the screen's prompt, with something typed."""
    again = "half a li"

    def begin(self, job):
        sees(job, "Space on")
        job.types(["W_q[1,2] = 5"])
        job.send("half a li")
        sees(job, "half a li")

    def leave(self, job):
        job.send("\x15quit\r")


class Plain(Line):
    """At readline's own prompt, with something typed."""
    arguments, again = ["--plain"], "\x1b[?2004h"

    def begin(self, job):
        sees(job, "qkv> ")
        job.send("half a li")
        sees(job, "half a li")


class Training(Grid):
    again = "step"

    def begin(self, job):
        sees(job, "Space on")
        job.types(LEARN)
        sees(job, "step")

    def leave(self, job):
        job.send("\x03")
        sees(job, "stopped")
        job.send("\x1b[17~q\x15:quit\r")


class Computing(Grid):
    """Products of two threads, for longer than anybody waits."""
    def begin(self, job):
        sees(job, "Space on")
        job.types(LONGEST)
        is_busy(job)

    def leave(self, job):
        job.send("\x03")
        sees(job, "stopped")
        job.send("\x15:quit\r")


class PlainTraining(Plain):
    again = ""

    def begin(self, job):
        sees(job, "qkv> ")
        for line in LEARN:
            job.send(f"{line}\r")
        sees(job, "Ctrl-C stops")

    def leave(self, job):
        job.send("\x03")
        sees(job, "qkv> ")
        job.send("\x04")


class Stuck(Grid):
    """Nobody reads what it draws, and it takes no more keys: nobody can leave either, but the reader may come
    back to stop it."""
    reads = False

    def begin(self, job):
        sees(job, "Space on")
        job.types(["Z = normal(150, 90, seed=1)", "heat Z"])
        os.set_blocking(job.master, False)
        deadline = time.monotonic() + DEADLINE
        with contextlib.suppress(BlockingIOError):
            while True:
                assert time.monotonic() < deadline, "it goes on taking keys"
                job.send(b"\x1b[17~" + b"\x0c" * 64)
        os.set_blocking(job.master, True)

    def leave(self, job):
        os.kill(job.job, signal.SIGKILL)


STATES = {"grid": Grid(), "line": Line(), "plain line": Plain(), "training": Training(),
          "computing": Computing(), "plain training": PlainTraining(), "stuck": Stuck()}


# --- the endings ------------------------------------------------------------------------------------------


def ends(job, what, status, begun, reads=True):
    global slowest, endings
    found = job.hear("ended", reads)
    took = time.monotonic() - begun
    slowest = max(slowest, (took, what))
    endings += 1
    assert found in status, f"{what}: {found}"
    restored(job, what, reads)


def stops_and_goes_on(job, state, what):
    os.kill(job.job, signal.SIGTSTP)
    job.hear("stopped")
    restored(job, f"{what}, stopped")
    job.let_go_on()
    if state.again:
        sees(job, state.again)
    begun = time.monotonic()
    state.leave(job)
    if state.reads:
        ends(job, f"{what}, then leave", [0], begun)


def one(name, ending, **fault):
    state, what = STATES[name], f"{name}, {ending}"
    folder = SCRATCH / what.replace(" ", "")
    folder.mkdir()
    size = {"columns": 500, "rows": 200} if name == "stuck" else {}
    job = Job(folder, state.arguments, **size, **fault)
    try:
        state.begin(job)
        begun = time.monotonic()
        if ending == "leave":
            state.leave(job)
            ends(job, what, [0], begun)
        elif ending == "stop":
            stops_and_goes_on(job, state, what)
        elif (name, ending) == ("plain training", "INT"):  # stops that, and keeps what was learned
            os.kill(job.job, signal.SIGINT)
            sees(job, "qkv> ")
            job.send("\x04")
            ends(job, what, [0], begun)
        else:
            os.kill(job.job, number(ending))
            died = signal.SIGSEGV if ending == "overflow" else number(ending)
            ends(job, what, [-died], begun, state.reads)
    finally:
        job.close()


def every_ending_in_every_state():
    pairs = [(name, ending) for name in STATES for ending in ENDINGS if (name, ending) != ("stuck", "leave")]
    if not HARD:  # test_leaving.c has the signals
        pairs = [("grid", "overflow"), ("plain line", "stop"), ("plain line", "TERM")]
    wrong = []
    for name, ending in pairs:
        try:
            one(name, ending)
        except AssertionError as error:
            wrong.append(f"{name}, {ending}: {error}")
    assert not wrong, "\n".join(wrong)


def opened(name, **fault):
    folder = SCRATCH / name
    folder.mkdir()
    job = Job(folder, [LESSON, "--from-start"], **fault)
    sees(job, "Space on")
    return job


def a_size_that_changes_keeps_no_key_waiting():
    job = opened("resized")
    try:
        job.types(LONGEST)
        is_busy(job)
        ioctl(job.master, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 80, 0, 0))
        is_busy(job)
        job.send("\x03")
        sees(job, "stopped")
    finally:
        job.close()


def ctrl_z_stops_what_computes():
    """As soon as that can be seen from outside: afterwards there is still something to interrupt. What shows
    meanwhile is what was there; a size that changed while it was away is taken on at the end."""
    for rows in [24, 30] if HARD else [24]:
        job = opened(f"stopped{rows}")
        try:
            job.types(LONGEST)
            is_busy(job)
            for _ in range(2 if HARD else 1):
                job.send("\x1a")
                job.hear("stopped")
                restored(job, "stopped in a product")
                ioctl(job.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))
                job.let_go_on()
                if rows == 24:
                    sees(job, "Space on")
                is_busy(job)
            job.send("\x03")
            sees(job, "stopped")
            job.types(["1 + 1", "quit"])
            ends(job, "a product that was stopped", [0], time.monotonic())
        finally:
            job.close()


def what_was_stopped_comes_to_the_same_digits():
    kept = []
    for stops in 0, 3:
        job = opened(f"digits{stops}")
        try:
            saved = SCRATCH / f"digits{stops}.json"
            job.types(LONG)
            for _ in range(stops):
                is_busy(job)
                job.send("\x1a")
                job.hear("stopped")
                job.let_go_on()
            job.types(["Z = sum(Y, each=row)", f"export {saved} Z", "quit"])
            ends(job, "a product with its digits", [0], time.monotonic())
            kept.append(saved.read_text())
        finally:
            job.close()
    assert '"Z"' in kept[0] and kept[0] == kept[1], "other digits"


def a_stopped_job_can_be_ended():
    """`kill %1` sends the signal and lets the job go on in the background, where the terminal is the shell's:
    who touches its modes there is stopped anew, and would have to be called back to end. `bg` is no way on."""
    pairs = [("grid", "TERM"), ("computing", "TERM"), ("grid", "HUP"), ("training", "TERM"), ("line", "INT")]
    for name, ending in pairs if HARD else pairs[:2]:
        what = f"{name}, stopped, {ending}"
        folder = SCRATCH / what.replace(", ", "-")
        folder.mkdir()
        job = Job(folder, STATES[name].arguments)
        try:
            STATES[name].begin(job)
            os.kill(job.job, signal.SIGTSTP)
            job.hear("stopped")
            job.go_on_behind()
            job.hear("stopped")
            restored(job, f"{what}, sent on behind")
            begun = time.monotonic()
            os.kill(job.job, number(ending))
            job.go_on_behind()
            ends(job, what, [-number(ending)], begun)
        finally:
            job.close()


def what_a_slow_terminal_shows_is_whole():
    """One that takes seven bytes at a time, and often none, or none for a while in the middle of a frame, gets
    the same in the end."""
    shown = []
    for name, fault in [("taken", {}), ("pieces", {"FAULT_TERMINAL": 1}), ("full", {"FAULT_FULL": 3000})]:
        job = opened(name, QKV_MARK=1, **fault)
        try:
            for count, key in enumerate("nnn?bnn", 1):
                job.send(key)
                sees(job, f"\x1b]7777;{count};")
            begun = time.monotonic()
            job.send("q")
            ends(job, "a terminal that takes little", [0], begun)
            shown.append(re.sub("\x1b]7777;[^\x07]*\x07", "", job.all))
        finally:
            job.close()
    assert len(shown[0]) > 6000 and shown[0] == shown[1] == shown[2], f"{shown[0]!r} came as {shown[1:]!r}"


def what_puts_back_is_not_cut_short():
    """By the next signal, which would find nothing left to do and kill."""
    for first, then in [("SEGV", "QUIT"), ("QUIT", "ABRT"), ("ABRT", "TERM")]:
        job = opened(f"{first}{then}", FAULT_MODES=int(number(then)))
        try:
            begun = time.monotonic()
            os.kill(job.job, number(first))
            ends(job, f"{first}, then {then}", [-number(first)], begun)
        finally:
            job.close()


class Save:
    """The screen, told to save; the fault comes in one of the save's calls."""

    def __init__(self):
        self.folder = SCRATCH / "save"
        self.saved = self.folder / "kept" / "mine.md"
        self.saved.parent.mkdir(parents=True)
        log = self.folder / "calls"
        job = self.open(FAULT_LOG=log)
        job.types([f"save {self.saved} --force", "quit"])
        ends(job, "a save", [0], time.monotonic())
        job.close()
        self.new = self.saved.read_text()
        self.calls = log.read_text().splitlines()
        assert len(self.calls) > 9, self.calls

    def open(self, **fault):
        job = Job(self.folder, [LESSON, "--from-start"], FAULT_ON="/kept", **fault)
        sees(job, "Space on")
        return job

    def ends(self, ending, at):
        what = f"{ending} in {self.calls[at - 1]}"
        for stray in self.saved.parent.iterdir():
            stray.unlink()
        self.saved.write_text(OLD)
        by = signal.SIGTSTP if ending == "stop" else number(ending)
        job = self.open(FAULT_AT=at, FAULT_SIGNAL=int(by))
        try:
            begun = time.monotonic()
            job.types([f"save {self.saved} --force"])
            if ending == "stop":
                job.hear("stopped")
                restored(job, f"{what}, stopped")
                job.let_go_on()
                job.types(["quit"])
                ends(job, what, [0], begun)
            else:
                died = signal.SIGSEGV if ending == "overflow" else by
                ends(job, what, [-died], begun)
            allowed = [self.new] if ending == "stop" else [OLD, self.new]
            assert self.saved.read_text() in allowed, f"{what}: the file is torn"
        finally:
            job.close()


def every_ending_in_every_call_of_a_save():
    save = Save()
    for index, ending in enumerate([*SIGNALS, "overflow", "stop"]):
        for at in range(len(save.calls)) if HARD else [index % len(save.calls)]:
            save.ends(ending, at + 1)


try:
    tests = [every_ending_in_every_state, every_ending_in_every_call_of_a_save,
             a_size_that_changes_keeps_no_key_waiting, ctrl_z_stops_what_computes, a_stopped_job_can_be_ended,
             what_puts_back_is_not_cut_short, what_a_slow_terminal_shows_is_whole]
    run([*tests, what_was_stopped_comes_to_the_same_digits] if HARD else tests)
finally:
    print(f"{endings} endings; the slowest, {slowest[1]}: {1000 * slowest[0]:.0f} ms")
