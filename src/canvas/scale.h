/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* scale: which number has which shade, and the legend that says so. */
#ifndef QKV_CANVAS_SCALE_H
#define QKV_CANVAS_SCALE_H

#include "canvas/canvas.h"
#include "tensor/tensor.h"

/* Up to HIGH: of shares from 0, of all other numbers from −HIGH, so that 0 has the background's
 * colour. */
struct scale {
    double high;
    enum palette palette; /* none: no shades are shown */
};

/* Returns the scale from −BOUND to BOUND, or for SHARES 0 … 1. */
struct scale scale_fixed(double bound, bool shares);
/* Return a bound for numbers up to LARGEST, the least of 1, 2 and 5 times a power of ten that they
 * do not exceed; and for those of VALUE. */
double scale_round(double largest);
double scale_reach(const struct tensor *value);
/* Returns the bound of the scale for a value whose largest number has had two sizes (0: there was
 * nothing): the larger one, or the lesser where the larger would darken it. */
double scale_join(double largest, double other);

/* Returns the shade of VALUE; none for what is infinite or no number. */
struct shade scale_shade(const struct scale *scale, double value);

/* "0 ░▒▓█ 1". */
struct legend {
    const struct scale *scale; /* borrowed */
    enum depth depth;
    bool beyond; /* numbers beyond it are drawn, with a + after them: the legend explains that */
};

/* Returns the columns that it takes; 0: the scale has no numbers yet. */
size_t legend_columns(const struct legend *legend);

/* Draws it from (ROW, COLUMN) on; returns the column after it, or COLUMN where it does not fit. */
size_t legend_draw(const struct legend *legend, const struct canvas *canvas, size_t row,
                   size_t column);

#endif
