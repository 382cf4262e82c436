"""What the program reads and writes on pipes that another program made O_NONBLOCK.

`streams.py QKV`: the other end is slow, so that each read and write finds nothing, or no room.
"""

import os
import subprocess
import sys
import threading
import time

qkv = sys.argv[1]
failed = False


def run(arguments, pieces, patience):
    """Gives PIECES to the program one after the other; what it wrote, on both streams, and exit."""
    ours, theirs = os.pipe()
    source, sink = os.pipe()
    errors, complaints = os.pipe()
    for descriptor in source, theirs, complaints:
        os.set_blocking(descriptor, False)
    child = subprocess.Popen([qkv, *arguments], stdin=source, stdout=theirs, stderr=complaints)
    for descriptor in source, theirs, complaints:
        os.close(descriptor)

    def feed():
        for piece in pieces:
            time.sleep(patience)
            os.write(sink, piece)
        os.close(sink)

    threading.Thread(target=feed).start()
    time.sleep(patience)
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


expect("statements that come late", run([], [b"a = 2\n", b"a *", b" 21\n"], 0.05),
       (b"  42\n", b"", 0))
expect("a lesson of statements that come late", run(["play", "-"], [b"a = 2\n", b"a * 21\n"], 0.05)[2],
       0)
many = ["values", "-c", "a = ones(100, 1000)"]
wanted = subprocess.run([qkv, *many], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
expect("more than fits into the pipe", run(many, [], 0.3), (wanted.stdout, b"", 0))
expect("what that is", len(wanted.stdout) > 300000, True)
sys.exit(failed)
