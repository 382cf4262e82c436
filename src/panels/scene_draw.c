/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene_draw.h"

#include "base/memory.h"
#include "base/number.h"
#include "canvas/axes.h"
#include "canvas/ladder.h"
#include "notebook/difference.h"
#include "panels/questions.h"
#include "panels/requested_drawing.h"
#include "panels/value.h"
#include "session/printing.h"
#include "session/question.h"
#include "stage/alone.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MATRIX_GAP = 2 };         /* columns between two matrices, at least */
static const double TINY = 1e-4; /* what is less would read as 0 */

struct box scene_words(const struct scene *scene) {
    const struct panes *panes = &scene->stage->plan->panes;
    struct box words = panes->words;
    size_t said = scene->session->moment == NULL ? scene_said(scene) : 0;
    size_t free = scene->canvas->rows - 1 - said, end = words.row + words.rows;
    words.rows -= end > free ? lesser(end - free, words.rows - 1) : 0;
    words.columns -= panes->side && words.columns > 1; /* a blank left of the rule */
    return words;
}

/* Returns what was said last, in lines of WIDTH columns. */
static struct text answer_lines(const struct scene *scene, size_t width) {
    struct text lines = {0};
    scene_wrap(text_string(&scene->session->view.last.answer), 0, width, &lines);
    scene_trim(&lines);
    return lines;
}

/* True when what was said fits in BOX, under a rule, so that the stage stays in view. */
static bool answer_fits(const struct scene *scene, const struct box *box) {
    struct text lines = answer_lines(scene, box->columns - lesser(box->columns, 2));
    return scene_measure(&lines) + 1 <= box->rows;
}

bool scene_fits(const struct scene *scene) {
    const struct plan *plan = scene->stage->plan;
    enum popup popup = scene->frame->popup;
    return plan != NULL && (popup == POPUP_NONE || popup == POPUP_OVERVIEW ||
                            (popup == POPUP_ANSWER && answer_fits(scene, &plan->panes.words)));
}

/* Returns the bench at this stop; NULL: there is none. */
static const struct bench_stop *bench_of(const struct scene *scene) {
    const struct plan *plan = scene->stage->plan;
    bool here = !plan->sheet && plan->bench != NULL && scene->stop >= plan->first_stop &&
                scene->stop < plan->first_stop + plan->stops;
    return here ? &plan->bench[scene->stop - plan->first_stop] : NULL;
}

/* Returns the places of the bench at this stop, or of the sheet; COUNT of them. */
static const struct place_on_stage *places_now(const struct scene *scene, size_t *count) {
    const struct bench_stop *bench = bench_of(scene);
    *count = bench == NULL ? scene->stage->plan->count : bench->count;
    return bench == NULL ? scene->stage->plan->places : bench->places;
}

/* --- the stage -------------------------------------------------------------------------------- */

/* Returns the value of the cast INDEX as it is shown, retained: transposed in columns, or where the
 * cast has it transposed. NULL: there is none, or no memory. */
static struct tensor *shown_value(const struct scene *scene, int index,
                                  const struct definition *definition) {
    if (definition == NULL) {
        return NULL;
    }
    bool transposed = scene->stage->cast->values[index].transposed != CAST_NONE;
    if (transposed == scene->session->display.columns) {
        return tensor_retain(definition->value);
    }
    return tensor_transposed(definition->value, scene->failure);
}

/* Returns the labels of the rows (or columns) of value INDEX of the cast as they are shown now. */
static const struct labels *labels_of(const struct scene *scene, int index, enum tensor_axis axis) {
    const struct definition *definition = scene->lights.list[index].definition;
    bool transposed = scene->stage->cast->values[index].transposed != CAST_NONE;
    if (transposed != scene->session->display.columns) {
        axis = axis == AXIS_ROW ? AXIS_COLUMN : AXIS_ROW;
    }
    return definition == NULL ? NULL : definition->value->shape.labels[axis];
}

/* Returns the columns that the row labels of PLACE take. Where it shares those of a place at its
 * left, that one has to show the same: until it is there, or once the learner has changed one of
 * both, PLACE has its own in what is left free. */
