/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* figure: a number in few columns, as cells of pictures and the arithmetic write it. */
#ifndef QKV_CANVAS_FIGURE_H
#define QKV_CANVAS_FIGURE_H

#include "base/number.h"

#include <stddef.h>

struct figure {
    int decimals; /* at most */
    size_t width; /* columns, at most */
    bool exact;   /* whatever the width: with an exponent where it would read 0 (2.1e-9), and from
                     1e6 on */
    bool shares;  /* of a softmax: however small, it is not what rounding left of a 0 */
};

/* Returns VALUE without its leading 0, a whole number without a point, zero as 0. A number that is
 * too wide loses decimals as long as it does not read as a whole number or as 0, then is written
 * with an exponent or rounded, "≈4", and else is "…". A number other than 0 that reads 0 with all
 * its decimals keeps them: .00. */
struct written figure_written(const struct figure *figure, double value);

/* True unless VALUE loses decimals, or more, when it is written so. */
bool figure_fits(const struct figure *figure, double value);

/* Returns the fewest decimals, up to PRECISION (and 17), that show each of COUNT values exactly. */
int figure_decimals(const double *values, size_t count, int precision);

/* Returns the columns of the widest of COUNT values (any width allowed). */
size_t figure_columns(const struct figure *figure, const double *values, size_t count);

#endif
