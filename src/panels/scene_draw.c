/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"
#include "canvas/axes.h"
#include "canvas/ladder.h"
#include "notebook/difference.h"
#include "panels/questions.h"
#include "session/printing.h"
#include "session/question.h"
#include "stage/alone.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MATRIX_GAP = 2 };         /* columns between two matrices, at least */
static const double TINY = 1e-4; /* what is less would read as 0 */

struct box scene_words(const struct scene *scene) {
    const struct panes *panes = &scene->plan->panes;
    bool says = scene->session->moment == NULL; /* above the keys */
    struct box words = panes->words;
    struct text said = {0};
    scene_wrap(says ? text_string(&scene->session->view.last.message) : "", 1,
               scene->canvas->columns - 1, &said);
    size_t free = scene->canvas->rows - 1 - lesser(scene_measure(&said), SAID_MOST);
    words.rows -= lesser(reduced(words.row + words.rows, free), words.rows - 1);
    words.columns -= panes->side; /* a blank left of the rule */
    return words;
}

/* Returns how many lines of WIDTH columns what was said last takes. */
static size_t answer_rows(const struct scene *scene, size_t width) {
    struct text lines = {0};
    scene_wrap(text_string(&scene->session->view.last.answer), 0, width, &lines);
    scene_trim(&lines);
    return scene_measure(&lines);
}

/* True when LINES have a row of a table that is wider than WIDTH: it would lose its columns. */
static bool has_wide_table(const char *lines, size_t width) {
    bool wide = false;
    for (const char *line = lines; *line != '\0' && !wide; line += *line == '\n') {
        size_t length = strcspn(line, "\n"), from = strspn(line, " ");
        const char *gap = strstr(line + from, "  ");
        wide = utf8_columns(line, length) > width && gap != NULL && gap + 1 < line + length;
        line += length;
    }
    return wide;
}

bool scene_fits(const struct scene *scene) {
    const struct plan *plan = scene->plan;
    enum popup popup = scene->frame->popup;
    if (plan == NULL || popup != POPUP_ANSWER) {
        return plan != NULL && (popup == POPUP_NONE || popup == POPUP_OVERVIEW);
    }
    /* under a rule, so that the stage stays in view */
    struct box words = scene_words(scene);
    size_t width = words.columns - 1;
    return answer_rows(scene, width) + 1 <= plan->panes.words.rows &&
           !has_wide_table(text_string(&scene->session->view.last.answer), width);
}

/* --- the stage -------------------------------------------------------------------------------- */