static size_t gutter_now(const struct scene *scene, const struct place_on_stage *place) {
    size_t count, gutter = 0;
    const struct place_on_stage *places = places_now(scene, &count);
    if (scene->lights.list[place->value].definition == NULL) {
        return place->gutter; /* it has no labels yet */
    }
    for (size_t i = 0; place->gutter == 0 && place->form == FORM_NUMBERS && i < count; i++) {
        const struct place_on_stage *left = &places[i];
        if (left->form != FORM_NUMBERS || left->box.row != place->box.row ||
            left->box.column >= place->box.column) {
            continue;
        }
        enum light light = scene->lights.list[left->value].light;
        bool beside = left->box.column + left->box.columns + MATRIX_GAP >= place->box.column;
        if (light >= LIGHT_FLAT && labels_same(labels_of(scene, left->value, AXIS_ROW),
                                               labels_of(scene, place->value, AXIS_ROW))) {
            return 0;
        }
        gutter = beside && light > LIGHT_NOTHING ? MATRIX_GAP : greater(gutter, left->gutter);
    }
    return place->gutter > 0 ? place->gutter : gutter;
}

/* True when a place at the right of PLACE shows its numbers and shares the row labels of PLACE. */
static bool lends_labels(const struct scene *scene, const struct place_on_stage *place) {
    size_t count;
    const struct place_on_stage *places = places_now(scene, &count);
    for (size_t i = 0; place->gutter > 0 && i < count; i++) {
        const struct place_on_stage *right = &places[i];
        if (right->gutter == 0 && right->box.row == place->box.row &&
            right->box.column > place->box.column &&
            scene->lights.list[right->value].light >= LIGHT_RELEVANT &&
            labels_same(labels_of(scene, place->value, AXIS_ROW),
                        labels_of(scene, right->value, AXIS_ROW))) {
            return true;
        }
    }
    return false;
}

/* Writes "= X @ W_q", for what is computed. */
static void write_short(const struct scene *scene, const struct definition *definition,
                        struct text *out) {
    session_formula(scene->session, definition, out);
    const char *equals = strstr(text_string(out), " = ");
    size_t name = equals == NULL ? 0 : (size_t)(equals + 1 - text_string(out));
    struct text rest = {0};
    text_append(&rest, text_string(out) + name);
    text_clear(out);
    text_append(out, text_string(&rest));
    text_release(&rest);
}

/* Marks the row and the column that meet, the present number, and how far it is computed. Only a
 * tile does without digits, because dimmed digits show where a result comes from. */
static void mark_picture(const struct scene *scene, const struct value_light *value, bool focus,
                         struct matrix_picture *picture) {
    struct place_in place; /* of what is stepped through, which stays covered */
    const struct definition *guided_name = session_stepped(scene->session, &place);
    bool line = picture->place->form == FORM_LINE && value->light == LIGHT_SILHOUETTE;
    picture->light = line ? LIGHT_RELEVANT : value->light; /* a name alone says nothing */
    picture->edited = value->turn;
    picture->moved = value->moved;
    picture->focus = focus;
    picture->meeting = value->meeting;
    if (focus && (scene->operation == SIZE_MAX ||
                  scene->operation + 1 >= scene->definition->operation_count)) {
        picture->cursor = scene->shown_cell;
        picture->reached = scene->reached;
    } else if (guided_name != NULL && guided_name == value->definition) {
        picture->reached =
            replay_reached(guided_name, &place, guided_name->operation_count - 1, NULL);
    }
}

/* Fills in the heading (axes, formula), and the owner of its cells for the mouse. */
static void name_picture(const struct scene *scene, const struct value_light *value,
                         bool transposed, struct text *formula, struct matrix_picture *picture) {
    const struct definition *definition = value->definition;
    bool columns = scene->session->display.columns;
    picture->owner = scene_owner(scene, definition);
    picture->pins = definition->pins.count > 0 ? &definition->pins : NULL;
    if (transposed) {
        return;
    }
    picture->rows_are = axes_name(definition, columns ? AXIS_COLUMN : AXIS_ROW);
    picture->columns_are = axes_name(definition, columns ? AXIS_ROW : AXIS_COLUMN);
    if (!definition->leaf && value->light == LIGHT_LIT) {
        write_short(scene, definition, formula);
        picture->formula = text_string(formula);
    }
}

