# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""The prompt on a pseudo-terminal: Tab, history, Ctrl-C, continuation, Enter in a lesson."""
import os
import signal
import sys
import termios
from pathlib import Path

from terminal import Terminal, run

QKV = os.environ["QKV"]
SCRATCH = Path(os.environ["TMPDIR"])
LESSON = "lessons/01-worked-example.md"


def environment(state, **more):
    kept = {"PATH": os.environ["PATH"], "HOME": str(SCRATCH), "LANG": "C.UTF-8", "TERM": "xterm"}
    return {**kept, "INPUTRC": "/dev/null", "XDG_STATE_HOME": str(SCRATCH / state), **more}


def start(*arguments, state="state", **more):
    return Terminal([QKV, "--plain", *arguments], environment(state, **more))


def ready(terminal):
    """A new prompt, not one that is only drawn again: bracketed paste is switched on before it. What
    is typed earlier may meet the terminal between two modes."""
    return terminal.expect("\x1b[?2004hqkv> ", plain=False)


def ask(terminal, line):
    """Types LINE; what the program says to it."""
    terminal.send(line + "\r")
    terminal.expect(line)
    return ready(terminal)


def leave(terminal):
    terminal.send("\x04")
    said, status = terminal.end()
    assert status == 0, f"exit {status}: {said!r}"
    return said


def bare_prompt():
    terminal = start()
    said = ready(terminal)
    assert "The worked example" in said, f"no list of lessons: {said!r}"
    assert "12" in ask(terminal, "3 * 4")
    said = ask(terminal, "Q @ 2")
    assert "Q" in said and "^" in said, f"no caret: {said!r}"
    assert "standard input" not in said and "prompt:" not in said, said
    leave(terminal)


def faults_put_the_terminal_back():
    pair = os.openpty()
    usual = termios.tcgetattr(pair[1])
    for name in ("SEGV", "ABRT", "BUS", "FPE", "ILL", "TERM", "HUP", "QUIT"):
        terminal = start(state="fault")
        ready(terminal)
        terminal.send("half a li")
        terminal.expect("half a li")
        os.kill(terminal.process, getattr(signal, "SIG" + name))
        master, terminal.master = terminal.master, os.dup(terminal.master)
        _, status = terminal.end()
        assert status == -getattr(signal, "SIG" + name), f"{name}: {status}"
        assert termios.tcgetattr(master) == usual, f"{name}: the modes are not what they were"
        assert terminal.all.rfind("\x1b[?2004l") > terminal.all.rfind("\x1b[?2004h"), f"{name}: brackets"
        os.close(master)
    for descriptor in pair:
        os.close(descriptor)


def tab_completes():
    terminal = start(state="tab")
    ready(terminal)
    ask(terminal, "weights = [[1, 2]]")
    terminal.send("wei\t")
    terminal.expect("weights")
    terminal.send("[1,2] * 21\r")
    assert "42" in ready(terminal)
    terminal.send("21*wei\t")  # readline begins the word before the number
    terminal.expect("21*weights")
    terminal.send("[1,2]\r")
    assert "42" in ready(terminal)
    terminal.send("softma\t")
    terminal.expect("softmax")
    terminal.send("\x03")
    ready(terminal)
    terminal.send("explai\t")
    terminal.expect("explain ")
    terminal.send("weights[1,1]\r")
    ready(terminal)
    terminal.send("weights + (wei\t) * 20\r")
    assert "42" in ready(terminal)
    leave(terminal)


def tab_lists():
    terminal = start(state="tab")
    ready(terminal)
    terminal.send("un\t")
    said = terminal.expect("unpin")
    assert "undo" in said, f"candidates: {said!r}"
    terminal.send("\x03")
    ready(terminal)
    leave(terminal)


def history_lasts():
    first = start(state="history")
    ready(first)
    ask(first, "1 + 1")
    ask(first, "20 + 22")
    leave(first)
    second = start(state="history")
    ready(second)
    second.send("\x1b[A")
    second.expect("20 + 22")
    second.send("\r")
    assert "42" in ready(second)
    second.send("\x1b[A\x1b[A")
    second.expect("1 + 1")
    second.send("\x03")
    ready(second)
    leave(second)
    file = SCRATCH / "history" / "qkv" / "history"
    assert file.stat().st_mode & 0o777 == 0o600, oct(file.stat().st_mode)
    assert file.read_text() == "1 + 1\n20 + 22\n", file.read_text()


