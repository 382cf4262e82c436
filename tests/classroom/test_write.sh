#!/bin/sh
# Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later
# Formulas that thirty students hand in, hostile ones among them: what each is worth, and which slips
# the class made.
set -u
. tests/classroom/classroom.sh
lesson=lessons/10-masked-attention.md
scores='softmax(Q @ K.T / sqrt(columns(Q))'

# student NAME FORMULAS
student() {
    hands_in "$1" "$lesson" "causal-head: $2\n"
}
for i in 01 02 03 04 05 06 07 08 09 10; do
    student "right$i" "O = $scores + causal(rows(Q))) @ V"
    student "late$i" "O = ($scores) * (causal(rows(Q)) == 0)) @ V"
done
for i in 1 2 3 4 5; do
    student "lines$i" "S = Q @ K.T / sqrt(columns(K))\n  A = softmax(S + causal(rows(S)))\n  O = A @ V"
done
student huge 'O = zeros(50000, 50000)'
student deep 'f(a) = f(a); O = f(Q)'
student copies 'O = O_m'
student nothing 'O = Q'
# Those whose files were edited: one says that it is right, one (QKV_HARD) does not end, which is waited for.
edited() {
    sed "s/\"answer\": \"O = [^\"]*\"/\"answer\": \"$2\"/; s/right01/$1/" "$hands/right01.json" >"$hands/$1.json"
}
edited forged 'O = K @ V.T'
stopped=0
if [ -n "${QKV_HARD:-}" ]; then
    edited slow 'O = normal(3000, 3000) @ normal(3000, 3000)'
    stopped=1
fi
run $stopped grade "$lesson" "$hands"/*.json
shows "15 questions, $((30 + stopped)) hand-ins"
shows 'right01            ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ✓  ·  ·  1 of 15'
shows 'lines1             ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ✓  ·  ·  1 of 15'
shows 'right, of 30       0  0  0  0  0  0  0  0  0  0  0  0  15 0  0'
[ $stopped -eq 0 ] || shows 'slow.json          stopped: it takes more than 2 seconds'
shows 'the mask comes after softmax'
for name in late01 huge deep copies nothing forged; do
    shows "$(printf '%-18s ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  ✗' "$name")"
done
exit "$failed"
