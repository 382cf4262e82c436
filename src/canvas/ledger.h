/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ledger: an explanation drawn: sentence, ledger with a running total, unrolled columns.
 *
 *   S[I,am] = Q[I,:]·K.T[:,am]
 *           = 0.2·0 + 0.2·0.6 + 0·0 + 0.2·0.8 = 0.28
 *
 *   term   Q[I,·]   K.T[·,am]   product   so far
 *   1      0.2      0           0         0
 *   …
 */
#ifndef QKV_CANVAS_LEDGER_H
#define QKV_CANVAS_LEDGER_H

#include "canvas/canvas.h"
#include "notebook/explain.h"

struct ledger_view {
    const struct explanation *explanation;
    int precision;
    bool columns; /* the convention shown: addresses swap */
    size_t terms; /* how many of its terms are reached (steps_terms); SIZE_MAX: all */
    size_t limit; /* most lines of a long ledger (the middle is elided and said); 0: all */
    size_t width; /* most columns of a line; 0: 80 */
    bool bars;    /* for the eye: bars behind what is a length, a sum of products across */
};

/* The one sentence: `S[I,am] = 0.2·0 + 0.2·0.6 + 0·0 + 0.2·0.8 = 0.28`, with ≈ where a shown number
 * is rounded; long ones are elided in the middle. No newline. */
void ledger_sentence(const struct ledger_view *view, struct text *out);

/* The whole picture by the steps' form: ledger, columns (x, x − max, exp, Σ, ÷), chain of lines. */
void ledger_print(const struct ledger_view *view, const struct paint *paint, struct text *out);

enum { WHY_DEPTH = 24, WHY_LINES = 200 };

/* The tree of explanations of a cell down to the leaves, indented, each cell once ("as above"), at
 * most WHY_DEPTH levels and STYLE's limit, or else WHY_LINES, cells (that some are left out is
 * said). STYLE's explanation and terms are not read. */
bool ledger_why(const struct definition *definition, size_t cell, const struct ledger_view *style,
                struct text *out, struct failure *failure);

/* Whether a stage (NULL: none) is one of a ledger's own two. */
bool stage_is_term(const char *name);
bool stage_is_total(const char *name);

/* What is to be known of a table that was drawn. */
struct table_use {
    size_t rows;
    int rounded;  /* to how many decimals, where some number is not shown exactly; -1: none is */
    size_t focus; /* the row of the entry that is looked at, SIZE_MAX: none */
};

/* The table of a ledger or of columns on CANVAS: nothing without memory. */
struct table_use table_draw(const struct ledger_view *view, const struct canvas *canvas);

#endif
