/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix: a value as lines, for who reads or listens line by line.
 *
 * Every picture names its axes' labels or positions, shares the fewest decimals that show it
 * exactly up to `precision`, and elides beyond LIMIT rows or columns with the true shape given. The
 * value is drawn as it is given: the caller has transposed it for the columns convention. */
#ifndef QKV_CANVAS_MATRIX_H
#define QKV_CANVAS_MATRIX_H

#include "canvas/canvas.h"
#include "tensor/tensor.h"

struct overlays; /* notebook/definition.h */

enum { MATRIX_LIMIT = 8 };

struct matrix_view {
    const struct tensor *value;
    int precision;
    size_t limit;                /* most rows, columns and matrices shown; 0: all */
    const struct overlays *pins; /* cells to be marked as pinned; NULL: none */
    bool pins_turned;            /* they are of the value before it was transposed to be shown */
    const char *indent;          /* before each line: "  "; NULL: nothing */
    size_t width; /* most columns of a line; 0: 80. Wider matrices break into column blocks */
};

/* Appends the picture as lines: column heads, then a line a row; a stack matrix by matrix, each
 * under "head 2 of 4" or "item 3 of 50" (elided after LIMIT matrices). A pinned cell is signed
 * `!`, and a last line says what that means; one that is left out is `…`. A lone number is one
 * line.
 *
 * With BEFORE (may be NULL), a value of the same sizes: old → new, row by row, and what did not
 * move ("row unchanged"); of a stack too large for all its matrices those that moved. A number that
 * moved by less than its digits show is "0.0828→≈"; a last line counts what moved. Sizes that
 * differ are said in a sentence, above the new value. */
void matrix_print(const struct matrix_view *view, const struct tensor *before,
                  const struct paint *paint, struct text *out);

/* The value in complete sentences, for a listener: shape, then each row with its labels ("Row it: I
 * 0.02, like 0.1, … largest sushi 0.62; the row adds up to 1."). */
void matrix_describe(const char *name, const struct matrix_view *view, struct text *out);

/* The same of what differs from BEFORE: which cells moved, from what to what ("Row it: sushi was
 * 0.1 and is 0.62."); of another size, that, and all of it. */
void matrix_describe_change(const char *name, const struct matrix_view *view,
                            const struct tensor *before, struct text *out);

/* Whether CELL was pinned. */
bool matrix_pinned(const struct matrix_view *view, size_t cell);

/* The label of a position, or its number from 1, written into ROOM. */
const char *matrix_head(const struct shape *shape, enum tensor_axis axis, size_t at, char room[32]);

/* How much a title says: "head 2 of 4", "head 2", "2". */
enum title { TITLE_WHOLE, TITLE_SHORT, TITLE_NUMBER };

/* Appends "head 2 of 4", "item 3 of 50, head 1 of 2", or a stack label as "head 2 of 4 (verb)". */
void matrix_title(const struct shape *shape, size_t matrix, enum title title, struct text *out);

#endif
