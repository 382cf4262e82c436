/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* rule: the line under the stage: "── scores = Q @ K.T   3×3 ──── output[1,1] ‹ weights[1,2] ──".
 */
#include "base/number.h"
#include "notebook/train.h"
#include "panels/scene.h"
#include "session/printing.h"

#include <stdint.h>
#include <string.h>

/* True when the selected number is given, in an exercise: it may be one to change. */
static bool is_to_change(const struct scene *scene) {
    return scene->exercise != NULL && scene->definition != NULL && scene->definition->leaf &&
           scene->value != NULL && scene->value == scene->definition->value &&
           !shape_is_number(&scene->value->shape) &&
           scene->cell < shape_cells(&scene->value->shape);
}

/* Writes the formula of the selected value; of what is to be changed, which number is selected. */
static void write_rule_formula(const struct scene *scene, struct text *out) {
    char number[NUMBER_TEXT];
    if (is_to_change(scene)) {
        number_short(number, scene->value->cells[scene->cell], scene->session->display.precision);
        definition_address(scene->definition, scene->cell, scene->session->display.columns, out);
        text_format(out, " = %s", number);
    } else if (scene->definition->leaf && scene->definition->edits.count > 0) {
        text_append(out, scene->definition->name); /* what was written is no longer so */
    } else if (scene->session->view.operation == SIZE_MAX) {
        printing_formula(scene->session, scene->definition, out);
    } else {
        printing_operation(scene->session, scene->definition, scene->operation, out);
    }
}

static const char LINK[] = " ‹ "; /* between the numbers of a path (view_path) */

/* --- the line --------------------------------------------------------------------------------- */

/* Takes COLUMNS at the right end of RULE, and a blank at either side, where LEAST more are left.
 * Returns that part; one without columns where there is none. */
static struct canvas take_end(struct canvas *rule, size_t columns, size_t least) {
    struct canvas end = {0};
    if (columns > 0 && columns + least < rule->columns) {
        size_t at = rule->columns - columns - 2;
        canvas_repeat(rule, (const size_t[]){0, at - 1}, columns + 2, " ", STYLE_PLAIN);
        end = canvas_part(rule, (struct box){0, at, 1, columns});
        rule->columns = at - 1;
    }
    return end;
}

/* True when USER is made from DEFINITION. */
static bool is_made_from(const struct notebook *notebook, const struct definition *user,
                         const struct definition *definition) {
    size_t count;
    struct definition *const *uses = notebook_uses(notebook, user, &count);
    bool made = false;
    for (size_t i = 0; i < count; i++) {
        made |= uses[i] == definition;
    }
    return made;
}

/* Appends the values that the last change went through, with an arrow to what is made from the one
 * before it; nothing where there is only one. */
static void write_moved(const struct scene *scene, struct text *path) {
    const struct definition *before = NULL;
    size_t count = 0;
    for (size_t i = 0; scene->has_moved && i < scene->notebook->count; i++) {
        const struct definition *now = scene->notebook->list[i];
        if (scene->past[i].differs && now->text == NULL) {
            bool follows = before != NULL && is_made_from(scene->notebook, now, before);
            text_format(path, "%s%s", count++ == 0 ? "" : follows ? " → " : ", ", now->name);
            before = now;
        }
    }
    if (count < 2) {
        text_clear(path);
    }
}

/* Draws the legend of value INDEX's shades at the right end of RULE, after LEAST columns. */
static void draw_legend(const struct scene *scene, int index, struct canvas *rule, size_t least) {
    if (index == CAST_NONE || scene->shown == NULL || scene->cast->values[index].lone ||
        shape_is_number(&scene->shown->shape)) {
        return;
    }
    struct scale scale = scene->stage->scales[index].scale;
    struct legend legend = {&scale, scene->depth, scene->exceeds};
    struct canvas end = take_end(rule, legend_columns(&legend), least + (legend.beyond ? 16 : 0));
    if (end.columns == 0 && legend.beyond) {
        legend.beyond = false; /* rather than cut the formula short */
        end = take_end(rule, legend_columns(&legend), least);
    }
    if (end.columns > 0) {
        legend_draw(&legend, &end, 0, 0);
    }
}

/* True when a picture on the stage shows value INDEX. */
static bool is_pictured(const struct scene *scene, int index) {
    const struct place_on_stage *place;
    bool shows = false;
    for (size_t i = 0; (place = plan_place(scene->plan, scene->stop, i)) != NULL; i++) {
        shows |= place->form == FORM_PICTURE && cast_is_operand(scene->cast, index, place->value);
    }
    return shows;
}

