/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/lights.h"

#include "base/memory.h"
#include "canvas/naming.h"
#include "language/reader.h"
#include "notebook/train.h"
#include "panels/hidden.h"
#include "panels/questions.h"

#include <stdint.h>
#include <string.h>

void lights_release(struct lights *lights) {
    memory_free(lights->list);
}

/* --- what meets ------------------------------------------------------------------------------- */

/* Whose values are lit. */
struct lighting {
    struct scene *scene;
    const struct cast *cast;
    struct lights *lights;
};

/* Adds the cell AT, which went into the present number: in the PRESENT term, or in another. */
static void add_meeting(const struct lighting *lighting, const struct number_place *at,
                        bool present) {
    struct shape shape = at->definition->value->shape;
    bool columns = lighting->scene->session->display.columns;
    for (size_t i = 0; i < lighting->cast->count; i++) {
        struct value_light *value = &lighting->lights->list[i];
        if (value->definition != at->definition || shape_cells(&shape) <= at->cell) {
            continue;
        }
        bool transposed = (lighting->cast->values[i].transposed != CAST_NONE) != columns;
        struct place place = tensor_place(&shape, at->cell), there = place;
        const size_t shown[2] = {place.at[transposed ? AXIS_COLUMN : AXIS_ROW],
                                 place.at[transposed ? AXIS_ROW : AXIS_COLUMN]};
        for (size_t axis = 0; axis < 2; axis++) {
            size_t to = shown[axis];
            value->first[axis] = value->meets ? lesser(value->first[axis], to) : to;
            value->last[axis] = value->meets ? greater(value->last[axis], to) : to;
        }
        value->matrix = place.at[AXIS_BATCH] * shape.size[AXIS_HEAD] + place.at[AXIS_HEAD];
        value->meets = true;
        if (present) {
            struct shape as_shown = transposed ? shape_transposed(&shape) : shape;
            there.at[AXIS_ROW] = shown[0];
            there.at[AXIS_COLUMN] = shown[1];
            value->term = tensor_index(&as_shown, &there);
        }
    }
}

/* Follows a cell of K.T or X[1] within a formula to one of K or X: of what only moves numbers.
 */
static bool pass_moved(const struct scene *scene, struct number_place *at) {
    bool follows = at->definition != NULL;
    while (follows && at->definition == scene->definition) {
        const struct definition *within = at->definition;
        struct explanation explanation = {0};
        follows = at->operation < within->operation_count &&
                  within->operations[at->operation].call.op->moves &&
                  explain_cell(within, at->operation, at->cell, &explanation, scene->failure) &&
                  explanation.kind == EXPLAINED_STEPS && explanation.steps.count > 0 &&
                  explanation_follow(&explanation, explanation.steps.list, &at->definition,
                                     &at->operation, &at->cell);
        explanation_release(&explanation);
    }
    return follows;
}

/* True when the arithmetic is that of the present number: not of a change, nor left out because a
 * question is open. */
static bool has_arithmetic(const struct scene *scene) {
    const struct definition *old, *of = scene->definition;
    size_t index =
        of == NULL ? scene->notebook->count : notebook_position(scene->notebook, of->name);
    bool changed = baseline_of(scene) != NULL ||
                   (index < scene->notebook->count && scene_moved(scene, index, &old));
    return scene_quiz(scene) == NULL && scene_reached(scene) && !changed;
}

/* Finds the cells that the present number was made from; none for a sum that is too long to
 * read. */
static void find_meeting(const struct lighting *lighting) {
    enum { MOST = 2000 };
    struct scene *scene = lighting->scene;
    const struct explanation *explanation = &scene->explanation;
    if (!scene->explained || explanation->kind != EXPLAINED_STEPS ||
        explanation->steps.count > MOST ||
        (!lighting->lights->stepping && !has_arithmetic(scene))) {
        return;
    }
    bool here = scene_steps_here(scene);
    size_t term = here ? scene->session->focus.place.term : SIZE_MAX;
    size_t read[CALL_ARGUMENTS] = {0}; /* how many cells of each operand came before */
    for (size_t i = 0; i < explanation->steps.count; i++) {
        const struct step *step = &explanation->steps.list[i];
        struct number_place at;
        bool present = step->kind == STEP_CELL && step->operand < CALL_ARGUMENTS &&
                       read[step->operand]++ == term;
        if (step->kind == STEP_CELL &&
            explanation_follow(explanation, step, &at.definition, &at.operation, &at.cell) &&
            pass_moved(scene, &at)) {
            add_meeting(lighting, &at, present);
        }
    }
}

/* --- light ------------------------------------------------------------------------------------ */

