# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Frames on paper: SVG, HTML and recordings hold the terminal's frame, cell by cell; a lesson as a page holds its
words, values and questions: every third lesson. With QKV_HARD all of them, and an SVG of every stop.

    paper.py QKV SCRATCH
"""
import html
import html.parser
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

QKV, SCRATCH = sys.argv[1:]
WIDTH, HEIGHT, BASELINE = 9, 18, 14
SIZE = "100x30"
COLOURS = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
HARD = bool(os.environ.get("QKV_HARD"))
failed = 0


def fail(message):
    global failed
    failed = 1
    print(message)


def show(*words):
    run = subprocess.run([QKV, "show", *words, "--size", SIZE], capture_output=True, text=True,
                         env=COLOURS)
    if run.returncode != 0:
        fail(f"show {words}: {run.stderr}")
    return run.stdout


def lines(text):
    """A frame's rows, as one sees them."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    return [line.rstrip() for line in plain.rstrip("\n").split("\n")]


BLOCKS = {(8, h): chr(0x2580 + h) for h in range(1, 9)} | {(w, 8): chr(0x2590 - w) for w in range(1, 8)}


def drawn(text):
    """The rows that an SVG shows: its words, and rectangles that are blocks."""
    columns, rows = map(int, SIZE.split("x"))
    grid = [[" "] * columns for _ in range(rows)]
    name = "{http://www.w3.org/2000/svg}"
    wide = re.compile(r"[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]")
    for item in ET.fromstring(text):
        if item.tag == name + "text":
            column, row = int(item.get("x")) // WIDTH, (int(item.get("y")) - BASELINE) // HEIGHT
            for character in item.text:
                grid[row][column] = character
                column += 1
                if wide.match(character):
                    grid[row][column] = ""
                    column += 1
            if column * WIDTH != int(item.get("x")) + int(item.get("textLength")):
                fail(f"{item.text!r} has room for {item.get('textLength')}")
        elif item.tag == name + "rect":
            x, y, w, h = (float(item.get(key)) for key in ("x", "y", "width", "height"))
            column, row = int(x // WIDTH), int(y // HEIGHT)
            eighths = (round(w * 8 / WIDTH), round(h * 8 / HEIGHT))
            upper = eighths == (8, 4) and y % HEIGHT == 0
            if eighths in BLOCKS and eighths != (8, 8):
                grid[row][column] = "▀" if upper else BLOCKS[eighths]
    return ["".join(row).rstrip() for row in grid]


class Page(html.parser.HTMLParser):
    """What is on a page but its pictures; every tag must be closed in its turn."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        if tag != "meta":
            self.open.append(tag)
        if tag not in ("html", "head", "meta", "title", "style", "body"):
            fail(f"a tag of its own: {tag}")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            fail(f"{tag} is closed and was not open")


def pages(text):
    """The rows of each picture on a page."""
    page = Page()
    page.feed(re.sub("<svg.*?</svg>", "", text, flags=re.S))
    page.close()
    if page.open:
        fail(f"left open: {page.open}")
    return [drawn(picture) for picture in re.findall("<svg.*?</svg>", text, re.S)]


def seen(frame):
    """A frame's rows as a picture has them: a full block is an area of colour."""
    return [line.replace("█", " ").rstrip() for line in lines(frame)]


for lesson in ("01-worked-example", "11-multi-head", *(["05-why-scale"] if HARD else [])):
    words = ("lessons/" + lesson + ".md",)
    shown = re.split(r"^\[\d+\]\n", show(*words, "--stops", "--color", "always"), flags=re.M)[1:]
    found = pages(show(*words, "--stops", "--format", "html"))
    if len(shown) != len(found) or len(found) < 30:
        fail(f"{lesson}: {len(shown)} stops, {len(found)} on the page")
    for number, (frame, page) in enumerate(zip(shown, found)):
        if seen(frame) != page:
            fail(f"{lesson}, stop {number + 1}: the page shows {[a for a, b in zip(page, seen(frame)) if a != b][:2]}")
    for theme in ("dark", "light", "mono"):
        for line in ("goto page 2", "goto page 3", "goto end", "overview", "heat"):
            scene = (*words, "-c", line, "--theme", theme)
            frame = seen(show(*scene, "--color", "always"))
            picture = show(*scene, "--format", "svg")
            page = pages(show(*scene, "--format", "html"))[0]
            if page != frame:
                fail(f"{lesson}, {line}: the page differs from the frame")
            if drawn(picture) != frame:
                fail(f"{lesson}, {line}: the picture shows {[a for a, b in zip(drawn(picture), frame) if a != b][:2]}")

# What is exported at the prompt is what the command line writes.
for suffix in ("svg", "html"):
    name = f"{SCRATCH}/frame.{suffix}"
    words = ("lessons/01-worked-example.md", "-c", "goto page 3")
    if f"Written: {name}" not in show(*words, "-c", f"export {name}"):
        fail(f"{name} is not told")
    if Path(name).read_text(encoding="utf-8") != show(*words, "--format", suffix):
        fail(f"{suffix}: what is exported is not what show writes")


class Lesson(html.parser.HTMLParser):
    """A lesson as a page: every tag is closed in its turn, and only some are there. What is to be predicted stands
    nowhere openly before its answer."""

    def __init__(self, text):
        super().__init__()
        self.open, self.words, self.tags, self.predicts = [], "", [], False
        self.feed(text)
        self.close()
        if self.open:
            fail(f"left open: {self.open}")

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        if tag not in ("meta", "br", "hr"):
            self.open.append(tag)
        self.predicts &= ("class", "answer") not in attributes
        if tag == "pre" and self.predicts and "details" not in self.open:
            fail(f"told before it is predicted: {self.words[-200:]}")
        if tag not in ("html head meta title style body h1 h2 h3 p pre code em strong u br hr details summary table tr "
                       "td blockquote").split():
            fail(f"a tag of its own: {tag}")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            fail(f"{tag} is closed and was not open")

    def handle_data(self, data):
        self.words += data
        self.predicts |= data.startswith("Predict:")


def played(*words):
    run = subprocess.run([QKV, "play", *words], capture_output=True, text=True)
    if run.returncode != 0:
        fail(f"play {words}: {run.stderr}")
    return run.stdout


for path in sorted(Path("lessons").glob("*.md"))[:: 1 if HARD else 3]:
    text = path.read_text(encoding="utf-8")
    page = Lesson(played(str(path), "--format", "html"))
    quizzes, tries = (len(re.findall(f"^```{kind} ", text, re.M)) for kind in ("(?:quiz|write|order)", "try"))
    hints = len(re.findall("^hint:", re.sub("^```drill .*?^```$", "", text, flags=re.M | re.S), re.M))
    if page.tags.count("summary") != quizzes + tries + hints:
        fail(f"{path}: {page.tags.count('summary')} folds for {quizzes} quizzes, {tries} exercises, {hints} hints")
    if page.tags.count("h2") != len(re.findall("^## ", text, re.M)):
        fail(f"{path}: {page.tags.count('h2')} pages")
    words = " ".join(page.words.split())
    for line in re.findall(r"^  \S+(?:  +-?\d*\.\d+)+$", played(str(path)), re.M)[::7]:  # what is computed stands there
        if " ".join(line.split()) not in words:
            fail(f"{path}: the page has not {line!r}")
            break

# Every stop as a picture, one statement after another.
for lesson in ("01-worked-example", "05-why-scale", "11-multi-head") if HARD else ():
    path, typed, name = f"lessons/{lesson}.md", [], f"{SCRATCH}/stop.svg"
    number = 0
    while subprocess.run([QKV, "show", path, *typed], capture_output=True).returncode == 0:
        number += 1
        if drawn(show(path, *typed, "--format", "svg")) != seen(show(path, *typed, "--color", "always")):
            fail(f"{lesson}, stop {number}: the picture differs from the frame")
        asked = subprocess.run([QKV, "show", path, *typed, "-c", "skip"], capture_output=True).returncode == 0
        typed += (["-c", "skip"] if asked else []) + ["-c", "advance"]

hostile = "X = tokens(\"<b> & </pre> <script> ]]>\", [[1], [2], [3], [4], [5]])"
picture, page = (show("-c", hostile, "-c", "X", "--format", form) for form in ("svg", "html"))
if "<script>" not in "".join(drawn(picture)) and "script" not in "".join(drawn(picture)):
    fail("a label is lost in the picture")
if not any("</pre>" in line for line in pages(page)[0]):
    fail("a label is lost on the page")

# A list keeps its marks.
(Path(SCRATCH) / "list.md").write_text("# List\n\n## One\n\n- first\n- second\n\n1. third\n\n```qkv\nA = 1\n```\n", encoding="utf-8")
listed = played(f"{SCRATCH}/list.md", "--format", "html")
if re.findall('<p class="choice">(.*?)</p>', listed) != ["• first", "• second", "1. third"]:
    fail(f"a list on the page: {re.findall('<p.*?</p>', listed)}")

# What browsers call it is the lesson's title, whatever is in that.
(Path(SCRATCH) / "k.md").write_text('# Keys & *queries* < </title> `A` "x"\n\n## One\n\n```qkv\nA = [[1, 2]]\n```\n\n```quiz q\n'
                                    "How many?\n= 2\n```\n", encoding="utf-8")
TITLE = 'Keys & queries < </title> A "x"'
for title, words in [(TITLE, f"{form} {SCRATCH}/k.md") for form in
                     ("play --format html", "worksheet --format html", "show --format svg", "show --format html",
                      "show --stops --format html")] + [
                          (f"{TITLE}: key", f"worksheet --key --format html {SCRATCH}/k.md"),
                          ("The worked example", "show lessons/01-worked-example.md --format svg"),
                          ("qkv", "show --format svg -c 1")]:
    made = subprocess.run([QKV, *words.split()], capture_output=True, text=True, check=True).stdout
    told = re.findall("<title>(.*?)</title>", made)
    if [html.unescape(words) for words in told] != [title]:
        fail(f"{words}: its title is {told}, not {title}")
    if "<head>" in made and made.count('<meta name="viewport" content="width=device-width, initial-scale=1">') != 1:
        fail(f"{words}: a telephone is not told how wide the page is")
subprocess.run([QKV, f"{SCRATCH}/k.md", "-c", f"export {SCRATCH}/k.svg"], capture_output=True, check=True)
if ET.parse(f"{SCRATCH}/k.svg").getroot().findtext("{http://www.w3.org/2000/svg}title") != TITLE:
    fail("export: another title")
sys.exit(failed)
