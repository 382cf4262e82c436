/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* tensor: a stack of matrices of doubles, with labels on its axes.
 *
 * Its shape (shape.h) has two to four axes: batch, head, row, column. Cells lie row by row, the
 * last axis running fastest. A tensor is finished once made and then shared: retain and release
 * count the holders, and nobody writes to a tensor that another may hold.
 */
#ifndef QKV_TENSOR_TENSOR_H
#define QKV_TENSOR_TENSOR_H

#include "tensor/shape.h"
#include <stdbool.h>
#include <stddef.h>

struct failure;

/* Cells in what an operator makes, unless an operand has more; in what a file holds; and in all
 * there are at a time, 2 GiB. */
enum { TENSOR_LIMIT = 1 << 24, TENSOR_MOST = 1 << 26, TENSOR_TOTAL = 1 << 28 };

/* How far its cells reach, for who writes and shades them. Of no such cell: an infinity. */
struct extremes {
    double low, high;             /* of the finite ones */
    double plain_low, plain_high; /* of those that are written without an exponent, short of 1e6 */
    bool infinite, minus_infinite, no_number; /* some cell is */
    bool whole, shares;                       /* all finite ones are */
};

struct tensor {
    size_t references;
    struct shape shape;
    struct extremes extremes; /* once MEASURED; tensor_extremes asks */
    bool measured;
    double *cells;        /* part of the same block; or */
    struct tensor *whole; /* those of another, which it holds; else NULL */
};

/* A tensor of zeros with a copy of SHAPE (labels retained). Fails for no memory, or over the limit:
 * "…: 65536×65537 has more than 67108864 cells". */
struct tensor *tensor_create(const struct shape *shape, struct failure *failure);
/* The same, its cells yet to be written. */
struct tensor *tensor_room(const struct shape *shape, struct failure *failure);
struct tensor *tensor_number(double value, struct failure *failure); /* 1×1 */
struct tensor *tensor_copy(const struct tensor *tensor, struct failure *failure);
/* Of WHOLE what lies side by side from cell FIRST on, under SHAPE (labels retained): the cells stay
 * where they are, and nobody may write to them. */
struct tensor *tensor_part(const struct tensor *whole, size_t first, const struct shape *shape,
                           struct failure *failure);
/* The same cells under another shape with as many cells (labels of SHAPE). Copies. */
struct tensor *tensor_reshaped(const struct tensor *tensor, const struct shape *shape,
                               struct failure *failure);
/* Last two axes swapped, labels with them: the lens of `convention columns`, and `.T`. */
struct tensor *tensor_transposed(const struct tensor *tensor, struct failure *failure);
/* Its cells alone in that order, into CELLS, which has room for as many. */
void tensor_transpose(const struct tensor *tensor, double *cells);
struct tensor *tensor_retain(struct tensor *tensor);
void tensor_release(struct tensor *tensor); /* NULL is allowed */

/* Cells of all tensors there are, for who asks what something has added to them. */
size_t tensor_alive(void);

/* Goes over all cells, the first time only: millions are drawn in every frame. AFRESH: they are
 * still being written, as a training's are, and nothing is kept. */
struct extremes tensor_extremes(const struct tensor *tensor, bool unfinished);

/* A place in a tensor, each index from 0. */
struct place {
    size_t at[AXIS_COUNT];
};

/* The flat index of a place, row by row, and back. */
size_t tensor_index(const struct shape *shape, const struct place *place);
struct place tensor_place(const struct shape *shape, size_t index);

/* Equal sizes, labels and bits (any nan equals any nan). */
bool tensor_same(const struct tensor *a, const struct tensor *b);
bool tensor_same_cells(const struct tensor *a, const struct tensor *b); /* sizes and bits only */

#endif
