/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/entries.h"

#include "base/number.h"

#include <math.h>
#include <stdint.h>

struct entries entries_of(const struct picture *of, size_t row) {
    const struct shape *shape = &of->value->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape);
    struct entries entries = {of, rows, row, columns, 0, NULL, AXIS_COLUMN, AXIS_ROW, false};
    if (columns == 1 && rows > 1) {
        entries = (struct entries){of, 1, 0, rows, 0, NULL, AXIS_ROW, AXIS_COLUMN, false};
    }
    entries.first = picture_first(of) + entries.row * entries.count;
    entries.numbers = of->value->cells + entries.first;
    return entries;
}

const char *entries_label(const struct entries *entries, size_t i, char room[32]) {
    return matrix_head(&entries->of->value->shape, entries->axis, i, room);
}

/* Returns the number by which an entry is ranked. */
static double rank_of(const struct entries *entries, size_t i) {
    size_t cell = entries->first + i;
    bool old = entries->old && picture_moved(entries->of, cell);
    return (old ? entries->of->before : entries->of->value)->cells[cell];
}

size_t entries_next(const struct entries *entries, size_t last) {
    size_t next = SIZE_MAX;
    for (size_t i = 0; i < entries->count; i++) {
        double number = rank_of(entries, i);
        bool comes = last == SIZE_MAX || number < rank_of(entries, last) ||
                     (numbers_equal_rounded(number, rank_of(entries, last)) && i > last);
        if (comes && !isnan(number) && (next == SIZE_MAX || number > rank_of(entries, next))) {
            next = i;
        }
    }
    return next;
}
