/* picture: a value drawn into a box of a canvas: the middle of the screen.
 *
 * The transcript's matrices (matrix.h) grow as they need; these fit the room they get. Cells are
 * short: 3 decimals in 0 … 1, 2 signed, the leading 0 dropped; wide ones under zoom. What does not
 * fit scrolls with the cursor and a map shows where. Every picture writes its name, its axes'
 * labels, and for a heat map the legend with its minimum and maximum. Values come as shown: the
 * caller has turned them over for the columns convention. */
#ifndef QKV_CANVAS_PICTURE_H
#define QKV_CANVAS_PICTURE_H

#include "canvas/matrix.h"
#include "canvas/patch.h"
#include "tensor/tensor.h"

/* One value and how to draw it. */
struct picture {
    const char *name; /* "S", "K.T": in the corner */
    enum style role;  /* what the name is drawn in; plain: as a formula */
    const struct tensor *value;
    const char *rows_are, *columns_are;        /* "queries", "keys"; NULL: nothing written */
    size_t matrix;                             /* which matrix of the stack */
    size_t cursor;                             /* flat index of the present cell; SIZE_MAX: none */
    size_t lit_row, lit_column;                /* lit; SIZE_MAX: none */
    bool (*known)(void *context, size_t cell); /* reached by replay; NULL: all */
    void *context;
    const struct tensor
        *before; /* old values where the last change moved them; NULL: nothing to mark */
    const struct matrix_mark *marks; /* pinned cells, sorted; drawn with "!" */
    size_t mark_count;
    bool heat, wide, ascii;
    int precision;    /* decimals of wide cells; 0: 4 */
    enum depth depth; /* the paper's colours; DEPTH_NONE (and so in the mono theme) draws shades */
    double low, high; /* the heat map's scale; equal: the matrix's own smallest and largest */
    bool fixed;       /* the legend says "fixed" instead of "this matrix" */
    const char *stack_is; /* what a leading axis counts: "head", "batch"; NULL: "matrix" */
    const char *cell_before, *cell_after; /* around the cursor: "[" "]"; NULL: those */
};

/* Draws it into BOX: the name and the axes, heads, rows; under them, where not all of it fits, a
 * map of what is shown. A heat map that does not fit with its numbers goes without: two columns a
 * cell, or half blocks; its legend stands at the right of the first line, or below. A cell that
 * moved is marked *, a pinned one !. CURSOR (may be NULL) gets row and column of the present cell
 * on the canvas; untouched when there is none. Returns the rows used. */
size_t picture_matrix(struct canvas *canvas, struct box box, const struct picture *picture,
                      size_t cursor[2]);

/* A product in corner layout: left operand left, right operand above, the result where they meet;
 * row and column of RESULT's cursor lit, the present term marked ▶ in both operands (TERM
 * SIZE_MAX: none), the sum so far in ( ). Where not all fits, the parts around the present cell and
 * term are shown, "…" beside them. False, and nothing drawn, when the box is too small for that
 * (then draw the result alone) or the shapes make no product. */
struct picture_product {
    struct picture left, right, result;
    size_t term;
    double so_far; /* shown at the present cell while TERM counts */
};
bool picture_product(struct canvas *canvas, struct box box, const struct picture_product *product,
                     size_t cursor[2]);

/* Old → new, row by row, with bars where the values are shares (each row, or each column, adds up
 * to 1; ten columns stand for 1); rows that did not move say so, and a number that moved by less
 * than its digits show is "0.0828→≈". What is shown, and how, is AFTER's. Shapes that differ: AFTER
 * alone, under a sentence. Returns the rows used. */
size_t picture_change(struct canvas *canvas, struct box box, const struct picture *before,
                      const struct picture *after, size_t cursor[2]);

/* The matrices of a stack side by side as small heat maps on one scale, the present one marked; as
 * many around it as fit. Returns the rows used. */
size_t picture_thumbnails(struct canvas *canvas, struct box box, const struct picture *picture);

/* The columns in which picture_matrix cuts neither numbers nor heads nor names. */
size_t picture_columns(const struct picture *picture);

/* The same for all matrices of a stack side by side; SIZE_MAX: too many of them, or single numbers.
 */
size_t picture_stack_columns(const struct picture *picture);
/* Draws them so, each with its numbers, into BOX of so many columns. As picture_matrix. */
size_t picture_stack(struct canvas *canvas, struct box box, const struct picture *picture,
                     size_t cursor[2]);

#endif
