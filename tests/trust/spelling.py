#!/usr/bin/env python3
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
"""Prints the words of lessons for a spell checker: no front matter, no formulas, no code, and no
names that only mathematics has.

    spelling.py LESSON..."""
import re
import sys
from pathlib import Path

for lesson in sys.argv[1:]:
    text = Path(lesson).read_text(encoding="utf-8")
    text = re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)
    text = re.sub(r"^```qkv.*?^```$", "", text, flags=re.M | re.S)
    text = re.sub(r"^```.*$|^(expect|allow:|solution:|changes:|best:|= ).*$", "", text, flags=re.M)
    text = re.sub(r"`[^`\n]*`|\S*[_^\d′⁰¹²³ʲⁱᵀĠ\[\]]\S*|[^\W\d_]*[\u0370-\u03ff]\S*", " ", text)
    print(text)
