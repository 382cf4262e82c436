/* cells: the plain loops over rows of cells, some at a time.
 *
 * Each cell of the result comes from the cells that stand at its own place, so that how many are
 * done at a time changes no digit. A largest cell is found in whatever order: nothing is rounded.
 * Sums are not here: theirs is one order (operators/line.h, tensor/product.h). */
#ifndef QKV_TENSOR_CELLS_H
#define QKV_TENSOR_CELLS_H

#include <stddef.h>

/* out[i] from x[i·x_step] and y[i·y_step]; a step is 1, or 0 for one cell that meets all. OUT may
 * be X or Y where that has step 1. */
struct cells_pair {
    double *out;
    const double *x, *y;
    size_t x_step, y_step;
    size_t count;
};

/* x + y, x − y, x · y, x / y. */
void cells_add(const struct cells_pair *pair);
void cells_subtract(const struct cells_pair *pair);
void cells_multiply(const struct cells_pair *pair);
void cells_divide(const struct cells_pair *pair);

/* w[i] − rate · slope[i], the product rounded first. */
void cells_descend(double *w, const double *slope, double rate, size_t count);

/* The largest of COUNT (≥ 1) cells; nan when one of them is. Of +0 and -0 it is either. */
double cells_maximum(const double *x, size_t count);

/* to(i, j) = from(j, i): a matrix turned over, or a part of one. */
struct cells_block {
    double *to;
    const double *from;
    size_t to_step, from_step; /* from one row to the next */
    size_t rows, columns;      /* of TO */
};

void cells_transpose(const struct cells_block *block);

#endif