def history_is_not_trusted():
    file = SCRATCH / "hostile" / "qkv" / "history"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"\x1b]0;evil\x07\n\xff\xfe\xc3\n" + b"1" * 70000 + b"\n7 * 6\n")
    terminal = start(state="hostile")
    ready(terminal)
    terminal.send("\x1b[A")
    terminal.expect("7 * 6")
    terminal.send("\x1b[A\x1b[A")
    terminal.expect("\\x1b]0;evil")
    terminal.send("\x03")
    ready(terminal)
    leave(terminal)
    assert "\x1b]0;" not in terminal.all, "the escape sequence reached the terminal"
    file.write_bytes(b"1 + 1\n" * 200000)
    big = start(state="hostile")
    assert "History is not kept" in ready(big)
    leave(big)
    file.write_bytes(b"1 + 1\n" * 120000 + b"6 * 7\n")
    terminal = start(state="hostile")
    ready(terminal)
    terminal.send("\x1b[A")
    terminal.expect("6 * 7")
    terminal.send("\x03")
    ready(terminal)
    leave(terminal)
    assert file.stat().st_size <= 1 << 18, file.stat().st_size
    file.unlink()
    file.mkdir()
    folder = start(state="hostile")
    ready(folder)
    assert "42" in ask(folder, "6 * 7")
    leave(folder)


def control_c_clears():
    terminal = start(state="clear")
    ready(terminal)
    terminal.send("6 * \x03")
    ready(terminal)
    assert "5" in ask(terminal, "2 + 3")
    terminal.send("B = [[1,\r")
    terminal.expect("...> ")
    terminal.send("2\x03")
    ready(terminal)
    said = ask(terminal, "B")
    assert "B" in said and "2" not in said, f"half a matrix was taken: {said!r}"
    terminal.send("\x12plus\x03")
    ready(terminal)
    assert "5" in ask(terminal, "2 + 3")
    leave(terminal)


def brackets_go_on():
    terminal = start(state="brackets")
    ready(terminal)
    terminal.send("B = [[1, 2],\r")
    terminal.expect("...> ")
    terminal.send("[3, 4]]\r")
    ready(terminal)
    assert "10" in ask(terminal, "sum(B)")
    leave(terminal)
    kept = (SCRATCH / "brackets" / "qkv" / "history").read_text()
    assert "B = [[1, 2], [3, 4]]\n" in kept, kept


def paste_of_many_lines():
    terminal = start(state="paste")
    ready(terminal)
    terminal.send("\x1b[200~a = 6\nb = 7\na * b\x1b[201~\r")
    terminal.expect("42")
    ready(terminal)
    leave(terminal)


def letters_of_any_script():
    for language in ("C.UTF-8", "C"):
        terminal = start(state="letters", LANG=language)
        ready(terminal)
        terminal.send("α' = 6\r")
        ready(terminal)
        terminal.send("α' * 7\r")
        terminal.expect("42")
        ready(terminal)
        terminal.send(b"2\xff\xc3 + 3\r")
        ready(terminal)
        assert "5" in ask(terminal, "2 + 3")
        leave(terminal)


def enter_goes_on_in_a_lesson():
    terminal = start("--plain", LESSON)
    said = ready(terminal)
    assert "Who takes from whom" in said, f"no first page: {said!r}"
    for _ in range(12):
        terminal.send("\r")
        if "Which row of" in ready(terminal):
            break
    else:
        raise AssertionError("Enter does not lead to the first question")
    terminal.send("\r")
    assert "answer" in ready(terminal), "a question does not hold"
    ask(terminal, "answer 2")
    terminal.send("\r")
    ready(terminal)
    for _ in range(5):
        terminal.send("\r")
        if "right" in ready(terminal):
            break
    else:
        raise AssertionError("the prediction is never graded")
    ask(terminal, "W_q[1,2] = 3")
    assert ".2" in ask(terminal, "undo")
    leave(terminal)


def quit_leaves():
    terminal = start()
    ready(terminal)
    terminal.send("quit\r")
    _, status = terminal.end()
    assert status == 0


def the_users_inputrc_rules():
    inputrc = SCRATCH / "inputrc"
    inputrc.write_text('$if qkv\n"\\C-g": "6 * 7"\n$endif\n$if Bash\n"\\C-g": "no"\n$endif\n')
    terminal = start(INPUTRC=str(inputrc), state="inputrc")
    ready(terminal)
    terminal.send("\x07\r")
    terminal.expect("42")
    ready(terminal)
    leave(terminal)


def dumb_terminal():
    terminal = start("--plain", LESSON, TERM="dumb")
    terminal.expect("qkv> ")
    terminal.send("6 * 7\r")
    terminal.expect("42")
    terminal.expect("qkv> ")
    leave(terminal)
    assert "\x1b[" not in terminal.all, "control sequences on a dumb terminal"


def state_folder_that_cannot_be():
    terminal = start(XDG_STATE_HOME="/dev/null/state")
    assert "History is not kept" in ready(terminal)
    assert "42" in ask(terminal, "6 * 7")
    leave(terminal)


if __name__ == "__main__":
    run(
        [
            bare_prompt,
            tab_completes,
            tab_lists,
            history_lasts,
            history_is_not_trusted,
            control_c_clears,
            brackets_go_on,
            paste_of_many_lines,
            letters_of_any_script,
            enter_goes_on_in_a_lesson,
            quit_leaves,
            faults_put_the_terminal_back,
            the_users_inputrc_rules,
            dumb_terminal,
            state_folder_that_cannot_be,
        ]
    )
