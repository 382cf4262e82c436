/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/board.h"

#include "base/memory.h"
#include "base/number.h"
#include "canvas/axes.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double TINY = 1e-4; /* what is less would read as 0 */

const struct place_on_stage *board_place(const struct scene *scene, size_t i) {
    return plan_place(scene->plan, scene->stop, i);
}

/* Returns the value of DEFINITION as it is shown where VALUE is, retained. NULL: there is none, or
 * no memory. */
static struct tensor *shown_value(const struct scene *scene, const struct value_light *value,
                                  const struct definition *definition) {
    return definition == NULL ? NULL
           : value->turned    ? tensor_transposed(definition->value, scene->failure)
                              : tensor_retain(definition->value);
}

/* Returns the labels of the rows (or columns) of value INDEX of the cast as they are shown now. */
static const struct labels *labels_of(const struct scene *scene, int index, enum tensor_axis axis) {
    const struct value_light *value = &scene->lights.list[index];
    enum tensor_axis other = axis == AXIS_ROW ? AXIS_COLUMN : AXIS_ROW;
    return value->definition == NULL
               ? NULL
               : value->definition->value->shape.labels[value->turned ? other : axis];
}

/* Returns the columns that the row labels of PLACE take. Where it shares those of a place at its
 * left, that one has to show the same: until it is there, or once the learner has changed one of
 * both, PLACE has its own in what is left free. */
static size_t gutter_now(const struct scene *scene, const struct place_on_stage *place) {
    const struct place_on_stage *left;
    size_t gutter = 0;
    bool blocked = false;
    if (place->gutter > 0 || place->form != FORM_NUMBERS ||
        scene->lights.list[place->value].definition == NULL) {
        return place->gutter; /* they are its own, or not there yet */
    }
    for (size_t i = 0; (left = board_place(scene, i)) != NULL; i++) {
        bool there = scene->lights.list[left->value].light > LIGHT_NOTHING;
        bool beside = left->box.column + left->box.columns + MATRIX_GAP >= place->box.column;
        if (left->form != FORM_NUMBERS || left->box.row != place->box.row ||
            left->box.column >= place->box.column) {
            continue;
        }
        if (there && scene->lights.list[left->value].light > LIGHT_EMPTY &&
            labels_same(labels_of(scene, left->value, AXIS_ROW),
                        labels_of(scene, place->value, AXIS_ROW))) {
            return 0;
        }
        blocked |= beside && there;
        gutter = greater(gutter, left->gutter);
    }
    return blocked ? MATRIX_GAP : gutter;
}

/* Fills in what the cast and the lights say of the value OF. */
static void light_picture(const struct cast_value *of, const struct value_light *value,
                          struct picture *picture) {
    picture->role = of->role;
    picture->decimals = of->decimals;
    picture->number = of->own;
    picture->transposed = of->transposed != CAST_NONE;
    picture->sizes[0] = of->size.matrices;
    picture->sizes[1] = of->size.rows;
    picture->sizes[2] = of->size.columns;
    picture->moved = value->moved;
    picture->edited = value->turn;
    picture->meeting = value->meeting;
    picture->turned = value->turned;
    picture->light = value->light;
}

/* Fills in the heading of a value of the notebook (axes, "= X @ W_q" for what is computed), and the
 * owner of its cells for the mouse. */
static void name_picture(const struct scene *scene, const struct value_light *value,
                         struct text *formula, struct picture *picture) {
    const struct definition *definition = value->definition;
    bool columns = scene->session->display.columns;
    picture->owner = scene_owner(scene, definition);
    picture->pins = &definition->pins;
    if (picture->transposed || picture->owner == 0) {
        return;
    }
    picture->along[0] = axes_along(definition, columns ? AXIS_COLUMN : AXIS_ROW);
    picture->along[1] = axes_along(definition, columns ? AXIS_ROW : AXIS_COLUMN);
    if (!definition->leaf && value->light == LIGHT_LIT) {
        session_formula(scene->session, definition, formula);
        const char *equals = strstr(text_string(formula), " = ");
        picture->formula = equals != NULL ? equals + 1 : text_string(formula);
    }
}

/* Marks the present number, unless the cursor rests, and how far the value is computed; writes the
 * sum so far of a number that is computed, ".06…", into PARTIAL. */
