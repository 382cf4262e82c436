/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* product: computes out = left right, every cell a sum of products.
 *
 * EVERY SUM IS DEFINED ONCE. Cell (i, j) is
 *
 *     left(i,1)·right(1,j) + left(i,2)·right(2,j) + …        added from left to right,
 *
 * each product rounded to a double, then added and rounded again: what a plain loop in C or in
 * Python gives, to the last bit, whatever the processor, the compiler, and the number of threads.
 * A learner who adds up the terms by hand gets the number on the screen. So
 *
 *   - no fused multiply-add, which would skip the first rounding (-ffp-contract=off);
 *   - the sum is never cut into parts that run side by side: what runs side by side is the columns
 *     of the result, each of which is a sum of its own;
 *   - no term is left out: 0·inf is nan.
 *
 * Nothing here needs memory, so nothing fails. */
#ifndef QKV_TENSOR_PRODUCT_H
#define QKV_TENSOR_PRODUCT_H

#include <stdbool.h>
#include <stddef.h>

/* A matrix to read, which may be stored transposed: cell (i, j) is cells[i · row_step + j ·
 * column_step]. Stored row by row the steps are the width and 1; for its transpose they are
 * swapped. One of them is always 1. */
struct product_operand {
    const double *cells;
    size_t row_step, column_step;
};

struct product {
    double *out;                        /* rows × columns, row by row; overlaps neither operand */
    size_t out_step;                    /* from one row to the next: at least `columns` */
    struct product_operand left, right; /* rows × inner, inner × columns */
    size_t rows, inner, columns;        /* none is 0 */
    bool onto_zeros;                    /* every sum starts at 0, so none is -0 */
};

/* Returns the product of two matrices stored row by row, without gaps. */
struct product product_plain(double *out, const double *left, const double *right,
                             const size_t sizes[3]);

/* Returns MATRIX transposed. */
struct product_operand product_transposed(struct product_operand matrix);

void product_run(const struct product *product);

#endif
