# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile texts through the built program, by every way that ends at a terminal: the transcript, messages,
file names, the environment, the history file, the prompt and its completion, answers; and exports that the
readers of their formats read back. hostile.c makes more of them, and shows them in process."""
import ast
import csv
import io
import json
import os
import random
import re
import struct
import subprocess
import sys
import unicodedata
from pathlib import Path

sys.path.insert(0, "tests/terminal")
from terminal import Terminal, run  # noqa: E402

QKV = os.environ["QKV"]
SCRATCH = Path(os.environ["TMPDIR"])
HARD = "QKV_HARD" in os.environ
SEED = int(os.environ.get("QKV_TEXT_SEED", "1"))
LESSON = os.path.abspath("lessons/01-worked-example.md")
# What readline writes of itself to redraw a line.
MOVES = re.compile(r"\x1b\[\?2004[hl]|\x1b\[(?:7|27)m|\x1b\[[0-9]*[ABCDKP@]|\x1b\[J|[\r\b\x07]")
tried = 0

PIECES = [
    b"\x1b[31m", b"\x1b[2J\x1b[H", b"\x1b]0;title\x07", b"\x1b]52;c;ZXY=\x07", b"\x1bPq-\x1b\\",
    b"\x1b_Gf=1;A\x1b\\", b"\x1b^p\x1b\\", b"\x1bXs\x1b\\", b"\x1bc", b"\x1b[?1049l", b"\x9b31m",
    b"\x9d0;t\x9c", b"\xc2\x9b31m", b"\xc2\x90q\xc2\x9c", b"right\b\b\b\b\bwrong", b"a\tb", b"\x7f",
    b"%s%n%n", b"%999999d", b"{0}", b"\xff\xfe", b"\xc0\x9b", b"\xed\xa0\xbd\xed\xb8\x80",
    b"\xf4\x90\x80\x80", b"\xf0\x80\x80\x9b", b"\xef\xbf\xbe", b"\xe2\x80", b"$(id)", b"`id`", b"'",
    b"\\", b"<b>", b"&amp;", b"=1+1", "\u202edne\u202c", "\u2066(\u2069", "\u200b\u200d\ufeff",
    "\U000e0001\U000e0041", "\u2028next", "e" + "\u0301" * 40, "\ufe0f\U000e0100",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f44d\U0001f3fd\U0001f1e9\U0001f1ea1\ufe0f\u20e3",
    "寿司", "\u05e9\u05dc\u05d5\u05dd", "\u0915\u094d\u0937", "é" * 300, "全" * 90, "plain", " ",
]


def texts():
    """As many as asked for; the seed gives them again."""
    chance = random.Random(SEED)
    print(f"seed {SEED}")
    made = []
    for _ in range(300 if HARD else 6):
        pieces = chance.choices(PIECES, k=chance.randint(1, 5))
        point = chance.choice([chance.randint(0x80, 0xD7FF), chance.randint(0xE000, 0x10FFFF)])
        control = chance.choice([number for number in range(1, 32) if number not in (10, 13)])
        pieces += [chr(point), bytes([control, chance.randint(128, 255)])]
        chance.shuffle(pieces)
        made.append(b"z" + b"".join(piece if isinstance(piece, bytes) else piece.encode() for piece in pieces))
    return made


TEXTS = texts()


def hides(character):
    point = ord(character)
    kind = unicodedata.category(character)
    if 0x600 <= point <= 0x605 or character == "\n":  # signs that can be seen
        return False
    if 0xFDD0 <= point <= 0xFDEF or point & 0xFFFE == 0xFFFE:  # no characters; some are qkv's own marks of style
        return True
    return kind in ("Cc", "Cf", "Cs", "Zl", "Zp") or 0xFE00 <= point <= 0xFE0F or 0xE0000 <= point <= 0xE0FFF


def judge(what, output, allowed=None):
    try:
        text = output.decode() if isinstance(output, bytes) else output
    except UnicodeDecodeError as error:
        raise AssertionError(f"{what}: no UTF-8: {error}: {output[-300:]!a}") from error
    text = allowed.sub("", text) if allowed else text
    at = next((at for at, character in enumerate(text) if hides(character)), None)
    assert at is None, f"{what}: {text[at]!a} in {text[max(at - 100, 0):at + 100]!a}"


def environment(folder, **more):
    kept = {"PATH": os.environ["PATH"], "HOME": str(SCRATCH), "LANG": "C.UTF-8", "TERM": "xterm"}
    return {**kept, "INPUTRC": "/dev/null", "XDG_STATE_HOME": str(folder), **more}


def qkv(arguments, folder=SCRATCH, **more):
    global tried
    tried += 1
    ended = subprocess.run([os.fsencode(QKV), *arguments], cwd=folder, capture_output=True, check=False,
                           stdin=subprocess.DEVNULL, env=environment(SCRATCH, **more), timeout=60)
    assert ended.returncode in (0, 1, 2), f"{arguments!a}: exit {ended.returncode}: {ended.stderr!a}"
    return ended


def both(what, ended):
    judge(f"{what}, standard output", ended.stdout)
    judge(f"{what}, standard error", ended.stderr)


def names_of_files():
    folder = SCRATCH / "files"
    folder.mkdir()
    for text in TEXTS:
        name = os.path.join(os.fsencode(folder), text.replace(b"/", b"")[:200])
        lesson = name + b".md"
        with open(lesson, "wb") as file:
            file.write(b"# T " + text + b"\n\nWords " + text + b"\n\n```qkv\nX = [[1, 2]]\nY = X @ X\n```\n")
        with open(name + b".csv", "wb") as file:
            file.write(b'"' + text.replace(b'"', b"") + b'",b\n1,2\n')
        for arguments in ([b"play"], [b"check"], [b"check", b"--json"], [b"values"], [b"show"],
                          [b"values", b"--format", b"json"]):
            both(f"{arguments} {text!a}", qkv([*arguments, lesson], folder))
        both(f"missing {text!a}", qkv([b"play", name + b".qkv"], folder))
        both(f"load {text!a}", qkv([b"-c", b'load M "' + os.path.basename(name) + b'.csv"', b"-c", b"M"], folder))
        both(f"statement {text!a}", qkv([b"-c", text], folder))
        both(f"option {text!a}", qkv([b"--" + text, text], folder))
        both(f"output {text!a}", qkv([b"values", LESSON, b"-o", b"no/" + text, b"--format", text], folder))
        os.unlink(lesson)
        os.unlink(name + b".csv")


def the_environment():
    for text in TEXTS:
        value = os.fsdecode(text)
        for name in ("XDG_STATE_HOME", "XDG_DATA_HOME", "TERM", "LANG", "NO_COLOR", "COLUMNS"):
            both(f"{name}={text!a}", qkv([b"-c", b"1 + 1"], **{name: value}))
    for text in TEXTS[:8]:
        value = os.fsdecode(text)
        for name in ("TERM", "XDG_STATE_HOME"):
            terminal = Terminal([QKV, "--plain"], environment(SCRATCH / "env", **{name: value}))
            terminal.expect("qkv> ")
            terminal.send("\x04")
            assert terminal.end()[1] == 0
            judge(f"{name}={text!a}", terminal.all.replace("\r\n", "\n"), MOVES)


def ready(terminal):
    """A new prompt: bracketed paste is switched on before it. What is typed earlier may meet the terminal
    between two modes."""
    terminal.expect("\x1b[?2004hqkv> ", plain=False)


def the_history_and_the_prompt():
    state = SCRATCH / "past" / "qkv"
    state.mkdir(parents=True)
    (state / "history").write_bytes(b"\n".join(TEXTS) + b"\n")
    inputrc = SCRATCH / "inputrc"
    inputrc.write_text("set page-completions off\nset completion-query-items 0\n")
    terminal = Terminal([QKV, "--plain"], environment(SCRATCH / "past", INPUTRC=str(inputrc)))
    ready(terminal)
    for _ in TEXTS:
        terminal.send("\x1b[A")
    terminal.send("\x05\x15" + "1234 + 4321\r")
    terminal.expect("5555")
    ready(terminal)
    for text in TEXTS:  # pasted, and given
        typed = b"".join(bytes([byte]) for byte in text if byte >= 0x20 and byte != 0x7F)
        terminal.send(b"\x1b[200~" + typed + b"\x1b[201~\t\t")
        terminal.send(b"\x05\x15\x03")
        ready(terminal)
        terminal.send(b'help "' + typed.replace(b'"', b"") + b'"\r')
        ready(terminal)
    terminal.send("\x1512 * 12\r")
    terminal.expect("144")
    ready(terminal)
    terminal.send("\x15\x04")
    assert terminal.end()[1] == 0
    judge("the prompt", terminal.all.replace("\r\n", "\n"), MOVES)


def answers():
    for text in TEXTS:
        command = b"answer " + text
        both(f"answer {text!a}", qkv([b"play", LESSON, b"-c", b"goto page 2", b"-c", command]))


def letters(text):
    """TEXT as one word of the language, which may not hold all of it."""
    kept = text.decode("utf-8", "ignore")
    return "w" + "".join(c for c in kept if c >= " " and c != "\x7f" and not c.isspace() and c not in '"#')


def exports_are_read_back():
    for text in TEXTS:
        word = letters(text)
        statement = f'X = tokens("{word} b", [[1, 2], [3, 4]], columns="{word} d")'.encode()
        read = {}
        for form in ("json", "numpy", "csv", "tsv", "latex", "markdown", "text"):
            one = ["--name", "X"] if form in ("csv", "tsv") else []
            ended = qkv(["values", *one, "--format", form, "-c", statement])
            assert ended.returncode == 0, f"{form} {text!a}: {ended.stderr!a}"
            judge(f"{form} {text!a}", ended.stdout.replace(b"\t", b" "))
            read[form] = ended.stdout.decode()
        value = json.loads(read["json"])["values"]["X"]
        label = value["rows"][0]
        assert value["rows"] == [label, "b"] and value["columns"] == [label, "d"], f"{text!a}: {value}"
        made_safe = any(sign in label for sign in ("<", "\\x", "\ufffd"))
        assert label == word or made_safe, f"{label!a} {word!a}"
        assert f'"{label} b"' in value["formula"], value["formula"]
        for form, mark in (("csv", ","), ("tsv", "\t")):
            rows = list(csv.reader(io.StringIO(read[form]), delimiter=mark))
            assert rows == [["", label, "d"], [label, "1", "2"], ["b", "3", "4"]], f"{form} {text!a}: {rows}"
        strings = [node.value for node in ast.walk(ast.parse(read["numpy"])) if isinstance(node, ast.Constant)]
        assert strings.count(label) == 2, f"numpy {text!a}"


# One of each kind that a label of a file may not carry on.
WORST = "z\u202e\u2066\u200f\u061c\ufdd9\ufdd0\U0001ffff\x1b]0;PWN\x07\x1b[7m\x9b31m\x90\x01\x7f\u200b\u2060\ufeff\U000e0041b"
SGR = re.compile(r"\x1b\[[0-9;]*m")
FORMS = {
    "play": ["text", "html"], "show": ["text", "svg", "html"], "worksheet": ["markdown", "html"],
    "values": ["text", "json", "csv", "tsv", "markdown", "latex", "numpy"],
}


def files_with_labels(folder):
    """Statements, each of which reads a file with WORST in it and gives X, with hostile rows or columns."""
    (folder / "sheet.csv").write_text(f'"","{WORST}",y\n"{WORST}",1,2\nb,3,4\n', encoding="utf-8")
    tokens = [b"<unk>", b"<s>", b"</s>", b" ", b"a", b"b", b"ab", b"\xff\xfe", WORST.encode()]
    packed = b"".join(struct.pack("<fi", at, len(token)) + token for at, token in enumerate(tokens))
    (folder / "tokenizer.bin").write_bytes(struct.pack("<i", 40) + packed)
    (folder / "vocab.json").write_text(json.dumps({"a": 0, "b": 1, "ab": 2, WORST: 3, "b" + WORST: 4}))
    (folder / "merges.txt").write_text(f"a b\nb {WORST}\n", encoding="utf-8")
    return ['X = tensor("sheet.csv")', 'X = tensor("tokenizer.bin")', 'X = tensor("vocab.json")']


def labels_of_files():
    folder = SCRATCH / "labels"
    folder.mkdir()
    for at, statement in enumerate(files_with_labels(folder)):
        lesson = f"labels{at}.md"
        quiz = "```quiz sum\nHow much is it?\n= sum(X)\n```\n"
        more = "explain X[2,1]\nX.T @ X\n"
        (folder / lesson).write_text(f"---\ntitle: T\nid: t\n---\n\n# T\n\n```qkv\n{statement}\n{more}```\n\n{quiz}")
        for verb, forms in FORMS.items():
            for form in forms:
                name = ["--name", "X"] if form in ("csv", "tsv") else []
                colours = [["--color", "never"]]
                colours += [["--color", "always"]] if form == "text" and verb != "values" else []
                for colour in colours:
                    ended = qkv([verb, lesson, "--format", form, *name, *colour], folder)
                    assert ended.returncode == 0, f"{verb} {form}: {ended.stderr!a}"
                    if form in ("csv", "tsv") or colour[1] == "always":
                        ended.stdout = SGR.sub("", ended.stdout.decode().replace("\t", " ")).encode()
                    both(f"{verb} {form} of {statement}", ended)
        for words in ("X", "describe X", "explain X[2,1]", "arrows X", "histogram X", "sort(X.T)", 'X["nowhere",1]',
                      "help X", "find b", "X = 3", "Y = argmax(X)", "save kept.md"):
            both(f"{words} of {statement}", qkv(["-c", statement, "-c", words], folder))
        judge("a saved lesson", (folder / "kept.md").read_bytes())
        (folder / "kept.md").unlink()
        both("the key", qkv(["worksheet", lesson, "--key"], folder))
        (folder / "answers").write_text("sum: 1\n")
        ended = qkv(["hand-in", lesson, "--answers", "answers", "--name", "Ada", "-o", "hand.jsonl"], folder)
        both("handing in", ended)
        judge("what is handed in", (folder / "hand.jsonl").read_bytes())
        with open(folder / "hand.jsonl", "a", encoding="ascii") as log:
            log.write(json.dumps({"name": WORST}) + "\n")
        for form in ("text", "csv", "json"):
            for name in (os.fsencode(WORST) + b"\xff.jsonl", "＝1.jsonl".encode(), b" \n =1.jsonl"):
                there = os.path.join(os.fsencode(folder), name)
                os.rename(folder / "hand.jsonl", there)
                ended = qkv(["grade", lesson, "--format", form, name], folder)
                both(f"grade {form} {name!a}", ended)
                os.rename(there, folder / "hand.jsonl")


def lessons_with_names():
    """A shelf whose files have hostile names."""
    shelf = SCRATCH / "shelf" / "qkv" / "lessons"
    shelf.mkdir(parents=True)
    for name in (b"strange\xff.md", WORST.encode() + b".md"):
        with open(os.path.join(os.fsencode(shelf), name), "wb") as file:
            file.write(b"# T\n\nWords.\n")
    for arguments in (["lessons"], ["-c", "lessons"], ["-c", "help lessons"], ["play", "strange"]):
        both(f"{arguments}", qkv(arguments, XDG_DATA_HOME=str(SCRATCH / "shelf")))


status = 0
try:
    run([names_of_files, the_environment, the_history_and_the_prompt, answers, exports_are_read_back, labels_of_files,
         lessons_with_names])
finally:
    print(f"{len(TEXTS)} texts, {tried} runs")
