/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet: values arranged as on a sheet worked by hand, in the order of the computation; the right
 * operand of a product is above its result where it is used there alone; single numbers are lines
 * in what is left free. */
#ifndef QKV_STAGE_SHEET_H
#define QKV_STAGE_SHEET_H

#include "stage/plan.h"

/* With how much room a sheet fits. */
enum sheet_room {
    ROOM_ANY,    /* somehow, and K.T may be missing */
    ROOM_SHARED, /* for pages that share it: no number is cut short; an airy one has cells of two
                    lines (of three on a high stage), operands above their products, and labels that
                    can be read */
    ROOM_LARGE   /* for parts of a page that share it: an airy one has cells of three lines */
};

struct sheet_request {
    const struct cast *cast;
    const bool *wanted; /* one a value of the cast */
    const bool *spare; /* likewise, sheet_make: these only get what the others leave; may be NULL */
    size_t rows, columns;
    size_t first_stop, stops; /* that it is for; sheet_fits: unused */
    bool airy;   /* it is beside the words: a blank row is between what is below each other */
    enum sheet_room room; /* sheet_fits: for what */
};

/* True when there are places for all that is wanted, with that much room. */
bool sheet_fits(const struct sheet_request *request);

/* Finds the best sheet that fits. Writes its places, one for a value of the cast at most; returns
 * how many there are, 0 where nothing fits. */
size_t sheet_make(const struct sheet_request *request, struct place_on_stage *places);

/* Makes a sheet of all that is wanted: as tiles, and then with numbers as far as these fit; what
 * the stops need comes first. What has no room at all is written to DROPPED. */
size_t sheet_make_whole(const struct sheet_request *request, struct place_on_stage *places,
                        int *dropped, size_t *dropped_count);

#endif
