# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""A program on a pseudo-terminal, for tests: type, and read until something is there.

Nothing waits for a time: `expect` reads until its text has come, and fails when the deadline passes or the
program ends first."""
import codecs
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
import traceback
from fcntl import ioctl

DEADLINE = 20.0
CONTROLS = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|[\r\x07]")


def decoder():
    """Of what comes in pieces: half a character waits for the rest."""
    return codecs.getincrementaldecoder("utf-8")("replace").decode


def find_raw(seen, text):
    """Where TEXT ends in SEEN, or None."""
    at = seen.find(text)
    return None if at < 0 else at + len(text)


def find_plain(seen, text):
    """The same, for SEEN without its control sequences."""
    ends = []
    at = 0
    while at < len(seen):
        control = CONTROLS.match(seen, at)
        if control:
            at = control.end()
        else:
            at += 1
            ends.append(at)
    end = find_raw(CONTROLS.sub("", seen), text)
    return None if end is None else ends[end - 1]


class Terminal:
    def __init__(self, arguments, environment, columns=80, rows=24):
        self.seen = ""  # since the last expect, as read
        self.all = ""
        self.status = None
        self.decode = decoder()
        self.process, self.master = pty.fork()
        if self.process == 0:
            ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(arguments[0], arguments, environment)

    def send(self, text):
        os.write(self.master, text.encode() if isinstance(text, str) else text)

    def read(self, deadline):
        """More output, or "" when the program has gone."""
        left = deadline - time.monotonic()
        ready, _, _ = select.select([self.master], [], [], max(left, 0))
        if not ready:
            raise AssertionError(f"nothing came within {DEADLINE:g} s; so far: {self.seen!r}")
        try:
            return self.decode(os.read(self.master, 65536)) or self.read(deadline)
        except OSError:  # Linux: the other end is closed
            return ""

    def expect(self, text, plain=True):
        """Reads until TEXT stands in what has come, control sequences left out when PLAIN; returns all
        up to its end without them, and forgets it."""
        deadline = time.monotonic() + DEADLINE
        while True:
            end = find_plain(self.seen, text) if plain else find_raw(self.seen, text)
            if end is not None:
                before, self.seen = self.seen[:end], self.seen[end:]
                return CONTROLS.sub("", before)
            more = self.read(deadline)
            if more == "":
                raise AssertionError(f"the program ended; expected {text!r}, got {self.seen!r}")
            self.seen += more
            self.all += more

    def end(self):
        """Reads to the program's end; returns what came and its exit status."""
        deadline = time.monotonic() + DEADLINE
        while True:
            more = self.read(deadline)
            if more == "":
                break
            self.seen += more
            self.all += more
        _, status = os.waitpid(self.process, 0)
        self.process = 0
        os.close(self.master)
        self.status = os.waitstatus_to_exitcode(status)
        return CONTROLS.sub("", self.seen), self.status

    def kill(self):
        if self.process:
            os.kill(self.process, signal.SIGKILL)
            os.waitpid(self.process, 0)
            os.close(self.master)
            self.process = 0


def run(tests):
    """Runs each test of the list; a failure is told with its name."""
    failed = 0
    for test in tests:
        try:
            test()
        except AssertionError as error:
            line = traceback.extract_tb(error.__traceback__)[1].lineno
            print(f"{test.__name__}, line {line}: {error}")
            failed += 1
    print(f"{len(tests) - failed} of {len(tests)} pass")
    sys.exit(failed > 0)
