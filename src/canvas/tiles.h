/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* tiles: one value as a picture of the board: a heat map with its numbers on the tiles, so that
 * size and shade are read at a glance and digits where one looks.
 *
 * Forms, the largest first. A value of at most 24 rows, 40 columns and 8 matrices: all its numbers,
 * whole matrices side by side, in one band of them or in two; the same as tiles of two columns
 * without numbers; as half blocks, two cells above each other in a character; a few rows of it. A
 * larger one: some whole matrices of a stack; the part around the cursor; every k-th cell as half
 * blocks, and the heading says so. A lone number is one line. Shares lose a decimal before all
 * digits go. Numbers that moved are old→new where there is room for that, else as they are now; the
 * rows that did not move say so where nothing else wants the room. */
#ifndef QKV_CANVAS_TILES_H
#define QKV_CANVAS_TILES_H

#include "canvas/picture.h"
#include "canvas/piece.h"
#include "canvas/scale.h"

enum { TILES_ROWS = 24, TILES_COLUMNS = 40, TILES_MATRICES = 8 };

enum tiles_kind {
    TILES_NUMBERS,
    TILES_CHANGES,
    TILES_NOW,
    TILES_COARSE,
    TILES_PLAIN,
    TILES_HALVES,
    TILES_WINDOW,
    TILES_SAMPLE
};

struct tiles {
    struct picture picture;
    const char *note;    /* at the heading's end: "◂ turn"; "": none */
    bool untinted;       /* numbers on the bare ground, as for the operands of a product */
    const char *present; /* what the present cell shows instead of its number; NULL: that */
    size_t term;         /* flat index of the cell that is the present term; SIZE_MAX: none */
    struct figures figures, coarse; /* how numbers are written, and with fewer decimals */
    struct scale scale;
    bool alone; /* a heat map that was asked for: without numbers, its tiles grow, with a legend */
    size_t rows, columns, matrices;
    size_t number, head;       /* columns of a number, of the row heads */
    size_t named;              /* columns of the widest column head that is a label; 0: none is */
    bool moved[TILES_COLUMNS]; /* columns in which some number moved */
    bool moves, rests;         /* some row moved; some row did not */
    struct {
        enum tiles_kind kind;
        size_t across; /* matrices side by side; of a window, rows; of a sample, one in so many */
        size_t shown;  /* matrices in all, the present one among them */
    } forms[PIECE_FORMS];
    size_t form_count, rough, small, luxury;
};

/* Measures PICTURE, which is copied; what it points to is borrowed. */
void tiles_init(struct tiles *tiles, const struct picture *picture);

/* Makes it a heat map that was asked for: no numbers, tiles that grow, the legend of its scale. */
void tiles_drop_numbers(struct tiles *tiles);

/* As a picture of the board, which borrows it. */
struct piece tiles_picture(const struct tiles *tiles);

/* A product in corner layout: the left operand at the left, the right one above, the result where
 * they meet. Its forms are this one, where there is room for it, then those of the result alone. */
struct tiles_product {
    struct tiles left, right, result;
    const char *falling; /* what falls from the present term onto the present cell; NULL: nothing */
    double way;          /* how far it has still to fall: 1 … 0 */
};
/* Makes one picture of the three: no tint on the operands, columns that stand below each other. */
void tiles_join(struct tiles_product *product);
/* As a picture of the board, which borrows it; form 0 is the corner. */
struct piece tiles_product_picture(const struct tiles_product *product);

/* Draws it alone on CANVAS, as large as it can be there; nothing where it cannot. Returns the rows
 * used. */
size_t tiles_fill(const struct tiles *tiles, const struct canvas *canvas);

#endif