/* Returns the sum so far of the number that is computed: ".06". */
static const char *so_far(const struct scene *scene, const struct matrix_picture *picture,
                          char out[NUMBER_TEXT]) {
    bool partly = picture->cursor != SIZE_MAX && scene->explained && scene->terms > 0 &&
                  scene_steps_here(scene);
    if (partly) {
        const struct steps *steps = &scene->explanation.steps;
        size_t total = ladder_so_far(steps, scene->terms);
        number_short(out, total == SIZE_MAX ? 0 : steps->list[total].value, picture->decimals);
        bool bare = text_starts(out, "0.");
        memmove(out, out + bare, strlen(out + bare) + 1);
    }
    return partly ? out : NULL;
}

/* Returns the row (or column) that a window without marks of its own has to show: that of the
 * selected cell, where it has the same labels, else the one that the words name. SIZE_MAX: any. */
static size_t wanted_position(const struct scene *scene, int index, enum tensor_axis axis) {
    const struct labels *labels = labels_of(scene, index, axis);
    int focus = scene->definition == NULL ? CAST_NONE
                                          : cast_find(scene->stage->cast, scene->definition->name);
    size_t columns = scene->shown == NULL ? 0 : shape_columns(&scene->shown->shape);
    if (labels != NULL && focus != CAST_NONE && columns > 0 &&
        labels_same(labels, labels_of(scene, focus, axis))) {
        return axis == AXIS_COLUMN ? scene->shown_cell % columns
                                   : scene->shown_cell / columns % shape_rows(&scene->shown->shape);
    }
    return pane_named(&scene->pane, labels);
}

static void draw_matrix(struct scene *scene, const struct place_on_stage *place) {
    const struct cast_value *of = &scene->stage->cast->values[place->value];
    const struct value_light *value = &scene->lights.list[place->value];
    const struct definition *definition = value->definition, *old = NULL;
    struct tensor *shown = shown_value(scene, place->value, definition), *before = NULL;
    struct text formula = {0};
    struct visible rows, columns;
    char partial[NUMBER_TEXT];
    bool transposed = of->transposed != CAST_NONE;
    bool focus = definition != NULL && definition == scene->definition && !transposed;
    struct place_on_stage here = *place;
    struct matrix_picture picture = plan_picture(of, &here);
    here.gutter = gutter_now(scene, place);
    if (value->moved && scene_moved(scene, value->index, &old) && old != NULL &&
        shape_same_sizes(&old->value->shape, &definition->value->shape)) {
        before = shown_value(scene, place->value, old);
    }
    picture.shown = shown;
    picture.turned = transposed != scene->session->display.columns;
    picture.before = before;
    picture.scale = scene->stage->scales[place->value].scale;
    mark_picture(scene, value, focus, &picture);
    if (place->form == FORM_LINE && shown != NULL && place->cell_columns > strlen("1e-9") &&
        shown->cells[0] != 0 && fabs(shown->cells[0]) < TINY) {
        picture.exact = true;
        picture.decimals = 0;
    }
    bool guided_name = picture.cursor != SIZE_MAX || picture.meeting.term != SIZE_MAX;
    if (place->form == FORM_WINDOW && shown != NULL && !guided_name) {
        rows = visible_make(shape_rows(&shown->shape), place->rows,
                            wanted_position(scene, place->value, AXIS_ROW));
        columns = visible_make(shape_columns(&shown->shape), place->columns,
                               wanted_position(scene, place->value, AXIS_COLUMN));
        picture.rows = picture.meeting.row == SIZE_MAX ? &rows : NULL;
        picture.columns = picture.meeting.column == SIZE_MAX ? &columns : NULL;
    }
    picture.present = so_far(scene, &picture, partial);
    picture.labels = value->light == LIGHT_FLAT || lends_labels(scene, place);
    picture.depth = scene->depth;
    picture.ascii = scene->terminal->ascii;
    if (definition != NULL) {
        name_picture(scene, value, transposed, &formula, &picture);
    }
    matrix_draw(&picture, &scene->board, focus && place->form != FORM_TILE ? scene->spot : NULL);
    scene->exceeds |= matrix_exceeds(&picture);
    text_release(&formula);
    tensor_release(shown);
    tensor_release(before);
}