static void mark_reached(const struct scene *scene, const struct value_light *value,
                         char partial[NUMBER_TEXT], struct picture *picture) {
    struct place_in place; /* of what is stepped through, which stays covered */
    const struct definition *guided = session_stepped(scene->session, &place);
    if (picture->focus && (value->definition != scene->definition || scene->operation == SIZE_MAX ||
                           scene->operation + 1 >= scene->definition->operation_count)) {
        picture->cursor = scene->session->view.rests ? SIZE_MAX : scene->shown_cell;
        picture->reached = scene->reached;
    } else if (guided != NULL && guided == value->definition) {
        picture->reached = replay_reached(guided, &place, guided->operation_count - 1, NULL);
    }
    if (picture->cursor != SIZE_MAX && scene->explained && scene->terms > 0 &&
        scene_steps_here(scene)) {
        const struct steps *steps = &scene->explanation.steps;
        size_t total = ladder_so_far(steps, scene->terms);
        number_short(partial, total == SIZE_MAX ? 0 : steps->list[total].value, picture->decimals);
        picture->present = partial + text_starts(partial, "0.");
        if (canvas_columns(picture->present) + 2 <= picture->place->cell_columns) {
            size_t length = strlen(partial); /* so that it does not pass for the result */
            text_fill(partial + length, NUMBER_TEXT - length, "…");
        }
    }
}

/* Returns the row (or column) that a window without marks of its own has to show: that of the
 * selected cell, where it has the same labels, else, unless some cell is read, the one that the
 * words name. SIZE_MAX: any. */
static size_t wanted_position(const struct scene *scene, int index, enum tensor_axis axis) {
    const struct labels *labels = labels_of(scene, index, axis);
    int focus = scene_selected(scene);
    size_t columns = scene->shown == NULL ? 0 : shape_columns(&scene->shown->shape);
    if (labels != NULL && focus != CAST_NONE && columns > 0 &&
        labels_same(labels, labels_of(scene, focus, axis))) {
        return axis == AXIS_COLUMN ? scene->shown_cell % columns
                                   : scene->shown_cell / columns % shape_rows(&scene->shown->shape);
    }
    bool read = scene->lights.list[index].meeting.begin != SIZE_MAX;
    return read ? SIZE_MAX : pane_named(&scene->pane, labels);
}

/* True when CELL, a flat index in the value of PLACE, is in one of ROWS; SIZE_MAX is in all. */
static bool has_row_of(const struct tensor *shown, const struct visible *rows, size_t cell) {
    size_t row = cell == SIZE_MAX ? rows->first : cell / shape_columns(&shown->shape) % rows->size;
    return row >= rows->first && row < rows->first + rows->count;
}

/* Fills ROWS with those that PLACE, a window on SHOWN, has when it begins at the same row as the
 * windows beside it whose rows have the same labels: a row is a row across, and the lowest window
 * has the one that is wanted. False: there are none, or the present term is elsewhere. */
static bool share_rows(const struct scene *scene, const struct place_on_stage *place,
                       const struct tensor *shown, struct visible *rows) {
    const struct labels *labels = labels_of(scene, place->value, AXIS_ROW);
    const struct place_on_stage *other;
    size_t windows = 0, least = place->rows, asked = SIZE_MAX, meets = SIZE_MAX;
    for (size_t i = 0; labels != NULL && (other = board_place(scene, i)) != NULL; i++) {
        const struct value_light *value = &scene->lights.list[other->value];
        if (other->form == FORM_WINDOW && value->light > LIGHT_NOTHING &&
            other->box.row + other->heads == place->box.row + place->heads &&
            other->cell_lines == place->cell_lines &&
            labels_same(labels, labels_of(scene, other->value, AXIS_ROW))) {
            least = lesser(least, other->rows);
            asked = scene->asked.value == other->value ? scene->asked.row : asked;
            meets = meets == SIZE_MAX ? value->meeting.row : meets;
            windows++;
        }
    }
    if (windows < 2 || shown == NULL) {
        return false;
    }
    size_t wanted = wanted_position(scene, place->value, AXIS_ROW);
    wanted = asked != SIZE_MAX ? asked : wanted != SIZE_MAX ? wanted : meets;
    *rows = visible_make(labels->count, least, wanted);
    rows->count = lesser(place->rows, rows->size - rows->first);
    return has_row_of(shown, rows, scene->lights.list[place->value].meeting.term);
}

