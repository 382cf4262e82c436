# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Every call on a file fails in turn, and the program is killed at each: what was saved is the old
file or the new one, whole, a failure is told, and nothing is left lying about. FAULT is the library
that makes the calls fail (fault.c). In its whole form (QKV_HARD) with every error, and killed at
many random moments."""
import errno
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, "tests/terminal")
from terminal import Terminal, run  # noqa: E402

QKV = os.environ["QKV"]
FAULT = os.environ["FAULT"]
HARD = "QKV_HARD" in os.environ
SCRATCH = Path(os.environ["TMPDIR"])
LESSON = os.path.abspath("lessons/01-worked-example.md")
ERRORS = [errno.ENOSPC]
if HARD:
    ERRORS += [errno.EIO, errno.EACCES, errno.EMFILE, errno.EDQUOT]
OLD = "old\n"
tried = 0


class Scenario:
    """One run of the program in a folder of its own. WATCHED is the file it writes."""

    def __init__(self, name, arguments, watched=None):
        self.name, self.arguments, self.watched = name, arguments, watched
        self.folder = SCRATCH / name
        self.state = self.folder / "state"
        self.folder.mkdir()
        (self.folder / "weights.csv").write_text("1,2\n3,4\n")
        self.reset()
        self.run()
        self.new = self.content()

    def reset(self):
        for stray in self.strays():  # of a run in which not even removing it was possible
            (self.folder / stray).unlink()
        if self.watched:
            (self.folder / self.watched).write_text(OLD)

    def content(self):
        return (self.folder / self.watched).read_text() if self.watched else None

    def environment(self, **fault):
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.folder), "LANG": "C.UTF-8"}
        settings = {name: str(value) for name, value in fault.items()}
        return {**kept, "XDG_STATE_HOME": str(self.state), "LD_PRELOAD": FAULT, **settings}

    def run(self, **fault):
        global tried
        tried += 1
        return subprocess.run([QKV, *self.arguments], cwd=self.folder, capture_output=True,
                              env=self.environment(**fault), timeout=60, check=False)

    def calls(self):
        log = self.folder / "calls"
        self.run(FAULT_LOG=log)
        lines = log.read_text().splitlines()
        log.unlink()
        return lines

    def strays(self):
        return [name for name in os.listdir(self.folder) if ".qkv-" in name]


def scenarios(where):
    return [
        Scenario(f"{where}-play", ["play", LESSON]),
        Scenario(f"{where}-load", ["-c", 'load M weights.csv', "-c", "M"]),
        Scenario(f"{where}-save", [LESSON, "-c", "save mine.md --force"], "mine.md"),
        Scenario(f"{where}-values", ["values", LESSON, "--force", "-o", "values.json"], "values.json"),
        Scenario(f"{where}-npy", ["values", LESSON, "--format", "npy", "--name", "Q", "--force", "-o", "Q.npy"]),
    ]


def check(scenario, ended, what):
    said = ended.stderr.decode("utf-8", "replace")
    assert ended.returncode in (0, 1, 2), f"{what}: exit {ended.returncode}: {said}"
    assert ended.returncode == 0 or said != "", f"{what}: exit {ended.returncode} in silence"
    if scenario.watched:
        content = scenario.content()
        assert content in (OLD, scenario.new), f"{what}: the file is torn: {content[:60]!r}"
        assert ended.returncode != 0 or content == scenario.new, f"{what}: nothing saved, nothing said"


def check_whole_again(scenario, what):
    ended = scenario.run()
    assert ended.returncode == 0, f"{what}: then exit {ended.returncode}: {ended.stderr!r}"
    assert scenario.content() == scenario.new, f"{what}: then the file is not the new one"
    assert scenario.strays() == [], f"{what}: {scenario.strays()} is left"


def every_call_fails():
    for scenario in scenarios("fails"):
        for at in range(1, len(scenario.calls()) + 1):
            for error in ERRORS:
                for lasting in (0, 1):
                    scenario.reset()
                    what = f"{scenario.name}, call {at}, {os.strerror(error)}, lasting {lasting}"
                    ended = scenario.run(FAULT_AT=at, FAULT_ERRNO=error, FAULT_LASTING=lasting)
                    check(scenario, ended, what)
                    assert lasting or scenario.strays() == [], f"{what}: {scenario.strays()} is left"
        check_whole_again(scenario, scenario.name)


def a_signal_in_a_call_is_no_failure():
    for scenario in scenarios("signal"):
        calls = scenario.calls()
        for at, call in enumerate(calls, 1):
            if call.split()[0] in ("read", "write", "flock"):
                ended = scenario.run(FAULT_AT=at, FAULT_ERRNO=errno.EINTR)
                assert ended.returncode == 0, f"{scenario.name}, {call}: {ended.stderr!r}"


def short_reads_and_writes_give_the_same():
    for scenario in scenarios("short"):
        whole = scenario.run()
        scenario.reset()
        ended = scenario.run(FAULT_SHORT=1)
        assert (ended.returncode, ended.stdout) == (0, whole.stdout), f"{scenario.name}: {ended}"
        assert scenario.content() == scenario.new, f"{scenario.name}: other bytes"


def killed_at_every_call():
    for scenario in scenarios("killed"):
        for at in range(1, len(scenario.calls()) + 1):
            scenario.reset()
            ended = scenario.run(FAULT_AT=at, FAULT_KILL=1)
            assert ended.returncode == -signal.SIGKILL, f"{scenario.name}, call {at}: {ended}"
            content = scenario.content()
            assert content in (None, OLD, scenario.new), f"{scenario.name}, call {at}: torn"
        check_whole_again(scenario, scenario.name)


def killed_at_any_moment():
    """At random, spread over the time a run takes."""
    scenario = Scenario("moment", [LESSON, "-c", "save mine.md --force"], "mine.md")
    begun = time.monotonic()
    for _ in range(10):
        scenario.run()
    takes = (time.monotonic() - begun) / 10
    found = {OLD: 0, scenario.new: 0}
    chance = random.Random(7)
    for moment in range(10000 if HARD else 15):
        scenario.reset()
        child = subprocess.Popen([QKV, *scenario.arguments], cwd=scenario.folder,
                                 env=scenario.environment(), stdout=subprocess.DEVNULL)
        try:
            child.wait(chance.uniform(0, 1.2 * takes))
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()
        content = scenario.content()
        assert content in found, f"moment {moment}: the file is torn: {content[:60]!r}"
        found[content] += 1
    print(f"killed at random: {found[OLD]} times the old file, {found[scenario.new]} the new one")
    check_whole_again(scenario, "killed at random")


def written_then_synced_then_renamed():
    scenario = Scenario("order", [LESSON, "-c", "save mine.md --force"], "mine.md")
    calls = [line.split() for line in scenario.calls()]
    order = [call[0] for call in calls if call[0] in ("write", "fsync", "rename")]
    assert order == ["write", "fsync", "rename", "fsync"], order
    synced = [call[1] for call in calls if call[0] == "fsync"]
    assert ".mine.md.qkv-" in synced[0] and synced[1] == ".", synced


class Learner:
    """Somebody at the screen, whose history and progress are kept."""

    def __init__(self, folder, **fault):
        settings = {name: str(value) for name, value in fault.items()}
        kept = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "TERM": "xterm",
                "INPUTRC": "/dev/null", "XDG_STATE_HOME": str(folder)}
        self.terminal = Terminal([QKV, LESSON, "--from-start"],
                                 {**kept, "LD_PRELOAD": FAULT, **settings})

    def lives(self, lines):
        """Types LINES, goes on a stop, and leaves; None when the program ended before."""
        try:
            self.terminal.expect("Space on")
            for line in lines:
                self.terminal.send(f":{line}\r")
            self.terminal.send("\r q")
            return self.terminal.end()[1]
        except AssertionError as error:
            # Where even the terminal's description cannot be read there is no screen to type at.
            if "the program ended" not in str(error) and "no screen here" not in str(error):
                raise
            return None
        finally:
            self.terminal.kill()


def logs(folder):
    """The lines of both logs."""
    state = Path(folder) / "qkv"
    return [(state / name).read_bytes().decode() if (state / name).exists() else ""
            for name in ("history", "progress")]


def whole(log, allowed):
    return log == "" or log.endswith("\n") and all(allowed(line) for line in log[:-1].split("\n"))


def history_and_progress_survive_every_call():
    folder = SCRATCH / "learner"
    folder.mkdir()
    log = folder / "calls"
    assert Learner(folder, FAULT_LOG=log).lives(["1+1"]) == 0
    count = len(log.read_text().splitlines())
    kept = logs(folder)
    assert kept[0] == "1+1\n", kept
    stride = 1 if HARD else 11
    for at in range(1, count + 1, stride):
        for fault in ({"FAULT_ERRNO": errno.ENOSPC}, {"FAULT_KILL": 1}):
            global tried
            tried += 1
            Learner(folder, FAULT_AT=at, **fault).lives([f"{at}+0"])
            history, progress = logs(folder)
            assert history.startswith(kept[0]), f"call {at}: history lost {kept[0]!r}: {history!r}"
            assert progress.startswith(kept[1]), f"call {at}: progress lost: {progress!r}"
            kept = [history, progress]
    assert Learner(folder).lives(["2+2"]) == 0
    history, progress = logs(folder)
    assert whole(history, lambda line: line.replace("+", "").isdigit()), history
    assert whole(progress, lambda line: "\t" in line), progress


def four_write_at_once():
    folder = SCRATCH / "four"
    folder.mkdir()
    count = 250 if HARD else 10
    kept = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", "TERM": "xterm",
            "INPUTRC": "/dev/null", "XDG_STATE_HOME": str(folder)}
    writers = [Terminal([QKV, "--plain"], kept) for _ in range(4)]
    for writer in writers:
        writer.expect("\x1b[?2004hqkv> ", plain=False)
    for line in range(count):
        for number, writer in enumerate(writers):
            writer.send(f"{number}{line:03d}\r")
    for writer in writers:
        for _ in range(count):  # a prompt after each line: what is typed early is echoed early
            writer.expect("\x1b[?2004hqkv> ", plain=False)
        writer.send("\x04")
        assert writer.end()[1] == 0
    history, _ = logs(folder)
    lines = history[:-1].split("\n")
    wanted = [f"{number}{line:03d}" for number in range(4) for line in range(count)]
    assert sorted(lines) == wanted, f"{len(lines)} lines of {len(wanted)}"
    print(f"four wrote {len(lines)} lines at once")


status = 0
try:
    run([every_call_fails, a_signal_in_a_call_is_no_failure, short_reads_and_writes_give_the_same,
         killed_at_every_call, killed_at_any_moment, written_then_synced_then_renamed,
         history_and_progress_survive_every_call, four_write_at_once])
finally:
    print(f"{tried} runs with a fault")