/* --- values that no plan knows ---------------------------------------------------------------- */

/* Marks the cells of the stage that are in BOX. */
static void take_box(const struct scene *scene, struct box box, bool *taken) {
    struct canvas part = canvas_part(&scene->board, box);
    for (size_t row = box.row; row < box.row + part.rows; row++) {
        memset(taken + row * scene->board.columns + box.column, true, part.columns);
    }
}

/* Marks those that PLACE takes, with a blank around. */
static void take_place(const struct scene *scene, const struct place_on_stage *place, bool *taken) {
    if (scene->lights.list[place->value].light == LIGHT_NOTHING) {
        return;
    }
    struct box box = place->box;
    size_t left = lesser(box.column, gutter_now(scene, place) + 1);
    take_box(scene, (struct box){box.row, box.column - left, box.rows, left + box.columns + 2},
             taken);
}

static void take_stage(const struct scene *scene, bool *taken) {
    const struct plan *plan = scene->stage->plan;
    for (size_t i = 0; i < plan->count; i++) {
        take_place(scene, &plan->places[i], taken);
    }
    const struct bench_stop *bench = bench_of(scene);
    for (size_t i = 0; bench != NULL && i < bench->count; i++) {
        take_place(scene, &bench->places[i], taken);
    }
}

/* Draws DEFINITION, called NAME, in the first rectangle of the stage that is free, else from the
 * corner of INSTEAD on; TAKEN gets it. False: there is no room, and INSTEAD is NULL. */
static bool draw_elsewhere(struct scene *scene, const struct definition *definition, char *name,
                           const struct box *instead, bool *taken) {
    const size_t size[2] = {scene->board.rows, scene->board.columns};
    struct loose_value loose;
    bool fits = value_measure(scene, definition, name, size, &loose);
    struct box box = {0, 0, loose.size[0], loose.size[1]};
    if (!fits || !alone_find(taken, size, &box)) {
        box = instead != NULL ? *instead : box;
        const size_t down = size[0] - box.row, right = size[1] - box.column;
        if (instead == NULL ||
            (!value_measure(scene, definition, name, (const size_t[]){down, box.columns}, &loose) &&
             !value_measure(scene, definition, name, (const size_t[]){down, right}, &loose))) {
            return false;
        }
        box.rows = greater(box.rows, loose.size[0]);
        box.columns = greater(box.columns, loose.size[1]);
        struct canvas part = canvas_part(&scene->board, box);
        canvas_clear(&part);
    }
    value_draw(scene, &loose, &scene->board, (const size_t[]){box.row, box.column}, scene->spot);
    box.columns += MATRIX_GAP + 2;
    take_box(scene, box, taken);
    return true;
}

/* --- pictures --------------------------------------------------------------------------------- */

/* Returns how the lesson asked last, up to the present stop, for the picture FIRST. */
static struct drawing_request requested_last(const struct scene *scene,
                                             const struct drawing_request *first) {
    const struct session *session = scene->session;
    for (size_t i = lesser(session_stop(session), scene->stage->cast->stops); i-- > 0;) {
        const struct source_line *text = lesson_line(session->lesson, i);
        const struct statements *line = &session->lines[i].statements;
        for (size_t k = text == NULL ? 0 : line->count; k-- > 0;) {
            const struct span *span = &line->list[k].span;
            struct drawing_request requested =
                drawing_read(text->text + span->start, span->end - span->start);
            if (requested.kind != NULL && drawing_same(&requested, first)) {
                return requested;
            }
        }
    }
    return *first;
}

static void draw_picture(struct scene *scene, const struct place_on_stage *place) {
    const struct cast_value *of = &scene->stage->cast->values[place->value];
    const struct drawing_request *requested = &scene->session->view.drawn.requested;
    struct drawing drawing;
    struct canvas part = canvas_part(&scene->board, place->box);
    if (of->requested.count == 0) {
        training_draw(scene, &part);
        scene->learned = training_any(scene);
        return;
    }
    struct drawing_request last = requested_last(scene, &of->requested);
    requested = drawing_same(requested, &of->requested) ? requested : &last;
    if (drawing_fill(scene, requested, &drawing)) {
        const struct definition *focus = scene->definition;
        bool here = focus != NULL && drawing_index(requested, focus->name) != SIZE_MAX;
        requested->kind->draw(&drawing, &part, here ? scene->spot : NULL);
        scene->is_pictured |= requested->kind->instead && here;
        scene->is_summed |= requested->kind->summed && here;
    }
}

