/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/plan.h"

enum {
    SIDE_COLUMNS = 110, /* from here on the words are at the left */
    MARGIN = 1,         /* columns between the edge of the screen and what is on it */
    BETWEEN = 2,        /* columns between the words and the stage: a rule and a blank */
    ROOMY_ROWS = 24,    /* lower terminals share their rows out in proportion */
};

/* Lays out BODY rows between title and keys: words at the left; stage, rule and arithmetic at the
 * right. */
static void beside(struct panes *panes, size_t rows, size_t columns) {
    size_t body = rows - 2;
    size_t words = lesser(72, 26 + columns * 3 / 20);
    size_t left = MARGIN + words + BETWEEN, right = columns - left - MARGIN;
    size_t ladder = lesser(12, greater(3, (greater(rows, 19) - 19) * 4 / 11)); /* 11 of 50 */
    size_t most = body - 1 - ladder;
    panes->words = (struct box){1, MARGIN, body, words};
    panes->stage = (struct box){1, left, most, right};
    panes->rule = (struct box){1 + most, left - 1, 1, right + 1 + MARGIN};
    panes->ladder = (struct box){2 + most, left, ladder, right};
}

size_t panes_words_rows(size_t rows) {
    return rows < ROOMY_ROWS ? (rows - 3) * 8 / 21 : lesser(14, rows * 2 / 3 - 8);
}

/* Lays out stage, rule and one pane for words and arithmetic, from the top. */
static void below(struct panes *panes, size_t rows, size_t columns, size_t stage) {
    size_t body = rows - 3;
    size_t inner = columns - 2 * MARGIN;
    stage = stage == 0 ? body - panes_words_rows(rows) : lesser(stage, body);
    panes->stage = (struct box){1, MARGIN, stage, inner};
    panes->rule = (struct box){1 + stage, 0, 1, columns};
    panes->words = (struct box){2 + stage, MARGIN, body - stage, inner};
}

struct panes panes_make(size_t rows, size_t columns, size_t stage) {
    struct panes panes = {.side = columns >= SIDE_COLUMNS};
    if (panes.side) { /* what a page leaves free of the stage stays free */
        beside(&panes, rows, columns);
    } else {
        below(&panes, rows, columns, stage);
    }
    return panes;
}
