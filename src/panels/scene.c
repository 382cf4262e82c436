/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/scene.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/utf8.h"
#include "canvas/axes.h"
#include "language/reader.h"
#include "notebook/difference.h"
#include "session/question.h"

#include <stdint.h>
#include <string.h>

/* --- the selected value ----------------------------------------------------------------------- */

/* Compares with the baseline while that is asked for, else finds what the last change moved. */
static bool find_moved(struct scene *scene) {
    const struct view *view = &scene->session->view;
    const struct notebook *baseline = view->difference ? view_baseline(scene->session) : NULL;
    const struct notebook *before = baseline != NULL ? baseline : &view->last.before;
    const struct notebook *now = scene->notebook;
    scene->past = memory_allocate(now->count, sizeof *scene->past);
    for (size_t i = 0; scene->past != NULL && before->count > 0 && i < now->count; i++) {
        const struct definition *old = notebook_find(before, now->list[i]->name);
        scene->past[i] = (struct past){old, definition_differs(old, now->list[i])};
        scene->has_moved = scene->has_moved || scene->past[i].differs;
    }
    return scene->past != NULL;
}

bool scene_init(struct scene *scene) {
    const struct session *session = scene->session;
    session_opened(session, &scene->frame->notebook);
    scene->notebook = &scene->frame->notebook;
    scene->stage = scene->terminal->stage;
    scene->cast = scene->stage->cast;
    scene->plan = scene->stage->plan;
    bool mono = session->front.paint.theme == THEME_MONO;
    scene->depth = mono ? DEPTH_NONE : scene->terminal->depth;
    scene->stop = stage_stop(session);
    scene->quiz = question_quiz(session, session_last(session));
    scene->exercise = question_exercise(session, session_last(session));
    scene->operation = SIZE_MAX;
    if (!find_moved(scene)) {
        return false;
    }
    scene->value = view_value(session);
    if (scene->value == NULL) {
        return true;
    }
    scene->definition = view_definition(session);
    size_t operation = session->view.operation;
    scene->operation = operation == SIZE_MAX ? scene->definition->operation_count - 1 : operation;
    scene->cell = session->view.cell;
    scene->reached = shape_cells(&scene->value->shape); /* unless it is stepped through */
    if (scene->definition == session_focused(session) && scene->operation != SIZE_MAX) {
        const struct place_in *place = &session->focus.place;
        scene->reached = replay_reached(scene->definition, place, scene->operation, &scene->terms);
        scene->grain = replay_grain(scene->definition, place);
        if (scene->grain != GRAIN_DEFINITION && place->operation != scene->operation) {
            scene->grain = GRAIN_OPERATION;
        }
    }
    scene->shown_cell = session_shown_cell(session, &scene->value->shape, scene->cell);
    scene->shown = session_shown(session, scene->value);
    if (scene->cell < shape_cells(&scene->value->shape) && session->moment == NULL) {
        scene->explained = explain_cell(scene->definition, session->view.operation, scene->cell,
                                        &scene->explanation, &scene->unexplained);
    }
    return scene->shown != NULL;
}

void scene_release(struct scene *scene) {
    tensor_release(scene->shown);
    explanation_release(&scene->explanation); /* also what a failure left */
    memory_free(scene->past);
    memory_free(scene->lights.list);
    pane_release(&scene->pane);
}

void scene_place(struct scene *scene, const struct canvas *canvas, size_t row, size_t column) {
    if (!scene->placed) {
        scene->frame->cursor[0] = canvas->row + row;
        scene->frame->cursor[1] = canvas->column + column;
        scene->placed = true;
    }
}

size_t scene_terms(const struct scene *scene) {
    if (scene->cell < scene->reached) {
        return SIZE_MAX;
    }
    return scene->cell == scene->reached ? scene->terms : 0;
}

bool scene_steps_here(const struct scene *scene) {
    size_t last = scene->reached - (scene->terms == 0); /* the cell that was reached last */
    return scene->grain == GRAIN_TERM && scene->cell == last;
}

struct past scene_past(const struct scene *scene) {
    const struct definition *now = scene->definition, *baseline = baseline_of(scene);
    size_t index =
        now == NULL ? scene->notebook->count : notebook_position(scene->notebook, now->name);
    return baseline != NULL                 ? (struct past){baseline, true}
           : index < scene->notebook->count ? scene->past[index]
                                            : (struct past){NULL, false};
}

const char *scene_typed_name(const struct scene *scene) {
    const struct definition *preview = scene->session->preview;
    const struct node *root = preview == NULL ? NULL : preview->tree->root;
    bool name = root != NULL && root->kind == NODE_NAME;
    return name && notebook_find(scene->notebook, root->text) != NULL ? root->text : NULL;
}

/* --- names in words --------------------------------------------------------------------------- */