void board_draw_value(struct scene *scene, const struct cast_value *of,
                      const struct place_on_stage *place, const struct value_light *value,
                      const struct canvas *canvas) {
    const struct definition *definition = value->definition;
    struct tensor *shown = shown_value(scene, value, definition);
    struct tensor *before = value->moved ? shown_value(scene, value, value->old) : NULL;
    struct text formula = {0};
    struct visible rows;
    char partial[NUMBER_TEXT];
    struct picture picture = picture_plain(of->name, shown);
    light_picture(of, value, &picture);
    picture.before = before;
    picture.place = place;
    picture.scale = scene_scale(scene, of->name, definition);
    picture.depth = scene->depth;
    picture.focus = definition != NULL && !picture.transposed &&
                    (definition == scene->definition ||
                     (scene_owner(scene, definition) == 0 && definition->value == scene->value));
    mark_reached(scene, value, partial, &picture);
    struct asked asked = scene->asked;
    bool known = asked.value != CAST_NONE && asked.value == place->value && asked.row != SIZE_MAX;
    if (known && !value->turned) {
        picture.asked = asked.row * picture.sizes[2] + asked.column;
        picture.covered = value->hidden;
    }
    if (place->form == FORM_LINE && shown != NULL && place->cell_columns > strlen("1e-9") &&
        shown->cells[0] != 0 && fabs(shown->cells[0]) < TINY) {
        picture.exact = true;
        picture.decimals = 0;
    }
    if (place->form == FORM_WINDOW && place->value != CAST_NONE) {
        picture.wanted[0] = known ? asked.row : wanted_position(scene, place->value, AXIS_ROW);
        picture.wanted[1] =
            known ? asked.column : wanted_position(scene, place->value, AXIS_COLUMN);
        picture.rows = share_rows(scene, place, shown, &rows) ? &rows : NULL;
    }
    if (definition != NULL) {
        name_picture(scene, value, &formula, &picture);
    }
    scene->exceeds |= matrix_draw(&picture, canvas);
    text_release(&formula);
    tensor_release(shown);
    tensor_release(before);
}

void board_draw_matrix(struct scene *scene, const struct place_on_stage *place) {
    struct place_on_stage here = *place;
    here.gutter = gutter_now(scene, place);
    board_draw_value(scene, &scene->cast->values[place->value], &here,
                     &scene->lights.list[place->value], &scene->board);
}

/* Returns how the picture FIRST was asked for last: by the learner, else by the lesson, up to the
 * present stop. */
static const struct drawing_request *requested_last(const struct scene *scene,
                                                    const struct drawing_request *first) {
    const struct session *session = scene->session;
    const struct drawing_request *found = &session->view.drawn.requested;
    size_t i = lesser(session_stop(session), scene->cast->stops);
    while (!drawing_same(found, first) && i-- > 0) {
        const struct compiled *line = &session->lines[i];
        for (size_t k = 0; k < line->statements.count; k++) {
            const struct drawing_request *drawn = line->meanings[k].drawn;
            found = drawn != NULL && drawing_same(drawn, first) ? drawn : found;
        }
    }
    return drawing_same(found, first) ? found : first;
}

static void draw_picture(struct scene *scene, const struct place_on_stage *place) {
    const struct drawing_request *of = &scene->cast->values[place->value].requested;
    const struct drawing_request *requested = requested_last(scene, of);
    enum light light = scene->lights.list[place->value].light;
    struct canvas part = canvas_part(&scene->board, place->box);
    struct drawing drawing;
    if (of->count == 0) {
        training_draw(scene, &part);
        scene->learned = training_any(scene);
    } else if (drawing_fill(scene, requested, &drawing)) {
        const struct definition *focus = scene->definition;
        bool here = focus != NULL && drawing_index(requested, focus->name) != SIZE_MAX;
        part.cursor = here ? scene->spot : NULL;
        requested->kind->draw(&drawing, &part);
        scene->is_pictured |= requested->kind->instead && here;
        scene->is_summed |= requested->kind->summed && here;
    }
    if (light != LIGHT_LIT) {
        canvas_dim_all(&part);
    }
}

void board_take(const struct scene *scene, struct box box) {
    struct canvas part = canvas_part(&scene->board, box);
    for (size_t row = box.row; row < box.row + part.rows; row++) {
        memset(scene->taken + row * scene->board.columns + box.column, true, part.columns);
    }
}

void scene_draw_stage(struct scene *scene) {
    const struct place_on_stage *place;
    scene->taken = memory_allocate(scene->board.rows * scene->board.columns + 1, sizeof(bool));
    for (size_t i = 0; scene->taken != NULL && (place = board_place(scene, i)) != NULL; i++) {
        if (scene->lights.list[place->value].light > LIGHT_NOTHING) {
            (place->form == FORM_PICTURE ? draw_picture : board_draw_matrix)(scene, place);
            struct box box = place->box;
            size_t left = lesser(box.column, gutter_now(scene, place) + MATRIX_GAP);
            box.column -= left;
            box.columns += left + 2;
            board_take(scene, box);
        }
    }
    if (scene->taken != NULL) {
        board_draw_visited(scene);
        board_draw_requested(scene);
        board_draw_own(scene);
    }
    memory_free(scene->taken);
}

size_t scene_values(const struct scene *scene, const struct definition **values) {
    const struct stage *stage = scene->stage;
    size_t count = 0;
    for (size_t i = 0; i < stage->cast->count; i++) {
        const struct value_light *value = &scene->lights.list[i];
        const struct place_on_stage *place = plan_numbers(stage->plan, scene->stop, (int)i);
        if (place != NULL && value->definition != NULL && value->light >= LIGHT_RELEVANT &&
            stage->cast->values[i].transposed == CAST_NONE) {
            values[count++] = value->definition;
        }
    }
    return count;
}
