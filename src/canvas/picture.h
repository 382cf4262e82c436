/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* picture: what is measured of a value before it is drawn.
 *
 * Cells are short: 3 decimals in 0 … 1, 2 else, 1 for big numbers, the leading 0 dropped. Values
 * come as shown: the caller has transposed them for the columns convention. */
#ifndef QKV_CANVAS_PICTURE_H
#define QKV_CANVAS_PICTURE_H

#include "base/number.h"
#include "canvas/canvas.h"
#include "canvas/matrix.h"
#include "canvas/scale.h"
#include "tensor/tensor.h"

/* Returns a picture of VALUE, which it borrows, on SCALE, or where that is NULL on the scale of its
 * own numbers: no cursor, nothing lit. FLEETING: its cells are still being written, and nothing
 * that is found out about them is cached. */
struct picture picture_make(const struct tensor *value, const struct scale *scale, bool fleeting);
/* True when the scale is that of shares of 1. */
bool picture_shares(const struct picture *picture);

/* True when a cell was pinned; when BEFORE has another number. */
bool picture_pinned(const struct picture *picture, size_t cell);
bool picture_moved(const struct picture *picture, size_t cell);
/* Return which matrix is selected, and the flat index of its first cell. */
size_t picture_matrix(const struct picture *picture);
size_t picture_first(const struct picture *picture);
/* Finds the row and column of the cursor; SIZE_MAX when there is none. */
void picture_cursor(const struct picture *picture, size_t at[2]);
/* Returns the columns of the widest head of an axis, a label or without labels a number, among
 * those SHOWN; NULL: all. */
size_t picture_head_columns(const struct shape *shape, enum tensor_axis axis,
                            const struct visible *shown);

/* Returns a number of it in at most WIDTH columns, as all of them are written. */
struct written picture_number(const struct picture *picture, double value, size_t width);

/* The labelled numbers of one row, for the pictures that show a row: weights, chances of the next
 * word. A value with one column only has its rows as entries. */
struct entries {
    const struct picture *of;
    size_t rows, row, count;      /* rows of entries that the matrix has; which, of how many */
    size_t first;                 /* the cell of the value that entry 0 is */
    const double *numbers;        /* the COUNT entries */
    enum tensor_axis axis, other; /* whose labels they have, and the row has */
};

/* Returns the entries of row ROW of the selected matrix. */
struct entries picture_entries(const struct picture *of, size_t row);

#endif
