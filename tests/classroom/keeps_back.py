# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""What a released lesson may not say.

    keeps_back.py LESSON RELEASED

Every right choice, key of a number, feedback, explanation, solution, note, expect line of a block of
statements and number behind → of LESSON is looked for in RELEASED; a question, its hints, a task and its
goals may say what they like, a drill what it is computed by, and feedback what the lesson says, too. Says what it finds, and how much it looked for."""
import re
import sys


def fences(text):
    """(its first line, its lines) of every fenced block."""
    for found in re.finditer(r"^(```+)(.*)\n((?:.*\n)*?)\1`*$", text, re.M):
        yield found[2].strip(), found[3].splitlines()


def main(lesson, released):
    original = open(lesson, encoding="utf-8").read()
    text = open(released, encoding="utf-8").read()
    goals = {line.strip() for kind, content in fences(text) if kind.startswith("try") for line in content}
    lines = {line.strip() for line in text.splitlines()} - goals
    tasks = "".join(re.sub("{{.*}}", "", line) for kind, content in fences(original) for line in content
                    if kind.startswith(("quiz", "try")) and not line.startswith(("solution:", "explain:", "=")))
    told = re.sub(r"^(```+).*\n((?:.*\n)*?)\1`*$", "", original, flags=re.M)
    drills = {line.strip() for kind, content in fences(text) if kind.startswith("drill") for line in content}
    wrong, sought = [], 0
    kept = [line for kind, content in fences(text) for line in content if kind.startswith(("quiz", "try"))]
    kept = [line for line in kept if not line.startswith("expect ")]
    for kind, content in fences(original):
        for line in map(str.strip, content):
            secret = None
            if kind.startswith("quiz") and re.match(r"[(\[]x[)\]]", line):
                wrong += [line] if line in lines else []
                sought += 1
            if kind.startswith("quiz") and line.startswith("="):
                secret = line
            elif kind.startswith(("quiz", "try")) and line.startswith(("explain:", "solution:")):
                secret = line.split(":", 1)[1].strip()
            elif kind.startswith("qkv") and line.startswith("expect "):
                secret = line
            if secret is not None:
                sought += 1
                shown = lines if secret.startswith(("=", "expect ")) else " ".join(kept)
                wrong += [secret] if secret in shown and secret not in tasks else []
            for feedback in re.findall(r"{{(.*)}}", line):
                sought += 1
                found = feedback.strip() in text and feedback.strip() not in told
                wrong += [feedback] if len(feedback) > 12 and found else []
    wrong += [line for line in lines if "{{" in line or re.match(r"[(\[]x[)\]] ", line)]
    wrong += [line for line in (lines | goals) - drills if line.startswith(("solution:", "explain:"))]
    wrong += re.findall(r"<!-- note:.*", text)
    numbers = [len(re.findall(r"`[^`]*→ *[-+.\d][^`]*`", words)) for words in (original, text)]
    sought += numbers[0]
    wrong += re.findall(r"`[^`]*→ *[-+.\d][^`]*`", text)
    for what in wrong:
        print(f"{released} says: {what}")
    print(f"{sought} kept back")
    return 1 if wrong or sought == 0 else 0


sys.exit(main(*sys.argv[1:]))
