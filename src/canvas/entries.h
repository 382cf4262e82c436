/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* entries: the labelled numbers of one row, for the pictures that show a row: weights, chances of
 * the next word. A value with one column only has its rows as entries. */
#ifndef QKV_CANVAS_ENTRIES_H
#define QKV_CANVAS_ENTRIES_H

#include "canvas/drawing.h"

struct entries {
    const struct picture *of;
    size_t rows, row, count;      /* rows of entries that the matrix has; which, of how many */
    size_t first;                 /* the cell of the value that entry 0 is */
    const double *numbers;        /* the COUNT entries */
    enum tensor_axis axis, other; /* whose labels they have, and the row has */
};

/* Returns the entries of row ROW of the selected matrix. */
struct entries entries_of(const struct picture *of, size_t row);

/* Returns the label of entry I, written into ROOM if need be. */
const char *entries_label(const struct entries *entries, size_t i, char room[32]);

#endif
