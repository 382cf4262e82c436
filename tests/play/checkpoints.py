# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Checkpoints in GPT-2's and Llama's form with random numbers, walked through by the notebooks that ship, and by NumPy:
within 1e-12. With QKV_HARD set also in the shapes of GPT-2 with 124 million numbers; and where $QKV_MODELS names the
folder of the real ones, those. `checkpoints.py bench` measures the largest instead, for `make bench`."""
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, "tests/reference")
import bpe  # noqa: E402
import gpt2  # noqa: E402
import llama  # noqa: E402

MODELS = Path(os.environ["XDG_DATA_HOME"]) / "qkv/models"
NOTEBOOKS = Path("lessons/models")


def computed(notebook, changes, more):
    """What the notebook gives, with CHANGES in its text: the values of MORE, its own or formulas."""
    text = (NOTEBOOKS / notebook).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    text += "".join(f"got{at} = {formula}\n" for at, formula in enumerate(more))
    lesson = MODELS.parent / notebook  # not beside the files: what is a link there would not be followed
    lesson.write_text(text, encoding="utf-8")
    names = ",".join(f"got{at}" for at in range(len(more)))
    said = subprocess.run([os.environ["QKV"], "values", str(lesson), "--format", "json", "--name", names],
                          capture_output=True, check=False, text=True)
    assert said.returncode == 0, said.stderr
    told = json.loads(said.stdout)["values"]
    return [np.array(told[f"got{at}"]["value"], float) for at in range(len(more))], told


def near(found, wanted, what):
    wanted = np.asarray(wanted)
    off = abs(found.reshape(wanted.shape) - wanted).max() / max(1, abs(wanted).max())
    assert off < 1e-12, f"{what}: they differ by {off:.2g}"


def in_gpt2s_form(name, layers, heads, ids, text, tokens):
    """What the notebook makes of TEXT, which has these IDS, is NumPy's."""
    changes = [('"gpt2', f'"{name}'), ("layers=12", f"layers={layers}"), ("n_layer = 12", f"n_layer = {layers}"),
               ("n_head = 12", f"n_head = {heads}"), ("ones(12, 12)", f"ones({layers}, {heads})"),
               ('"The capital of France is"', json.dumps(text, ensure_ascii=False))]
    ends = sorted({1, layers})
    more = ["ids", "logits", "says", *(f"H.{i}.A" for i in ends), *(f"H.{i}" for i in ends)]
    found, told = computed("gpt2.qkv", changes, more)
    maps, states, logits = gpt2.forward(gpt2.read(MODELS / name / "model.safetensors"), ids, heads)
    near(found[0], np.add(ids, 1), f"{name}: tokens")
    near(found[1], logits[-1], f"{name}: logits")
    p = gpt2.softmax(logits[-1])
    near(found[2], -np.sort(-p)[:5], f"{name}: the next token")
    assert told["got2"]["columns"] == [tokens[at] for at in np.argsort(-p)[:5]], told["got2"]["columns"]
    for at, i in enumerate(ends):
        near(found[3 + at], maps[i - 1], f"{name}: maps of layer {i}")
        near(found[3 + len(ends) + at], states[i - 1], f"{name}: layer {i}")


def make_gpt2(layers, d, vocabulary, places):
    """The folder's name, a text of 16 tokens and their places, and all tokens: bytes, and others that no text has."""
    name, text = f"random{d}", "The capital of F"
    folder = MODELS / name
    folder.mkdir()
    tokens = [*bpe.LETTERS.values(), *(f"token{at}" for at in range(256, vocabulary))]
    (folder / "vocab.json").write_text(json.dumps({token: at for at, token in enumerate(tokens)}))
    (folder / "merges.txt").write_text("#version: 0.2\n")
    gpt2.write(folder / "model.safetensors", gpt2.make(d, layers, d, vocabulary, places))
    return name, text, [tokens.index(bpe.LETTERS[byte]) for byte in text.encode()], tokens


def random_gpt2(layers, d, heads, vocabulary, places):
    name, text, ids, tokens = make_gpt2(layers, d, vocabulary, places)
    in_gpt2s_form(name, layers, heads, ids, text, tokens)
    return name, text


def edited(name, text):
    """Many edits of the largest value, each computed through all layers, are undone and done again: what undo keeps of
    them is bounded."""
    notebook = (NOTEBOOKS / "gpt2.qkv").read_text(encoding="utf-8").replace('"gpt2', f'"{name}')
    before = gpt2.read(MODELS / name / "model.safetensors")["wte.weight"][4, 0]
    lines = [notebook.replace("The capital of France is", text), f"old = {before}"]
    lines += [f"wte[5,{at}] = {at}" for at in range(1, 5)]
    lines += ["expect wte[5,1:4] = arange(4)", *["undo"] * 3, "expect wte[5,1] = 1; expect wte[5,2] < 1"]
    lines += [*["redo"] * 3, "expect wte[5,1:4] = arange(4)", *["undo"] * 4, "expect wte[5,1] = old"]
    said = subprocess.run([os.environ["QKV"]], input="\n".join(lines), capture_output=True, check=False, text=True)
    assert said.returncode == 0 and not said.stderr, said.stderr