/* True when a training that is under way moves DEFINITION. */
static bool is_trained(const struct scene *scene, const struct definition *definition) {
    const struct training_moment *moment = scene->session->moment;
    for (size_t i = 0; moment != NULL && i < moment->training->count; i++) {
        if (text_same(moment->training->names[i], definition->name)) {
            return true;
        }
    }
    return false;
}

/* True when the learner asked for DEFINITION by name: shown or drawn, or typed. */
static bool is_asked_for(const struct scene *scene, const struct definition *definition) {
    const struct session *session = scene->session;
    const char *typed = scene_typed_name(scene);
    return drawing_index(&session->view.drawn.requested, definition->name) != SIZE_MAX ||
           (typed != NULL && text_same(typed, definition->name));
}

/* True when a stop with this NEED, or the learner, is about more of VALUE than the cells that the
 * present number was made from; also when that is one cell, like every other number's. */
static bool is_whole(const struct lighting *lighting, const struct value_light *value,
                     unsigned need) {
    enum { WHOLE = NEED_FOCUS | NEED_QUESTION | NEED_EDIT | NEED_NAMED };
    bool one = value->first[0] == value->last[0] && value->first[1] == value->last[1];
    return !lighting->lights->stepping && (one || (need & WHOLE) != 0 || value->moved ||
                                           is_asked_for(lighting->scene, value->definition));
}

/* True when a stop of the present page, up to this one, was about value I. */
static bool is_of_page(const struct lighting *lighting, size_t i) {
    const struct cast *cast = lighting->cast;
    size_t stop = stage_stop(lighting->scene->session);
    size_t after = cast->stops > 0 ? stop + 1 : 0;
    for (size_t at = after; at-- > 0 && cast->page_of[at] == cast->page_of[stop];) {
        if ((cast_need(cast, at, i) & NEED_NUMBERS) != 0) {
            return true;
        }
    }
    return false;
}

/* Finds the light on value I, for which the stop has this NEED. A value that is K.T of another
 * follows what the stop needs of it, not where the cursor is. */
static enum light find_light(const struct lighting *lighting, size_t i, unsigned need,
                             bool hidden) {
    const struct scene *scene = lighting->scene;
    const struct value_light *value = &lighting->lights->list[i];
    bool stepping = lighting->lights->stepping;
    bool transposed = lighting->cast->values[i].transposed != CAST_NONE;
    bool focus = !transposed && value->definition != NULL && value->definition == scene->definition;
    bool needed = (need & NEED_NUMBERS) != 0 || focus ||
                  (!transposed && value->definition != NULL &&
                   (value->moved || is_trained(scene, value->definition) ||
                    is_asked_for(scene, value->definition)));
    bool meets = stepping && value->meets && (!transposed || needed);
    bool known = (need & NEED_KNOWN) != 0 || needed || meets;
    if (!known) {
        return LIGHT_NOTHING; /* a bare name of what is to come distracts */
    }
    if (hidden && !focus) {
        return LIGHT_FLAT;
    }
    if (value->definition == NULL) {
        return LIGHT_EMPTY;
    }
    bool lit = stepping ? focus || meets : needed;
    bool relevant = needed || (need & NEED_WAY) != 0 || is_of_page(lighting, i);
    return lit ? LIGHT_LIT : relevant ? LIGHT_RELEVANT : LIGHT_SILHOUETTE;
}

static bool is_knob(const struct scene *scene, const char *name) {
    const struct exercise *exercise = scene_exercise(scene);
    for (size_t i = 0; exercise != NULL && i < exercise->allow_count; i++) {
        if (text_same(exercise->allowed[i], name)) {
            return true;
        }
    }
    return false;
}

static bool is_dimmed(const struct value_light *value) {
    return value->light == LIGHT_RELEVANT || value->light == LIGHT_SILHOUETTE;
}

/* True when the question at the stop asks for a number of the value NAME. */
static bool is_asked_number(const struct scene *scene, const char *name) {
    const struct quiz *quiz = scene_quiz(scene);
    const char *key = quiz == NULL || quiz->choice_count > 0 || quiz->key == NULL ? "" : quiz->key;
    size_t length = reader_name(key, strlen(key));
    return length > 0 && length == strlen(name) && memcmp(key, name, length) == 0;
}

/* True when VALUE is made from few matrices: more of them tell little about it. */
static bool has_few_operands(const struct cast *cast, const struct cast_value *value) {
    enum { FEW = 3 };
    size_t count = 0;
    for (size_t k = 0; k < value->operand_count; k++) {
        count += !cast->values[value->operands[k]].lone;
    }
    return count <= FEW;
}

/* Lights, where nothing is stepped through, what the selected value and the number asked for are
 * made from, and at a question what all values are made from that it is about; what others that are
 * lit are made from has its digits. Lights every value when
 * none is lit, for then there is nothing to tell them from. Where only single numbers are lit, the
 * others have their digits. */
