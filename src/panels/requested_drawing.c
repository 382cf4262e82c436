/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* requested_drawing: the picture that was asked for by its name, with its values as they are now.
 */
#include "canvas/axes.h"
#include "panels/scene.h"

#include <stdint.h>

/* Returns the row of the value NAME, or of its transpose the column, that the selected number is
 * made from; SIZE_MAX: of none, or several. */
static size_t row_read(const struct scene *scene, const char *name) {
    int index = cast_find(scene->cast, name);
    size_t row = index == CAST_NONE ? SIZE_MAX : scene->lights.list[index].meeting.row;
    for (size_t i = 0; index != CAST_NONE && row == SIZE_MAX && i < scene->cast->count; i++) {
        if (scene->cast->values[i].transposed == index) {
            row = scene->lights.list[i].meeting.column;
        }
    }
    return row;
}

/* Returns the picture of the notebook's definition INDEX, which name AT of the request refers
 * to. */
static struct picture drawn_picture(const struct scene *scene,
                                    const struct drawing_request *requested, size_t index,
                                    size_t at) {
    const struct definition *definition = scene->notebook->list[index];
    const struct past *past = &scene->past[index];
    const struct drawn *drawn = &scene->session->view.drawn;
    const struct shape *shape = &definition->value->shape;
    struct scale scale = scene_scale(scene, definition->name, definition);
    struct picture picture =
        picture_make(definition->value, &scale, scene->session->moment != NULL);
    picture.precision = scene->session->display.precision;
    picture.depth = scene->depth;
    picture.name = definition->name;
    picture.role = axes_role(definition);
    bool here = definition == scene->definition && /* or one of its operations, as large, is */
                shape_same_sizes(&scene->value->shape, shape);
    bool left = scene->definition == NULL ||
                drawing_index(&drawn->requested, scene->definition->name) == SIZE_MAX;
    if (!scene->session->display.columns) { /* its cells are not transposed */
        picture.owner = scene_owner(scene, definition);
    }
    picture.cursor = here ? scene->cell : left && drawn->value == at ? drawn->cell : SIZE_MAX;
    bool any = !here && requested->kind != NULL && requested->kind->marks == 0; /* it has rows */
    size_t row = any ? row_read(scene, definition->name) : SIZE_MAX;
    row = any && row == SIZE_MAX ? pane_named(&scene->pane, shape->labels[AXIS_ROW]) : row;
    if (row != SIZE_MAX) { /* an untouched picture shows what is read, or what the words name */
        struct place place =
            tensor_place(shape, picture.cursor < shape_cells(shape) ? picture.cursor : 0);
        place.at[AXIS_ROW] = row;
        picture.cursor = tensor_index(shape, &place);
    }
    if (past->differs && past->old != NULL && shape_same_places(&past->old->value->shape, shape)) {
        picture.before = past->old->value;
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
            drawing->values[drawing->count++] = drawn_picture(scene, requested, index, i);
        }
    }
    return requested->kind != NULL && drawing->count > 0 && drawing_fits(drawing, &unfit);
}
