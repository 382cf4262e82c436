/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* tensor: a stack of matrices of doubles, with labels on its axes.
 *
 * Its shape (shape.h) has two to four axes: batch, head, row, column. Cells lie row by row, the
 * last axis running fastest. A tensor is complete once made and then shared: retain and release
 * count references, and a tensor that may be shared is never written to. */
#ifndef QKV_TENSOR_TENSOR_H
#define QKV_TENSOR_TENSOR_H

#include "tensor/shape.h"
#include <stdbool.h>
#include <stddef.h>

struct failure;

/* The most cells of an operator's result, unless an operand has more; of a file's value; and of all
 * live tensors together, 2 GiB. */
enum { TENSOR_LIMIT = 1 << 24, TENSOR_MOST = 1 << 26, TENSOR_TOTAL = 1 << 28 };

/* The range of a tensor's cells, for writing and shading them. Without such cells a bound is
 * infinite. */
struct extremes {
    double low, high;             /* of the finite cells */
    double plain_low, plain_high; /* of the cells written without an exponent, below 1e6 */
    bool infinite, minus_infinite, has_nan; /* true when some cell is */
    bool whole, shares;                     /* true when all finite cells are */
};

struct tensor {
    size_t references;
    struct shape shape;
    struct extremes extremes; /* valid once MEASURED; read through tensor_extremes */
    bool measured;
    double *cells;        /* in the same block, or those of WHOLE */
    struct tensor *whole; /* the tensor whose cells these are, retained; else NULL */
};

/* Returns a tensor of zeros with a copy of SHAPE (labels retained). Fails without memory, or over
 * the limit: "…: 65536×65537 has more than 67108864 cells". */
struct tensor *tensor_create(const struct shape *shape, struct failure *failure);
/* The same, but its cells are uninitialised. */
struct tensor *tensor_room(const struct shape *shape, struct failure *failure);
struct tensor *tensor_number(double value, struct failure *failure); /* 1×1 */
struct tensor *tensor_copy(const struct tensor *tensor, struct failure *failure);
/* Returns the cells of WHOLE from FIRST on as a tensor of SHAPE (labels retained). The cells are
 * shared, not copied, and must not be written. */
struct tensor *tensor_part(const struct tensor *whole, size_t first, const struct shape *shape,
                           struct failure *failure);
/* Returns a copy with another shape of as many cells (labels of SHAPE). */
struct tensor *tensor_reshaped(const struct tensor *tensor, const struct shape *shape,
                               struct failure *failure);
/* Returns a copy with the last two axes and their labels swapped: for `convention columns`, and
 * `.T`. */
struct tensor *tensor_transposed(const struct tensor *tensor, struct failure *failure);
/* Writes only the cells, in that order, into CELLS, which has room for them. */
void tensor_transpose(const struct tensor *tensor, double *cells);
struct tensor *tensor_retain(struct tensor *tensor);
void tensor_release(struct tensor *tensor); /* NULL is allowed */

/* Returns the cells of all live tensors, to measure what a computation adds. */
size_t tensor_live_cells(void);

/* Returns the extremes, scanning all cells only the first time: millions are drawn in every frame.
 * UNFINISHED: the cells are still being written, as in training, and nothing is cached. */
struct extremes tensor_extremes(const struct tensor *tensor, bool unfinished);

/* A cell of a tensor by its index on each axis, from 0. */
struct place {
    size_t at[AXIS_COUNT];
};

/* Convert a place to its flat index, row by row, and back. */
size_t tensor_index(const struct shape *shape, const struct place *place);
struct place tensor_place(const struct shape *shape, size_t index);

/* True for equal sizes, labels and bits (any nan equals any nan). */
bool tensor_same(const struct tensor *a, const struct tensor *b);
bool tensor_same_cells(const struct tensor *a,
                       const struct tensor *b); /* compares sizes and bits only */

#endif