def in_llamas_form(name):
    """What the notebook makes of its text from the files in NAME is NumPy's."""
    sizes, arrays = llama.read(MODELS / name / "stories260K.bin")
    tokens, scores = llama.read_tokens(MODELS / name / "tok512.bin", sizes["vocabulary"])
    ids = bpe.llama("Once upon a time", tokens, scores)
    changes = [("stories260K/", f"{name}/"), ("n_head = 8", f"n_head = {sizes['heads']}"),
               ("n_group = 4", f"n_group = {sizes['kv_heads']}")]
    more = ["ids", "p", "says", *(f"H.{i}.A" for i in range(1, sizes["layers"] + 1))]
    found, _ = computed("stories260K.qkv", changes, more)
    maps, logits = llama.forward(arrays, sizes, ids)
    near(found[0], np.add(ids, 1), f"{name}: tokens")
    near(found[1], gpt2.softmax(logits), f"{name}: the next token")
    for i in range(sizes["layers"]):
        near(found[3 + i], maps[i], f"{name}: maps of layer {i + 1}")


def random_llama(layers, dim, hidden, heads, kv_heads):
    sizes = dict(llama.SIZES, dim=dim, hidden=hidden, layers=layers, heads=heads, kv_heads=kv_heads)
    folder = MODELS / f"llama{dim}"
    folder.mkdir()
    llama.write(folder / "stories260K.bin", sizes, llama.make(dim, sizes))
    tokens = ["<unk>", "\n<s>\n", "\n</s>\n", *(f"<0x{byte:02X}>" for byte in range(256)), " ", *"Onceupatim"]
    tokens += [f"token{at}" for at in range(len(tokens), sizes["vocabulary"])]
    llama.write_tokens(folder / "tok512.bin", tokens)
    in_llamas_form(folder.name)


def the_lesson():
    """gpt2.qkv is lesson 19's notebook, a definition a line, but for the lines that the lesson says."""
    lesson = Path("lessons/19-a-model-you-know.md").read_text(encoding="utf-8")
    notebook = (NOTEBOOKS / "gpt2.qkv").read_text(encoding="utf-8")
    for line in lesson.split("```")[1].splitlines()[1:]:
        if " = " in line and not line.startswith("text"):
            own = line.replace("models/tiny", "gpt2").replace("layers=2", "layers=12")
            own = re.sub(r"^(n_\w+) = 2$", r"\1 = 12", own)
            assert own + "\n" in notebook, own
    for start, end in (("block(x", "W_d + b_d\n"), ("H = layers", "\n"), ("last = ", "says = topk(p, 5)")):
        own = lesson[lesson.index(start) :]
        own = own[: own.index(end) + len(end)].replace("; ", "\n")
        assert own in notebook, own


def real(name, file):
    """Puts the folder NAME of $QKV_MODELS among the models, or says that it is skipped."""
    folder = Path(os.environ.get("QKV_MODELS", "/nowhere")) / name
    if not (folder / file).exists():
        print(f"skipped: {name} itself, for $QKV_MODELS names no folder that has {name}/{file}")
        return None
    (MODELS / f"real-{name}").symlink_to(folder)
    return folder


def real_ones():
    if real("stories260K", "stories260K.bin"):
        in_llamas_form("real-stories260K")
    folder = real("gpt2", "model.safetensors")
    if not folder:
        return
    merges = [tuple(line.split()) for line in (folder / "merges.txt").read_text(encoding="utf-8").splitlines()[1:] if line]
    places = json.loads((folder / "vocab.json").read_text(encoding="utf-8"))
    text = "The capital of France is"
    ids = [places[token] for token in bpe.gpt2(text, merges)]
    in_gpt2s_form("real-gpt2", 12, 12, ids, text, {at: token for token, at in places.items()})


