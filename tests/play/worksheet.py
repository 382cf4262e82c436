# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Worksheets and keys: what the lesson computes is left to be found in the one, and found in the other; text stays
text in Markdown and HTML. Of every third lesson; with QKV_HARD of all.

    worksheet.py QKV SCRATCH
"""
import html.parser
import json
import os
import re
import subprocess
import sys
from pathlib import Path

QKV, SCRATCH = sys.argv[1], Path(sys.argv[2])
failed = 0


def fail(message):
    global failed
    failed = 1
    print(message)


def qkv(*words):
    run = subprocess.run([QKV, *words], capture_output=True, text=True)
    if run.returncode != 0:
        fail(f"{words}: {run.stderr}")
    return run.stdout


class Sheet(html.parser.HTMLParser):
    """What follows each formula: its table's cells. Every tag must be closed in its turn."""

    def __init__(self, text):
        super().__init__()
        self.open, self.values, self.answers, self.words, self.formula = [], {}, 0, "", ""
        self.feed(text)
        self.close()
        if self.open:
            fail(f"left open: {self.open}")

    def handle_starttag(self, tag, attributes):
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.answers += ("class", "answer") in attributes
        if tag == "table":
            self.values[self.formula] = []
        elif tag == "td":
            self.label = ("class", "label") in attributes
            self.values[self.formula] += [] if self.label else [""]
        elif tag == "code":
            self.formula = ""
        elif tag not in "html head meta title style body h1 h2 p div em br tr th td".split():
            fail(f"a tag of its own: {tag}")

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            fail(f"{tag} is closed and was not open")

    def handle_data(self, data):
        if "style" not in self.open:
            self.words += data
        if self.open[-1:] == ["code"]:
            self.formula += data
        elif self.open[-1:] == ["td"] and not self.label:
            self.values[self.formula][-1] += data


values = json.loads(qkv("values", "1", "--format", "json"))["values"]
sheet = Sheet(qkv("worksheet", "1", "--format", "html"))
key = Sheet(qkv("worksheet", "1", "--format", "html", "--key"))
for formula, name in (("Q = X @ W_q", "Q"), ("scores = Q @ K.T", "scores"), ("weights = softmax(scaled)", "weights")):
    found = sheet.values.get(formula)
    if not found or any(found):
        fail(f"{formula} is not left to be found: {found}")
    numbers = [number for row in values[name]["value"] for number in row]
    if [float(cell) for cell in key.values.get(formula, [])] != [round(number, 4) for number in numbers]:
        fail(f"{formula} is not in the key: {key.values.get(formula)}")
if [float(cell) for cell in sheet.values.get("W_q", [])] != [n for row in values["W_q"]["value"] for n in row]:
    fail("what is written out is not given")
if "Q[word1,1] = 1·0.1 + 0·0 + 1·0.1 + 0·0 = 0.2" not in key.words or "·0.1" in sheet.words:
    fail("arithmetic belongs to the key alone")
for step in ("output[word1,1] = 0.3136·0 + 0.3501·4.2 + 0.3363·2.1 ≈ 2.1766",
             "weights[word1,word2] = 1 / (0.0024 + 1 + 0.0493) ≈ 0.9509"):
    if step not in key.words:
        fail(f"an exercise's solution does not show {step}")
if Sheet(qkv("worksheet", "5", "--format", "html", "--key")).words.count("spread = sqrt(((-2.517)²") != 1:
    fail("a goal with two bounds is not worked out once")
columns = Sheet(qkv("worksheet", "6", "--format", "html", "--key")).words
for cell in ("Q[1,I]", "Q[1,a]", 'Q[2,"saw#2"]'):  # as the lesson shows it, not as it is stored
    if cell + " = " not in columns:
        fail(f"{cell} is not worked out")

for lesson in sorted(Path("lessons").glob("*.md"))[:: 1 if os.environ.get("QKV_HARD") else 3]:
    text = lesson.read_text(encoding="utf-8")
    quizzes = len(re.findall(r"^```(?:quiz|write|order)", text, re.M))
    for words in ((), ("--key",)):
        page = Sheet(qkv("worksheet", str(lesson), "--format", "html", *words))
        asked = quizzes + len(re.findall(r"^```try", text, re.M))
        if len(re.findall(r"Question \d+:", page.words)) != asked:
            fail(f"{lesson} {words}: not {asked} questions")
        if page.answers != (quizzes if words else 0):
            fail(f"{lesson} {words}: {page.answers} answers to {quizzes} quizzes")
        markdown = qkv("worksheet", str(lesson), *words)
        if markdown.count("\n```") % 2 or len(re.findall(r"^Question \d+:", markdown, re.M)) != asked:
            fail(f"{lesson} {words}: not {asked} questions in Markdown")

hostile = SCRATCH / "hostile.md"
hostile.write_text("""# A </h1><script> & \\input{/etc/passwd} $x$ 100 % #

## One

```qkv
X = tokens("<b> a&b x_y", [[1], [2], [3]])
Y = X @ X.T
```

```quiz q
Is </p><script>alert(1)</script> \\write18{rm} {{ or not?
( ) <img src=x> {{ no }}
(x) `</code>` **b** | c {{ yes <i> }}
```
""", encoding="utf-8")
page = Sheet(qkv("worksheet", str(hostile), "--format", "html", "--key"))
if "<script>alert(1)</script>" not in page.words or "<img src=x>" not in page.words:
    fail("text is lost")
markdown = qkv("worksheet", str(hostile), "--key")
for word in ("\\\\input\\{", "\\$x\\$", "\\<script\\>", "\\\\write18"):
    if word not in markdown:
        fail(f"Markdown acts on a lesson's text: {word}")
if "\n|---|---:|---:|---:|\n" not in qkv("worksheet", str(hostile), "--key"):
    fail("a table of Markdown has no line below its head")
if "| \\<b\\> |" not in qkv("worksheet", str(hostile)):
    fail("Markdown acts on a label")
sys.exit(failed)
