/* picture: a value drawn into a box of a canvas: the middle of the screen.
 *
 * The transcript's matrices (matrix.h) grow as they need; these fit the room they get. Cells are
 * short: 3 decimals in 0 … 1, 2 signed, the leading 0 dropped; wide ones under zoom. What does not
 * fit scrolls with the cursor and a map shows where. Every picture writes its name, its axes'
 * labels, and for a heat map the legend with its minimum and maximum. Values come as shown: the
 * caller has turned them over for the columns convention. */
#ifndef QKV_CANVAS_PICTURE_H
#define QKV_CANVAS_PICTURE_H

#include "canvas/canvas.h"
#include "canvas/shade.h"
#include "tensor/tensor.h"

struct box {
    size_t row, column, rows, columns;
};

/* One value and how to draw it. */
struct picture {
    const char *name; /* "S", "K.T": in the corner */
    const struct tensor *value;
    const char *rows_are, *columns_are;        /* "queries", "keys"; NULL: nothing written */
    size_t matrix;                             /* which matrix of the stack */
    size_t cursor;                             /* flat index of the present cell; SIZE_MAX: none */
    size_t lit_row, lit_column;                /* lit; SIZE_MAX: none */
    bool (*known)(void *context, size_t cell); /* reached by replay; NULL: all */
    void *context;
    const struct tensor
        *before; /* old values where the last change moved them; NULL: nothing to mark */
    bool heat, wide, ascii;
    double low, high; /* the heat map's scale; equal: the matrix's own smallest and largest */
    bool fixed;       /* the legend says "fixed" instead of "this matrix" */
    const char *cell_before, *cell_after; /* around the cursor: "[" "]"; NULL: those */
};

/* Draws it into BOX. CURSOR (may be NULL) gets row and column of the present cell on the canvas;
 * untouched when there is none. Returns the rows used. */
size_t picture_matrix(struct canvas *canvas, struct box box, const struct picture *picture,
                      size_t cursor[2]);

/* A product in corner layout: left operand left, right operand above, the result where they meet;
 * row and column of the present cell lit, the present term marked ▶ in both operands (TERM
 * SIZE_MAX: none), the sum so far in brackets. False when it does not fit the box (then draw the
 * result alone). */
struct picture_product {
    struct picture left, right, result;
    size_t term;
    double so_far; /* shown at the present cell while TERM counts */
};
bool picture_product(struct canvas *canvas, struct box box, const struct picture_product *product,
                     size_t cursor[2]);

/* A table: heads and cells of text, some lit, bars in the last column (softmax unrolled: x, x −
 * max, exp, ÷, and a bar; a ledger with its running total). */
struct picture_table {
    const char *title;
    size_t rows, columns;
    const char *const *heads; /* columns */
    const char *const *cells; /* rows × columns; NULL: not reached, drawn ? */
    const char *const *foot;  /* columns; NULL: no foot */
    const double *bars;       /* rows, 0 … 1; NULL: none */
    size_t lit;               /* row; SIZE_MAX: none */
};
size_t picture_table(struct canvas *canvas, struct box box, const struct picture_table *table);

/* Old → new, row by row, with bars where the values are shares; rows that did not move say so. */
size_t picture_change(struct canvas *canvas, struct box box, const struct picture *before,
                      const struct picture *after, size_t cursor[2]);

/* The matrices of a stack side by side as small heat maps, the present one marked. */
size_t picture_thumbnails(struct canvas *canvas, struct box box, const struct picture *picture);

/* The scale of heat maps: "scale 0 █ … 1, fixed"; to the right end of row ROW. */
void picture_legend(struct canvas *canvas, size_t row, size_t end, const struct picture *picture);

#endif
