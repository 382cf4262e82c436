/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/picture.h"

#include "canvas/figure.h"
#include "notebook/definition.h"

#include <math.h>
#include <stdint.h>

enum { SHARE_DECIMALS = 3, SHARE = 4 /* columns of .126 */ };

/* --- the picture ------------------------------------------------------------------------------ */

struct picture picture_plain(const char *name, const struct tensor *value) {
    return (struct picture){.name = name,
                            .value = value,
                            .light = LIGHT_LIT,
                            .meeting = MEETING_NONE,
                            .wanted = {SIZE_MAX, SIZE_MAX},
                            .limit = MATRIX_LIMIT,
                            .cursor = SIZE_MAX,
                            .asked = SIZE_MAX,
                            .reached = SIZE_MAX};
}

struct picture picture_make(const struct tensor *value, bool fleeting) {
    struct extremes all = tensor_extremes(value, fleeting);
    struct picture picture = picture_plain("", value);
    picture.low = all.low;
    picture.high = all.high;
    double largest = fmax(-all.low, all.high);
    picture.scale = scale_fixed(fmax(largest, 0), false);
    picture.decimals = all.shares ? SHARE_DECIMALS : largest >= 100 ? 1 : 2;
    return picture;
}

bool picture_shares(const struct picture *picture) {
    return picture->scale.palette == PALETTE_SHARES;
}

bool picture_pinned(const struct picture *picture, size_t cell) {
    const struct overlays *pins = picture->pins;
    size_t own = picture->turned ? shape_transposed_cell(&picture->value->shape, cell) : cell;
    return pins != NULL && overlays_find(pins, own) != NULL;
}

/* 0 and −0 look like the same number. */
bool picture_moved(const struct picture *picture, size_t cell) {
    const struct tensor *before = picture->before;
    return before && !numbers_equal_rounded(before->cells[cell], picture->value->cells[cell]);
}

size_t picture_find_moved(const struct picture *picture, size_t from, size_t count) {
    size_t at = from;
    while (at < from + count && !picture_moved(picture, at)) {
        at++;
    }
    return at;
}

size_t picture_matrix(const struct picture *picture) {
    const struct shape *shape = &picture->value->shape;
    bool here = picture->cursor < shape_cells(shape);
    return here ? picture->cursor / (shape_rows(shape) * shape_columns(shape)) : 0;
}

size_t picture_first(const struct picture *picture) {
    const struct shape *shape = &picture->value->shape;
    return picture_matrix(picture) * shape_rows(shape) * shape_columns(shape);
}

void picture_cursor(const struct picture *picture, size_t at[2]) {
    const struct shape *shape = &picture->value->shape;
    bool here = picture->cursor < shape_cells(shape);
    at[0] = here ? picture->cursor / shape_columns(shape) % shape_rows(shape) : SIZE_MAX;
    at[1] = here ? picture->cursor % shape_columns(shape) : SIZE_MAX;
}

struct entries picture_entries(const struct picture *of, size_t row) {
    const struct shape *shape = &of->value->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape);
    struct entries entries = {of, rows, row, columns, 0, NULL, AXIS_COLUMN, AXIS_ROW};
    if (columns == 1 && rows > 1) {
        entries = (struct entries){of, 1, 0, rows, 0, NULL, AXIS_ROW, AXIS_COLUMN};
    }
    entries.first = picture_first(of) + entries.row * entries.count;
    entries.numbers = of->value->cells + entries.first;
    return entries;
}

/* --- measures --------------------------------------------------------------------------------- */

struct written picture_number(const struct picture *picture, double value, size_t width) {
    bool shares = picture_shares(picture);
    int decimals = shares ? SHARE_DECIMALS : picture->decimals;
    size_t most = decimals == SHARE_DECIMALS ? lesser(width, SHARE) : width;
    return figure_written(&(struct figure){.decimals = decimals, .width = most, .shares = shares},
                          value);
}

size_t picture_head_columns(const struct shape *shape, enum tensor_axis axis,
                            const struct visible *shown) {
    size_t first = shown == NULL ? 0 : shown->first, widest = 0;
    size_t end = shown == NULL ? shape->size[axis] : first + shown->count;
    for (size_t i = shape->labels[axis] != NULL || end == 0 ? first : end - 1; i < end; i++) {
        widest = greater(widest, canvas_columns(matrix_head(shape, axis, i).text));
    }
    return widest;
}
