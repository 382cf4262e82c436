/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet: values arranged as on a sheet worked by hand. They follow each other in the order of
 * definition on shelves from left to right; the right operand of a product stands above its result
 * where it is used there alone; single numbers are lines in what is left free. */
#ifndef QKV_STAGE_SHEET_H
#define QKV_STAGE_SHEET_H

#include "stage/plan.h"

enum { SHEET_VALUES = 16 };

/* How good a sheet has to be: anyhow, or with labels above all columns. */
enum sheet_room { SHEET_ANYHOW, SHEET_LABELLED };

struct sheet_request {
    const struct cast *cast;
    const bool *wanted; /* one a value of the cast */
    size_t rows, columns;
    enum sheet_room room; /* for sheet_fits */
};

/* True when there are places for all that is wanted; K.T may be missing. */
bool sheet_fits(const struct sheet_request *request);

/* The best sheet that fits. Writes its places (at most SHEET_VALUES) and the rows that they take;
 * returns how many there are, 0 where nothing fits. */
size_t sheet_make(const struct sheet_request *request, struct place_on_stage *places, size_t *rows);

/* A place for the numbers of VALUE with cells of CELL_COLUMNS × CELL_LINES, at most COLUMNS wide
 * without its gutter. Its corner and its gutter are left to the caller. */
struct place_request {
    size_t cell_columns, cell_lines, heads, columns;
};
struct place_on_stage place_numbers(const struct cast *cast, int value,
                                    const struct place_request *request);

/* The least width of a cell of VALUE: its widest number and a blank; what may be edited has room
 * for `4.2`, and is written shorter where a number is longer. */
size_t cell_least(const struct cast_value *value);
/* The width that it would like: no number shorter than it is, no column label cut. */
size_t cell_wanted(const struct cast_value *value);

#endif