/* Names what the stop needs and has no place on the stage, from COLUMN of the rule on. */
static void draw_dropped(const struct scene *scene, const struct canvas *rule, size_t column) {
    const struct plan *plan = scene->plan;
    const struct cast *cast = scene->cast;
    struct text names = {0};
    for (size_t i = 0; i < cast->count && scene->plan->view != PLAN_ALONE; i++) {
        const struct value_light *value = &scene->lights.list[i];
        bool needed = (cast_need(cast, scene->stop, i) & NEED_NUMBERS) != 0 &&
                      cast->values[i].transposed == CAST_NONE;
        if (value->definition != NULL && value->light == LIGHT_LIT && needed &&
            plan_numbers(plan, scene->stop, (int)i) == NULL && !value->elsewhere &&
            !is_pictured(scene, (int)i) &&
            value->definition != scene->definition) { /* which is drawn anyway */
            text_format(&names, "%s%s", names.length == 0 ? " not shown: " : " ",
                        value->definition->name);
        }
    }
    if (names.length > 0 && column + 20 < rule->columns) {
        text_append(&names, " ");
        canvas_put_cut(rule, 0, column, text_string(&names), STYLE_LABEL);
    }
    text_release(&names);
}

/* Draws at the right end of RULE as much of the path of a dive as has room there, its end, or what
 * the last change moved. False: there is neither. */
static bool draw_path(const struct scene *scene, struct canvas *rule) {
    bool dived = scene->value != NULL && scene->session->view.depth > 0;
    enum style style = dived ? STYLE_STRONG : STYLE_CHANGED;
    size_t left = dived ? 24 : 34; /* columns for the formula */
    struct text words = {0};
    if (dived) {
        view_path(scene->session, &words, scene->failure);
    } else {
        write_moved(scene, &words);
    }
    const char *path = text_string(&words), *next;
    while (dived && canvas_columns(path) + left >= rule->columns &&
           (next = strstr(path, LINK)) != NULL) {
        path = next + strlen(LINK); /* where the learner is matters more than where it began */
    }
    struct canvas end = take_end(rule, canvas_columns(path), left);
    canvas_put(&end, 0, 0, path, style);
    scene_tag_names(scene, &end, (const size_t[]){0, 0}, path, style);
    text_release(&words);
    return end.columns > 0;
}

void rule_draw(const struct scene *scene) {
    struct canvas rule = canvas_part(scene->canvas, scene->plan->panes.rule);
    struct text formula = {0};
    const struct asked *asked = &scene->asked;
    bool other = asked->written[0] != '\0' &&
                 (asked->value == CAST_NONE || asked->value != scene_selected(scene));
    int index = other ? asked->value : scene_selected(scene);
    /* an open question hides it: its formula could be the answer */
    bool hidden = index != CAST_NONE && scene->lights.list[index].light == LIGHT_FLAT;
    bool learns = scene->session->moment != NULL;
    const char *compared = learns || baseline_of(scene) == NULL ? "" : "   baseline → now";
    scene_rule(&rule);
    if (learns) {
        training_heading(scene->session->moment->training, &formula);
    } else if (other) {
        text_append_bytes(&formula, asked->written, strcspn(asked->written, "["));
    } else if (scene->shown != NULL && !hidden) {
        write_rule_formula(scene, &formula);
    }
    size_t whole = rule.columns;
    bool path = draw_path(scene, &rule);
    if (!hidden) {
        size_t own = canvas_columns(text_string(&formula)) + 8 + canvas_columns(compared);
        draw_legend(scene, index, &rule, path ? own : 29);
    }
    size_t least = rule.columns < whole ? 2 : 1; /* columns of the line that stay */
    struct canvas room = canvas_part(&rule, (struct box){0, 0, 1, rule.columns - least});
    size_t length = formula.length, behind = 1;
    if (length > 0 && !learns) {
        if (!other && !shape_is_number(&scene->shown->shape) &&
            !is_to_change(scene)) { /* half of a shape says nothing */
            text_append(&formula, "   ");
            shape_write(&scene->shown->shape, &formula);
            size_t columns = canvas_columns(text_string(&formula)) + canvas_columns(compared);
            text_truncate(&formula, columns + 3 <= room.columns ? formula.length : length);
        }
        text_append(&formula, compared);
    }
    if (length > 0) {
        canvas_put(&rule, 0, 2, " ", STYLE_PLAIN);
        behind = canvas_put_cut(&room, 0, 3, text_string(&formula), STYLE_FORMULA);
        scene_tag_names(scene, &room, (const size_t[]){0, 3}, text_string(&formula), STYLE_FORMULA);
        canvas_put(&rule, 0, behind, " ", STYLE_PLAIN);
    }
    draw_dropped(scene, &room, behind + 1);
    text_release(&formula);
}