static void light_more(const struct lighting *lighting) {
    const struct cast *cast = lighting->cast;
    const struct definition *selected = lighting->scene->definition;
    struct value_light *list = lighting->lights->list;
    bool any = false, matrix = false, asks = scene_quiz(lighting->scene) != NULL;
    for (size_t i = 0; i < cast->count; i++) { /* operands come first: theirs stay dimmed */
        const struct cast_value *value = &cast->values[i];
        bool lit = list[i].light == LIGHT_LIT;
        bool present = selected != NULL && text_same(value->name, selected->name);
        bool lights = lit ? asks || present : is_asked_number(lighting->scene, value->name);
        bool few = has_few_operands(cast, value);
        any = any || lit;
        matrix = matrix || (lit && !value->lone);
        for (size_t k = 0; k < value->operand_count && (lit || lights); k++) {
            struct value_light *operand = &list[value->operands[k]];
            enum light least = lights && few ? LIGHT_LIT : LIGHT_RELEVANT;
            bool dark = is_dimmed(operand) && operand->light < least;
            operand->light = dark ? least : operand->light;
        }
    }
    for (size_t i = 0; i < cast->count && !matrix; i++) {
        bool dimmed = is_dimmed(&list[i]);
        list[i].light = !dimmed ? list[i].light : any ? LIGHT_RELEVANT : LIGHT_LIT;
    }
}

/* Lights the pictures that the stop is about and those of what is lit, dims the others, and leaves
 * out those of what must not be seen or is not there yet. */
static void light_pictures(const struct lighting *lighting, size_t stop) {
    const struct cast *cast = lighting->cast;
    const struct session *session = lighting->scene->session;
    struct value_light *list = lighting->lights->list;
    for (size_t i = 0; i < cast->count; i++) {
        const struct cast_value *picture = &cast->values[i];
        bool about = cast->stops > 0 && (cast_need(cast, stop, i) & NEED_FOCUS) != 0;
        bool learns = session->moment != NULL && picture->requested.count == 0;
        enum light least = LIGHT_LIT, most = about || learns ? LIGHT_LIT : LIGHT_SILHOUETTE;
        for (size_t k = 0; picture->picture && k < picture->operand_count; k++) {
            enum light light = list[picture->operands[k]].light;
            least = light < least ? light : least;
            most = light > most ? light : most;
        }
        if (picture->picture) {
            list[i].light = least < LIGHT_SILHOUETTE ? LIGHT_NOTHING : most;
        }
    }
}

bool lights_make(struct lights *lights, struct scene *scene, const struct stage *stage) {
    const struct cast *cast = stage->cast;
    size_t stop = stage_stop(scene->session);
    bool *hidden = hidden_make(scene);
    *lights = (struct lights){.list = memory_allocate(cast->count, sizeof *lights->list),
                              .stepping = stage->view == STAGE_SCENE && scene->definition != NULL &&
                                          scene_steps(scene)};
    if ((lights->list == NULL && cast->count > 0) ||
        (hidden == NULL && scene->notebook->count > 0)) {
        memory_free(hidden);
        return false;
    }
    for (size_t i = 0; i < cast->count; i++) {
        const struct cast_value *of = &cast->values[i];
        struct value_light *value = &lights->list[i];
        const char *name =
            of->transposed == CAST_NONE ? of->name : cast->values[of->transposed].name;
        size_t index = of->picture ? SIZE_MAX : notebook_index(scene->notebook, name, strlen(name));
        const struct definition *old;
        value->index = index;
        value->term = SIZE_MAX;
        value->definition = index == SIZE_MAX ? NULL : scene->notebook->list[index];
        value->moved = index != SIZE_MAX && scene_moved(scene, index, &old);
        value->turn = of->transposed == CAST_NONE && is_knob(scene, name);
    }
    struct lighting lighting = {scene, cast, lights};
    find_meeting(&lighting);
    for (size_t i = 0; i < cast->count; i++) {
        struct value_light *value = &lights->list[i];
        bool hides = hidden != NULL && value->index != SIZE_MAX && hidden[value->index];
        unsigned need = stage->view == STAGE_SCENE && cast->stops > 0 ? cast_need(cast, stop, i)
                                                                      : NEED_NUMBERS | NEED_KNOWN;
        value->light = find_light(&lighting, i, need, hides);
        value->whole = value->meets && is_whole(&lighting, value, need);
    }
    if (!lights->stepping && cast->stops > 0) {
        light_more(&lighting);
    }
    light_pictures(&lighting, stop);
    memory_free(hidden);
    return true;
}
