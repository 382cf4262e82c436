/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/entries.h"

struct entries entries_of(const struct picture *of, size_t row) {
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

const char *entries_label(const struct entries *entries, size_t i, char room[32]) {
    return matrix_head(&entries->of->value->shape, entries->axis, i, room);
}