static void draw_place(struct scene *scene, const struct place_on_stage *place) {
    enum light light = scene->lights.list[place->value].light;
    if (place->form != FORM_PICTURE) {
        draw_matrix(scene, place);
    } else if (light >= LIGHT_SILHOUETTE) {
        draw_picture(scene, place);
        struct canvas part = canvas_part(&scene->board, place->box);
        if (light != LIGHT_LIT) {
            canvas_dim_all(&part);
        }
    }
}

/* --- what the learner asked for --------------------------------------------------------------- */

/* True when a place of the plan has what was asked for at this stop. */
static bool has_picture(const struct scene *scene, const struct drawing_request *requested) {
    const struct cast *cast = scene->stage->cast;
    for (size_t i = 0; i < cast->count; i++) {
        if (cast->values[i].picture && drawing_same(&cast->values[i].requested, requested) &&
            plan_numbers(scene->stage->plan, scene->stop, (int)i) != NULL) {
            return true;
        }
    }
    return false;
}

/* Finds room of SIZE for a picture: on the stage where nothing is, else in the pane of the words,
 * but not for one of the lesson (OWN is false), whose words they are. */
static bool find_room(struct scene *scene, const size_t size[2], bool own, bool *taken,
                      struct canvas *room) {
    const size_t stage[2] = {scene->board.rows, scene->board.columns};
    const struct box *pane = &scene->stage->plan->panes.words;
    struct box box = {0, 0, size[0], size[1]};
    if (alone_find(taken, stage, &box)) {
        take_box(scene, box, taken);
        *room = canvas_part(&scene->board, box);
        return true;
    }
    if (own && size[0] <= pane->rows && size[1] <= pane->columns) {
        scene->pane_is_taken = true;
        *room = canvas_part(scene->canvas, *pane);
        return true;
    }
    return false;
}

/* Returns all of the stage, for what fits nowhere else. */
static struct canvas whole_stage(const struct scene *scene, bool *taken) {
    memset(taken, true, scene->board.rows * scene->board.columns);
    scene_blank(&scene->board);
    return scene->board;
}

/* Draws a picture that has no place, as large as there is room for. What the learner asked for,
 * with no room, has all of the stage. */
static void draw_requested(struct scene *scene, bool *taken) {
    const struct drawn *drawn = &scene->session->view.drawn;
    struct drawing drawing;
    struct canvas room;
    size_t least[2], wish[2];
    bool found = false;
    if (drawn->requested.count == 0 || has_picture(scene, &drawn->requested) ||
        !drawing_fill(scene, &drawn->requested, &drawing)) {
        return;
    }
    drawing_sizes(drawn->requested.kind, &drawing, least, wish);
    for (size_t rows = greater(wish[0], least[0]); rows >= least[0] && !found; rows--) {
        for (size_t part = 8; part <= 8 && !found; part -= 2) {
            size_t columns = least[1] + (greater(wish[1], least[1]) - least[1]) * part / 8;
            found = find_room(scene, (const size_t[]){rows, columns}, drawn->own, taken, &room);
        }
    }
    if (!found && !drawn->own) {
        return;
    }
    room = found ? room : whole_stage(scene, taken);
    drawn->requested.kind->draw(&drawing, &room, scene->spot);
}

/* Draws the curve of a training that was typed. */
static void draw_typed_curve(struct scene *scene, bool *taken) {
    struct canvas room;
    const struct session *session = scene->session;
    if (training_any(scene) && session->view.last.own && session->moment == NULL &&
        !scene->learned) {
        bool found = find_room(scene, (const size_t[]){9, 36}, true, taken, &room);
        room = found ? room : whole_stage(scene, taken);
        training_draw(scene, &room);
    }
}

/* Returns the box of the last matrix of the stage that is not lit, else of the last one: something
 * else may be drawn over it. Without rows: there is none. */
