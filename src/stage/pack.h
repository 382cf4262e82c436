/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* pack: places for values on a stage of some size. Each has one place, which another may have at
 * stops that do not show both: so nothing moves. In the order of the computation, from the left;
 * the right operand of a product may be above it. */
#ifndef QKV_STAGE_PACK_H
#define QKV_STAGE_PACK_H

#include "stage/plan.h"

#include <stdint.h>

enum {
    PACK_ITEMS = 64,  /* a bit each */
    PACK_HIGHEST = 4, /* height of cells: 4 lines and a closing one (pack_heights) */
    PACK_GAP = 2,     /* columns between two values, or matrices of a stack */
    PACK_EDITED = 3   /* columns of what may be edited: 9.9 */
};

enum pack_flag {
    PACK_TIGHT = 1,  /* numbers may lack a decimal, or the blank before them */
    PACK_WINDOWS = 2 /* what is larger than a window is one, large or not */
};

/* The heights of cells (PACK_HEIGHT): their lines, and those that close a matrix. */
struct pack_height {
    size_t lines, closing;
};
extern const struct pack_height pack_heights[PACK_HIGHEST + 1];

/* A height of cells, with what goes well with it. */
struct pack_setting {
    size_t height, heads; /* at least */
    size_t window[2]; /* rows, columns that a large value has before it grows into what is free */
    unsigned flags;   /* enum pack_flag */
};

/* What an item can have more of. */
enum pack_size {
    PACK_LABEL,   /* columns of a row label at most */
    PACK_CELL,    /* columns of a cell at least */
    PACK_HEIGHT,  /* of a cell: 0 to PACK_HIGHEST */
    PACK_ROWS,    /* rows of a window or a picture at least */
    PACK_COLUMNS, /* columns of a window or a picture at least */
    PACK_WHOLE,   /* 1: it is no window if the stage has room */
    PACK_NAME,    /* columns left of the cells at least, for the name to hide no column label */
    PACK_HEADS,   /* lines above the cells at least; 2: the name has one of its own */
    PACK_OLD,     /* of a line, columns for "2 → " before its number */
    PACK_OWN,     /* 1: it has row labels of its own, also where a neighbour's would serve */
    PACK_BELOW,   /* 1: a row below it is blank */
    PACK_SIZES
};

/* What cells would like to be as wide as. */
enum pack_wish {
    WISH_NUMBERS, /* their numbers; what may be edited: those of the lesson */
    WISH_SIZE,    /* the same and their labels, and twice as wide as high */
    WISH_PADDED   /* the same with a blank after the number, too */
};

/* A value, and the right operand that is above it. */
struct pack_item {
    int value, right;  /* CAST_NONE: nothing is above it */
    uint64_t operands; /* the items that it is made from, */
    uint64_t users;    /* and those that are made from it */
    bool tile;         /* it is a tile, without numbers */
    size_t demand;     /* how many stops want it: who has more is enlarged first */
    size_t sizes[PACK_SIZES];
    struct place_on_stage place, upper; /* UPPER.value: CAST_NONE without one */
    size_t gutters[2];                  /* of both, unless a neighbour's labels serve */
    struct box outline[2]; /* of both, with row labels; without rows: nothing is there */
};

struct pack {
    const struct cast *cast;
    size_t rows, columns; /* of the stage */
    size_t height;        /* of a cell at most */
    const struct pack_setting *setting;
    bool airy;     /* a number has a blank before it, also where its cell is tight */
    bool labelled; /* all labels are whole or have six letters, if everything fits so */
    enum pack_wish wish;
    uint64_t *shown; /* one a stop: the items that it shows */
    size_t stops;
    size_t count;
    struct pack_item items[PACK_ITEMS];
    uint64_t with[PACK_ITEMS]; /* the items that some stop shows together with each */
};

static inline const struct cast_value *pack_value(const struct pack *pack, int value) {
    return &pack->cast->values[value];
}

/* Copies FROM into TO: of the room for items only what it uses, which is little. */
void pack_copy(struct pack *to, const struct pack *from);

/* Adds VALUE, with RIGHT above it (CAST_NONE: nothing), to the items of PACK, which have room for
 * it. */
void pack_add(struct pack *pack, int value, int right);

/* Fills ORDER with the items of PACK: those in greater demand come first, and of equals the
 * smaller. */
void pack_sort(const struct pack *pack, size_t *order);

/* Shows item INDEX at the one stop, with its NUMBERS or as a tile, where all others still have a
 * place. */
void pack_show(struct pack *pack, size_t index, bool numbers);

/* Makes the items of PACK the values that are WANTED (one a value of the cast); where these are
 * more than it can have, the last of them. CORNERS: a right operand is above its product where it
 * fits there, if it is made from nothing wanted and used for nothing else; K.T if the product is
 * STEPPED through (likewise). Then it is no item itself. Both arrays are changed. */
void pack_list(struct pack *pack, bool *wanted, bool *stepped, bool corners);

/* Shapes ITEM (shape.c); false where an operand does not fit above its product. */
bool pack_shape(struct pack *pack, struct pack_item *item);

/* Returns the columns of the widest label of its rows; without labels they have numbers. */
size_t pack_row_label(const struct cast_value *value);

/* Gives all items of PACK that a stop shows their shapes and places, from item NEXT on: those
 * before it are where an earlier call put them. Returns the number of the first that finds no
 * place; COUNT: all do; SIZE_MAX: an operand does not fit above its product. */
size_t pack_put_on(struct pack *pack, size_t next);

/* Places item INDEX, which has its shape, beside those before it that are in MASK: where it is
 * free, least far to the right and off the base line, and in front of nothing that it is made from.
 * False: no place is free. */
bool pack_fits(struct pack *pack, size_t index, uint64_t mask);

/* Gives away what is free, by the table of gifts (gifts.c), so that nothing shows fewer numbers by
 * it: to numbers that are cut or not shown, to labels and names, and to the size of the cells.
 * Where it is not enough for all, what is in greater demand comes first. */
void pack_fill(struct pack *pack);

/* Lets each stop show what the stops before and after it do, unless its place is taken, a neighbour
 * has gone whose row labels serve it, or that puts a source after its result. */
void pack_keep(struct pack *pack);

/* True when SOURCE is below RESULT, or at the right of it. */
bool pack_is_behind(const struct box *source, const struct box *result);

/* Parts matrices from what is below them by a blank row, as far as there are rows for it, and moves
 * all to the middle of the stage; nothing can be placed after that. */
void pack_spread(struct pack *pack);

/* Writes the places of the items of MASK. */
void pack_write(const struct pack *pack, uint64_t mask, struct plan_stop *stop);

#endif
