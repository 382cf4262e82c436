/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/small.h"

#include "base/text.h"

#include <check.h>
#include <string.h>

const char small_lesson[] =
    "---\ntitle: Small\nid: small\n---\n\n# Small\n\n## First\n\nThe words of page one.\n\n"
    "```qkv\nX = tokens(\"I am\", [[1, 2], [3, 4]])\n```\n\nBehind X.\n\n"
    "```qkv\nW_q = [[0.5, 0], [0, 1]]\nW_k = [[1, 0], [0, 1]]\n```\n\n"
    "```quiz which predict\nWhich row is the larger one?\n( ) I {{ No: 1 and 2. }}\n"
    "(x) am {{ Yes: 3 and 4. }}\nhint: Add them up.\nexplain: 3 and 4 are more than 1 and "
    "2.\n```\n\n"
    "```qkv grain=cell\nQ = X @ W_q\nexpect Q is 2x2\n```\n\nBehind Q.\n\n"
    "```qkv\nK = X @ W_k\nS = Q @ K.T\nA = softmax(S)\n```\n\n"
    "## Second\n\n```quiz all\nWhich are leaves?\n[x] X {{ It is. }}\n[x] W_q {{ It is too. }}\n"
    "[ ] Q {{ It is made. }}\n```\n\nBehind the leaves.\n\n"
    "```quiz number\nHow many columns has X?\n= columns(X)\n```\n\n"
    "<!-- note: Breathe. -->\n\n"
    "```try turn\nMake `Q[1,1]` larger than 1.\nexpect Q[1,1] > 1\nexpect K = [[1, 2], [3, 4]]\n"
    "allow: W_q\nchanges: 2\nhint: Look up.\nhint: W_q[1,1] counts.\nsolution: W_q[1,1] = "
    "2\n```\n\nThe end.\n\n```qkv\nB = 2 * Q\n```\n";

struct frame frame;

void small_begin(void) {
    frame_open(&frame, small_lesson);
    frame_run(&frame, "advance");
}

void small_finish(void) {
    frame_close(&frame);
}

void small_run(const char *lines) {
    frame_run_all(&frame, lines);
}

void small_to_weights(void) {
    small_run("advance 4|answer 2|advance|out|out|out|advance 3");
}

void small_find(const char *text, size_t at[2]) {
    const struct canvas *canvas = &frame.canvas;
    for (size_t i = 0; i < canvas->rows * canvas->columns; i++) {
        bool same = true;
        for (size_t k = 0; same && text[k] != '\0' && i + k < canvas->rows * canvas->columns; k++) {
            const char *there = canvas->cells[i + k].text;
            same = text[k] == (there[0] != '\0' ? there[0] : ' ');
        }
        if (same) {
            at[0] = i / canvas->columns;
            at[1] = i % canvas->columns;
            return;
        }
    }
    ck_abort_msg("%s is not on the screen", text);
}
