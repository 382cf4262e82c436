"""What stands in files, through the program: opened, edited, explained, undone, saved as a formula and opened
again; in each format as NumPy or the format's own specification has it written."""
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

QKV = os.environ["QKV"]
WORK = Path(os.environ["TMPDIR"]) / "models"
DATA = Path(os.environ["XDG_DATA_HOME"]) / "qkv/models"
random = np.random.default_rng(5)


def qkv(*arguments, status=0, folder=WORK):
    ended = subprocess.run([QKV, *arguments], cwd=folder, capture_output=True, check=False, text=True,
                           stdin=subprocess.DEVNULL, timeout=60)
    assert ended.returncode == status, f"{arguments}: exit {ended.returncode}: {ended.stdout}{ended.stderr}"
    return ended.stdout if status == 0 else ended.stderr


def say(*lines, **more):
    return qkv(*[part for line in lines for part in ("-c", line)], **more)


def values(lesson, *arguments, **more):
    return json.loads(qkv("values", lesson, "--format", "json", *arguments, **more))["values"]


def value(lesson, name, **more):
    return np.array(values(lesson, **more)[name]["value"], dtype=float)


def write(name, text, folder=WORK):
    (folder / name).write_text(f"# T\n\n```qkv\n{text}\n```\n")
    return name


def same(found, wanted, what):
    wanted = np.atleast_2d(np.asarray(wanted, dtype=float))
    assert found.shape == wanted.shape and np.array_equal(found, wanted, equal_nan=True), f"{what}: {found} {wanted}"


def one_array():
    w = random.normal(size=(3, 4))
    np.save(WORK / "w.npy", w)
    same(value(write("a.md", 'W = tensor("w.npy")'), "W"), w, "w.npy")
    same(value(write("a.md", "load W w.npy"), "W"), w, "load")
    assert values("a.md")["W"]["formula"] == 'tensor("w.npy")'
    # edited, undone, explained, stepped into, in columns
    said = say('W = tensor("w.npy")', "W[2,3] = 5", "W[2,3]", "undo", "explain W[2,3]", "redo", "explain W[2,3]",
               "Q = W @ W.T", "explain Q[1,1]", "goto W", "convention columns", "W[3,2]", "precision 17")
    assert f"W[2,3] ≈ {w[1, 2]:.4f}, as written in W" in said and "set by hand" in said, said
    assert "W[1,·]   W.T[·,1]" in said and said.endswith("  5\n"), said
    # saved as a formula and opened again to the same state
    say("load W w.npy", "W[2,3] = 5", "A = softmax(W)", "pin A[1,1] = 0", "save kept.md")
    kept = (WORK / "kept.md").read_text()
    assert 'W = tensor("w.npy")\n' in kept and "W[2,3] = 5\n" in kept and len(kept) < 200, kept
    w[1, 2] = 5
    same(value("kept.md", "W"), w, "saved and opened")
    # the same in NumPy
    for arguments in ([], ["--columns"]):
        (WORK / "kept.py").write_text(qkv("values", "kept.md", "--format", "numpy", *arguments))
        assert "tolist" not in (WORK / "kept.py").read_text().split("W = ")[1].split("\n")[0]
        told = json.loads(subprocess.run([sys.executable, "kept.py"], cwd=WORK, capture_output=True, check=True).stdout)
        for name, wanted in values("kept.md", *arguments).items():
            assert np.allclose(told["values"][name]["value"], wanted["value"], rtol=0, atol=1e-12), name


def what_was_read_stays():
    """Undo, redo and a reset do not hang on the file."""
    np.save(WORK / "old.npy", [[1, 2]])
    said = say('G = tensor("old.npy")', *["x = 1", "x = 2"] * 6, "G[1,1] = 3", "Y = [[8, 9]]", "export old.npy Y",
               *["undo"] * 15, *["redo"] * 13, "G", "load G old.npy", "G")
    assert said.endswith("  1  1  2\n     1  2\n  1  8  9\n"), said


