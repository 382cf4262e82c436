/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/drawn.h"

#include <stdint.h>
#include <string.h>

/* Word WORD of the words is the notebook's definition INDEX. */
static struct picture picture_of(const struct scene *scene, size_t index, size_t word) {
    const struct definition *definition = scene->notebook->list[index], *old;
    const struct drawn *drawn = &scene->session->looks.drawn;
    struct picture picture = scene_picture(scene, definition, SIZE_MAX, definition->value);
    const struct shape *shape = &definition->value->shape;
    bool here = definition == scene->definition && scene->value == definition->value;
    bool left = scene->definition == NULL || !text_has_word(drawn->words, scene->definition->name);
    picture.owner = scene->session->view.columns ? 0 : picture.owner; /* cells as they are shown */
    picture.cursor = here ? scene->cell : left && drawn->word == word ? drawn->cell : SIZE_MAX;
    if (picture.cursor < shape_cells(shape)) {
        picture.matrix = picture.cursor / (shape_rows(shape) * shape_columns(shape));
    }
    if (scene_moved(scene, index, &old) && old != NULL) {
        picture.before = old->value;
    }
    return picture;
}

const struct drawing_kind *drawn_make(const struct scene *scene, const char *words,
                                      struct drawing *drawing) {
    size_t length = strcspn(words, " ");
    const struct drawing_kind *kind = drawing_find(words, length);
    struct failure unfit = {0};
    *drawing = (struct drawing){.words = words, .sweep = scene->session->looks.last.swept};
    for (size_t word = 1; kind != NULL && words[length] != '\0' && drawing->count < DRAWING_VALUES;
         word++) {
        words += length + 1;
        length = strcspn(words, " ");
        size_t i = notebook_index(scene->notebook, words, strcspn(words, " ["));
        if (i != SIZE_MAX) { /* not: from, 2, bins=14 */
            drawing->values[drawing->count++] = picture_of(scene, i, word);
        }
    }
    bool fits = kind != NULL && drawing->count > 0 && kind->fits(drawing, &unfit);
    return fits ? kind : NULL;
}

bool drawn_draw(const struct drawing_kind *kind, const struct drawing *drawing,
                const struct canvas *canvas, size_t cursor[2]) {
    for (size_t form = 0; form < kind->form_count; form++) {
        for (size_t wider = 12; wider-- > 0;) {
            struct piece placed = {.form = form,
                                   .growth = {.lines = 1, .columns = wider},
                                   .box = {0, 0, canvas->rows, canvas->columns}};
            size_t size[4] = {0};
            kind->measure(drawing, form, placed.growth, size);
            if (size[0] <= canvas->rows && size[1] <= canvas->columns) {
                struct canvas part = canvas_part(canvas, (struct box){0, 0, size[0], size[1]});
                placed.box = (struct box){0, 0, size[0], size[1]};
                kind->draw(drawing, &placed, &part, cursor);
                return true;
            }
        }
    }
    return false;
}
