/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* kind: which picture of the value looked at is best understood where the learner stands. */
#ifndef QKV_PANELS_KIND_H
#define QKV_PANELS_KIND_H

#include "panels/scene.h"

enum kind {
    KIND_MATRIX,   /* the numbers, the heat map, the zoomed matrix */
    KIND_MOVED,    /* old → new of all that the last change moved */
    KIND_UNROLLED, /* the arithmetic of the present cell as a table */
    KIND_PRODUCT,  /* corner layout */
    KIND_OTHER     /* old → new against the baseline; a training runs; there is no value */
};

enum kind kind_of(const struct scene *scene);

/* Whether one looks at single numbers: steps through them, goes down into one, or the lesson
 * explains one. */
bool kind_steps(const struct scene *scene);

/* --- unroll ----------------------------------------------------------------------------------- */

/* The arithmetic of the present cell as a table: the columns of a softmax with a bar for each
 * share, the ledger of a sum. */

/* True when the present cell is made by a ledger or by columns. */
bool unroll_possible(const struct scene *scene);

/* How many rows the table takes in WIDTH columns when there is room for all of it. */
size_t unroll_rows(const struct scene *scene, size_t width);

/* Draws it; what replay has not reached is "?". */
void unroll_draw(struct scene *scene, const struct canvas *canvas);

#endif