def in_pytorch(model, heads):
    """GPT-2's pass by PyTorch's own functions, as doubles on one thread; None where it is not installed."""
    try:
        import torch
    except ImportError:
        return None
    from torch.nn import functional as F

    torch.set_num_threads(1)
    model = {name: torch.from_numpy(array) for name, array in model.items()}
    layers = sum(name.endswith("ln_1.bias") for name in model)

    def linear(name, x):
        return torch.addmm(model[name + ".bias"], x, model[name + ".weight"])

    def norm(name, x):
        return F.layer_norm(x, x.shape[-1:], model[name + ".weight"], model[name + ".bias"])

    def forward(ids):
        n = len(ids)
        x = model["wte.weight"][ids] + model["wpe.weight"][:n]
        future = torch.full((n, n), float("-inf"), dtype=x.dtype).triu(1)
        for i in range(layers):
            joined = linear(f"h.{i}.attn.c_attn", norm(f"h.{i}.ln_1", x))
            q, k, v = joined.view(n, 3, heads, -1).permute(1, 2, 0, 3)
            A = F.softmax(q @ k.transpose(1, 2) / q.shape[-1] ** 0.5 + future, -1)
            x = x + linear(f"h.{i}.attn.c_proj", (A @ v).transpose(0, 1).reshape(n, -1))
            inner = F.gelu(linear(f"h.{i}.mlp.c_fc", norm(f"h.{i}.ln_2", x)), approximate="tanh")
            x = x + linear(f"h.{i}.mlp.c_proj", inner)
        return (model["wte.weight"] @ norm("ln_f", x[-1])).numpy()

    return forward


def measure():
    """What a person waits for, by the clock, in one process that is typed at; beside NumPy and PyTorch on one
    thread."""
    name, text, ids, _ = make_gpt2(12, 768, 50257, 1024)
    notebook = (NOTEBOOKS / "gpt2.qkv").read_text(encoding="utf-8").replace('"gpt2', f'"{name}')
    opening, rest = notebook.replace("The capital of France is", text).split("text =")
    qkv, worked = None, np.inf

    def opened(_):
        nonlocal qkv
        if qkv:
            qkv.kill()
        qkv = subprocess.Popen([os.environ["QKV"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        return said(opening)

    def processor():
        return int(Path(f"/proc/{qkv.pid}/schedstat").read_text(encoding="utf-8").split()[0]) / 1e9

    def said(lines):
        nonlocal worked
        begun, before = time.perf_counter(), processor()
        qkv.stdin.write(lines + "\n4321\n")
        qkv.stdin.flush()
        while (line := qkv.stdout.readline()).strip() != "4321":
            assert line, "qkv has ended"
        worked = min(worked, processor() - before)
        return time.perf_counter() - begun

    def timed(work):
        def ask(_):
            begun = time.perf_counter()
            work()
            return time.perf_counter() - begun

        return ask

    def least(ask):
        nonlocal worked
        worked = np.inf
        return min(ask(at) for at in range(5))

    def tell(what, seconds, asked, of=""):
        busy = "" if of else f", {worked:.3f} of a processor"
        print(f"{what:42} {seconds:7.3f}{of or ' s'}{busy}  asked {asked}: {'yes' if seconds <= asked else 'NO'}", flush=True)

    tell("opening, the files in the cache", least(opened), 1)
    first = said("text =" + rest)
    held = int(re.search(r"VmHWM:\s+(\d+)", Path(f"/proc/{qkv.pid}/status").read_text(encoding="utf-8"))[1]) * 1024
    passed = least(lambda at: said(f"ids = [{', '.join(str(i + 1 + at) for i in ids)}]"))
    model = gpt2.read(MODELS / name / "model.safetensors")
    theirs = least(timed(lambda: gpt2.forward(model, ids, 12, (), slice(-1, None))))
    print(f"the first pass, with the vocabulary        {first:7.3f} s")
    print(f"a pass of 16 tokens {passed:.3f} s, NumPy's {theirs:.3f} s, with the BLAS that it has here")
    pytorch = in_pytorch(model, 12)
    if pytorch:
        near(pytorch(ids), gpt2.forward(model, ids, 12)[2][-1], "PyTorch's logits")
        print(f"PyTorch's {least(timed(lambda: pytorch(ids))):.3f} s")
    else:
        print("PyTorch is not installed here")
    tell("a pass, beside NumPy's", passed / theirs, 1.2, " x")
    tell("memory, beside the doubles", held / sum(8 * array.size for array in model.values()), 1.15, " x")
    tell("an edit of an embedding, 12 layers", least(lambda at: said(f"wpe[2,1] = 0.{at + 1}")), 0.5)
    tell("an edit in layer 12", least(lambda at: said(f"b_o[12,1,1] = 0.{at + 1}")), 0.05)
    qkv.kill()


MODELS.mkdir(parents=True)
if sys.argv[1:] == ["bench"]:
    measure()
    sys.exit()
the_lesson()
random_gpt2(2, 16, 2, 303, 32)
random_gpt2(5, 64, 8, 512, 64)
random_llama(2, 16, 44, 2, 1)
random_llama(5, 64, 172, 8, 4)
if "QKV_HARD" in os.environ:
    edited(*random_gpt2(12, 768, 12, 50257, 1024))
real_ones()
