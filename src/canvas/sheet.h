/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet: what matrix_draw has found out about the value that it draws: which part of it is shown,
 * where, and how its numbers are written. Its name and its labels are drawn by heading.c. */
#ifndef QKV_CANVAS_SHEET_H
#define QKV_CANVAS_SHEET_H

#include "base/number.h"
#include "canvas/picture.h"

/* What is kept for each axis is that of the matrices of a stack at AXIS_HEAD; a batch counts
 * there. */
struct sheet {
    const struct picture *picture;
    const struct place_on_stage *place;
    const struct canvas *canvas;
    const struct shape *shape;        /* of the value; without labels if it is not computed yet */
    const struct tensor *before;      /* NULL: nothing moved, or it has other sizes */
    bool computed;                    /* its cells show, as far as they are reached */
    struct visible shown[AXIS_COUNT]; /* of the matrices, rows and columns of the value */
    size_t present[AXIS_COUNT];       /* where the selected cell is; SIZE_MAX: there is none */
    bool numbered[AXIS_COUNT];        /* it has numbers instead of labels */
    size_t gutter;                    /* columns of the row labels, and a blank */
    size_t between;                   /* columns between two matrices side by side */
    size_t number, pad;               /* columns of a number, and after it */
    int decimals;                     /* of all its numbers */
    size_t line;                      /* the line of a cell that has its number */
    bool divided;                     /* rows begin and end in the middle of a line */
};

/* A cell of the value, and where it is on the canvas. */
struct spot {
    size_t matrix, row, column;
    size_t cell, stored; /* its flat index, and that in the stored value */
    bool computed;       /* else it is empty, and NUMBER is nan */
    double number;
    bool moved; /* by the last change */
    bool meets; /* it is of the row and the column that meet, or there are none */
    bool lit;   /* else its shade is dim */
    size_t top, left;
};

/* Returns the cell, which may also be beyond those that are shown, or that there are. */
struct spot sheet_spot(const struct sheet *sheet, size_t matrix, size_t row, size_t column);

/* Returns cell I of those that are shown. */
struct spot sheet_shown(const struct sheet *sheet, size_t i);

/* Finds out all that the sheet has, from its picture and place. */
void sheet_measure(struct sheet *sheet);

/* True when VALUE is beyond the scale. */
bool sheet_exceeds(const struct sheet *sheet, double value);

/* Returns the number as it is written; one beyond the scale gets an arrow, for which it may give up
 * a decimal but not all, nor the blank before it. */
struct written sheet_number(const struct sheet *sheet, double value);

/* Returns the decimals of NUMBER among those for which so many are PLANNED: of whole ones that it
 * was made different from by hand, two at most, unless it has three digits. */
int sheet_decimals(int planned, double number);

/* Returns where in a cell text of so many COLUMNS ends: as its numbers do, but for the blank before
 * it. */
size_t sheet_text_end(const struct sheet *sheet, size_t columns);

/* Finds out which labels are shown as numbers. */
void heading_measure(struct sheet *sheet);

/* Puts the name, from where the row labels begin; returns the column after it. */
size_t heading_put_name(const struct sheet *sheet);

/* Draws what is beside the rows of a matrix: on the left their labels, which serve all matrices on
 * their line, with "old" beside old numbers, which are no row; on the right which of them the
 * change left alone. */
void heading_draw_rows(const struct sheet *sheet, size_t matrix);

/* Draws name and titles, and below or beside them the column labels. */
void heading_draw(const struct sheet *sheet);

#endif
