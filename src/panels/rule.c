/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/rule.h"

#include "canvas/picture.h"
#include "notebook/train.h"
#include "panels/chain.h"
#include "panels/questions.h"
#include "panels/value.h"
#include "session/printing.h"

#include <stdint.h>

/* True when an open question hides the selected value: its formula could be the answer. */
static bool is_hidden(const struct scene *scene) {
    int index = scene->definition == NULL ? CAST_NONE
                                          : cast_find(scene->stage->cast, scene->definition->name);
    return index != CAST_NONE && scene->lights.list[index].light == LIGHT_FLAT;
}

/* Writes the formula of the selected value, unless that is hidden; or what a running training
 * is. */
static void write_rule_formula(const struct scene *scene, struct text *out) {
    if (scene->session->moment != NULL) {
        training_heading(scene->session->moment->training, out);
        return;
    }
    if (scene->shown == NULL || is_hidden(scene)) {
        return;
    }
    if (scene->definition->leaf && scene->definition->edits.count > 0) {
        text_append(out, scene->definition->name); /* what was written is no longer so */
    } else if (scene->session->view.operation == SIZE_MAX) {
        printing_formula(scene->session, scene->definition, out);
    } else {
        printing_operation(scene->session, scene->definition, scene->operation, out);
    }
}

/* Returns what a formula is followed by while values are compared. */
static const char *compared(const struct scene *scene) {
    return baseline_of(scene) == NULL || scene->session->moment != NULL ? "" : "   baseline → now";
}

/* Adds to FORMULA the shape, if COLUMNS have room for all of it: half of one says nothing; and what
 * is compared. */
static void add_shape(const struct scene *scene, size_t columns, struct text *formula) {
    size_t length = scene->session->moment != NULL ? 0 : formula->length;
    if (length > 0 && !shape_is_number(&scene->shown->shape)) {
        text_append(formula, "   ");
        shape_write(&scene->shown->shape, formula);
        bool fits = canvas_columns(formula->bytes) + canvas_columns(compared(scene)) <= columns;
        text_truncate(formula, fits ? formula->length : length);
    }
    text_append(formula, length > 0 ? compared(scene) : "");
}

/* Makes room for COLUMNS at the right end of RULE, where LEAST more are left; returns where it
 * begins, 0 where there is none. */
static size_t clear_end(const struct canvas *rule, size_t columns, size_t least) {
    if (columns == 0 || columns + least >= rule->columns) {
        return 0;
    }
    size_t at = rule->columns - columns - 2;
    canvas_repeat(rule, (const size_t[]){0, at - 1}, columns + 2, " ", STYLE_PLAIN);
    return at;
}

/* Puts "W_q → Q → scores" or a path at the right end of RULE. Returns where it begins; 0:
 * nowhere. */
static size_t put_end(const struct scene *scene, const struct canvas *rule, const char *words,
                      size_t least, enum style style) {
    size_t at = clear_end(rule, canvas_columns(words), least);
    if (at > 0) {
        canvas_put(rule, 0, at, words, style);
        scene_tag_names(scene, rule, (const size_t[]){0, at}, words, style);
    }
    return at;
}

/* Appends the values that the last change went through; nothing where there is only one. */
static void write_moved(const struct scene *scene, struct text *path) {
    const char *arrow = scene->terminal->ascii ? " > " : " → ";
    size_t count = 0;
    for (size_t i = 0; scene->has_moved && i < scene->notebook->count; i++) {
        const struct definition *old;
        if (scene_moved(scene, i, &old) && scene->notebook->list[i]->text == NULL) {
            text_format(path, "%s%s", count++ > 0 ? arrow : "", scene->notebook->list[i]->name);
        }
    }
    if (count < 2) {
        text_clear(path);
    }
}

/* Draws the legend of the present value's shades at the right end of RULE, after LEAST columns.
 * Returns where it begins; 0: nowhere. */
static size_t draw_legend(const struct scene *scene, const struct canvas *rule, size_t least) {
    int index = scene->definition == NULL ? CAST_NONE
                                          : cast_find(scene->stage->cast, scene->definition->name);
    if (index == CAST_NONE || scene->shown == NULL || shape_is_number(&scene->shown->shape) ||
        is_hidden(scene)) {
        return 0;
    }
    struct scale scale = scene->stage->scales[index].scale;
    struct legend legend = {&scale, scene->depth, scene->terminal->ascii, true, scene->exceeds};
    size_t at = clear_end(rule, legend_columns(&legend), least + (legend.beyond ? 16 : 0));
    if (at == 0 && legend.beyond) {
        legend.beyond = false; /* rather than cut the formula short */
        at = clear_end(rule, legend_columns(&legend), least);
    }
    if (at > 0) {
        legend_draw(&legend, rule, 0, at);
    }
    return at;
}

