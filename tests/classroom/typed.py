# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Types keys at a program on a terminal of its own, 80x24.

    typed.py SEEN KEYS PROGRAM ARGUMENTS...

Once the program has shown SEEN, KEYS (with escapes such as \\r) are typed, all at once: what is typed while a line
runs is text, and \\x1b[17~ (F6) gives the keys back; then it is waited for, 20 seconds at
most. What it showed goes to standard output."""
import os
import pty
import select
import sys
from fcntl import ioctl
from struct import pack
from termios import TIOCSWINSZ


def main(seen, keys, *command):
    child, terminal = pty.fork()
    if child == 0:
        ioctl(0, TIOCSWINSZ, pack("HHHH", 24, 80, 0, 0))
        os.environ.update(TERM="xterm", LC_ALL="C.UTF-8")
        os.execv(command[0], command)
    shown = b""
    typed = False
    while True:
        if not typed and seen.encode() in shown:
            os.write(terminal, keys.encode().decode("unicode_escape").encode("latin-1"))
            typed = True
        if not select.select([terminal], [], [], 20)[0]:
            sys.stdout.buffer.write(shown)
            return 99
        try:
            piece = os.read(terminal, 65536)
        except OSError:
            piece = b""
        if not piece:
            break
        shown += piece
    sys.stdout.buffer.write(shown)
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status)


sys.exit(main(*sys.argv[1:]))
