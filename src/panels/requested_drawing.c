/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* requested_drawing: the picture that was asked for by its name, with its values as they are now.
 */
#include "panels/scene.h"
#include "session/printing.h"

#include <stdint.h>
#include <string.h>

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

/* Gives PICTURE what only a screen has: the scale of the stage, what a click on it means, the last
 * change, and the row that is read. */
static void put_on_stage(const struct scene *scene, const struct drawing_request *requested,
                         struct picture *picture) {
    const struct definition *definition = notebook_find(scene->notebook, picture->name);
    size_t index = notebook_index(scene->notebook, picture->name, strlen(picture->name));
    struct past past = index == SIZE_MAX ? (struct past){NULL, false} : scene->past[index];
    const struct drawn *drawn = &scene->session->view.drawn;
    const struct shape *shape = &definition->value->shape;
    bool here = picture->cursor != SIZE_MAX;
    bool left = scene->definition == NULL ||
                drawing_index(&drawn->requested, scene->definition->name) == SIZE_MAX;
    picture->scale = scene_scale(scene, definition->name, definition);
    picture->depth = scene->depth;
    if (!scene->session->display.columns) { /* its cells are not transposed */
        picture->owner = scene_owner(scene, definition);
    }
    if (!here && left && drawn->value == drawing_index(requested, definition->name)) {
        picture->cursor = drawn->cell;
    }
    bool any = !here && requested->kind->marks == 0; /* it has rows */
    size_t row = any ? row_read(scene, definition->name) : SIZE_MAX;
    row = any && row == SIZE_MAX ? pane_named(&scene->pane, shape->labels[AXIS_ROW]) : row;
    if (row != SIZE_MAX) { /* an untouched picture shows what is read, or what the words name */
        struct place place =
            tensor_place(shape, picture->cursor < shape_cells(shape) ? picture->cursor : 0);
        place.at[AXIS_ROW] = row;
        picture->cursor = tensor_index(shape, &place);
    }
    if (past.differs && past.old != NULL && shape_same_places(&past.old->value->shape, shape)) {
        picture->before = past.old->value;
    }
}

bool drawing_fill(const struct scene *scene, const struct drawing_request *requested,
                  struct drawing *drawing) {
    struct failure unfit = {0};
    bool fits = printing_fill(scene->session, scene->notebook, requested, drawing, &unfit);
    for (size_t i = 0; fits && i < drawing->count; i++) {
        put_on_stage(scene, requested, &drawing->values[i]);
    }
    return fits;
}
