/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/picture.h"

#include <math.h>
#include <stdint.h>

enum { HEAD_MOST = 20 };

struct visible visible_make(size_t size, size_t most, size_t focus) {
    struct visible span = {.size = size, .count = lesser(size, most)};
    size_t half = span.count > 1 ? span.count / 2 : 1, margin = (span.count - half) / 2;
    if (focus != SIZE_MAX && focus >= span.count) {
        span.first = lesser((focus - margin) / half * half, size - span.count);
    }
    return span;
}

/* --- the picture ------------------------------------------------------------------------------ */

bool picture_knows(const struct picture *picture, size_t cell) {
    return !picture->known || picture->known(picture->context, cell);
}

/* 0 and −0 are one number to the eye. */
bool picture_moved(const struct picture *picture, size_t cell) {
    const struct tensor *before = picture->before, *value = picture->value;
    return before && shape_same_sizes(&before->shape, &value->shape) &&
           picture_knows(picture, cell) && !numbers_alike(before->cells[cell], value->cells[cell]);
}

size_t picture_first(const struct picture *picture) {
    const struct shape *shape = &picture->value->shape;
    return picture->matrix * shape_rows(shape) * shape_columns(shape);
}

void picture_cursor(const struct picture *picture, size_t at[2]) {
    const struct shape *shape = &picture->value->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape), first = picture_first(picture);
    bool here = picture->cursor >= first && picture->cursor - first < rows * columns;
    at[0] = here ? (picture->cursor - first) / columns : SIZE_MAX;
    at[1] = here ? (picture->cursor - first) % columns : SIZE_MAX;
}

/* --- measures --------------------------------------------------------------------------------- */

/* The numbers that need the most room: of thousands these few are written out to see how wide they
 * are. */
enum {
    LOWEST,
    HIGHEST,
    LEAST_BELOW_0,
    LEAST_ABOVE_0,
    LOWEST_PLAIN,
    HIGHEST_PLAIN,
    INFINITE,
    MINUS_INFINITE,
    NO_NUMBER,
    REACHES
};

struct reach {
    double at[REACHES];
    bool any[REACHES];
    bool whole, hundredths, shares; /* all of them are */
};

/* Numbers from here on are written 1e6. */
static const double plain_end = 1e6;

static void reach_for(struct reach *reach, int which, double value, bool upwards) {
    double best = reach->at[which];
    if (!reach->any[which] || (upwards ? value > best : value < best)) {
        reach->at[which] = value;
        reach->any[which] = true;
    }
}

/* 0.1 + 0.2 is a whole number of hundredths, as far as anyone can see. */
static bool is_hundredths(double value) {
    return fabs(value * 100 - round(value * 100)) <= 1e-10 * fabs(value);
}

static void reach_take(struct reach *reach, double value) {
    if (!isfinite(value)) {
        reach_for(reach,
                  isnan(value) ? NO_NUMBER
                  : value > 0  ? INFINITE
                               : MINUS_INFINITE,
                  value, true);
        return;
    }
    reach->whole = reach->whole && value == floor(value);
    reach->hundredths = reach->hundredths && is_hundredths(value);
    reach->shares = reach->shares && value >= 0 && value <= 1;
    reach_for(reach, LOWEST, value, false);
    reach_for(reach, HIGHEST, value, true);
    if (fabs(value) < plain_end) {
        reach_for(reach, LOWEST_PLAIN, value, false);
        reach_for(reach, HIGHEST_PLAIN, value, true);
    }
    if (value != 0) {
        reach_for(reach, value < 0 ? LEAST_BELOW_0 : LEAST_ABOVE_0, value, value < 0);
    }
}

/* Three decimals for shares, two for others, one for big ones; two at least where there are any, so
 * that the operands of a product look alike. */
static void choose_decimals(struct figures *figures, const struct reach *reach) {
    double size = fmax(-reach->at[LOWEST], reach->at[HIGHEST]);
    figures->precision = reach->shares ? 3 : size >= 100 ? 1 : 2;
    figures->decimals = reach->whole ? 0 : figures->precision;
    if (reach->hundredths && figures->decimals > 2) {
        figures->decimals = 2;
    }
}

static void each_number(const struct picture *picture, struct reach *reach) {
    const struct shape *shape = &picture->value->shape;
    for (size_t cell = 0; cell < shape_cells(shape); cell++) {
        reach_take(reach, picture->value->cells[cell]);
        if (picture_moved(picture, cell)) {
            reach_take(reach, picture->before->cells[cell]);
        }
    }
}

struct figures picture_figures(const struct picture *picture) {
    struct figures figures = {.brief = true, .bare = !picture->wide, .ascii = picture->ascii};
    struct reach reach = {.whole = true, .hundredths = true, .shares = true};
    each_number(picture, &reach);
    reach.shares = reach.shares && !picture->coarse;
    figures.precision = picture->precision > 0 ? picture->precision : 4;
    for (size_t i = 0; picture->wide && i < shape_cells(&picture->value->shape); i++) {
        figures_passes[0](&figures, picture->value->cells[i]);
    }
    if (!picture->wide) {
        choose_decimals(&figures, &reach);
    }
    for (size_t pass = 1; pass < FIGURES_PASSES; pass++) {
        for (size_t i = 0; i < REACHES; i++) {
            if (reach.any[i]) {
                figures_passes[pass](&figures, reach.at[i]);
            }
        }
    }
    return figures;
}

size_t picture_head_columns(const struct picture *picture, enum tensor_axis axis) {
    const struct shape *shape = &picture->value->shape;
    size_t size = shape->size[axis], widest = 1;
    char room[32];
    for (size_t i = shape->labels[axis] || size == 0 ? 0 : size - 1; i < size; i++) {
        widest = greater(widest, canvas_columns(matrix_head(shape, axis, i, room)));
    }
    return lesser(widest, HEAD_MOST);
}
