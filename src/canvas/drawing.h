/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* drawing: a picture that is asked for by its name, of one value or of several: `links A`,
 * `arrows Q K`, `histogram S`. Each is a file and a row of the table, which the command of that
 * name and the stage read. Values come as they are stored, a word a row, whatever convention is
 * shown; the cursor's row (the first, where it is in none) is the one that asks. */
#ifndef QKV_CANVAS_DRAWING_H
#define QKV_CANVAS_DRAWING_H

#include "canvas/flow.h"
#include "canvas/picture.h"
#include "canvas/request.h"

struct failure;
struct sweep; /* canvas/sweep.h */
struct text;

enum { DRAWING_VALUES = 6, DRAWING_SHOWN = 4 }; /* at most, and of those that are no marks */

struct drawing {
    struct picture values[DRAWING_VALUES];
    size_t count; /* 1 … the kind's most */
    const struct drawing_request *request;
    const struct sweep *sweep; /* what was measured last; NULL: nothing */
};

/* What is known of the first value that a picture shows before it has numbers: its sizes, and the
 * columns of its widest column label; and how many values it shows. */
struct drawing_sizes {
    size_t rows, columns, column_label, values;
};

struct drawing_kind {
    const char *name;
    size_t most;  /* values */
    bool instead; /* it shows the numbers of its value: that need not stand beside it */
    bool summed;  /* it shows no single number of its value: the cursor is on all of it */
    bool across;  /* the columns go from left to right in it, in either convention */
    bool as_shown; /* a transcript has the rows that the learner's convention shows */
    /* False: what is wrong with the values, and what would be right. */
    bool (*fits)(const struct drawing *drawing, struct failure *failure);
    /* In a transcript, below the picture: what it does not show; NULL: nothing. */
    void (*print)(const struct drawing *drawing, const struct output *output);
    /* In sentences. */
    void (*describe)(const struct drawing *drawing, struct text *out);
    /* The rows that it takes in a transcript of so many COLUMNS; NULL: those that it would like. */
    size_t (*rows)(const struct drawing *drawing, size_t columns);
    /* The rows and columns that it must have, and those that it would like: the same for all
     * values, or as MEASURE says. */
    size_t least[2], wish[2];
    void (*measure)(const struct drawing_sizes *of, size_t least[2], size_t wish[2]);
    /* A drawing that fits, in the form that is best for CANVAS, whatever its size. CURSOR (may be
     * NULL) gets the row and column, on the whole canvas, of what asks. */
    void (*draw)(const struct drawing *drawing, const struct canvas *canvas, size_t cursor[2]);
};

/* The row called by the LENGTH bytes at NAME; NULL: there is none. */
const struct drawing_kind *drawing_find(const char *name, size_t length);

/* The rows and columns that a picture of KIND must have, and those that it would like; and those of
 * DRAWING. */
void drawing_measure(const struct drawing_kind *kind, const struct drawing_sizes *of,
                     size_t least[2], size_t wish[2]);
void drawing_sizes(const struct drawing_kind *kind, const struct drawing *drawing, size_t least[2],
                   size_t wish[2]);

/* Whether NAME is a part of a layer, as `boxes` has them: "attention", "+". */
bool boxes_part(const char *name);

/* Appends it as lines, for a transcript. */
void drawing_print(const struct drawing *drawing, const struct output *output);

/* The row of the first value that asks. */
size_t drawing_row(const struct drawing *drawing, size_t value);

#endif
