# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""What the program reads and writes on pipes that another program made O_NONBLOCK.

`streams.py QKV`: the other end is slow, so that each read and write finds nothing, or no room.
"""

import array
import fcntl
import os
import subprocess
import sys
import termios

qkv = sys.argv[1]
failed = False


def wait_until_it_waits(child, sink):
    """Until the program has read all that SINK was given, and sleeps or has ended."""
    unread = array.array("i", [1])
    state = ""
    while unread[0] > 0 or state not in ("S", "Z"):
        os.sched_yield()
        fcntl.ioctl(sink, termios.FIONREAD, unread)
        with open(f"/proc/{child.pid}/stat", encoding="ascii") as stat:
            state = stat.read().rpartition(")")[2].split()[0]


def run(arguments, pieces):
    """Gives PIECES to the program one after the other; what it wrote, on both streams, and exit."""
    ours, theirs = os.pipe()
    source, sink = os.pipe()
    errors, complaints = os.pipe()
    for descriptor in source, theirs, complaints:
        os.set_blocking(descriptor, False)
    child = subprocess.Popen([qkv, *arguments], stdin=source, stdout=theirs, stderr=complaints)
    for piece in pieces:
        wait_until_it_waits(child, sink)
        os.write(sink, piece)
    wait_until_it_waits(child, sink)
    for descriptor in source, theirs, complaints, sink:
        os.close(descriptor)
    written = b""
    while got := os.read(ours, 4096):
        written += got
    complained = b""
    while got := os.read(errors, 4096):
        complained += got
    os.close(ours)
    os.close(errors)
    return written, complained, child.wait()


def expect(what, got, wanted):
    global failed
    if got != wanted:
        print(f"{what}:\n  got    {got!r:.300}\n  wanted {wanted!r:.300}")
        failed = True


expect("statements that come late", run([], [b"a = 2\n", b"a *", b" 21\n"]),
       (b"  42\n", b"", 0))
expect("a lesson of statements that come late", run(["play", "-"], [b"a = 2\n", b"a * 21\n"])[2],
       0)
many = ["values", "-c", "a = ones(100, 1000)"]
wanted = subprocess.run([qkv, *many], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
expect("more than fits into the pipe", run(many, []), (wanted.stdout, b"", 0))
expect("what that is", len(wanted.stdout) > 300000, True)
sys.exit(failed)
