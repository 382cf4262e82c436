/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* pack: places for the values of a page on its bench. Each has one place for as long as the page
 * lasts, which another may have at stops that do not show both: so nothing moves. */
#ifndef QKV_STAGE_PACK_H
#define QKV_STAGE_PACK_H

#include "stage/plan.h"

#include <stdint.h>

enum { PACK_ITEMS = 32 }; /* a bit each */

/* A height of cells, with what goes well with it. */
struct pack_setting {
    size_t lines, heads;
    size_t window[2]; /* rows, columns that a large value has before it grows into what is free */
    bool still;       /* no place is used twice */
    bool windows;     /* what is larger than a window is one, large or not */
};

enum pack_width { PACK_LABEL, PACK_CELL };

/* A value, and the right operand that is above it. */
struct pack_item {
    int value, right;  /* CAST_NONE: nothing is above it */
    uint32_t operands; /* the items that it is made from */
    size_t widths[2];  /* of a row label and of a cell, by enum pack_width: at most, and at least */
    size_t gutter;     /* columns of its row labels, unless a neighbour's serve */
    struct place_on_stage place, upper; /* UPPER.value: CAST_NONE without one */
    struct box outline[2]; /* of both, with row labels; without rows: nothing is there */
};

struct pack {
    const struct cast *cast;
    size_t rows, columns; /* of the bench */
    const struct pack_setting *setting;
    struct pack_item items[PACK_ITEMS]; /* in the order of computation */
    size_t count;
    size_t base;     /* the row on which values stand, below upper operands */
    uint32_t *shown; /* one a stop: the items that it shows */
    size_t stops;
    uint32_t with[PACK_ITEMS]; /* the items that some stop shows together with each */
};

/* Gives all items of PACK that a stop shows their shapes, as narrow as they can be or as their
 * WIDTHS say, and their places. The number of the first that finds no place; COUNT: all do;
 * SIZE_MAX: an operand does not fit above its product. */
size_t pack_put(struct pack *pack);

/* True when item INDEX, which found no place, finds one beside what stop AT alone shows. */
bool pack_fits(struct pack *pack, size_t index, size_t at);

/* How many pairs of item INDEX and those of MASK before it have a source behind its result. */
size_t pack_disorder(const struct pack *pack, size_t index, uint32_t mask);

/* Gives away what is free: cells and labels are wider, windows and pictures larger; and what is
 * shown stays until its place is needed, and is there before where nothing else is. */
void pack_fill(struct pack *pack);

#endif
