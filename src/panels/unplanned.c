/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What no plan knows: values that the learner went to, typed, made or moved, and pictures. */
#include "panels/board.h"

#include "base/utf8.h"
#include "notebook/difference.h"
#include "session/printing.h"
#include "stage/alone.h"

#include <stdint.h>
#include <string.h>

/* Returns the box of the last matrix of the stage that is not lit, else of the last one, else of
 * the last picture: something else may be drawn over it. Without rows: there is none. */
static struct box find_cover(const struct scene *scene) {
    enum { PICTURE, LIT, UNLIT } best = PICTURE; /* the later, the less it is missed */
    const struct place_on_stage *place;
    struct box found = {0};
    for (size_t i = 0; (place = board_place(scene, i)) != NULL; i++) {
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
    for (size_t i = 0; (place = board_place(scene, i)) != NULL; i++) {
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
    board_draw_value(scene, &loose->value, place, &alone, canvas);
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
               (loose.place.form != FORM_WINDOW || cast_is_large(&loose.value) ||
                (turn > height && over));
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
    board_take(scene, box);
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
                board_take(scene, box);
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
        board_take(scene, all);
        *room = scene_blank(&scene->board, all);
    }
    return own;
}

void board_draw_requested(struct scene *scene) {
    static const size_t curve[2] = {9, 36};
    const struct session *session = scene->session;
    const struct drawing_request *requested = &session->view.drawn.requested;
    const struct place_on_stage *place;
    struct drawing drawing;
    struct canvas room;
    size_t least[2], wish[2];
    bool placed = false;
    for (size_t i = 0; (place = board_place(scene, i)) != NULL; i++) {
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
    int indent = (int)canvas_columns(definition->name) + 3;
    struct box box = {0, 0, text_count_lines(definition->text), 0};
    struct text lines = {0};
    for (const char *line = definition->text; *line != '\0'; line += *line == '\n') {
        size_t length = strcspn(line, "\n");
        bool first = line == definition->text;
        box.columns = greater(box.columns, (size_t)indent + utf8_columns(line, length) + 1);
        style_mark(STYLE_STRONG, &lines);
        text_format(&lines, "%s%*s%.*s\n", first ? definition->name : "", first ? 3 : indent,
                    first ? " = " : "", (int)length, line);
        line += length;
    }
    if (alone_find(scene->taken, size, NULL, &box)) {
        struct canvas part = canvas_part(&scene->board, box);
        canvas_put_lines(&part, text_string(&lines), 0);
        board_take(scene, box);
    }
    text_release(&lines);
}

/* Draws a value where another stop of the page has it, if that is free: nothing moves. */
static bool draw_usual(struct scene *scene, const struct place_on_stage *place) {
    struct box box = place_outline(place);
    bool free = alone_is_free(scene->taken, scene->board.columns, &box);
    if (free) {
        board_draw_matrix(scene, place);
        box.columns += MATRIX_GAP;
        board_take(scene, box);
    }
    return free;
}

void board_draw_visited(struct scene *scene) {
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

void board_draw_own(struct scene *scene) {
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
        /* what a change only reaches has no place unless the page is about it */
        bool page = scene->past[i].old == NULL || value == NULL || value->first != SIZE_MAX ||
                    cast_find(scene->stage->lesson, own->name) == CAST_NONE;
        bool moved = shows && scene->past[i].differs &&
                     (scene->session->view.last.own ? page : usual != NULL);
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

enum { STRIP = 8 }; /* rows at most of a value under the words */

void scene_draw_strip(struct scene *scene, const struct canvas *canvas, size_t used) {
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
