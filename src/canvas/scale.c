/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/scale.h"

#include "base/number.h"
#include "base/text.h"

#include <math.h>

enum { LEGEND_DECIMALS = 3 };

double scale_round(double largest) {
    if (!isfinite(largest) || largest <= 0) {
        return 1;
    }
    largest = fmin(fmax(largest, 1e-300), 1e300); /* so that the next power of ten is there, too */
    double power = pow(10, floor(log10(largest))), times = largest / power * (1 - 1e-9);
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

double scale_join(double largest, double other) {
    double most = fmax(largest, other), least = fmin(largest, other);
    return least > 0 && most > 4 * least ? least : most;
}

double scale_reach(const struct tensor *value) {
    struct extremes all = tensor_extremes(value, false);
    return scale_round(fmax(-all.low, all.high));
}

struct scale scale_fixed(double bound, bool shares) {
    return shares ? (struct scale){1, PALETTE_SHARES} : (struct scale){bound, PALETTE_SIGNED};
}

static double scale_low(const struct scale *scale) {
    return scale->palette == PALETTE_SHARES ? 0 : -scale->high;
}

struct shade scale_shade(const struct scale *scale, double value) {
    return shade_of(value, scale->high, isfinite(value) ? scale->palette : PALETTE_NONE);
}

/* Writes what is before the ramp, and what is after it: a scale is a promise, so its ends are
 * written out, with the leading 0. Returns the columns of the ramp; without colours it has each
 * shade once, from either side of 0, and a frame, because the lowest is a blank. */
static size_t write_legend(const struct legend *legend, char before[64], char after[64]) {
    const struct scale *scale = legend->scale;
    bool colours = legend->depth != DEPTH_NONE;
    const char *frame = colours ? "" : "│";
    text_fill(before, 64, "%s %s", number_written(scale_low(scale), LEGEND_DECIMALS).text, frame);
    text_fill(after, 64, "%s %s%s%s", frame, number_written(scale->high, LEGEND_DECIMALS).text,
              colours && scale->palette == PALETTE_SHARES ? " (√ scale)" : "",
              legend->beyond ? ", ↑ beyond" : "");
    return scale->palette == PALETTE_NONE     ? 0
           : colours                          ? 8
           : scale->palette == PALETTE_SIGNED ? 9
                                              : 5;
}

size_t legend_columns(const struct legend *legend) {
    char before[64], after[64];
    size_t ramp = write_legend(legend, before, after);
    return ramp == 0 ? 0 : canvas_columns(before) + ramp + canvas_columns(after);
}

size_t legend_draw(const struct legend *legend, const struct canvas *canvas, size_t row,
                   size_t column) {
    const struct scale *scale = legend->scale;
    char before[64], after[64];
    size_t shades = write_legend(legend, before, after);
    bool colours = legend->depth != DEPTH_NONE;
    double low = scale_low(scale);
    if (shades == 0 || column + legend_columns(legend) > canvas->columns) {
        return column;
    }
    column = canvas_put(canvas, row, column, before, STYLE_LABEL);
    for (size_t i = 0; i < shades; i++, column++) {
        double part = (double)i / (double)(shades - 1);
        struct shade shade = scale_shade(scale, low + part * (scale->high - low));
        canvas_put(canvas, row, column, colours ? " " : shade_character(shade), STYLE_PLAIN);
        if (colours) {
            canvas_shade(canvas, row, column, 1, shade);
        }
    }
    return canvas_put(canvas, row, column, after, STYLE_LABEL);
}