/* Names what the stop needs and has no place on the stage, from COLUMN of the rule on. Returns the
 * column after it. */
static size_t draw_dropped(const struct scene *scene, const struct canvas *rule, size_t column) {
    const struct plan *plan = scene->stage->plan;
    const struct cast *cast = scene->stage->cast;
    struct text names = {0};
    for (size_t i = 0; i < plan->dropped_count; i++) {
        const struct value_light *value = &scene->lights.list[plan->dropped[i]];
        bool needed = cast->stops == 0 ||
                      (cast_need(cast, scene->stop, (size_t)plan->dropped[i]) & NEED_NUMBERS) != 0;
        if (value->definition != NULL && value->light == LIGHT_LIT && needed &&
            plan_numbers(plan, scene->stop, plan->dropped[i]) == NULL) {
            text_format(&names, "%s%s", names.length == 0 ? " not shown: " : " ",
                        value->definition->name);
        }
    }
    if (names.length > 0 && column + 20 < rule->columns) {
        text_append(&names, " ");
        column = canvas_put_cut(rule, 0, column, text_string(&names), STYLE_LABEL);
    }
    text_release(&names);
    return column;
}

/* Draws at the right end of RULE, from COLUMN on at most, what the selected value is made from; not
 * while a question is open, which may ask for that. */
static void draw_chain(const struct scene *scene, const struct canvas *rule, size_t column) {
    struct text chain = {0};
    if (scene_quiz(scene) == NULL && scene->session->moment == NULL && !is_hidden(scene)) {
        chain_write(scene, rule->columns - lesser(rule->columns, column + 4), &chain);
    }
    size_t wide = canvas_columns(text_string(&chain));
    if (wide > 0) {
        size_t at = rule->columns - wide - 1;
        canvas_repeat(rule, (const size_t[]){0, at - 1}, wide + 2, " ", STYLE_PLAIN);
        canvas_put(rule, 0, at, text_string(&chain), STYLE_DIM);
        scene_tag_names(scene, rule, (const size_t[]){0, at}, text_string(&chain), STYLE_DIM);
    }
    text_release(&chain);
}

void rule_draw(const struct scene *scene) {
    struct canvas rule = canvas_part(scene->canvas, scene->stage->plan->panes.rule);
    struct text formula = {0}, path = {0}, moved = {0};
    scene_rule(&rule, 0);
    write_rule_formula(scene, &formula);
    if (scene->value != NULL && scene->session->view.depth > 0) {
        view_path(scene->session, &path, scene->failure);
    }
    write_moved(scene, &moved);
    size_t end = put_end(scene, &rule, text_string(&path), 24, STYLE_STRONG);
    end = end > 0 ? end : put_end(scene, &rule, text_string(&moved), 34, STYLE_CHANGED);
    struct canvas left =
        canvas_part(&rule, (struct box){0, 0, 1, end > 0 ? end - 1 : rule.columns});
    size_t least = end > 0 ? canvas_columns(text_string(&formula)) + 8 : 29;
    least += end > 0 ? canvas_columns(compared(scene)) : 0;
    size_t legend = draw_legend(scene, &left, least);
    end = legend > 0 ? legend : end;
    end = end > 0 ? end - 2 : rule.columns;
    struct canvas room = canvas_part(&rule, (struct box){0, 0, 1, end - lesser(end, 1)});
    size_t behind = 1;
    add_shape(scene, room.columns - lesser(room.columns, 3), &formula);
    if (formula.length > 0 && end > 8) {
        canvas_put(&rule, 0, 2, " ", STYLE_PLAIN);
        behind = canvas_put_cut(&room, 0, 3, text_string(&formula), STYLE_FORMULA);
        scene_tag_names(scene, &room, (const size_t[]){0, 3}, text_string(&formula), STYLE_FORMULA);
        canvas_put(&rule, 0, behind, " ", STYLE_PLAIN);
    }
    behind = draw_dropped(scene, &room, behind + 1);
    if (path.length == 0 && moved.length == 0) {
        draw_chain(scene, &room, behind);
    }
    text_release(&formula);
    text_release(&path);
    text_release(&moved);
}
