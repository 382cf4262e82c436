/* matrix: a labelled, aligned picture of a value.
 *
 * Every picture names its axes' labels or positions, shares the fewest decimals that show it
 * exactly up to `precision`, elides beyond LIMIT rows or columns with the true shape given, and
 * blanks what replay has not reached. The value is drawn as it is given: the caller has transposed
 * it for the columns convention. */
#ifndef QKV_CANVAS_MATRIX_H
#define QKV_CANVAS_MATRIX_H

#include "canvas/canvas.h"
#include "tensor/tensor.h"

enum { MATRIX_LIMIT = 8 };

struct matrix_mark {
    size_t cell;      /* flat index */
    enum style style; /* PINNED, CHANGED, FOCUS */
};

struct matrix_view {
    const struct tensor *value;
    int precision;
    size_t limit; /* most rows and columns shown; 0: all */
    /* Which cells are known; NULL: all. */
    bool (*known)(void *context, size_t cell);
    void *context;
    const struct matrix_mark *marks; /* sorted by cell */
    size_t mark_count;
    const char *indent;                 /* before each line: "  " */
    const char *rows_are, *columns_are; /* "query", "key": written at the axes when not NULL */
    const char *stack_is; /* what a leading axis that stands alone counts: "head", "batch"; NULL:
                             "matrix" */
    size_t width; /* most columns of a line; 0: 80. Wider matrices break into column blocks */
};

/* Appends the picture as lines: column heads, then a line a row; a stack matrix by matrix, each
 * under "head 2 of 4" or "batch 3 of 50" (elided after LIMIT matrices). Marked cells carry a sign
 * as well as a style: pinned `!`, changed `*`, focus `[ ]`; a last line says what ! and * mean. A
 * cell that is not known is `·`, one that is left out `…`. A lone number is one line. */
bool matrix_print(const struct matrix_view *view, const struct paint *paint, struct text *out,
                  struct failure *failure);

/* Old → new, row by row, and what did not move ("row unchanged"); of a stack too large for all its
 * matrices those that moved. A number that moved by less than its digits show is "0.0828→≈"; a last
 * line counts what moved. Shapes that differ are said in a sentence, above the new value. What is
 * shown, and how, is AFTER's. */
bool matrix_print_change(const struct matrix_view *before, const struct matrix_view *after,
                         const struct paint *paint, struct text *out, struct failure *failure);

/* The value in complete sentences, for a listener: shape, then each row with its labels ("Row it: I
 * 0.02, like 0.1, … largest sushi 0.62; the row adds up to 1."). */
bool matrix_describe(const char *name, const struct matrix_view *view, struct text *out,
                     struct failure *failure);

#endif
