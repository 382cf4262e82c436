/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* piece: pictures of the board, several in one box, each in as large a form as there is room for.
 *
 * A picture has forms, the largest first: a matrix with its numbers, as tiles without, a part of
 * it. When room is short all that matters gets its smallest form, then what is looked at is raised
 * to its largest, then the rest is let in and raised. When room is left the cells grow, all by the
 * same number of lines, for uneven heights would look as if they meant something. Pictures stand in
 * the order of the list, which is the order of the flow. */
#ifndef QKV_CANVAS_PIECE_H
#define QKV_CANVAS_PIECE_H

#include "canvas/canvas.h"

enum { PIECES = 24, PIECE_FORMS = 8 };

/* Who is served first. */
enum piece_rank {
    PIECE_PRESENT,   /* where the cursor stands */
    PIECE_FOCUS,     /* what is stepped, turned, reached for or asked about; weights that moved */
    PIECE_NAMED,     /* what the words name */
    PIECE_OPERAND,   /* what the focus is made from, lies between knob and dial, or moved */
    PIECE_NEIGHBOUR, /* what is near in the flow: there while it costs nobody anything */
    PIECE_RANKS
};

/* By how much cells are larger than they must be. */
struct piece_growth {
    size_t lines;   /* of a cell: 1 … 4 */
    size_t columns; /* more than a number takes */
    bool heads;     /* and as many as the head of a column takes that is a label */
};

struct piece {
    enum piece_rank rank;
    bool beside;       /* never under the one before it: its twin */
    size_t depth;      /* how many arrows of the flow lead to it */
    size_t distance;   /* of neighbours: the smaller the sooner; 0: near */
    size_t form_count; /* forms 0 (the largest) up to here */
    size_t luxury;     /* forms before this one only where it costs nobody anything */
    size_t rough;      /* forms from here on have no numbers; PIECE_FORMS: all have */
    size_t small;      /* of these the one with the smallest tiles; 0: none */
    /* Rows and columns of FORM, and of what it leaves blank at its top left: room for what stands
     * before it (zeros, unless set). Growth is meant for forms with numbers; others may ignore it.
     */
    void (*measure)(const void *subject, size_t form, struct piece_growth growth, size_t size[4]);
    /* As it was placed, into a canvas that has the size that was measured. CURSOR (may be NULL)
     * gets row and column, on the canvas, of the present cell, where it is shown. */
    void (*draw)(const void *subject, const struct piece *placed, const struct canvas *canvas,
                 size_t cursor[2]);
    const void *subject; /* borrowed */

    /* Set by pieces_lay_out. */
    bool placed;
    size_t form;
    struct piece_growth growth;
    size_t hole[2];      /* rows and columns */
    struct box box;      /* within the box of the board */
    size_t shelf, stack; /* which shelf, which stack of it */
};

/* What came of it. */
struct piece_use {
    size_t needed; /* rows that all but neighbours take in these forms when no cell grows */
    bool present;  /* what is present has its numbers */
    size_t lacks;  /* how many in focus have no numbers, or are named and not there */
    size_t rough;  /* how many stand there without numbers that could have some */
};

/* Gives the COUNT pictures forms and places in ROOM rows and columns. */
struct piece_use pieces_lay_out(struct piece *pictures, size_t count, const size_t room[2]);

#endif