static struct box find_cover(const struct scene *scene) {
    size_t count;
    const struct place_on_stage *places = places_now(scene, &count);
    struct box found = {0};
    bool lit = true;
    for (size_t i = 0; i < count; i++) {
        bool here = scene->lights.list[places[i].value].light == LIGHT_LIT;
        if ((places[i].form == FORM_NUMBERS || places[i].form == FORM_WINDOW) && (lit || !here)) {
            found = places[i].box;
            found.column -= lesser(found.column, places[i].gutter);
            found.columns += places[i].gutter;
            lit = here;
        }
    }
    return found;
}

/* Draws the numbers of what the learner went to although the plan has no place for them, and of an
 * operation within its formula: where nothing is, else over a matrix. */
static void draw_visited(struct scene *scene, bool *taken) {
    const struct definition *definition = scene->definition;
    if (definition == NULL || scene->value == NULL || definition->text != NULL ||
        shape_cells(&scene->value->shape) == 0 || scene->is_pictured) {
        return;
    }
    bool inner = scene->operation != SIZE_MAX && scene->operation + 1 < definition->operation_count;
    int index = cast_find(scene->stage->cast, definition->name);
    if (!inner && plan_numbers(scene->stage->plan, scene->stop, index) != NULL) {
        return;
    }
    struct text name = {0};
    char nameless[] = "";
    const struct definition operation = {.value = (struct tensor *)scene->value, .name = nameless};
    if (inner) {
        printing_operation(scene->session, definition, scene->operation, &name);
    }
    const char *formula = inner ? strstr(text_string(&name), ": ") : NULL;
    struct box instead = find_cover(scene);
    draw_elsewhere(scene, inner ? &operation : definition,
                   formula != NULL ? (char *)(uintptr_t)(formula + 2) : definition->name,
                   instead.rows > 0 ? &instead : NULL, taken);
    text_release(&name);
}

/* Draws what no plan knows: a formula's value that was typed, values that the learner defined
 * beside the lesson, and the difference from a baseline. */
static void draw_own(struct scene *scene) {
    const struct definition *preview = scene->session->preview, *was = baseline_of(scene);
    bool *taken = memory_allocate(scene->board.rows * scene->board.columns + 1, sizeof *taken);
    struct text name = {0};
    if (taken == NULL) {
        return;
    }
    take_stage(scene, taken);
    draw_visited(scene, taken);
    draw_requested(scene, taken);
    draw_typed_curve(scene, taken);
    if (preview != NULL) {
        session_formula(scene->session, preview, &name);
        scene->preview_has_room =
            scene_typed_name(scene) != NULL ||
            (!name.failed && draw_elsewhere(scene, preview, name.bytes, NULL, taken));
    }
    if (was != NULL && shape_same_sizes(&was->value->shape, &scene->value->shape)) {
        struct tensor *delta = difference_value(was->value, scene->value, scene->failure);
        char nameless[] = "";
        struct definition by = {.value = delta, .name = nameless};
        text_clear(&name);
        text_format(&name, "Δ %s", scene->definition->name);
        if (delta != NULL && !name.failed) {
            draw_elsewhere(scene, &by, name.bytes, NULL, taken);
        }
        tensor_release(delta);
    }
    for (size_t i = 0; i < scene->notebook->count; i++) {
        const struct definition *own = scene->notebook->list[i], *old;
        int index = cast_find(scene->stage->cast, own->name);
        bool shows = own != scene->definition && own->text == NULL &&
                     plan_numbers(scene->stage->plan, scene->stop, index) == NULL &&
                     (index == CAST_NONE || scene->lights.list[index].light == LIGHT_LIT);
        bool meets = scene->lights.stepping && index != CAST_NONE &&
                     scene->lights.list[index].meeting.matrix != SIZE_MAX;
        if (shows && (meets || scene_moved(scene, i, &old))) {
            draw_elsewhere(scene, own, own->name, NULL, taken);
        }
    }
    text_release(&name);
    memory_free(taken);
}

/* What has its numbers on the bench needs no tile. */
static void draw_stage(struct scene *scene) {
    const struct plan *plan = scene->stage->plan;
    for (size_t i = 0; i < plan->count; i++) {
        const struct place_on_stage *place = &plan->places[i];
        draw_place(scene, place);
    }
    const struct bench_stop *bench = bench_of(scene);
    for (size_t i = 0; bench != NULL && i < bench->count; i++) {
        draw_place(scene, &bench->places[i]);
    }
    draw_own(scene);
}