/* Returns place I on the stage at this stop; NULL: there are not so many. */
static const struct place_on_stage *place_at(const struct scene *scene, size_t i) {
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
    for (size_t i = 0; (left = place_at(scene, i)) != NULL; i++) {
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

/* Fills in the heading of a value of the notebook (axes, "= X @ W_q" for what is computed), and the
 * owner of its cells for the mouse. */
static void name_picture(const struct scene *scene, const struct value_light *value,
                         struct text *formula, struct matrix_picture *picture) {
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
                         char partial[NUMBER_TEXT], struct matrix_picture *picture) {
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

/* Draws the value OF in PLACE of CANVAS, as VALUE has it now. */
static void draw_value(struct scene *scene, const struct cast_value *of,
                       const struct place_on_stage *place, const struct value_light *value,
                       const struct canvas *canvas) {
    const struct definition *definition = value->definition;
    struct matrix_picture picture = plan_picture(of, place);
    struct tensor *shown = shown_value(scene, value, definition);
    struct tensor *before = value->moved ? shown_value(scene, value, value->old) : NULL;
    struct text formula = {0};
    char partial[NUMBER_TEXT];
    picture.shown = shown;
    picture.before = before;
    picture.moved = value->moved;
    picture.edited = value->turn;
    picture.meeting = value->meeting;
    picture.turned = value->turned;
    picture.scale = scene_scale(scene, of->name, definition);
    picture.depth = scene->depth;
    picture.light = value->light;
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
    }
    if (definition != NULL) {
        name_picture(scene, value, &formula, &picture);
    }
    scene->exceeds |= matrix_draw(&picture, canvas);
    text_release(&formula);
    tensor_release(shown);
    tensor_release(before);
}

/* Draws what the plan has PLACE for. */
static void draw_matrix(struct scene *scene, const struct place_on_stage *place) {
    struct place_on_stage here = *place;
    here.gutter = gutter_now(scene, place);
    draw_value(scene, &scene->cast->values[place->value], &here, &scene->lights.list[place->value],
               &scene->board);
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

/* --- what no plan knows ----------------------------------------------------------------------- */

/* Marks the cells of the stage that are in BOX. */
static void take_box(const struct scene *scene, struct box box) {
    struct canvas part = canvas_part(&scene->board, box);
    for (size_t row = box.row; row < box.row + part.rows; row++) {
        memset(scene->taken + row * scene->board.columns + box.column, true, part.columns);
    }
}

/* Returns the box of the last matrix of the stage that is not lit, else of the last one, else of
 * the last picture: something else may be drawn over it. Without rows: there is none. */
static struct box find_cover(const struct scene *scene) {
    enum { PICTURE, LIT, UNLIT } best = PICTURE; /* the later, the less it is missed */
    const struct place_on_stage *place;
    struct box found = {0};
    for (size_t i = 0; (place = place_at(scene, i)) != NULL; i++) {
        bool lit = scene->lights.list[place->value].light == LIGHT_LIT;
        bool matrix = place_is_matrix(place), picture = place->form == FORM_PICTURE;
        unsigned rank = !matrix ? PICTURE : lit ? LIT : UNLIT;
        if ((matrix || picture) && rank >= best) {
            found = place_outline(place);
            best = rank;
        }
    }
    return found;
}

/* Clears BOX of the stage, and all of what it covers a part of. */
static void clear_under(const struct scene *scene, const struct box *box) {
    const struct place_on_stage *place;
    scene_blank(&scene->board, *box);
    for (size_t i = 0; (place = place_at(scene, i)) != NULL; i++) {
        struct box under = place_outline(place);
        if (under.row < box->row + box->rows && box->row < under.row + under.rows &&
            under.column < box->column + box->columns &&
            box->column < under.column + under.columns) {
            scene_blank(&scene->board, under);
        }
    }
}

/* A value that is measured by itself. */
struct loose_value {
    struct cast_value value;
    struct place_on_stage place; /* at the top left of its room */
    size_t size[2];              /* rows and columns that it takes, row labels included */
};

/* Measures DEFINITION, to be called NAME (both borrowed), for a ROOM of rows and columns, with
 * cells of a height (stage/pack.h) at most. False where nothing of it can be shown there. */
static bool measure_loose(const struct scene *scene, const struct definition *definition,
                          char *name, const size_t room[3], struct loose_value *loose) {
    loose->value = cast_measure(scene->session, definition, name);
    loose->place = alone_place(&loose->value, room, room[2]);
    loose->place.value = cast_find(scene->cast, name);
    loose->size[0] = loose->place.box.rows;
    loose->size[1] = loose->place.form == FORM_LINE
                         ? canvas_columns(name) + 3 + loose->value.number
                         : loose->place.gutter + loose->place.box.columns;
    return loose->place.form != FORM_PICTURE && !loose->value.words && loose->size[1] <= room[1];
}

/* Draws it, which is DEFINITION, with its corner at AT (row, column) of CANVAS. */
static void draw_loose(struct scene *scene, struct loose_value *loose,
                       const struct definition *definition, const struct canvas *canvas,
                       const size_t at[2]) {
    struct value_light alone = {.definition = definition,
                                .light = LIGHT_LIT,
                                .meeting = MEETING_NONE,
                                .turned = scene->session->display.columns};
    struct place_on_stage *place = &loose->place;
    const struct value_light *known =
        place->value == CAST_NONE ? NULL : &scene->lights.list[place->value];
    if (known != NULL && known->definition == definition) {
        alone.meeting = known->meeting;
    }
    place->box.row = at[0];
    place->box.column = at[1] + place->gutter;
    place->box.columns = loose->size[1] - place->gutter;
    draw_value(scene, &loose->value, place, &alone, canvas);
}

/* Draws DEFINITION, called NAME, in the first rectangle of the stage that is free; a source of
 * RESULT (may be NULL) not behind that, with cells as high at most; where there is none and it has
 * to be seen (OVER), over a matrix. False: there is no room. */
static bool draw_elsewhere(struct scene *scene, const struct definition *definition, char *name,
                           const struct place_on_stage *result, bool over) {
    enum { WIDTHS = 4 }; /* what is wide at first may fit with shorter labels */
    bool cells = result != NULL && result->form == FORM_NUMBERS && result->cell_lines > 1;
    size_t height = /* of its cells (stage/pack.h) */
        cells ? result->cell_lines - (result->cell_lines == 2 && result->closing == 0) : 0;
    const size_t size[2] = {scene->board.rows, scene->board.columns};
    struct loose_value loose;
    struct box box;
    bool fits = false;
    for (size_t i = 0; i < (height + 2) * WIDTHS && !fits; i++) {
        size_t turn = i / WIDTHS; /* at last a part is better than nothing */
        const size_t room[] = {size[0], size[1] * (WIDTHS - i % WIDTHS) / WIDTHS,
                               height - lesser(turn, height)};
        fits = measure_loose(scene, definition, name, room, &loose) &&
               (loose.place.form != FORM_WINDOW || loose.value.large || (turn > height && over));
        box = (struct box){0, 0, loose.size[0], loose.size[1]};
        fits = fits && alone_find(scene->taken, size, result == NULL ? NULL : &result->box, &box);
    }
    if (!fits) {
        box = over ? find_cover(scene) : (struct box){0};
        if (box.rows == 0 || !measure_loose(scene, definition, name,
                                            (const size_t[]){size[0], size[1], 0}, &loose)) {
            return false;
        }
        box.row = lesser(box.row, reduced(size[0], loose.size[0]));
        box.column = lesser(box.column, reduced(size[1], loose.size[1]));
        box.rows = greater(box.rows, loose.size[0]);
        box.columns = greater(box.columns, loose.size[1]);
        clear_under(scene, &box);
    }
    draw_loose(scene, &loose, definition, &scene->board, (const size_t[]){box.row, box.column});
    box.columns += MATRIX_GAP + 2;
    take_box(scene, box);
    return true;
}

/* Finds room for a picture, from WISH rows and columns down to LEAST: on the stage where nothing
 * is; for one of the learner (OWN), not of the lesson, whose words they are, also in the pane of
 * the words, and at last all of the stage. */
static bool find_room(struct scene *scene, const size_t least[2], const size_t wish[2], bool own,
                      struct canvas *room) {
    const size_t stage[2] = {scene->board.rows, scene->board.columns};
    const struct box *pane = &scene->plan->panes.words;
    for (size_t rows = greater(wish[0], least[0]); rows >= least[0]; rows--) {
        for (size_t part = 8; part <= 8; part -= 2) {
            size_t columns = least[1] + (greater(wish[1], least[1]) - least[1]) * part / 8;
            struct box box = {0, 0, rows, columns};
            if (alone_find(scene->taken, stage, NULL, &box)) {
                take_box(scene, box);
                *room = canvas_part(&scene->board, box);
                return true;
            }
            if (own && rows <= pane->rows && columns <= pane->columns) {
                scene->pane_is_taken = true;
                *room = canvas_part(scene->canvas, *pane);
                return true;
            }
        }
    }
    if (own) {
        struct box all = {0, 0, stage[0], stage[1]};
        take_box(scene, all);
        *room = scene_blank(&scene->board, all);
    }
    return own;
}

/* Draws what the learner or the lesson asked for and has no place, and the curve of a training that
 * was typed. */
static void draw_requested(struct scene *scene) {
    static const size_t curve[2] = {9, 36};
    const struct session *session = scene->session;
    const struct drawing_request *requested = &session->view.drawn.requested;
    const struct place_on_stage *place;
    struct drawing drawing;
    struct canvas room;
    size_t least[2], wish[2];
    bool placed = false;
    for (size_t i = 0; (place = place_at(scene, i)) != NULL; i++) {
        placed |= place->form == FORM_PICTURE &&
                  drawing_same(&scene->cast->values[place->value].requested, requested);
    }
    if (requested->count > 0 && !placed && drawing_fill(scene, requested, &drawing)) {
        drawing_sizes(requested->kind, &drawing, least, wish);
        if (find_room(scene, least, wish, session->view.drawn.own, &room)) {
            room.cursor = scene->spot;
            requested->kind->draw(&drawing, &room);
        }
    }
    if (training_any(scene) && session->view.last.own && session->moment == NULL &&
        !scene->learned && find_room(scene, curve, curve, true, &room)) {
        training_draw(scene, &room);
    }
}

/* Writes the words of the selected text where the stage is free; several texts below each other. */
static void draw_sentence(struct scene *scene, const struct definition *definition) {
    const size_t size[2] = {scene->board.rows, scene->board.columns};
    size_t indent = canvas_columns(definition->name) + 3;
    struct box box = {0, 0, text_count_lines(definition->text), 0};
    struct text lines = {0};
    for (const char *line = definition->text; *line != '\0'; line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        box.columns = greater(box.columns, indent + utf8_columns(line, length) + 1);
        style_mark(STYLE_STRONG, &lines);
        text_append_bytes(&lines, line, length);
        text_append(&lines, "\n");
        line += length;
    }
    if (alone_find(scene->taken, size, NULL, &box)) {
        struct canvas part = canvas_part(&scene->board, box);
        size_t column = canvas_put(&part, 0, 0, definition->name, STYLE_STRONG);
        canvas_put(&part, 0, column, " = ", STYLE_STRONG);
        struct canvas words =
            canvas_part(&part, (struct box){0, indent, box.rows, box.columns - indent});
        canvas_put_lines(&words, text_string(&lines), 0);
        take_box(scene, box);
    }
    text_release(&lines);
}

/* Draws a value where another stop of the page has it, if that is free: nothing moves. */
static bool draw_usual(struct scene *scene, const struct place_on_stage *place) {
    struct box box = place_outline(place);
    bool free = alone_is_free(scene->taken, scene->board.columns, &box);
    if (free) {
        draw_matrix(scene, place);
        box.columns += MATRIX_GAP;
        take_box(scene, box);
    }
    return free;
}

/* Draws the numbers of what the learner went to although the plan has no place for them, and of an
 * operation within its formula. */
static void draw_visited(struct scene *scene) {
    const struct definition *definition = scene->definition;
    if (definition != NULL && definition->text != NULL) {
        draw_sentence(scene, definition);
        return;
    }
    if (definition == NULL || scene->value == NULL || shape_cells(&scene->value->shape) == 0) {
        return;
    }
    int index = scene_selected(scene);
    if (scene->operation != SIZE_MAX && scene->operation + 1 < definition->operation_count) {
        char nameless[] = "";
        const struct definition operation = {.value = (struct tensor *)scene->value,
                                             .name = nameless};
        struct text name = {0};
        printing_operation(scene->session, definition, scene->operation, &name);
        const char *formula = strstr(text_string(&name), ": ");
        draw_elsewhere(scene, &operation,
                       formula != NULL ? (char *)(uintptr_t)(formula + 2) : definition->name, NULL,
                       true);
        text_release(&name);
    } else if (!scene->is_pictured && plan_numbers(scene->plan, scene->stop, index) == NULL) {
        const struct place_on_stage *usual = plan_usual(scene->plan, scene->stop, index);
        if (usual == NULL || !draw_usual(scene, usual)) {
            draw_elsewhere(scene, definition, definition->name, NULL, true);
        }
    }
}

static bool is_another(void *name, const struct node *node) {
    return !text_same(name, node->text);
}

/* True when the formula of the selected value names value INDEX, which may be seen and is neither
 * on the stage nor anywhere else. */
static bool lacks(const struct scene *scene, int index) {
    const struct value_light *value = &scene->lights.list[index];
    int result = scene_selected(scene);
    return result != CAST_NONE && value->light >= LIGHT_RELEVANT && !value->elsewhere &&
           scene->plan->view != PLAN_ALONE &&
           plan_numbers(scene->plan, scene->stop, index) == NULL &&
           cast_is_operand(scene->cast, index, result) &&
           !tree_names(scene->definition->tree->root, is_another,
                       (void *)(uintptr_t)scene->cast->values[index].name);
}

/* Draws what was typed to see its value, the difference from a baseline, and values that the
 * learner defined or moved beside the lesson. */
static void draw_own(struct scene *scene) {
    const struct definition *preview = scene->session->preview, *was = baseline_of(scene);
    struct text name = {0};
    if (preview != NULL) {
        session_formula(scene->session, preview, &name);
        const char *typed = scene_typed_name(scene);
        int index = typed == NULL ? CAST_NONE : cast_find(scene->cast, typed);
        scene->preview_has_room =
            plan_numbers(scene->plan, scene->stop, index) != NULL ||
            (!name.failed && draw_elsewhere(scene, preview, name.bytes, NULL, false));
    }
    if (was != NULL && shape_same_sizes(&was->value->shape, &scene->value->shape)) {
        struct tensor *delta = difference_value(was->value, scene->value, scene->failure);
        char nameless[] = "";
        struct definition by = {.value = delta, .name = nameless};
        text_clear(&name);
        text_format(&name, "Δ %s", scene->definition->name);
        if (delta != NULL && !name.failed) {
            draw_elsewhere(scene, &by, name.bytes, NULL, false);
        }
        tensor_release(delta);
    }
    const struct place_on_stage *result =
        plan_numbers(scene->plan, scene->stop, scene_selected(scene));
    for (size_t i = 0; i < scene->notebook->count; i++) {
        const struct definition *own = scene->notebook->list[i];
        int index = cast_find(scene->cast, own->name);
        struct value_light *value = index == CAST_NONE ? NULL : &scene->lights.list[index];
        bool shows = own != scene->definition && own->text == NULL &&
                     plan_numbers(scene->plan, scene->stop, index) == NULL &&
                     (value == NULL || value->light == LIGHT_LIT);
        bool operand = value != NULL && lacks(scene, index);
        const struct place_on_stage *usual = plan_usual(scene->plan, scene->stop, index);
        /* what the lesson's change only reaches has no place unless its page is about it */
        bool moved =
            shows && scene->past[i].differs && (scene->session->view.last.own || usual != NULL);
        bool drawn = (operand || moved) && usual != NULL && draw_usual(scene, usual);
        if (!drawn && (moved || (operand && usual == NULL))) {
            bool over = value == NULL && scene->past[i].old == NULL &&
                        scene->session->view.depth == 0; /* what the learner just made */
            drawn = draw_elsewhere(scene, own, own->name, operand ? result : NULL, over);
        }
        if (value != NULL) {
            value->elsewhere = drawn;
        }
    }
    text_release(&name);
}

/* Draws what the plan has places for, each with a blank around, and then the rest. */
static void draw_stage(struct scene *scene) {
    const struct place_on_stage *place;
    scene->taken = memory_allocate(scene->board.rows * scene->board.columns + 1, sizeof(bool));
    for (size_t i = 0; scene->taken != NULL && (place = place_at(scene, i)) != NULL; i++) {
        if (scene->lights.list[place->value].light > LIGHT_NOTHING) {
            (place->form == FORM_PICTURE ? draw_picture : draw_matrix)(scene, place);
            struct box box = place->box;
            size_t left = lesser(box.column, gutter_now(scene, place) + MATRIX_GAP);
            box.column -= left;
            box.columns += left + 2;
            take_box(scene, box);
        }
    }
    if (scene->taken != NULL) {
        draw_visited(scene);
        draw_requested(scene);
        draw_own(scene);
    }
    memory_free(scene->taken);
}

/* --- words and arithmetic --------------------------------------------------------------------- */

/* Says, where there is no arithmetic, which number is asked for, or where the value is from. */
static void put_instead(const struct scene *scene, const struct canvas *canvas) {
    size_t row = scene->plan->panes.side ? 0 : canvas->rows - 1, column;
    const struct definition *selected = scene->definition;
    if (scene->asked.written[0] != '\0') {
        const struct value_light *value =
            scene->asked.value == CAST_NONE ? NULL : &scene->lights.list[scene->asked.value];
        bool changes = value != NULL && value->light > LIGHT_FLAT; /* what it is now is seen */
        column = canvas_put(canvas, row, 0, scene->asked.written, STYLE_STRONG);
        canvas_put(canvas, row, column, changes ? " → ?" : " = ?", STYLE_STRONG);
    } else if (scene_quiz(scene) == NULL && selected != NULL && scene->explained &&
               selected->leaf &&
               (selected->tree->learned || naming_is_written(&scene->explanation))) {
        const char *how =
            selected->tree->learned ? " was found by training" : " is given, not computed";
        column = canvas_put(canvas, row, 0, selected->name, STYLE_LABEL);
        canvas_put(canvas, row, column, how, STYLE_LABEL);
    }
}

/* True when the selected number was only copied from within an operator: that tells a reader
 * nothing. */
static bool is_from_inside(const struct scene *scene) {
    const struct explanation *explanation = &scene->explanation;
    struct number_place from = {scene->definition, SIZE_MAX, scene->cell};
    struct failure unknown = {0};
    if (explanation->kind != EXPLAINED_STEPS || explanation->steps.form != STEPS_MOVE ||
        !naming_pass_moves(scene->definition, &from, &unknown)) {
        return false;
    }
    size_t at = notebook_position(scene->notebook, from.definition->name);
    return at >= scene->notebook->count || scene->notebook->list[at] != from.definition;
}

/* Draws the arithmetic of the selected number on the last rows of CANVAS: how it was computed, or
 * what the last change, or all since the baseline, did to its value. */
static void draw_ladder(struct scene *scene, const struct canvas *canvas) {
    const struct definition *now = scene->definition;
    struct past past = scene_past(scene);
    bool side = scene->plan->panes.side;
    bool rests = scene->session->view.rests && !past.differs;
    bool text = now != NULL && now->text != NULL;
    if (scene_quiz(scene) != NULL || now == NULL || scene->value == NULL || text || rests) {
        put_instead(scene, canvas);
        return;
    }
    if (!scene->explained && scene->unexplained.set && scene_terms(scene) > 0) {
        canvas_put_cut(canvas, side ? 0 : canvas->rows - 1, 0, scene->unexplained.message,
                       STYLE_LABEL);
        return;
    }
    int index = scene_selected(scene);
    const struct display *display = &scene->session->display;
    struct ladder ladder = {.explanation = &scene->explanation,
                            .terms = scene_terms(scene),
                            .present = scene_steps_here(scene) ? scene->session->focus.place.term
                                                               : SIZE_MAX,
                            .precision = display->precision,
                            .columns = display->columns,
                            .at_end = !side,
                            .depth = scene->depth};
    struct matrix_picture change = matrix_plain(now->name, NULL);
    change.cursor = scene->shown_cell;
    change.role = axes_role(now);
    change.decimals = index == CAST_NONE ? display->precision : scene->cast->values[index].decimals;
    struct tensor *before = NULL, *after = NULL;
    size_t rows = 0;
    bool whole =
        now->leaf ? baseline_of(scene) != NULL : scene->operation + 1 >= now->operation_count;
    if (past.differs && past.old != NULL && whole && scene->operation != SIZE_MAX &&
        !scene->lights.stepping && shape_same_places(&past.old->value->shape, &now->value->shape)) {
        change.before = before = session_shown(scene->session, past.old->value);
        change.shown = after = session_shown(scene->session, now->value);
        rows = before != NULL && after != NULL ? ladder_draw_change(change, !side, canvas) : 0;
    }
    bool plain = now->leaf && scene_exercise(scene) != NULL; /* it is what the learner makes it */
    if (rows == 0 && scene->explained && scene_terms(scene) > 0 && !plain &&
        !is_from_inside(scene)) {
        rows = ladder_draw(&ladder, canvas);
    }
    if (rows > 0) {
        scene->frame->shows.cell = true;
        /* where neither number nor words are */
        scene_place(scene, canvas, side ? 0 : canvas->rows - rows, 0);
    }
    tensor_release(before);
    tensor_release(after);
}

/* Draws what was said last at the end of CANVAS; the words stay above it where they fit. */
static void draw_answer(struct scene *scene, const struct canvas *canvas) {
    size_t rows = answer_rows(scene, canvas->columns - 1) + 1;
    size_t above = reduced(canvas->rows, rows);
    struct pane pane;
    pane_make(&pane, scene, canvas->columns, above > 0 ? above : 1, false);
    struct canvas upper = canvas_part(canvas, (struct box){0, 0, above, canvas->columns});
    size_t used = pane.rows <= above ? pane_draw(&pane, scene, &upper, 0) : 0;
    struct canvas below =
        canvas_part(canvas, (struct box){used, 0, canvas->rows - used, canvas->columns});
    popup_draw(scene, &below);
    pane_release(&pane);
}

enum { STRIP = 8 }; /* rows at most of a value under the words */

/* Draws on the last rows of CANVAS, below USED rows of words, what the formula of the selected
 * value names and the stage has no room for, where at least half of its rows fit. */
static void draw_strip(struct scene *scene, const struct canvas *canvas, size_t used) {
    size_t end = canvas->rows;
    for (size_t i = scene->cast->count; i-- > 0;) {
        struct value_light *value = &scene->lights.list[i];
        const size_t room[] = {lesser(reduced(end, used + 1), STRIP), canvas->columns, 0};
        struct loose_value loose;
        if (lacks(scene, (int)i) &&
            measure_loose(scene, value->definition, value->definition->name, room, &loose) &&
            2 * loose.place.rows >= shape_rows(&value->definition->value->shape)) {
            end -= loose.size[0];
            draw_loose(scene, &loose, value->definition, canvas, (const size_t[]){end, 0});
            value->elsewhere = true;
            end -= end > 0;
        }
    }
}

static void draw_words(struct scene *scene) {
    const struct panes *panes = &scene->plan->panes;
    struct canvas canvas = canvas_part(scene->canvas, scene_words(scene));
    if (scene->session->moment != NULL) {
        size_t used = 1 + training_draw_moment(scene, &canvas);
        canvas = canvas_part(&canvas, (struct box){used, 0, canvas.rows - lesser(used, canvas.rows),
                                                   canvas.columns});
        pane_draw(&scene->pane, scene, &canvas, scene->frame->part);
        return;
    }
    if (scene->frame->popup == POPUP_ANSWER) {
        draw_answer(scene, &canvas);
        return;
    }
    if (scene->pane_is_taken) {
        return;
    }
    const struct pane *pane = &scene->pane;
    size_t part = scene->frame->part;
    size_t more = part + 1 < pane->part_count; /* which the last row says */
    size_t used = pane_draw(pane, scene, &canvas, part);
    if (panes->ladder.rows > 0) {
        struct canvas ladder = canvas_part(scene->canvas, panes->ladder);
        draw_ladder(scene, &ladder);
        if (!scene->session->view.rests) {
            draw_strip(scene, &canvas, used);
        }
        return;
    }
    if (used + 1 < canvas.rows) {
        size_t gap = used > 0;
        struct canvas rest = canvas_part(
            &canvas, (struct box){used + gap - more, 0, canvas.rows - used - gap, canvas.columns});
        draw_ladder(scene, &rest);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

bool scene_draw(struct scene *scene) {
    const struct panes *panes = &scene->plan->panes;
    struct canvas words = canvas_part(scene->canvas, scene_words(scene));
    for (size_t i = 0; i < words.rows; i++) {
        canvas_tag(&words, i, 0, words.columns, (struct canvas_tag){SCENE_WORDS, 1});
    }
    scene->board = canvas_part(scene->canvas, panes->stage);
    scene->board.cursor = scene->spot;
    scene->asked = scene_asked(scene);
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
    bool there = scene->spot[0] != SIZE_MAX || scene->session->view.rests;
    scene->frame->shows.cell =
        scene->value == NULL || scene->frame->popup != POPUP_NONE || (there && !scene->is_summed);
    if (panes->words.rows > 0) {
        for (size_t i = 1; panes->side && i + 1 < scene->canvas->rows; i++) {
            canvas_put(scene->canvas, i, panes->stage.column - 2, "│", STYLE_DIM);
        }
        draw_words(scene);
    }
    rule_draw(scene); /* it names what nothing has drawn */
    return true;
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
