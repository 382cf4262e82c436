/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* drawing: a picture that is asked for by its name, of one value or of several: `links A`,
 * `arrows Q K`, `histogram S`. Each is a file and a row of the table, which the command of that
 * name and the board read. Values come as they are stored, a word a row, whatever convention is
 * shown; the cursor's row (the first, where it is in none) is the one that asks. */
#ifndef QKV_CANVAS_DRAWING_H
#define QKV_CANVAS_DRAWING_H

#include "canvas/picture.h"
#include "canvas/piece.h"

struct failure;
struct sweep; /* canvas/sweep.h */
struct text;

enum { DRAWING_VALUES = 4 };

struct drawing {
    struct picture values[DRAWING_VALUES];
    size_t count;              /* 1 … the kind's most */
    const char *words;         /* as it was asked for: "histogram S bins=14" */
    const struct sweep *sweep; /* what was measured last; NULL: nothing */
};

struct drawing_kind {
    const char *name;
    size_t most;       /* values */
    size_t form_count; /* of the board, the largest first */
    size_t rough;      /* forms from here on have no numbers; 0: all have */
    bool instead;      /* it stands on the board in place of the matrix; else beside it */
    bool across;       /* Left and Right go from row to row in it */
    /* False: what is wrong with the values, and what would be right. */
    bool (*fits)(const struct drawing *drawing, struct failure *failure);
    /* In digits and labels, for a transcript; in sentences. */
    void (*print)(const struct drawing *drawing, size_t width, struct text *out);
    void (*describe)(const struct drawing *drawing, struct text *out);
    /* As piece's, of a drawing that fits; the cursor stands on what asks. */
    void (*measure)(const void *drawing, size_t form, struct piece_growth growth, size_t size[4]);
    void (*draw)(const void *drawing, const struct piece *placed, const struct canvas *canvas,
                 size_t cursor[2]);
};

/* The row called by the LENGTH bytes at NAME; NULL: there is none. */
const struct drawing_kind *drawing_find(const char *name, size_t length);

/* The row of the first value that asks. */
size_t drawing_row(const struct drawing *drawing, size_t value);

#endif
