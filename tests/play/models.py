# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""What stands in files, through the program: opened, edited, explained, undone, saved as a formula and opened
again; in each format as NumPy or the format's own specification has it written."""
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, "tests/reference")
import bpe  # noqa: E402

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
    assert f"W[2,3] ≈ {round(w[1, 2], 4)}, as it stands in w.npy" in said and "set by hand" in said, said
    assert "W[1,:]" in said and "× W.T[:,1]" in said and said.endswith("  5\n"), said
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
        told = json.loads(subprocess.run([sys.executable, WORK / "kept.py"], cwd="/", capture_output=True, check=True).stdout)
        for name, wanted in values("kept.md", *arguments).items():
            assert np.allclose(told["values"][name]["value"], wanted["value"], rtol=0, atol=1e-12), name


def inside_operators():
    """An operator of one's own reads it once, and each call holds it."""
    w = random.normal(size=(2, 3))
    np.save(WORK / "o.npy", w)
    write("o.md", 'f(A) = A @ tensor("o.npy").T\ng(A) =\n    W = tensor("o.npy")\n    A @ W.T\n\n'
                  "F = f([[1, 0, 0]])\nG = g([[0, 1, 0]])")
    said = qkv("o.md", "-c", "explain G.W[1,2]", "-c", "save again.md", "-c", "export o.py")
    assert f"G.W[1,2] ≈ {round(w[0, 1], 4)}, as it stands in o.npy" in said, said
    for lesson in ("o.md", "again.md"):
        same(value(lesson, "F"), w[:, :1].T, "f")
        same(value(lesson, "G"), w[:, 1:2].T, "g")
    told = json.loads(subprocess.run([sys.executable, WORK / "o.py"], cwd="/", capture_output=True, check=True).stdout)
    assert told["values"]["G"]["value"] == [w[:, 1].tolist()]


def a_script_finds_its_files():
    """In any folder, moved together with them, and from standard input; else it says where it looked."""
    (WORK / "lesson").mkdir()
    (WORK / "moved/models").mkdir(parents=True)
    (WORK / "elsewhere").mkdir()
    np.save(WORK / "lesson/l.npy", [[1, 2]])
    np.save(WORK / "typed.npy", [[3]])
    np.save(WORK / "elsewhere/m.npy", [[4]])
    write("l.md", 'L = tensor("l.npy")', WORK / "lesson")
    script = WORK / "lesson/l.py"
    qkv("values", "lesson/l.md", "--models", "elsewhere", "-c", 'T = tensor("typed.npy")', "-c", 'M = tensor("m.npy")',
        "--format", "numpy", "-o", str(script))

    def runs(*words, folder="/", **more):
        ended = subprocess.run([sys.executable, *words], cwd=folder, capture_output=True, text=True, check=False, **more)
        if ended.returncode != 0:
            return ended.stderr
        return [entry["value"] for entry in json.loads(ended.stdout)["values"].values()]

    found = [[[1.0, 2.0]], [[3.0]], [[4.0]]]
    assert runs(script) == runs("l.py", folder=script.parent) == found
    assert runs("-", input=script.read_text()) == found
    for path in (script, WORK / "lesson/l.npy", WORK / "typed.npy", WORK / "elsewhere/m.npy"):
        path.rename(WORK / "moved" / path.name)
    assert runs(WORK / "moved/l.py") == found
    (WORK / "moved/typed.npy").unlink()
    said = runs(WORK / "moved/l.py")
    assert "typed.npy is in none of " in said and str(WORK / "lesson") in said, said
    assert "qkv_folders" not in qkv("values", "-c", "A = 1", "--format", "numpy")


