/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ladder: the arithmetic of one number, written as one would by hand:
 *
 *                    1     2     3     4
 *     Q[word1,:]    .2    .2     0    .2
 *   × K.T[:,word2]   0    .6     0    .8
 *     products       0 + .12  +  0 + .16  = .28
 *                         ▆▆▆        ███
 *
 * A product or another sum has a column a term; softmax and its kin a column an entry, and a row a
 * stage; a change its old and its new rows. Everything else is one sentence. */
#ifndef QKV_STAGE_LADDER_H
#define QKV_STAGE_LADDER_H

#include "canvas/canvas.h"
#include "notebook/explain.h"

enum { LADDER_ROWS = 6, LADDER_TERMS = 10 };

/* Rows before and after a change: both of the same sizes, as the convention shows them. */
struct ladder_change {
    const char *name;
    enum style role;
    const struct tensor *before, *after;
    int decimals;
};

/* All borrowed. */
struct ladder {
    const struct explanation *explanation; /* NULL: CHANGE is drawn */
    const struct ladder_change *change;    /* NULL as well: nothing is */
    size_t terms;   /* how many terms (of softmax: stages) are reached; SIZE_MAX: all */
    size_t present; /* the term looked at, framed as in the matrices; SIZE_MAX: none */
    int precision;
    bool columns; /* the convention shown: addresses swap */
    bool ascii;
    enum depth depth; /* DEPTH_NONE in the mono theme */
};

/* How many rows it takes of at most MOST, WIDTH columns wide; 0: there is nothing to draw. */
size_t ladder_rows(const struct ladder *ladder, size_t most, size_t width);

/* Draws it from the first row of CANVAS on, in as many rows as it has room for; returns those used.
 * Where three are too many, one sentence. */
size_t ladder_draw(const struct ladder *ladder, const struct canvas *canvas);

#endif
