/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/requested_drawing.h"

#include <stdint.h>
#include <string.h>

/* Returns the picture of the notebook's definition INDEX, which name AT of the request refers
 * to. */
static struct picture drawn_picture(const struct scene *scene, size_t index, size_t at) {
    const struct definition *definition = scene->notebook->list[index], *old;
    const struct drawn *drawn = &scene->session->view.drawn;
    struct picture picture = scene_picture(scene, definition, SIZE_MAX, definition->value);
    const struct shape *shape = &definition->value->shape;
    struct scale own = scale_fixed(scale_reach(definition->value), picture.shares);
    struct scale scale = scene_scale(scene, definition->name, &own);
    picture.shares = scale.palette == PALETTE_SHARES;
    picture.bound = scale.bound;
    bool here = definition == scene->definition && scene->value == definition->value;
    bool left = scene->definition == NULL ||
                drawing_index(&drawn->requested, scene->definition->name) == SIZE_MAX;
    picture.owner =
        scene->session->display.columns ? 0 : picture.owner; /* cells as they are shown */
    picture.cursor = here ? scene->cell : left && drawn->value == at ? drawn->cell : SIZE_MAX;
    size_t row = here ? SIZE_MAX : pane_named(&scene->pane, shape->labels[AXIS_ROW]);
    if (row != SIZE_MAX) { /* an untouched picture shows what the words name */
        struct place place =
            tensor_place(shape, picture.cursor < shape_cells(shape) ? picture.cursor : 0);
        place.at[AXIS_ROW] = row;
        picture.cursor = tensor_index(shape, &place);
    }
    if (picture.cursor < shape_cells(shape)) {
        picture.matrix = picture.cursor / (shape_rows(shape) * shape_columns(shape));
    }
    if (scene_moved(scene, index, &old) && old != NULL) {
        picture.before = old->value;
    }
    return picture;
}

bool drawing_fill(const struct scene *scene, const struct drawing_request *requested,
                  struct drawing *drawing) {
    struct failure unfit = {0};
    *drawing = (struct drawing){.request = requested, .sweep = scene->session->view.last.swept};
    for (size_t i = 0; i < requested->count && drawing->count < DRAWING_VALUES; i++) {
        size_t index =
            notebook_index(scene->notebook, requested->names[i], drawing_named(requested, i));
        if (index != SIZE_MAX) {
            drawing->values[drawing->count++] = drawn_picture(scene, index, i);
        }
    }
    return requested->kind != NULL && drawing->count > 0 && drawing_fits(drawing, &unfit);
}
