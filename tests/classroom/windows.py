# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Two windows on one lesson, each at another question, answer in turn 200 times; every fifth time the one that has
just replied is killed (-9) and opened again. Each answer whose reply was seen is in the log, in order and once.

    windows.py QKV LESSON LOG"""
import json
import os
import pty
import signal
import sys


class Window:
    """A program on a terminal of its own that has gone on to its question."""

    def __init__(self, command, second):
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="dumb", LC_ALL="C.UTF-8")
            os.execv(command[0], command)
        self.wait("Enter goes on")
        if second:
            self.say("skip", "Answer: ")
            self.say("run", "Two?")

    def say(self, line, reply):
        os.write(self.terminal, f"{line}\r".encode())
        self.wait(reply)

    def wait(self, reply):
        shown = b""
        while reply.encode() not in shown:
            shown += os.read(self.terminal, 65536)

    def kill(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.terminal)


def main(program, lesson, log):
    command = [program, "--plain", lesson]
    windows = [Window(command, False), Window(command, True)]
    for i in range(200):
        windows[i % 2].say(f"answer {i}", "Not right")
        if i % 5 == 4:
            windows[i % 2].kill()
            windows[i % 2] = Window(command, i % 2 == 1)
    for window in windows:
        window.kill()
    given = {"one": [], "two": []}
    with open(log, encoding="ascii") as lines:
        for event in map(json.loads, lines):
            if "answer" in event:
                given[event["id"]].append(int(event["answer"]))
    assert given == {"one": list(range(0, 200, 2)), "two": list(range(1, 200, 2))}, given


main(*sys.argv[1:])
