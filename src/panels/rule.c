/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* rule: the line under the stage: "── scores = Q @ K.T   3×3 ──── output[1,1] ‹ weights[1,2] ──".
 */
#include "base/memory.h"
#include "canvas/axes.h"
#include "notebook/train.h"
#include "panels/scene.h"
#include "session/printing.h"

#include <stdint.h>

enum {
    STEPS = 13, /* of a chain, at most */
    LEAST = 3   /* two are the formula */
};

/* Writes the formula of the selected value. */
static void write_rule_formula(const struct scene *scene, struct text *out) {
    if (scene->definition == NULL) {
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

/* --- what it is made from --------------------------------------------------------------------- */

struct chain {
    const struct scene *scene;
    struct link {
        bool named;  /* it is a matrix that the stage shows: nothing is said of others */
        size_t from; /* of what it uses, that with the longest chain; SIZE_MAX: it uses nothing */
        size_t steps;
    } * links;                 /* one a definition of the notebook */
    size_t list[STEPS], count; /* from the first that is made from the selected value back */
};

/* Returns the next, from the Kth on, of what definition I uses and is named, and moves K behind it;
 * SIZE_MAX: there are no more. */
static size_t next_used(const struct chain *chain, size_t i, size_t *k) {
    const struct notebook *notebook = chain->scene->notebook;
    size_t count;
    struct definition *const *uses = notebook_uses(notebook, notebook->list[i], &count);
    while (*k < count) {
        size_t at = notebook_position(notebook, uses[(*k)++]->name);
        if (at < i && chain->links[at].named) {
            return at;
        }
    }
    return SIZE_MAX;
}

/* Finds what may be named (not what is still to come or an open question hides, and no lone number
 * but the selected one, for a size says little about where numbers come from), and the longest
 * chain of it. */
static void find_chain(struct chain *chain, size_t selected) {
    const struct stage *stage = chain->scene->stage;
    struct link *links = chain->links;
    for (size_t i = 0; i < stage->cast->count; i++) {
        const struct value_light *value = &chain->scene->lights.list[i];
        if (value->index != SIZE_MAX && value->light >= LIGHT_SILHOUETTE) {
            bool one = stage->cast->values[i].lone || value->definition->text != NULL;
            links[value->index].named = !one || value->index == selected;
        }
    }
    for (size_t i = 0; i < chain->scene->notebook->count; i++) {
        size_t k = 0, at;
        links[i].from = SIZE_MAX;
        while ((at = next_used(chain, i, &k)) != SIZE_MAX) {
            if (links[at].steps + 1 > links[i].steps) {
                links[i].steps = links[at].steps + 1;
                links[i].from = at;
            }
            if (at == selected && links[i].named && chain->count == 0) {
                chain->list[chain->count++] = i;
            }
        }
    }
    for (size_t at = selected; at != SIZE_MAX && chain->count < STEPS; at = links[at].from) {
        chain->list[chain->count++] = at;
    }
}

static void write_linked(const struct chain *chain, const char *before, size_t i,
                         struct text *out) {
    const struct definition *definition = chain->scene->notebook->list[i];
    enum style role = axes_role(definition);
    bool plain = role == STYLE_FORMULA && definition != chain->scene->definition;
    style_mark(STYLE_DIM, out);
    text_append(out, before);
    style_mark(plain ? STYLE_LABEL : role, out);
    text_append(out, definition->name);
}

/* Writes the chain without its first CUT steps, else with all that the first one after the inputs
 * is made from. */
static void write_links(const struct chain *chain, size_t cut, struct text *out) {
    size_t first = chain->count - 1 - cut, k = 0, at;
    text_clear(out);
    text_append(out, cut == 0 ? "" : "…");
    while (cut == 0 && (at = next_used(chain, chain->list[first - 1], &k)) != SIZE_MAX) {
        write_linked(chain, out->length > 0 ? ", " : "", at, out);
    }
    for (size_t i = cut == 0 ? first : first + 1; i-- > 0;) {
        write_linked(chain, " → ", chain->list[i], out);
    }
}

/* Appends "X, W_q → Q → scores → weights", styled: what the selected value is made from, back to
 * what was written, and what is made from it next; the longest chain, cut at its beginning to
 * COLUMNS. Nothing where the formula of the selected value says as much. */
static void write_origin(const struct scene *scene, size_t columns, struct text *out) {
    const struct notebook *notebook = scene->notebook;
    const char *name = scene->definition != NULL ? scene->definition->name : "";
    size_t selected = notebook_position(notebook, name);
    struct chain chain = {.scene = scene,
                          .links = memory_allocate(notebook->count, sizeof *chain.links)};
    if (chain.links != NULL && selected < notebook->count) {
        find_chain(&chain, selected);
    }
    for (size_t cut = 0; cut + LEAST <= chain.count; cut++) {
        write_links(&chain, cut, out);
        if (canvas_columns(text_string(out)) <= columns) {
            break;
        }
        text_clear(out);
    }
    memory_free(chain.links);
}

/* --- the line --------------------------------------------------------------------------------- */

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
    size_t count = 0;
    for (size_t i = 0; scene->has_moved && i < scene->notebook->count; i++) {
        const struct definition *old;
        if (scene_moved(scene, i, &old) && scene->notebook->list[i]->text == NULL) {
            text_format(path, "%s%s", count++ > 0 ? " → " : "", scene->notebook->list[i]->name);
        }
    }
    if (count < 2) {
        text_clear(path);
    }
}

/* Draws the legend of the present value's shades at the right end of RULE, after LEAST columns.
 * INDEX is the value's in the cast. Returns where it begins; 0: nowhere. */
static size_t draw_legend(const struct scene *scene, int index, const struct canvas *rule,
                          size_t least) {
    if (index == CAST_NONE || scene->shown == NULL || shape_is_number(&scene->shown->shape)) {
        return 0;
    }
    struct scale scale = scene->stage->scales[index].scale;
    struct legend legend = {&scale, scene->depth, true, scene->exceeds};
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

void rule_draw(const struct scene *scene) {
    struct canvas rule = canvas_part(scene->canvas, scene->stage->plan->panes.rule);
    struct text formula = {0}, words = {0};
    int index = scene->definition == NULL ? CAST_NONE
                                          : cast_find(scene->stage->cast, scene->definition->name);
    /* an open question hides it: its formula could be the answer */
    bool hidden = index != CAST_NONE && scene->lights.list[index].light == LIGHT_FLAT;
    bool learns = scene->session->moment != NULL;
    bool dived = scene->value != NULL && scene->session->view.depth > 0;
    const char *compared = learns || baseline_of(scene) == NULL ? "" : "   baseline → now";
    scene_rule(&rule, 0);
    if (learns) {
        training_heading(scene->session->moment->training, &formula);
    } else if (scene->shown != NULL && !hidden) {
        write_rule_formula(scene, &formula);
    }
    if (dived) {
        view_path(scene->session, &words, scene->failure);
    } else {
        write_moved(scene, &words);
    }
    size_t end = put_end(scene, &rule, text_string(&words), dived ? 24 : 34,
                         dived ? STYLE_STRONG : STYLE_CHANGED);
    size_t own = canvas_columns(text_string(&formula)) + 8 + canvas_columns(compared);
    struct canvas left =
        canvas_part(&rule, (struct box){0, 0, 1, end > 0 ? end - 1 : rule.columns});
    size_t legend = hidden ? 0 : draw_legend(scene, index, &left, end > 0 ? own : 29);
    end = legend > 0 ? legend : end;
    left = canvas_part(&rule, (struct box){0, 0, 1, end > 0 ? end - 2 : rule.columns});
    struct canvas room = canvas_part(&left, (struct box){0, 0, 1, left.columns - 1});
    size_t length = formula.length, behind = 1;
    if (length > 0 && !learns) {
        if (!shape_is_number(&scene->shown->shape)) { /* half of a shape says nothing */
            text_append(&formula, "   ");
            shape_write(&scene->shown->shape, &formula);
            size_t columns = canvas_columns(text_string(&formula)) + canvas_columns(compared);
            text_truncate(&formula, columns + 3 <= room.columns ? formula.length : length);
        }
        text_append(&formula, compared);
    }
    if (length > 0 && left.columns > 8) {
        canvas_put(&rule, 0, 2, " ", STYLE_PLAIN);
        behind = canvas_put_cut(&room, 0, 3, text_string(&formula), STYLE_FORMULA);
        scene_tag_names(scene, &room, (const size_t[]){0, 3}, text_string(&formula), STYLE_FORMULA);
        canvas_put(&rule, 0, behind, " ", STYLE_PLAIN);
    }
    behind = draw_dropped(scene, &room, behind + 1);
    /* while a question is open it may ask what the value is made from */
    if (words.length == 0 && !learns && !hidden && scene_quiz(scene) == NULL) {
        write_origin(scene, room.columns - lesser(room.columns, behind + 4), &words);
        put_end(scene, &left, text_string(&words), 0, STYLE_DIM);
    }
    text_release(&formula);
    text_release(&words);
}
