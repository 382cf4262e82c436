/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/picture.h"

#include <math.h>
#include <stdint.h>

enum { HEAD_MOST = 20 };

/* --- the picture ------------------------------------------------------------------------------ */

struct picture picture_plain(const struct tensor *value) {
    return (struct picture){.value = value, .cursor = SIZE_MAX};
}

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

/* Three decimals for shares, two for others, one for big ones; two at least where there are any, so
 * that the operands of a product look alike. */
static void choose_decimals(struct figures *figures, const struct extremes *extremes) {
    double size = fmax(-extremes->low, extremes->high);
    figures->precision = extremes->shares ? 3 : size >= 100 ? 1 : 2;
    figures->decimals = extremes->whole ? 0 : figures->precision;
    if (extremes->hundredths && figures->decimals > 2) {
        figures->decimals = 2;
    }
}

/* How far they reach, new ones and old ones; of those that rest the old ones are the new ones. */
static struct extremes extremes_in(const struct picture *picture) {
    const struct tensor *before = picture->before, *value = picture->value;
    struct extremes extremes = tensor_extremes(value, picture->fleeting);
    return before != NULL && shape_same_sizes(&before->shape, &value->shape)
               ? extremes_join(extremes, tensor_extremes(before, picture->fleeting))
               : extremes;
}

/* The numbers that need the most room: of thousands these few are written out to see how wide they
 * are. */
static void measure_widest(struct figures *figures, const struct extremes *extremes) {
    const double widest[] = {extremes->low,
                             extremes->high,
                             extremes->below,
                             extremes->above,
                             extremes->plain_low,
                             extremes->plain_high,
                             extremes->infinite ? INFINITY : NAN,
                             extremes->minus_infinite ? -INFINITY : NAN};
    enum { FINITE = 6, ALL = sizeof widest / sizeof *widest };
    for (size_t pass = 1; pass < FIGURES_PASSES; pass++) {
        for (size_t i = 0; i < ALL; i++) {
            if (i < FINITE ? isfinite(widest[i]) : isinf(widest[i])) {
                figures_passes[pass](figures, widest[i]);
            }
        }
        if (extremes->no_number) {
            figures_passes[pass](figures, NAN);
        }
    }
}

struct figures picture_figures(const struct picture *picture) {
    struct figures figures = {.brief = true, .bare = true, .ascii = picture->ascii};
    struct extremes extremes = extremes_in(picture);
    choose_decimals(&figures, &extremes);
    measure_widest(&figures, &extremes);
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
