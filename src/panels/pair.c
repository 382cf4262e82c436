#include "panels/pair.h"

#include "base/failure.h"
#include "base/number.h"
#include "base/utf8.h"
#include "notebook/difference.h"
#include "panels/whole.h"

#include <stdint.h>

size_t pair_first(const struct pair *pair) {
    const struct definition *old = pair->old, *new = pair->new;
    size_t first = old != NULL && shape_same_sizes(&old->value->shape, &new->value->shape)
                       ? difference_first(old, new)
                       : SIZE_MAX;
    return first == SIZE_MAX ? 0 : first;
}

static size_t matrix_cells(const struct shape *shape) {
    size_t cells = shape_rows(shape) * shape_columns(shape);
    return cells == 0 ? 1 : cells;
}

static void write_number(const struct scene *scene, double value, struct text *out) {
    char number[NUMBER_TEXT];
    number_short(number, value, scene->session->view.precision);
    text_append(out, number);
}

bool pair_same_sizes(const struct pair *pair) {
    return pair->old == NULL ||
           shape_same_sizes(&pair->old->value->shape, &pair->new->value->shape);
}

bool pair_is_number(const struct pair *pair) {
    return pair_same_sizes(pair) && shape_is_number(&pair->new->value->shape);
}

static bool is_here(const struct scene *scene, const struct pair *pair) {
    return pair->new == scene->definition && scene->session->looks.operation == SIZE_MAX;
}

/* " off = 0.9659 → [0.24]", brackets around what is looked at; without "old →" where it rests. */
static bool draw_number(struct scene *scene, struct box box, const struct pair *pair) {
    double new = pair->new->value->cells[0];
    double old = pair->old == NULL ? new : pair->old->value->cells[0];
    bool here = is_here(scene, pair);
    struct text words = {0};
    text_format(&words, " %s = ", pair->new->name);
    if (!number_same(old, new)) {
        write_number(scene, old, &words);
        text_append(&words, " → ");
    }
    text_append(&words, here ? "[" : "");
    size_t column = utf8_columns(text_string(&words), words.length);
    write_number(scene, new, &words);
    text_append(&words, here ? "]" : "");
    box.rows = box.rows < 1 ? box.rows : 1;
    scene_words(scene, box, text_string(&words),
                number_same(old, new) ? STYLE_PLAIN : STYLE_CHANGED);
    if (here && box.rows > 0) {
        scene_place(scene, box.row, box.column + column);
        scene->cell_is_shown = true;
    }
    text_release(&words);
    return true;
}

/* What was not there before has nothing to be held against. */
static size_t draw_new(struct scene *scene, struct box box, struct picture *new, size_t at[2]) {
    struct text name = {0};
    text_format(&name, "%s (new)", new->name);
    new->name = text_string(&name);
    size_t used = picture_matrix(scene->canvas, box, new, at);
    text_release(&name);
    return used;
}

bool pair_draw(struct scene *scene, struct box box, const struct pair *pair, size_t *used) {
    if (pair_is_number(pair)) {
        *used = 1;
        return draw_number(scene, box, pair);
    }
    const struct tensor *was = pair->old == NULL ? pair->new->value : pair->old->value;
    struct tensor *before = session_shown(scene->session, was, scene->failure);
    struct tensor *after = session_shown(scene->session, pair->new->value, scene->failure);
    bool ok = before != NULL && after != NULL;
    *used = 0;
    if (ok) {
        size_t at[2] = {SIZE_MAX, SIZE_MAX};
        bool here = is_here(scene, pair);
        size_t first = here ? 0 : pair_first(pair);
        struct picture old = whole_picture(scene, pair->new, before);
        struct picture new = whole_picture(scene, pair->new, after);
        new.matrix = (here ? scene->cell : first) / matrix_cells(&after->shape);
        old.matrix = new.matrix;
        new.cursor = here ? scene->shown_cell : SIZE_MAX;
        size_t rows = pair_rows(scene, pair);
        box.rows = pair->old == NULL && rows < box.rows ? rows : box.rows;
        *used = pair->old == NULL ? draw_new(scene, box, &new, at)
                                  : picture_change(scene->canvas, box, &old, &new, at);
        if (here && at[0] != SIZE_MAX) {
            scene_place(scene, at[0], at[1]);
            scene->cell_is_shown = true;
        }
    }
    tensor_release(before);
    tensor_release(after);
    return ok;
}

size_t pair_rows(const struct scene *scene, const struct pair *pair) {
    return pair_is_number(pair) ? 1
                                : whole_rows(scene, pair->new) + (pair_same_sizes(pair) ? 0 : 1);
}