/* --- words and arithmetic --------------------------------------------------------------------- */

/* Finds what the last change did to the selected value, or all changes since the baseline: the ROWS
 * before and after it, retained. False: nothing. */
static bool find_change(const struct scene *scene, struct ladder_change *change,
                        struct tensor *rows[2]) {
    const struct definition *now = scene->definition, *old = baseline_of(scene);
    size_t index = now == NULL ? SIZE_MAX : notebook_position(scene->notebook, now->name);
    bool moved = old != NULL || (now != NULL && !now->leaf && index < scene->notebook->count &&
                                 scene_moved(scene, index, &old));
    if (!moved || scene->lights.stepping || now == NULL || old == NULL ||
        scene->operation == SIZE_MAX ||
        (!now->leaf && scene->operation + 1 < now->operation_count) ||
        !shape_same_sizes(&old->value->shape, &now->value->shape)) {
        return false;
    }
    rows[0] = session_shown(scene->session, old->value);
    rows[1] = session_shown(scene->session, now->value);
    int of = cast_find(scene->stage->cast, now->name);
    *change = (struct ladder_change){.name = now->name,
                                     .role = axes_role(now),
                                     .before = rows[0],
                                     .after = rows[1],
                                     .at_end = !scene->stage->plan->panes.side,
                                     .ascii = scene->terminal->ascii,
                                     .decimals = of == CAST_NONE
                                                     ? scene->session->display.precision
                                                     : scene->stage->cast->values[of].decimals};
    return true;
}

/* Draws the arithmetic of the selected number on the last rows of CANVAS. */
static void draw_ladder(struct scene *scene, const struct canvas *canvas) {
    struct ladder_change change = {0};
    struct tensor *both[2] = {NULL, NULL};
    if (scene_quiz(scene) != NULL || scene->value == NULL || canvas->rows < 1) {
        return;
    }
    if (!scene->explained && scene->unexplained.set && scene_reached(scene)) {
        struct canvas last =
            canvas_part(canvas, (struct box){canvas->rows - 1, 0, 1, canvas->columns});
        const struct canvas *where = scene->stage->plan->panes.side ? canvas : &last;
        canvas_put_cut(where, 0, 0, scene->unexplained.message, STYLE_LABEL);
        return;
    }
    bool here = scene_steps_here(scene);
    struct ladder ladder = {.explanation = &scene->explanation,
                            .terms = scene_terms(scene),
                            .present = here ? scene->session->focus.place.term : SIZE_MAX,
                            .precision = scene->session->display.precision,
                            .columns = scene->session->display.columns,
                            .at_end = !scene->stage->plan->panes.side,
                            .ascii = scene->terminal->ascii,
                            .depth = scene->depth};
    size_t rows = 0;
    if (find_change(scene, &change, both)) {
        rows = both[0] != NULL && both[1] != NULL ? ladder_draw_change(&change, canvas) : 0;
    } else if (scene->explained && scene_reached(scene)) {
        rows = ladder_draw(&ladder, canvas);
    }
    if (rows > 0) {
        scene->frame->shows.cell = true;
        /* where neither number nor words are */
        scene_place(scene, canvas, ladder.at_end ? canvas->rows - rows : 0, 0);
    }
    tensor_release(both[0]);
    tensor_release(both[1]);
}

/* Draws what was said last under a rule at the end of CANVAS; the words stay above it where they
 * fit. */
static void draw_answer(struct scene *scene, const struct canvas *canvas) {
    struct text lines = answer_lines(scene, canvas->columns - 1);
    size_t rows = text_count_lines(text_string(&lines)) + 1;
    size_t above = canvas->rows - lesser(rows, canvas->rows);
    struct pane pane;
    pane_make(&pane, scene, canvas->columns, above > 0 ? above : 1, false);
    struct canvas upper = canvas_part(canvas, (struct box){0, 0, above, canvas->columns});
    size_t used = pane.rows <= above ? pane_draw(&pane, scene, &upper, 0) : 0;
    struct canvas below =
        canvas_part(canvas, (struct box){used, 0, canvas->rows - used, canvas->columns});
    scene_rule(&below, 0);
    canvas_put(&below, 0, 2, " answer ", STYLE_TITLE);
    struct canvas text = canvas_part(&below, (struct box){1, 1, rows, canvas->columns - 1});
    canvas_put_lines(&text, text_string(&lines), 0);
    scene_place(scene, &text, 0, 0);
    pane_release(&pane);
    text_release(&lines);
}