void scene_tag_names(const struct scene *scene, const struct canvas *canvas, const size_t at[2],
                     const char *text, enum style style) {
    size_t length = strcspn(text, "\n"), column = at[1], bytes;
    for (size_t i = 0; i < length; i += bytes) {
        uint32_t point;
        bool may = style != STYLE_PLAIN && style != STYLE_LABEL && style != STYLE_NUMBER &&
                   style != STYLE_DIM; /* name a value */
        size_t name = may ? reader_name(text + i, length - i) : 0, width = 0;
        bytes = name > 0 ? name : utf8_decode(text + i, length - i, &point);
        if (name > 0) {
            size_t index = notebook_index(scene->notebook, text + i, name);
            width = utf8_columns(text + i, name);
            canvas_tag(canvas, at[0], column, index == SIZE_MAX ? 0 : width,
                       (struct canvas_tag){index + 1, CANVAS_NAME});
        } else {
            style = style_marked(point) == STYLE_COUNT ? style : style_marked(point);
            width = utf8_width(point);
        }
        column += width;
    }
}

/* --- live: the numbers in the lesson's words, compared with the present notebook -------------- */

static const char *const arrow = " → ";

/* Replaces inline code `EXPR → NUMBER` that is no longer true, for paint.live: appends "EXPR →
 * 0.279 (lesson: 0.595)", with as many decimals as the lesson gives, or as it takes to see that it
 * is another, and returns true. What cannot be evaluated now is left as the lesson has it. */
static bool live_number(const void *context, const char *code, struct text *out) {
    const struct scene *scene = context;
    const char *at = strstr(code, arrow);
    const char *number = at == NULL ? NULL : at + strlen(arrow);
    double lesson, now;
    if (number == NULL || !number_parse(number, strlen(number), &lesson)) {
        return false;
    }
    struct text expression = {0};
    struct failure unknown = {0};
    text_append_bytes(&expression, code, (size_t)(at - code));
    bool changed = question_value(scene->session, text_string(&expression), &now, &unknown) &&
                   !numbers_near(now, lesson, number_precision(number));
    if (changed) {
        const char *point = strchr(number, '.');
        char written[NUMBER_TEXT], same[NUMBER_TEXT];
        number_write_distinct(written, same, (const double[]){now, lesson},
                              point == NULL ? 2 : (int)strlen(point + 1));
        text_format(out, "%s%s%s (lesson: %s)", text_string(&expression), arrow, written, number);
    }
    text_release(&expression);
    return changed;
}

struct paint scene_paint(const struct scene *scene) {
    return (struct paint){.colour = true,
                          .depth = scene->terminal->depth,
                          .theme = scene->session->front.paint.theme,
                          .live = live_number,
                          .context = scene};
}

/* --- text ------------------------------------------------------------------------------------- */

size_t scene_measure(struct text *text) {
    size_t rows = text_count_lines(text_string(text));
    text_release(text);
    return rows;
}

void scene_wrap(const char *words, size_t indent, size_t width, struct text *lines) {
    for (const char *line = words; *line != '\0';) {
        size_t length = strcspn(line, "\n"), own = strspn(line, " ");
        struct text long_line = {0};
        if (utf8_columns(line, length) + indent <= width) {
            text_repeat(lines, " ", indent);
            text_append_bytes(lines, line, length);
            text_append(lines, "\n");
        } else {
            text_append_bytes(&long_line, line, length);
            canvas_wrap(text_string(&long_line), indent + lesser(own, 4), width, lines);
        }
        line += length + (line[length] == '\n' ? 1 : 0);
        text_release_into(&long_line, lines);
    }
}

struct canvas scene_blank(const struct canvas *canvas, struct box box) {
    struct canvas part = canvas_part(canvas, box);
    canvas_clear(&part);
    for (size_t i = 0; i < part.rows; i++) {
        canvas_tag(&part, i, 0, part.columns, (struct canvas_tag){0});
    }
    return part;
}

void scene_rule(const struct canvas *canvas) {
    canvas_repeat(canvas, (const size_t[]){0, 0}, canvas->columns, "─", STYLE_DIM);
}

void scene_trim(struct text *text) {
    while (text->length > 0 &&
           (text->bytes[text->length - 1] == '\n' || text->bytes[text->length - 1] == ' ')) {
        text_truncate(text, text->length - 1);
    }
}

/* --- whole ------------------------------------------------------------------------------------ */

size_t scene_owner(const struct scene *scene, const struct definition *definition) {
    size_t at = notebook_position(scene->notebook, definition->name);
    return at < scene->notebook->count ? at + 1 : 0;
}

int scene_selected(const struct scene *scene) {
    const struct definition *selected = scene->definition;
    return selected == NULL ? CAST_NONE : cast_find(scene->cast, selected->name);
}

struct scale scene_scale(const struct scene *scene, const char *name,
                         const struct definition *definition) {
    int index = cast_find(scene->cast, name);
    return index != CAST_NONE
               ? scene->stage->scales[index].scale
               : scale_fixed(scale_reach(definition->value), axes_probabilities(definition));
}
