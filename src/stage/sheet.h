/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet: values arranged as on a sheet worked by hand, in the order of the computation; the right
 * operand of a product is above its result where it is used there alone; single numbers are lines
 * in what is left free. */
#ifndef QKV_STAGE_SHEET_H
#define QKV_STAGE_SHEET_H

#include "stage/plan.h"

struct sheet_request {
    const struct cast *cast;
    const bool *wanted; /* one a value of the cast */
    const bool *spare; /* likewise, sheet_make: these only get what the others leave; may be NULL */
    size_t rows, columns;
    size_t first_stop, stops; /* sheet_make: that it is for */
    bool airy; /* it is beside the words: a blank row is between what is below each other */
};

/* The last smallness at which no number is cut short, labels can be read and operands are above
 * products. */
enum { SHEET_WHOLE = 6 };

/* Returns how small cells have to be for all that is wanted to fit, 0: as large as any; SIZE_MAX:
 * it does not. */
size_t sheet_smallness(const struct sheet_request *request);
/* True when all that is wanted fits with cells no smaller than SMALLNESS. */
bool sheet_fits(const struct sheet_request *request, size_t smallness);

/* Finds the best sheet that fits. Writes its places, one for a value of the cast at most; returns
 * how many there are, 0 where nothing fits. */
size_t sheet_make(const struct sheet_request *request, struct place_on_stage *places);

/* Makes a sheet of all that is wanted: as tiles, and then with numbers as far as these fit; what
 * the stops need comes first, and what has no room at all is left out. */
size_t sheet_make_whole(const struct sheet_request *request, struct place_on_stage *places);

#endif
