/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* tracer: follows the ink of a map as it is drawn, as an eye does, without knowing how it was laid
 * out. */
#ifndef QKV_TESTS_CANVAS_TRACER_H
#define QKV_TESTS_CANVAS_TRACER_H

#include "canvas/map.h"

/* The characters of the map, a code point a cell. */
struct drawn_map {
    size_t rows, columns;
    char cells[MAP_LINES][MAP_COLUMNS][5];
};

/* Copies BOX of CANVAS. */
void tracer_copy(struct drawn_map *drawn, const struct canvas *canvas, struct box box);

/* Fails the test unless each arrow is a dependency, each dependency between two names that are
 * drawn is an arrow, and nothing hidden is named. Brackets and stars beside a name do not count. */
void tracer_check(const struct drawn_map *drawn, const struct map_value *values, size_t count);

#endif
