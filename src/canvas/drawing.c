/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/drawing.h"

#include <stdint.h>
#include <string.h>

extern const struct drawing_kind arrows_drawing, bars_drawing, boxes_drawing, dial_drawing,
    histogram_drawing, links_drawing, mix_drawing, plot_drawing, sweep_drawing; /* a file each */

static const struct drawing_kind *const kinds[] = {
    &arrows_drawing, &bars_drawing, &boxes_drawing, &dial_drawing, &histogram_drawing,
    &links_drawing,  &mix_drawing,  &plot_drawing,  &sweep_drawing};

const struct drawing_kind *drawing_find(const char *name, size_t length) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strlen(kinds[i]->name) == length && memcmp(kinds[i]->name, name, length) == 0) {
            return kinds[i];
        }
    }
    return NULL;
}

size_t drawing_row(const struct drawing *drawing, size_t value) {
    size_t at[2];
    picture_cursor(&drawing->values[value], at);
    return at[0] == SIZE_MAX ? 0 : at[0];
}

void drawing_sizes(const struct drawing_kind *kind, const struct drawing *drawing, size_t least[2],
                   size_t wish[2]) {
    const struct picture *of = &drawing->values[0];
    const struct shape *shape = &of->value->shape;
    struct drawing_sizes sizes = {shape_rows(shape), shape_columns(shape),
                                  picture_head_columns(of, AXIS_COLUMN), drawing->count};
    kind->least(&sizes, least, wish);
}
