/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* cell_types: reads and writes the numbers of an array file, of any kind, as doubles. */
#ifndef QKV_FILES_CELL_TYPES_H
#define QKV_FILES_CELL_TYPES_H

#include "base/stream.h"
#include "tensor/tensor.h"

/* One kind of number: 'f' float, 'g' bfloat16, 'i' whole, 'u' whole from 0, 'b' true or false, each
 * of SIZE bytes. */
struct cell_kind {
    char kind;
    size_t size;
    bool big; /* the byte of most weight comes first */
};

/* True for kinds that can be read: floats of 2, 4 and 8 bytes, integers of 1 to 8. */
bool cells_known(const struct cell_kind *kind);

/* Makes SHAPE, which has no labels yet, the shape of an array of AXES axes with these SIZES,
 * leftmost first: an array of one axis is a row, one of none a number. Fails for more than four
 * axes, for no cells and for more cells than a value may have. */
bool cells_shape(const size_t *sizes, size_t axes, struct shape *shape, struct failure *failure);

/* Reads the next COUNT numbers into CELLS, a block at a time, so that no more memory is needed. An
 * integer beyond 2⁵³ becomes the nearest double. */
bool cells_read(struct stream *stream, const struct cell_kind *kind, double *cells, size_t count,
                struct failure *failure);

/* Reads an array of such numbers from STREAM; NULL with FAILURE. */
struct tensor *cells_array(struct stream *stream, const struct cell_kind *kind, const size_t *sizes,
                           size_t axes, struct failure *failure);

/* Appends COUNT numbers as float64, least significant byte first. */
void cells_write(const double *cells, size_t count, struct text *out);

#endif