def places():
    """Beside the lesson, then the models; a lesson stays in both; a person goes anywhere."""
    (WORK / "sub").mkdir()
    DATA.mkdir(parents=True)
    np.save(DATA / "m.npy", [[3]])
    np.save(WORK / "outside.npy", [[4]])
    (WORK / "sub/link.npy").symlink_to("../outside.npy")
    write("l.md", 'M = tensor("m.npy")', WORK / "sub")
    same(value("sub/l.md", "M"), [[3]], "a model")
    np.save(WORK / "sub/m.npy", [[5]])
    same(value("sub/l.md", "M"), [[5]], "beside the lesson")
    assert say('tensor("m.npy")', folder=WORK / "sub") == "  5\n"
    assert say('tensor("../outside.npy")', folder=WORK / "sub") == "  4\n"
    assert say(f'tensor("{WORK}/outside.npy")') == "  4\n"
    for file in ("../outside.npy", "link.npy", f"{WORK}/outside.npy"):
        write("l.md", f'M = tensor("{file}")', WORK / "sub")
        assert "only files below the lesson's folder" in qkv("values", "sub/l.md", status=2), file
    said = say('tensor("nowhere.npy")', status=2)
    assert f"cannot open nowhere.npy: No such file or directory; nor is it in {DATA}" in said, said
    # what would not be found again is saved in digits, with its labels
    (WORK / "t.csv").write_text(",a,b\nx,1,2.50\ny,3,4\n")
    say("load T t.csv", "load O outside.npy", "T[1,1] = 9", "save sub/kept.md")
    kept = (WORK / "sub/kept.md").read_text()
    assert 'T = tokens("x y", [[1, 2.5], [3, 4]], columns="a b")\n' in kept and "O = [[4]]\n" in kept, kept
    same(value("sub/kept.md", "T"), [[9, 2.5], [3, 4]], "in digits")
    assert values("sub/kept.md")["T"]["rows"] == ["x", "y"]


def measured(*arguments):
    """What the program prints, and the most memory it had: asked by a process that is small itself, as a child has
    had what its parent has."""
    ask = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
           "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    ended = subprocess.run([sys.executable, "-c", ask, QKV, *arguments], cwd=WORK, capture_output=True, check=True,
                           text=True)
    said, kibibytes = ended.stdout.rsplit("\n", 2)[:2]
    return said, int(kibibytes)


def large():
    """No more memory than the numbers take, and no more text than the formula."""
    w = random.normal(size=(2800, 2800))  # 62 MB
    np.save(WORK / "large.npy", w)
    np.save(WORK / "large4.npy", w.astype("f4"))
    for name, cells in (("large.npy", w), ("large4.npy", w.astype("f4"))):
        said, kibibytes = measured("-c", f"load W {name}", "-c", "precision 17", "-c", "W[7,9]")
        assert float(said) == float(cells[6, 8]), said
        assert kibibytes * 1024 < 1.2 * w.size * 8, f"{name}: {kibibytes} KiB"
    say("load W large.npy", "W[7,9] = 0.5", "save large.md")
    assert len((WORK / "large.md").read_text()) < 100
    assert "0.5\n" in qkv("large.md", "-c", "W[7,9]")
    said = say("load W large.npy", "save sub/large.md", status=2)
    assert "save where the files lie" in said, said
    # more than an operator makes of nothing, and what is made of that
    np.save(WORK / "wide.npy", np.zeros((4097, 4096), dtype=bool))
    assert say('B = tensor("wide.npy")', "B[4097,4096] = 2", "sum(B.T + 1) - 16780000") == f"  {4097 * 4096 + 2 - 16780000}\n"
    assert "more than 16777216 cells" in say('B = tensor("wide.npy")', "ones(4097, 4096)", status=2)
    np.lib.format.open_memmap(WORK / "huge.npy", mode="w+", dtype="i1", shape=(8193, 8192))
    assert "8193×8192 is more than 67108864 numbers" in say('tensor("huge.npy")', status=2)


WORK.mkdir()
one_array()
places()
what_was_read_stays()
large()
