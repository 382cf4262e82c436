/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* picture: one value and how it is to be shown, what is measured of it, and how it is drawn: a
 * value in its place on a canvas (name, labels, cells, as far as the light falls on it),
 * as lines, and in sentences.
 *
 * What the stop is about is marked by its name, its digits and its frames, never by its shade:
 * shade is how large a number is, and nothing else. */
#ifndef QKV_CANVAS_PICTURE_H
#define QKV_CANVAS_PICTURE_H

#include "base/number.h"
#include "canvas/flow.h"
#include "canvas/scale.h"
#include "tensor/tensor.h"

struct overlays; /* notebook/definition.h */

/* The positions of an axis that are shown: COUNT of SIZE, from FIRST on. */
struct visible {
    size_t size, first, count;
};

/* Returns at most MOST positions, with FOCUS (SIZE_MAX: the first) among them. They move by half
 * windows, so that most steps of the cursor leave the picture where it is. */
struct visible visible_make(size_t size, size_t most, size_t focus);

/* How a value is drawn in its place. */
enum form {
    FORM_NUMBERS, /* all its numbers */
    FORM_LINE,    /* a single number: NAME = 3 */
    FORM_WINDOW,  /* a large value: some rows and columns, which scroll */
    FORM_TILE,    /* half blocks and its name, in the view of the whole */
    FORM_PICTURE  /* links, arrows, curve … */
};

/* A place on the stage, or on another canvas; rows and columns count from its corner. */
struct place_on_stage {
    int value; /* of the stage's cast */
    enum form form;
    struct box box;       /* name, heads and cells; not the row labels */
    size_t gutter;        /* columns left of the box for row labels; 0: a neighbour's serve, or
                             there are none */
    size_t heads;         /* lines above the first row of cells: 1 (the name), 2 (column labels) */
    size_t cell_columns;  /* width of a cell */
    size_t cell_lines;    /* 1 to 4 */
    size_t closing;       /* 1: each row begins and ends in the middle of a line, so that numbers
                             are in the middle of an even number of lines; this line is after the
                             last row. 0: a row takes whole lines */
    size_t rows, columns; /* of cells shown; of a window fewer than there are. More than there are
                             where the value grows */
    size_t matrices;      /* shown; of a window fewer than there are */
    size_t across;        /* of them side by side; those that follow are below */
};

/* True when PLACE shows cells in rows and columns. */
static inline bool place_is_matrix(const struct place_on_stage *place) {
    return place->form == FORM_NUMBERS || place->form == FORM_WINDOW;
}

/* Returns the lines of one matrix in PLACE, with its heads. */
static inline size_t place_lines(const struct place_on_stage *place) {
    return place->heads + place->rows * place->cell_lines + place->closing;
}

/* Returns the box of PLACE with its row labels. */
static inline struct box place_outline(const struct place_on_stage *place) {
    struct box box = place->box;
    box.column -= lesser(box.column, place->gutter);
    box.columns += place->box.column - box.column;
    return box;
}

/* How much of a value is shown. */
enum light {
    LIGHT_NOTHING,  /* its place stays blank */
    LIGHT_EMPTY,    /* not computed yet: name and a frame */
    LIGHT_FLAT,     /* hidden by an open question: dim name, no formula; cells only where
                       one of them is asked for */
    LIGHT_RELEVANT, /* takes no part now: dimmed, with its digits */
    LIGHT_LIT
};

/* The cells of a value that the present number was made from. */
struct meeting {
    size_t row, column; /* the row and the column that meet; SIZE_MAX: none, or several */
    size_t matrix;      /* of a stack, where they do; SIZE_MAX: in all */
    size_t term;        /* flat index of the present term: framed; SIZE_MAX: none */
    size_t begin;    /* flat index of the first cell that it, or its formula (W_k[2]), reads: what
                        a window shows where several rows or columns are; SIZE_MAX: none */
    size_t from, to; /* the cells that it reads of that row or column; SIZE_MAX: all */
    bool whole; /* the stop is about all cells: the others keep their shade, but no bold digits */
};
#define MEETING_NONE                                                                               \
    ((struct meeting){SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX, false})

/* A value and how it is to be shown: in its place, as lines, in sentences, or in a picture that was
 * asked for. All borrowed. */
struct picture {
    const char *name; /* "S", "K.T"; "": its heading is the caller's; NULL, in sentences: "The
                         value" */
    enum style role;  /* what the name is drawn in; plain: as a formula */
    const struct tensor *value;  /* as the convention shows it; NULL: not computed yet */
    const struct tensor *before; /* the same before the last change; NULL: nothing moved, or only
                                    what it is counts */
    struct scale scale;          /* what is beyond it is marked with +; of lines without: no shades
                                    are shown */
    enum depth depth;            /* of the paper; DEPTH_NONE in the mono theme */
    size_t cursor; /* flat index of the cell selected or computed: reversed; it selects its matrix
                      of a stack. SIZE_MAX: none */
    size_t owner;  /* the value that a click on a cell means, as the caller numbers it; 0: none */
    const struct overlays *pins; /* cells that were forced by hand: marked !; NULL: none */
    bool turned;      /* it is the stored value transposed: PINS and REACHED are those of that */
    int precision;    /* decimals of numbers written out, at most */
    int decimals;     /* of cells */
    double low, high; /* of its finite numbers, in a picture; LOW is above HIGH where it has none */

