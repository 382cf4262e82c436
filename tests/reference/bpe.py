# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Byte-pair encoding as its papers and encoder.py have it, slow and plain: what qkv's bpe is held against."""
import unicodedata


def letters():
    """A letter that can be seen for each byte."""
    seen = [*range(33, 127), *range(161, 173), *range(174, 256)]
    rest = [byte for byte in range(256) if byte not in seen]
    return {byte: chr(byte) for byte in seen} | {byte: chr(256 + n) for n, byte in enumerate(rest)}


LETTERS = letters()


def kind(character):
    category = unicodedata.category(character)
    return "blank" if character.isspace() else category[0] if category[0] in "LN" else "sign"


def words(text):
    """Contractions; a run of one kind with a blank before it; of a run of blanks all but the last, when more follows."""
    found, at = [], 0
    while at < len(text):
        end = next((at + len(s) for s in ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d") if text.startswith(s, at)), 0)
        if not end:
            start = at + (text[at] == " " and at + 1 < len(text) and kind(text[at + 1]) != "blank")
            end = start
            while end < len(text) and kind(text[end]) == kind(text[start]):
                end += 1
            if kind(text[start]) == "blank" and end < len(text) and end - start > 1:
                end -= 1
        found.append(text[at:end])
        at = end
    return found


def merged(symbols, pair):
    out, at = [], 0
    while at < len(symbols):
        both = tuple(symbols[at:at + 2]) == pair
        out.append("".join(pair) if both else symbols[at])
        at += 2 if both else 1
    return out


def gpt2(text, merges):
    ranks, out = {pair: rank for rank, pair in reversed(list(enumerate(merges)))}, []
    for word in words(text):
        symbols = [LETTERS[byte] for byte in word.encode()]
        while len(symbols) > 1:
            pair = min(zip(symbols, symbols[1:]), key=lambda p: ranks.get(p, 1 << 30))
            if pair not in ranks:
                break
            symbols = merged(symbols, pair)
        out += symbols
    return out


def train(corpus, count):
    """The merges of the commonest pairs."""
    lines, merges = [[LETTERS[byte] for byte in word.encode()] for word in words(corpus)], []
    for _ in range(count):
        pairs = {}
        for symbols in lines:
            for pair in zip(symbols, symbols[1:]):
                pairs[pair] = pairs.get(pair, 0) + 1
        if not pairs:
            break
        pair = max(sorted(pairs), key=pairs.get)
        merges.append(pair)
        lines = [merged(symbols, pair) for symbols in lines]
    return merges


def llama(text, tokens, scores):
    """encode of llama2.c's run.c; TOKENS are as in the file."""
    ids = {token: at for at, token in reversed(list(enumerate(tokens)))}
    out = [ids[" "]]
    for character in text:
        out += [ids[character]] if character in ids else [byte + 3 for byte in character.encode()]
    while True:
        best = max(((scores[ids[tokens[a] + tokens[b]]], -at) for at, (a, b) in enumerate(zip(out, out[1:]))
                    if tokens[a] + tokens[b] in ids), default=None)
        if best is None:
            return [1, *out]
        at = -best[1]
        out[at:at + 2] = [ids[tokens[out[at]] + tokens[out[at + 1]]]]
