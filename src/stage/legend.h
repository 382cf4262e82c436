/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* legend: the scale of a value in the rule under the stage: "0 ░▒▓█ 1". */
#ifndef QKV_STAGE_LEGEND_H
#define QKV_STAGE_LEGEND_H

#include "canvas/scale.h"

struct stage_legend {
    const struct scale *scale; /* borrowed */
    enum depth depth;
    bool ascii;
};

/* The columns that it takes; 0: the scale has no numbers yet. */
size_t stage_legend_columns(const struct stage_legend *legend);

/* Draws it from (ROW, COLUMN) on; returns the column behind it, COLUMN where it does not fit. */
size_t stage_legend_draw(const struct stage_legend *legend, const struct canvas *canvas, size_t row,
                         size_t column);

#endif