    /* As lines, and in sentences. */
    size_t limit;  /* most rows, columns and matrices shown */
    size_t indent; /* blanks before each line */

    /* In its place. */
    const struct place_on_stage *place;
    size_t number;   /* columns that its widest number takes */
    size_t usual;    /* columns that each is given at least: so short ones of several values are
                        below each other */
    bool exact;      /* numbers are written with all their decimals (canvas/figure.h) */
    bool transposed; /* a value made by transposing another, which is the one that OWNER means */
    size_t sizes[3]; /* matrices, rows and columns where nothing is shown yet */
    const struct visible *rows, *columns; /* of a window; NULL: those that what is marked needs, */
    size_t wanted[2];                     /* or else this row and column; SIZE_MAX: any */
    enum light light;
    struct meeting meeting; /* unless there is none, the other cells are relevant only */
    size_t asked;           /* that an open question asks for: a question mark; SIZE_MAX: none */
    bool covered;           /* that cell shows no number, although it is there */
    const char *present;    /* written in that cell when it is not reached: ".06"; NULL: "?" */
    size_t reached;         /* cells computed so far; those that follow are empty. SIZE_MAX: all */
    bool edited;            /* it may be changed here: "◂ turn", or "◂" */
    bool moved;             /* by the last change: its name says so, and old numbers show */
    bool focus;             /* of a tile: framed */
    enum style along[2]; /* what its rows and its columns are: queries, keys, values; plain: nothing
                            is written of them */
    const char *formula; /* "= X @ W_q"; NULL: none */
};

/* Returns a picture of VALUE (NULL: not computed yet), lit, without marks; the caller fills in
 * everything else. */
struct picture picture_plain(const char *name, const struct tensor *value);

/* Returns a picture of VALUE, which it borrows, on the scale of its own numbers, for a drawing (see
 * canvas/drawing.h). FLEETING: its cells are still being written, and nothing that is found out
 * about them is cached. */
struct picture picture_make(const struct tensor *value, bool fleeting);
/* True when the scale is that of shares of 1. */
bool picture_shares(const struct picture *picture);

/* True when a cell was pinned; when BEFORE has another number. */
bool picture_pinned(const struct picture *picture, size_t cell);
bool picture_moved(const struct picture *picture, size_t cell);
/* Returns the first of COUNT cells from FROM on that moved, else the one after them. */
size_t picture_find_moved(const struct picture *picture, size_t from, size_t count);
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

/* --- drawn ------------------------------------------------------------------------------------ */

/* Draws it in its place on CANVAS, whose cells there are blank. Reads nothing but PICTURE. The
 * canvas's cursor gets the position of the selected cell, where that is shown. Returns true when a
 * number that it has drawn in a cell is beyond its scale. */
bool matrix_draw(const struct picture *picture, const struct canvas *canvas);

/* Draws the rows of a value before and after a change on CANVAS, AT_END or not as a ladder, with
 * old → new in each cell, at most six rows; of more rows and columns those around its cursor, which
 * is not drawn, if that moved, else around the first that did; ALONE: only the row of the cursor.
 * CHANGE has no place, and both values, of the same sizes. Returns the rows used; 0 where nothing
 * moved, or there is no room for a number. */
size_t matrix_draw_change(struct picture change, bool alone, bool at_end,
                          const struct canvas *canvas);

/* --- as lines, and in sentences --------------------------------------------------------------- */

enum { MATRIX_LIMIT = 12 };

/* Appends the picture as lines, as it is drawn in a place: a stack matrix by matrix; of what is
 * larger than LIMIT a window, and which. A pinned cell is marked `!`, and a last line says what
 * that means. A lone number is one line.
 *
 * With BEFORE old → new where the width has room for that, else the old numbers above the new ones,
 * and what did not move ("row unchanged"); of a large stack those matrices that moved. A last
 * line counts what moved, also by less than the digits show. Sizes that differ
 * are said in a sentence, above the new value. */
void matrix_print(const struct picture *picture, const struct output *output);

/* Appends the same in complete sentences, for a listener: shape, then each row with its labels
 * ("Row it: I 0.02, like 0.1, … largest sushi 0.62; the row adds up to 1."). With BEFORE which
 * cells moved, from what to what ("Row it: sushi was 0.1 and is 0.62."); of another size, that, and
 * all of it. */
void matrix_describe(const struct picture *picture, const struct output *output);

/* Returns the label of a position, or its number from 1. */
struct label matrix_head(const struct shape *shape, enum tensor_axis axis, size_t at);

/* How much a title says: "head 2 of 4", "head 2", "2". */
enum title { TITLE_WHOLE, TITLE_SHORT, TITLE_NUMBER };

/* Appends "head 2 of 4", "item 3 of 50, head 1 of 2". */
void matrix_title(const struct shape *shape, size_t matrix, enum title title, struct text *out);

#endif