static void draw_words(struct scene *scene) {
    const struct panes *panes = &scene->stage->plan->panes;
    struct canvas canvas = canvas_part(scene->canvas, scene_words(scene));
    if (scene->session->moment != NULL) {
        training_draw_moment(scene, &canvas);
        return;
    }
    if (scene->frame->popup == POPUP_ANSWER) {
        draw_answer(scene, &canvas);
        return;
    }
    if (scene->pane_is_taken) {
        return;
    }
    size_t used = pane_draw(&scene->pane, scene, &canvas, scene->frame->part);
    if (panes->ladder.rows > 0) {
        struct canvas ladder = canvas_part(scene->canvas, panes->ladder);
        draw_ladder(scene, &ladder);
    } else if (used + 1 < canvas.rows) {
        size_t gap = used > 0, more = scene->frame->part + 1 < scene->pane.part_count;
        struct canvas rest = canvas_part(
            &canvas, (struct box){used + gap - more, 0, canvas.rows - used - gap, canvas.columns});
        draw_ladder(scene, &rest);
    }
}

static void draw_divider(const struct scene *scene) {
    const struct panes *panes = &scene->stage->plan->panes;
    size_t column = panes->stage.column > 1 ? panes->stage.column - 2 : 0;
    for (size_t i = 1; panes->side && i + 1 < scene->canvas->rows; i++) {
        canvas_put(scene->canvas, i, column, "│", STYLE_DIM);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

bool scene_draw(struct scene *scene) {
    const struct panes *panes = &scene->stage->plan->panes;
    struct canvas title = canvas_part(scene->canvas, panes->title);
    struct canvas keys = canvas_part(scene->canvas, panes->keys);
    struct canvas words = canvas_part(scene->canvas, scene_words(scene));
    for (size_t i = 0; i < words.rows; i++) {
        canvas_tag(&words, i, 0, words.columns, (struct canvas_tag){SCENE_WORDS, 1});
    }
    scene->board = canvas_part(scene->canvas, panes->stage);
    scene->spot[0] = scene->spot[1] = SIZE_MAX;
    draw_stage(scene);
    if (scene->session->preview != NULL && !scene->preview_has_room &&
        scene->frame->popup == POPUP_NONE) {
        scene->frame->popup = POPUP_ANSWER;
        if (!scene_fits(scene)) {
            return false;
        }
    }
    /* the cursor is where the learner answers */
    bool answers = scene_quiz(scene) != NULL && question_open(scene->session) != SIZE_MAX;
    if (scene->spot[0] != SIZE_MAX && !answers) {
        scene_place(scene, scene->canvas, scene->spot[0], scene->spot[1]);
    }
    scene->frame->shows.cell = scene->value == NULL || scene->frame->popup != POPUP_NONE ||
                               (scene->spot[0] != SIZE_MAX && !scene->is_summed);
    if (panes->rule.rows > 0) {
        rule_draw(scene);
    }
    if (panes->words.rows > 0) {
        draw_divider(scene);
        draw_words(scene);
    }
    title_draw(scene, &title);
    footer_draw(scene, &keys);
    return true;
}

size_t scene_values(const struct scene *scene, const struct definition **values) {
    const struct stage *stage = scene->stage;
    size_t count = 0;
    for (size_t i = 0; i < stage->cast->count; i++) {
        const struct value_light *value = &scene->lights.list[i];
        bool there = plan_numbers(stage->plan, scene->stop, (int)i) != NULL ||
                     plan_tile(stage->plan, (int)i) != NULL;
        if (there && value->definition != NULL && value->light >= LIGHT_SILHOUETTE &&
            stage->cast->values[i].transposed == CAST_NONE) {
            values[count++] = value->definition;
        }
    }
    return count;
}
