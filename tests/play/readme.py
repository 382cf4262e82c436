# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""What README.md shows is what the program says.

    readme.py QKV SCRATCH

Each ```console block holds commands after `$ ` and what they print, both streams; a line `…` stands for any
lines. `cat FILE` makes the file first. The ~~~~markdown block is a lesson that must check. Every floor of
src has its row, and every lesson; how many they are and how long they take is said. Its picture is what
.readme/screen.sh prints."""
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path.cwd()
WORDS = """no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four""".split()


def fits(shown, said):
    """True when SHOWN's lines are SAID's, `…` standing for any number of them."""
    if not shown:
        return not said
    if shown[0] == "…":
        return any(fits(shown[1:], said[at:]) for at in range(len(said) + 1))
    return bool(said) and shown[0] == said[0] and fits(shown[1:], said[1:])


def run(command, environment, scratch):
    done = subprocess.run(
        command, shell=True, env=environment, cwd=scratch, text=True, timeout=60,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )
    return done.stdout.rstrip("\n").split("\n") if done.stdout else []


def main(program, scratch):
    scratch = Path(scratch)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (scratch / "lessons").symlink_to(ROOT / "lessons")
    path = f"{os.path.dirname(program)}:/usr/bin:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path}
    wrong = []
    commands = 0
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.S | re.M):
        for step in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, *shown = step.rstrip("\n").split("\n")
            commands += 1
            if command.startswith("cat "):
                (scratch / command[4:]).write_text("\n".join(shown) + "\n", encoding="utf-8")
                continue
            said = run(command, environment, scratch)
            if not fits(shown, said):
                wrong.append(f"$ {command}\n" + "\n".join(said) + "\nis not what README.md shows")
    lessons = re.findall(r"^~~~~markdown\n(.*?)^~~~~$", text, re.S | re.M)
    for lesson in lessons:
        (scratch / "shares.md").write_text(lesson, encoding="utf-8")
        done = subprocess.run([program, "check", "shares.md"], cwd=scratch, capture_output=True, text=True)
        if done.returncode != 0:
            wrong.append(f"the lesson of README.md does not check: {done.stderr}")
    for folder in sorted({path.parent.name for path in (ROOT / "src").glob("*/*.c")}):
        if f"| `{folder}` |" not in (ROOT / "HACKING.md").read_text(encoding="utf-8"):
            wrong.append(f"HACKING.md does not say what src/{folder} holds")
    count = total = 0
    for path in sorted((ROOT / "lessons").glob("*.md")):
        title, minutes = (re.search(f"^{key}: (.*)$", path.read_text(encoding="utf-8"), re.M)[1]
                          for key in ("title", "minutes"))
        if f"| {int(path.name[:2])} | {title} | {minutes} | " not in text:
            wrong.append(f"README.md does not list {path.name} with its title and minutes")
        count, total = count + 1, total + int(minutes)
    halves = round(total / 30)
    hours = WORDS[halves // 2] + (" and a half" if halves % 2 else "") + " hours"
    if f"{WORDS[count].capitalize()} lessons, some {hours}, " not in text:
        wrong.append(f"README.md does not say that {WORDS[count]} lessons take some {hours}")
    picture = subprocess.run(
        [ROOT / ".readme/screen.sh"], env=environment, capture_output=True, text=True).stdout
    if "(.readme/screen.svg)" not in text or picture != (ROOT / ".readme/screen.svg").read_text(encoding="utf-8"):
        wrong.append("README.md's picture is not what the program shows: .readme/screen.sh >.readme/screen.svg")
    if commands < 4 or len(lessons) != 1:
        wrong.append("README.md has lost its examples")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