def what_was_read_stays():
    """Undo, redo and a reset do not hang on the file."""
    np.save(WORK / "old.npy", [[1, 2]])
    with subprocess.Popen([QKV], cwd=WORK, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        print('G = tensor("old.npy")', *["x = 1", "x = 2"] * 6, "G[1,1] = 3", "2", sep="\n", file=run.stdin, flush=True)
        while run.stdout.readline() != "  2\n":
            pass
        np.save(WORK / "new.npy", [[8, 9]])
        (WORK / "new.npy").replace(WORK / "old.npy")
        said, _ = run.communicate("\n".join([*["undo"] * 14, *["redo"] * 13, "G", "load G old.npy", "G"]))
    assert said.split() == "1 2 1 1 2 1 2 1 8 9".split(), said


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
    (DATA / "linked").symlink_to(WORK)  # what another program fetched
    assert say('tensor("linked/outside.npy")') == "  4\n"
    write("l.md", 'M = tensor("nowhere/../outside.npy")', WORK / "sub")
    assert "cannot open nowhere/../outside.npy" in qkv("values", "sub/l.md", status=2)
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
    w = random.normal(size=(1400, 1400))  # 16 MB
    np.save(WORK / "large.npy", w)
    np.save(WORK / "large4.npy", w.astype("f4"))
    for name, cells in (("large.npy", w), ("large4.npy", w.astype("f4"))):
        said, kibibytes = measured("-c", f"load W {name}", "-c", "precision 17", "-c", "W[7,9]")
        assert float(said) == float(cells[6, 8]), said
        assert kibibytes * 1024 < 10e6 + w.size * 8, f"{name}: {kibibytes} KiB"
    say("load W large.npy", "W[7,9] = 0.5", "save large.md")
    assert len((WORK / "large.md").read_text()) < 100
    assert "0.5\n" in qkv("large.md", "-c", "W[7,9]")
    np.save(WORK / "middle.npy", w[:700, :700])  # some 10 MB of text
    said = say("load W middle.npy", "save sub/large.md", status=2)
    assert "save beside the files" in said, said
    # a layer of a stack is seen where it lies: beside the numbers there is room for the program itself, some 6 MB,
    # but not for a copy of a layer, 8 MB
    layers = random.normal(size=(4, 1000, 1000))
    np.save(WORK / "layers.npy", layers)
    said, kibibytes = measured("-c", "load W layers.npy", "-c", "f(x, A) = x @ A", "-c", "H = layers(f, ones(1, 1000), W)",
                               "-c", "precision 17", "-c", "V = W[2:3]", "-c", "V[2,7,9]")
    assert float(said) == layers[2, 6, 8] and kibibytes * 1024 < 1.3 * layers.size * 8, f"{said} {kibibytes} KiB"
    # the largest of very many
    assert say("B = arange(60000)", "topk(B * (60001 - B) - 900000000, 3)").split()[4:] == ["30000", "30000", "29998"]
    # more than an operator makes of nothing, and what is made of that
    np.save(WORK / "wide.npy", np.zeros((4097, 4096), dtype=bool))
    assert say('B = tensor("wide.npy")', "B[4097,4096] = 2", "sum(B.T + 1) - 16780000") == f"  {4097 * 4096 + 2 - 16780000}\n"
    assert "more than 16777216 cells" in say('B = tensor("wide.npy")', "ones(4097, 4096)", status=2)
    np.lib.format.open_memmap(WORK / "huge.npy", mode="w+", dtype="i1", shape=(8193, 8192))
    assert "8193×8192 is more than 67108864 numbers" in say('tensor("huge.npy")', status=2)


def safetensors(arrays, change=None, metadata=None):
    """A file by the format's own specification; CHANGE may spoil its header."""
    names = {np.dtype("f8"): "F64", np.dtype("f4"): "F32", np.dtype("f2"): "F16", np.dtype("i8"): "I64",
             np.dtype("i4"): "I32", np.dtype("i2"): "I16", np.dtype("i1"): "I8", np.dtype("u8"): "U64",
             np.dtype("u4"): "U32", np.dtype("u2"): "U16", np.dtype("u1"): "U8", np.dtype("?"): "BOOL"}
    header, data = {"__metadata__": metadata} if metadata else {}, b""
    for name, (array, kind) in {n: a if isinstance(a, tuple) else (a, None) for n, a in arrays.items()}.items():
        raw = array.tobytes()
        header[name] = {"dtype": kind or names[array.dtype], "shape": list(array.shape),
                        "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    if change:
        change(header)
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def bfloat(array):
    """The upper halves of float32."""
    return ((array.astype("<f4").view("<u4") >> 16).astype("<u2"), "BF16")


def many_arrays():
    w, v = random.normal(size=(3, 4)), random.normal(size=5)
    layers = random.normal(size=(3, 2, 2)).astype("f4")
    kinds = {kind: (np.arange(6).reshape(2, 3) - (3 if kind[0] in "fi" else 0)).astype(kind)
             for kind in ("f8", "f4", "f2", "i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "?")}
    arrays = {"W_q": w, "v": v, **{f"h.{i}.attn.w": layer for i, layer in enumerate(layers)},
              **{f"h.{i}.b": layer[0] for i, layer in enumerate(layers)}, **{"k." + k: a for k, a in kinds.items()}}
    np.savez(WORK / "m.npz", **arrays)
    np.savez_compressed(WORK / "c.npz", **arrays)
    half = np.array([[1, -2.5, 0], [np.inf, 1e-3, 3e38]])
    (WORK / "m.safetensors").write_bytes(safetensors({**arrays, "naïve \"q\"": w, "g": bfloat(half)},
                                                     metadata={"format": "pt"}))
    bits = half.astype("<f4").view("<u4") >> 16 << 16
    for file in ("m.npz", "c.npz", "m.safetensors"):
        lines = [f'W = tensor("{file}", "W_q")', f'v = tensor("{file}", "v")',
                 f'H = tensor("{file}", "h.{{i}}.attn.w", layers=3)', f'B = tensor("{file}", "h.{{i}}.b", layers=3)',
                 *[f'K{i} = tensor("{file}", "k.{kind}")' for i, kind in enumerate(kinds)]]
        lines += ['G = tensor("m.safetensors", "g")'] if "safe" in file else []
        found = values(write("m.md", "\n".join(lines)))
        check = {"W": w, "v": v[None], "H": layers, "B": layers[:, :1], "G": bits.astype("<u4").view("<f4"),
                 **{f"K{i}": a for i, a in enumerate(kinds.values())}}
        for name, entry in found.items():
            same(np.array(entry["value"], dtype=float), check[name], f"{file} {name}")
        (WORK / "m.py").write_text(qkv("values", "m.md", "--format", "numpy"))
        told = json.loads(subprocess.run([sys.executable, WORK / "m.py"], cwd="/", capture_output=True, check=True).stdout)
        for name, entry in found.items():
            assert told["values"][name]["value"] == entry["value"], name
        for line, message in (
                (f'tensor("{file}", "W_p")', "there is no W_p in it; did you mean W_q?"),
                (f'tensor("{file}", "nothing.like.it")', "there is no nothing.like.it in it; it has "),
                (f'tensor("{file}")', "say which of its arrays: it has "),
                (f'tensor("{file}", "h.{{i}}.attn.w", layers=4)', "there is no h.3.attn.w in it"),
                (f'tensor("{file}", "W_q", layers=2)', "with layers= the name has {i}"),
                (f'tensor("{file}", layers=2)', "layers= needs a name with {i} in it")):
            assert message in say(line, status=2), line
    # one alone needs no name; what is written is read by others, and again here
    np.savez(WORK / "one.npz", only=w)
    same(value(write("m.md", 'W = tensor("one.npz")'), "W"), w, "the only one")
    say('W = tensor("m.npz", "W_q")', 'H = tensor("m.npz", "h.{i}.attn.w", layers=3)', "α = 1 / 3",
        "export out.npz", "export out.safetensors", "export only.npz W")
    written = np.load(WORK / "out.npz")
    assert sorted(written) == ["H", "W", "α"] and np.load(WORK / "only.npz")["W"].shape == (3, 4)
    same(written["W"], w, "written")
    same(written["H"], layers, "written")
    raw = (WORK / "out.safetensors").read_bytes()
    size = int.from_bytes(raw[:8], "little")
    header = json.loads(raw[8:8 + size])
    assert size % 8 == 0 and header["H"]["shape"] == [3, 2, 2] and header["W"]["dtype"] == "F64", header
    begin, end = header["W"]["data_offsets"]
    same(np.frombuffer(raw[8 + size:][begin:end], "<f8").reshape(3, 4), w, "written")
    # under other names, a layer of a stack by itself, as others have it
    write("n.md", 'W = tensor("m.npz", "W_q")\nH = tensor("m.npz", "h.{i}.attn.w", layers=3)\nB = H[:,1,:]')
    for file in ("as.npz", "as.safetensors"):
        qkv("values", "n.md", "--name", "H=h.{i}.w,B=h.{i}.b,W", "--format", file.split(".")[1], "-o", file)
        found = values(write("m.md", f'W = tensor("{file}", "W")\nH = tensor("{file}", "h.{{i}}.w", layers=3)\n'
                                     f'B = tensor("{file}", "h.{{i}}.b", layers=3)'))
        same(np.array(found["H"]["value"]), layers, file)
        same(np.array(found["B"]["value"]), layers[:, :1], file)
        assert found["W"]["value"] == w.tolist()
    raw = (WORK / "as.safetensors").read_bytes()
    header = json.loads(raw[8:8 + int.from_bytes(raw[:8], "little")])
    assert header["h.2.b"]["shape"] == [2] and header["h.2.w"]["shape"] == [2, 2] and header["W"]["shape"] == [3, 4], header
    assert "W is no stack of matrices" in qkv("values", "n.md", "--name", "W=h.{i}", "--format", "npz", "-o", "no", status=2)
    assert "json has the notebook's own names" in qkv("values", "n.md", "--name", "W=h", "--format", "json", status=2)
    for file in ("out.npz", "out.safetensors"):
        found = values(write("m.md", f'W = tensor("{file}", "W")\nH = tensor("{file}", "H")\na = tensor("{file}", "α")'))
        same(np.array(found["H"]["value"]), layers, file)
        assert found["W"]["value"] == w.tolist() and found["a"]["value"] == [[1 / 3]]


def hostile():
    """One clear message each, and the notebook as it was."""
    w = np.ones((2, 2))

    def spoiled(**entry):
        return safetensors({"W": w}, lambda header: header["W"].update(entry))

    twice = safetensors({"W": w}).replace(b'"dtype"', b'"shape"', 1)
    good = safetensors({"W": w})
    zipped = (WORK / "only.npz").read_bytes()
    damaged = bytearray(zipped)
    damaged[len(zipped) // 3] ^= 1
    cases = {
        "header.safetensors": ((1 << 62).to_bytes(8, "little") + good[8:], "its header would be longer than the file"),
        "large.safetensors": ((100 << 20).to_bytes(8, "little") + b" " * (100 << 20) + b"{}",
                              "its header is too large: the limit is 2 MiB"),
        "beyond.safetensors": (spoiled(data_offsets=[0, 64], shape=[2, 4]), "W lies beyond the end of the file"),
        "far.safetensors": (spoiled(data_offsets=[2 ** 63 - 33, 2 ** 63 - 1]), "W lies beyond the end of the file"),
        "reversed.safetensors": (spoiled(data_offsets=[32, 0]), "W ends before it begins"),
        "over.safetensors": (safetensors({"V": w, "W": w}, lambda h: h["W"].update(data_offsets=[16, 48])),
                             "W lies where another array lies"),
        "shape.safetensors": (spoiled(shape=[2 ** 62, 2 ** 62]), "W has an impossible shape"),
        "negative.safetensors": (spoiled(shape=[-2, -2]), "W has an impossible shape"),
        "bytes.safetensors": (spoiled(shape=[2, 3]), "W has another number of bytes than its shape takes"),
        "kind.safetensors": (spoiled(dtype="F8_E4M3"), "W has numbers of an unsupported kind"),
        "axes.safetensors": (spoiled(shape=[1, 1, 1, 2, 2]), "the array has more than four axes"),
        "many.safetensors": (spoiled(shape=[1] * 100 + [4]), "W has no dtype, shape and data_offsets"),
        "empty.safetensors": (spoiled(shape=[0, 2], data_offsets=[0, 0]), "the array is empty: 0×2"),
        "list.safetensors": ((2).to_bytes(8, "little") + b"[]", "its header cannot be read"),
        "deep.safetensors": ((99999).to_bytes(8, "little") + b"[" * 99999, "its header cannot be read"),
        "twice.safetensors": (twice, "its header has a key twice"),
        "names.safetensors": (safetensors({"\x1b]0;x\x07\u202e": w, "b": w}), "say which of its arrays: it has "),
        "short.safetensors": (good[:5], "it ends too early"),
        "nothing.safetensors": (b"", "it ends too early"),
        "text.npz": (b"PK no zip", "this is not a zip file"),
        "cut.npz": (zipped[:-30], "this "),  # no zip file, or cut: libzip's releases differ
        "damaged.npz": (bytes(damaged), "this zip file cannot be read: it is cut or damaged"),
    }
    for file, (content, message) in cases.items():
        (WORK / file).write_bytes(content)
        name = ', "W"' if b'"W"' in content[:200] else ""
        said = say("A = 1", f'A = tensor("{file}"{name})', "A", status=2)
        assert said.startswith(f"{file}: {message}") and said.count("\n") == 1, f"{file}: {said}"
        assert "\x1b" not in said and "\u202e" not in said, said
        assert "  1\n" in subprocess.run([QKV], cwd=WORK, capture_output=True, check=False, text=True,
                                         input=f'A = 1\nA = tensor("{file}"{name})\nA\n').stdout, file


PIECES = ["the", "The", "cat", "cats", "saw", "sleeps", " ", "  ", "    ", "'s", "'t", "'re", "'", "I'll", "12", "2026", "3",
          ",", ".", "...", "!?", "é", "ü", "naïve", "日本", "語", "Ж", "🙂", "👍", "½", "²", "_", "#", "(", ")", "a", "b", "z"]


def strings(count):
    return ["".join(random.choice(PIECES, random.integers(1, 12))) for _ in range(count)]


def encoded(texts, vocabulary):
    """What bpe makes of each: places from 1, and the tokens that label them."""
    text = f"V = {vocabulary}\n" + "\n".join(f't{i} = bpe("{text}", V)' for i, text in enumerate(texts))
    found = values(write("t.md", text))
    return [(found[f"t{i}"]["value"][0], found[f"t{i}"]["columns"]) for i in range(len(texts))]


BROKEN = [b"\xff", b"\xfe", b"\x80", b"\xbf", b"\xc3", b"\xe2\x82", b"\xf0\x9f\x99", b"\xc0\xaf", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"]


def broken_strings(count, merges, ids):
    """Bytes that are no UTF-8 are refused, each line with its place, and what stood before stands; where they happen to
    fit together they are encoded."""
    lines, wanted, told = ['V = tensor("toy/vocab.json")', "t = 0"], [[0]], []
    for text in strings(count):
        parts = [text[:len(text) // 2].encode(), random.choice(BROKEN), random.choice(BROKEN), text[len(text) // 2:].encode()]
        line = b"".join(parts[:random.integers(2, 5)])
        try:
            wanted.append([ids[token] + 1 for token in bpe.gpt2(line.decode(), merges)])
        except UnicodeDecodeError as error:
            told.append(f"standard input:{len(lines) + 1}:{10 + len(line[:error.start].decode())}: the byte 0x{line[error.start]:02X} is no UTF-8")
            wanted.append(wanted[-1])
        lines += [b't = bpe("' + line + b'", V)', f"expect t = {wanted[-1]}"]
    said = subprocess.run([QKV], cwd=WORK, capture_output=True, check=False,
                          input=b"\n".join(x if isinstance(x, bytes) else x.encode() for x in lines))
    errors = [line for line in said.stderr.decode("utf-8", "replace").splitlines() if line.startswith("standard input:")]
    assert len(errors) == len(told), f"{len(errors)} lines refused, {len(told)} broken: {errors[:3]} {told[:3]}"
    for error, place in zip(errors, told):
        assert error.startswith(place), f"{error}, not {place}"


def byte_pairs():
    corpus = "the cat saw the cats . the cat 's naïve 日本語 I'll sleep 2026 12 the  saw sleeps " * 3 + " ".join(strings(200))
    merges = bpe.train(corpus, 220)
    merges += [("t", "he")] if ("t", "he") not in merges else []  # one token by two roads
    tokens = list(dict.fromkeys([*bpe.LETTERS.values(), *(a + b for a, b in merges), "<|endoftext|>"]))
    random.shuffle(tokens)
    for name in ("t", "h", "e", "he"):
        assert name in tokens or merges.pop(), name
    ids = {token: at for at, token in enumerate(tokens)}
    folder = DATA / "toy"
    folder.mkdir()
    (folder / "vocab.json").write_text(json.dumps(ids))
    (folder / "merges.txt").write_text("#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges), encoding="utf-8")
    texts = strings(100_000 if "QKV_HARD" in os.environ else 500)
    for start in range(0, len(texts), 1500):
        some = texts[start:start + 1500]
        for text, (places, labels) in zip(some, encoded(some, 'tensor("toy/vocab.json")')):
            wanted = bpe.gpt2(text, merges)
            assert labels == wanted and places == [ids[t] + 1 for t in wanted], f"{text!r}: {labels}, not {wanted}"
    broken_strings(100_000 if "QKV_HARD" in os.environ else 500, merges, ids)
    # by the folder's name; a text by its name; what it picks
    table = np.arange(2.0 * len(tokens)).reshape(-1, 2)
    np.save(WORK / "E.npy", table)
    said = values(write("t.md", 's = "the cats saw"\nE = tensor("E.npy")\nids = bpe(s, "toy")\nX = E[ids,:]'))
    same(np.array(said["X"]["value"]), table[[ids[t] for t in bpe.gpt2("the cats saw", merges)]], "picked")
    assert said["X"]["rows"] == said["ids"]["columns"] == bpe.gpt2("the cats saw", merges)
    # a vocabulary that a saved lesson would not find is not lost in silence
    (WORK / "own").mkdir()
    for name in ("vocab.json", "merges.txt"):
        (WORK / "own" / name).write_bytes((folder / name).read_bytes())
    say('ids = bpe("the cats", "own")', "save kept.md --force")
    same(value("kept.md", "ids"), [[ids[t] + 1 for t in bpe.gpt2("the cats", merges)]], "kept")
    assert "save beside it" in say('ids = bpe("the cats", "own")', "save sub/kept.md", status=2)
    for file, content, message in (
            ("vocab.json", '{"a": 0, "b": 2}', "its 2 tokens are not numbered from 0 to 1, each once"),
            ("vocab.json", '{"a": 0, "a": 1}', "this vocabulary has a key twice"),
            ("vocab.json", '{"a": 0', "this vocabulary cannot be read"),
            ("merges.txt", " ".join(merges[0]) + "\nq\n", "merges.txt: merge 2 is not of two tokens into one")):
        for name in ("vocab.json", "merges.txt"):
            (WORK / name).write_bytes((folder / name).read_bytes())
        (WORK / file).write_text(content)
        assert message in say('bpe("the", "vocab.json")', status=2), message
    assert "cannot open nowhere/vocab.json" in say('bpe("the", "nowhere")', status=2)


def llama_files(dim=8, hidden=12, layers=2, heads=4, kv_heads=2, vocabulary=300, places=5):
    """llama2.c's checkpoint and vocabulary, as its export.py writes them."""
    kv = dim // heads * kv_heads
    shapes = {"token_embedding_table": (vocabulary, dim), "rms_att_weight": (layers, dim), "wq": (layers, dim, dim),
              "wk": (layers, kv, dim), "wv": (layers, kv, dim), "wo": (layers, dim, dim), "rms_ffn_weight": (layers, dim),
              "w1": (layers, hidden, dim), "w2": (layers, dim, hidden), "w3": (layers, hidden, dim),
              "rms_final_weight": (dim,), "freq_cis_real": (places, dim // heads // 2),
              "freq_cis_imag": (places, dim // heads // 2), "wcls": (vocabulary, dim)}
    arrays = {name: random.normal(size=shape).astype("<f4") for name, shape in shapes.items()}
    for shared in (True, False):
        header = np.array([dim, hidden, layers, heads, kv_heads, vocabulary if shared else -vocabulary, places], "<i4")
        names = [name for name in shapes if name != "wcls" or not shared]
        raw = header.tobytes() + b"".join(arrays[name].tobytes() for name in names)
        (WORK / "story.bin").write_bytes(raw)
        found = values(write("t.md", "\n".join(f'{name} = tensor("story.bin", "{name}")' for name in names)))
        for name in names:
            wanted = arrays[name][:, None] if name in ("rms_att_weight", "rms_ffn_weight") else arrays[name]
            same(np.array(found[name]["value"]), wanted, name)
    said = say('tensor("story.bin", "nothing")', status=2)
    assert "there is no nothing in it; it has token_embedding_table, rms_att_weight, wq" in said, said
    for content, message in ((raw[:-4], "its sizes and its length disagree"), (raw[:20], "it ends too early"),
                             (np.full(7, 2 ** 31 - 1, "<i4").tobytes(), "its sizes and its length disagree"),
                             (np.zeros(7, "<i4").tobytes(), "its sizes and its length disagree")):
        (WORK / "bad.bin").write_bytes(content)
        assert message in say('tensor("bad.bin", "wq")', status=2), message
    assert "for a checkpoint, name an array" in say('tensor("story.bin")', status=2)

    pieces = sorted({part for text in strings(300) for word in text.split() for end in range(1, 5) for at in range(len(word))
                     for part in (word[at:at + end], " " + word[:end])} | {" "} | set("thecasw"))
    tokens = ["<unk>", "\n<s>\n", "\n</s>\n", *(f"<0x{byte:02X}>" for byte in range(256)), *pieces]
    scores = [0.0] * 259 + [-float(n) for n in random.permutation(len(pieces))]
    raw = np.int32(27).tobytes() + b"".join(
        np.float32(score).tobytes() + np.int32(len(token.encode())).tobytes() + token.encode()
        for token, score in zip(tokens, scores))
    (WORK / "tok.bin").write_bytes(raw)
    texts = strings(20_000 if "QKV_HARD" in os.environ else 150)
    for start in range(0, len(texts), 400):
        some = texts[start:start + 400]
        for text, (places, labels) in zip(some, encoded(some, 'tensor("tok.bin")')):
            wanted = bpe.llama(text, tokens, scores)
            assert places == [at + 1 for at in wanted], f"{text!r}: {labels}, not {[tokens[at] for at in wanted]}"
            assert labels == [tokens[at].strip("\n").replace(" ", "▁") for at in wanted], labels
    # a token that cannot be shown alone is looked up by its bytes
    tokens += ["\u0301", "e\u0301", "\u200d"]
    scores += [-0.5, 0.0, 0.0]
    (WORK / "marks.bin").write_bytes(raw + b"".join(
        np.float32(score).tobytes() + np.int32(len(token.encode())).tobytes() + token.encode()
        for token, score in zip(tokens[-3:], scores[-3:])))
    for text, (places, labels) in zip(("te\u0301a", "a\u0301"), encoded(["te\u0301a", "a\u0301"], 'tensor("marks.bin")')):
        wanted = bpe.llama(text, tokens, scores)
        assert places == [at + 1 for at in wanted], f"{text!a}: {labels}, not {[tokens[at] for at in wanted]}"
        assert ("e\u0301" if text[0] == "t" else "<0301>") in labels, labels
    for content, message in ((raw[:-1], "it ends too early"), (b"", "it ends too early"), (raw[:4], "it has no tokens"),
                             (raw[:8] + b"\xff" * 4 + raw[12:], "this is not a llama2.c vocabulary")):
        (WORK / "bad.bin").write_bytes(content)
        assert message in say('bpe("a", "bad.bin")', status=2), message


WORK.mkdir()
one_array()
places()
a_script_finds_its_files()
what_was_read_stays()
inside_operators()
large()
many_arrays()
hostile()
byte_pairs()
llama_files()
