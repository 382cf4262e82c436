/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/legend.h"

#include "canvas/picture.h"

static struct picture paper_of(const struct stage_legend *legend) {
    struct picture picture = picture_plain(NULL);
    picture.depth = legend->depth;
    picture.ascii = legend->ascii;
    return picture;
}

size_t stage_legend_columns(const struct stage_legend *legend) {
    struct picture picture = paper_of(legend);
    struct legend brief = legend_make(&picture, legend->scale, true);
    return legend->scale->palette == PALETTE_NONE ? 0 : legend_columns(&brief);
}

size_t stage_legend_draw(const struct stage_legend *legend, const struct canvas *canvas, size_t row,
                         size_t column) {
    struct picture picture = paper_of(legend);
    size_t columns = stage_legend_columns(legend), end = column + columns;
    bool drawn = columns > 0 && end <= canvas->columns &&
                 legend_place(&picture, legend->scale, canvas, (const size_t[]){row, column, end});
    return drawn ? end : column;
}
