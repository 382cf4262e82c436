/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ladder: the arithmetic of one number: as you would write it by hand, in a sentence, in lines.
 *
 *                    1     2     3     4
 *     Q[word1,:]    .2    .2     0    .2
 *   × K.T[:,word2]   0    .6     0    .8
 *     products       0 + .12  +  0 + .16  = .28
 *                         ▆▆▆        ███
 *
 * A product or another sum has a column a term; softmax and its kin a column an entry, and a row a
 * stage. Everything else is one sentence. */
#ifndef QKV_CANVAS_LADDER_H
#define QKV_CANVAS_LADDER_H

#include "canvas/flow.h"
#include "canvas/naming.h"
#include "canvas/picture.h"
#include "notebook/explain.h"

/* Borrows the explanation. */
struct ladder {
    const struct explanation *explanation;
    size_t terms;   /* how many terms (of softmax: stages) are reached; SIZE_MAX: all */
    size_t present; /* the selected term, framed as in the matrices; SIZE_MAX: none */
    size_t most;    /* terms of a sum in a sentence; 0: as many as can be read */
    int precision;
    bool columns;     /* the convention shown: addresses swap */
    bool at_end;      /* it is drawn in the last rows of the canvas, not in the first */
    enum depth depth; /* DEPTH_NONE in the mono theme */
};

/* Returns the step whose value is the total of the first REACHED terms of a sum; SIZE_MAX: there is
 * none. */
size_t ladder_so_far(const struct steps *steps, size_t reached);

/* Draws it on CANVAS, in as many rows as it has room for; returns those used, with the blank one
 * that follows bars at the end. Where not all terms
 * have room, or there are more than ten, it draws the largest, in order, with "…" wherever others
 * are left out. Where three rows are too many it is one sentence. */
size_t ladder_draw(const struct ladder *ladder, const struct canvas *canvas);

/* Appends it as lines of at most OUTPUT's width, with all decimals and all of its lines; and an
 * empty line between it and its equation, which comes before a sum and after all else. Nothing
 * where a sentence has to do. */
void ladder_print_terms(const struct ladder *ladder, const struct output *output);

/* Appends the one sentence: `S[I,am] = 0.2·0 + 0.2·0.6 + 0·0 + 0.2·0.8 = 0.28`, with ≈ where a
 * shown number is rounded; long ones are elided in the middle. No newline. */
void ladder_describe(const struct ladder *ladder, struct text *out);

/* Appends lines of at most OUTPUT's width: the formula with its cells and with its numbers, then
 * the whole ladder; of a chain (layer norm) a line a stage. All of its terms have to be reached. */
void ladder_print(const struct ladder *ladder, const struct output *output);

enum { WHY_DEPTH = 24, WHY_LINES = 200 };

/* Appends the tree of explanations of a cell down to the leaves, indented, each cell once ("as
 * above"), at most WHY_DEPTH levels and MOST cells (that some are left out is said). STYLE's
 * explanation and terms are not read. */
bool ladder_why(const struct number_place *cell, const struct ladder *style, size_t most,
                const struct output *output, struct failure *failure);

#endif
