/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/looks.h"

#include "base/memory.h"
#include "canvas/naming.h"
#include "canvas/sweep.h"
#include "notebook/train.h"
#include "session/session.h"
#include "session/trail.h"

#include <stdint.h>
#include <string.h>

void looks_init(struct looks *looks) {
    *looks = (struct looks){
        .operation = SIZE_MAX, .nudge = LOOKS_NUDGE, .warned = SIZE_MAX, .settled = SIZE_MAX};
    notebook_init(&looks->last.before);
    notebook_init(&looks->last.slopes);
}

bool looks_answered(const struct looks *looks) {
    return looks->cover == COVER_ANSWER || looks->cover == COVER_GRADIENT;
}

void looks_release(struct looks *looks) {
    memory_free(looks->last.baseline);
    text_release(&looks->last.answer);
    text_release(&looks->last.derived);
    text_release(&looks->last.message);
    notebook_release(&looks->last.before);
    notebook_release(&looks->last.slopes);
    if (looks->last.trained != NULL) {
        training_release(looks->last.trained);
    }
    if (looks->last.swept != NULL) {
        sweep_release(looks->last.swept);
    }
    looks_init(looks);
}

void looks_copy(struct looks *copy, const struct looks *looks) {
    const struct outcome *last = &looks->last;
    *copy = *looks;
    copy->last = (struct outcome){.own = last->own};
    notebook_copy(&copy->last.before, &last->before);
    notebook_copy(&copy->last.slopes, &last->slopes);
    copy->last.trained = last->trained == NULL ? NULL : training_retain(last->trained);
    copy->last.swept = last->swept == NULL ? NULL : sweep_retain(last->swept);
    text_append(&copy->last.answer, text_string(&last->answer));
    text_append(&copy->last.derived, text_string(&last->derived));
    if (last->baseline != NULL) {
        copy->last.baseline = memory_text(last->baseline, strlen(last->baseline));
    }
}

/* --- the selected value ----------------------------------------------------------------------- */

const struct definition *looks_definition(const struct session *session) {
    const struct definition *focused = session_focused(session);
    const struct notebook *notebook = session_notebook(session);
    if (focused != NULL || notebook->count == 0 || session->looks.blank) {
        return focused;
    }
    return notebook->list[notebook->count - 1];
}

/* Returns the operation whose result is shown; the last one's is the definition's value. */
static size_t looked_operation(const struct looks *looks, const struct definition *definition) {
    return looks->operation + 1 < definition->operation_count ? looks->operation : SIZE_MAX;
}

static const struct tensor *operation_result(const struct definition *definition,
                                             size_t operation) {
    return operation < definition->operation_count ? definition->operations[operation].result
                                                   : definition->value;
}

const struct tensor *looks_value(const struct session *session) {
    const struct definition *definition = looks_definition(session);
    return definition == NULL
               ? NULL
               : operation_result(definition, looked_operation(&session->looks, definition));
}

void looks_keep(struct session *session) {
    struct looks *looks = &session->looks;
    const struct definition *definition = looks_definition(session);
    if (definition != NULL) {
        looks->operation = looked_operation(looks, definition);
        size_t cells = shape_cells(&operation_result(definition, looks->operation)->shape);
        looks->cell = looks->cell < cells ? looks->cell : cells == 0 ? 0 : cells - 1;
    }
}

size_t looks_reached(const struct session *session) {
    const struct tensor *value = looks_value(session);
    const struct definition *definition = looks_definition(session);
    if (value == NULL) {
        return 0;
    }
    if (definition != session_focused(session) || definition->operation_count == 0) {
        return shape_cells(&value->shape);
    }
    size_t operation = session->looks.operation;
    operation = operation == SIZE_MAX ? definition->operation_count - 1 : operation;
    return replay_reached(definition, &session->focus.place, operation, NULL);
}

/* --- the cursor ------------------------------------------------------------------------------- */

/* Moves AT by STEP and keeps it inside SIZE. */
static size_t moved_position(size_t at, long step, size_t size) {
    if (step < 0) {
        size_t down = (size_t)-step;
        return at < down ? 0 : at - down;
    }
    size_t left = size - 1 - at;
    return (size_t)step > left ? size - 1 : at + (size_t)step;
}

bool looks_move(struct session *session, long rows, long columns) {
    const struct tensor *value = looks_value(session);
    if (value == NULL || shape_cells(&value->shape) == 0) {
        return false;
    }
    size_t height = shape_rows(&value->shape);
    size_t width = shape_columns(&value->shape);
    size_t *cell = &session->looks.cell;
    size_t before = *cell;
    size_t matrix = before / (height * width);
    size_t row = before / width % height;
    size_t column = before % width;
    row = moved_position(row, session->view.columns ? columns : rows, height);
    column = moved_position(column, session->view.columns ? rows : columns, width);
    *cell = (matrix * height + row) * width + column;
    return *cell != before;
}

bool looks_turn(struct session *session, long matrices) {
    const struct tensor *value = looks_value(session);
    if (value == NULL || shape_cells(&value->shape) == 0) {
        return false;
    }
    size_t size = shape_rows(&value->shape) * shape_columns(&value->shape);
    size_t *cell = &session->looks.cell;
    size_t matrix = *cell / size;
    size_t to = moved_position(matrix, matrices, shape_matrices(&value->shape));
    *cell = to * size + *cell % size;
    return to != matrix;
}

bool looks_at(struct session *session, const char *name, size_t cell, struct failure *failure) {
    bool there = session->focus.name != NULL && text_same(session->focus.name, name);
    if (!there && !session_look_aside(session, name, failure)) {
        return false;
    }
    session->looks.depth = 0;
    session->looks.operation = SIZE_MAX;
    session->looks.cell = cell;
    looks_keep(session);
    return looks_value(session) != NULL;
}

/* Notes where the cursor left a picture that was asked for, or drops the picture when the value
 * changes. */
static void leave_picture(struct looks *looks, const struct definition *old, const char *name) {
    struct drawn *drawn = &looks->drawn;
    size_t left = old == NULL ? SIZE_MAX : drawing_index(&drawn->asked, old->name);
    if (left != SIZE_MAX && looks->operation == SIZE_MAX) {
        drawn->value = left;
        drawn->cell = looks->cell;
    }
    if (name == NULL || drawing_index(&drawn->asked, name) == SIZE_MAX) {
        drawn->asked.count = 0;
    }
}

void looks_refocus(struct session *session, const struct definition *old, const char *name) {
    struct looks *looks = &session->looks;
    const struct definition *newer =
        name == NULL ? NULL : notebook_find(session_notebook(session), name);
    leave_picture(looks, old, name);
    if (old != NULL && old == newer) {
        return;
    }
    bool alike = old != NULL && newer != NULL && looked_operation(looks, old) == SIZE_MAX &&
                 shape_same_sizes(&old->value->shape, &newer->value->shape);
    bool back = newer != NULL && drawing_index(&looks->drawn.asked, name) == looks->drawn.value &&
                looks->drawn.cell < shape_cells(&newer->value->shape);
    looks->cell = back ? looks->drawn.cell : alike ? looks->cell : 0;
    looks->operation = SIZE_MAX;
    looks->depth = 0;
}

void looks_follow(struct session *session) {
    struct looks *looks = &session->looks;
    const struct definition *definition = session_focused(session);
    const struct place_in *place = &session->focus.place;
    looks->depth = 0;
    looks->cover = COVER_NONE;
    looks->operation = SIZE_MAX;
    if (definition == NULL) {
        return;
    }
    enum grain grain = replay_grain(definition, place);
    if (grain != GRAIN_DEFINITION) {
        looks->operation = place->operation;
    }
    const struct tensor *value = looks_value(session);
    if (grain >= GRAIN_ROW) {
        size_t columns = shape_columns(&value->shape);
        size_t column = grain == GRAIN_ROW ? looks->cell % columns : place->column;
        looks->cell = place->row * columns + column;
    }
    looks_keep(session);
}

/* --- into an operand and out again ------------------------------------------------------------ */

static bool place_looked_at(const struct session *session, struct number_place *at,
                            struct failure *failure) {
    const struct tensor *value = looks_value(session);
    const struct definition *definition = looks_definition(session);
    if (value == NULL || definition == NULL) {
        return failure_set(failure, "there is no number to look at yet");
    }
    if (shape_cells(&value->shape) == 0) {
        return failure_set(failure, "there is no number to look at: the matrix is empty");
    }
    *at = (struct number_place){definition, session->looks.operation, session->looks.cell};
    return true;
}

/* Returns the step that makes term TERM of a ledger, or SIZE_MAX. */
static size_t term_step(const struct steps *steps, size_t term) {
    for (size_t i = 0; steps->form == STEPS_LEDGER && i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        if (step->stage != NULL && step->row == term && text_same(step->stage, STAGE_TERM)) {
            return i;
        }
    }
    return SIZE_MAX;
}

/* True when step I is the one that the learner means: in the present term, or for columns in the
 * explained cell's own row. */
static bool is_meant(const struct steps *steps, size_t i, size_t term) {
    if (steps->form == STEPS_COLUMNS) {
        return steps->list[i].row == steps->entry;
    }
    size_t top = term_step(steps, term);
    if (top == SIZE_MAX || steps->list[top].kind != STEP_APPLY) {
        return top == i;
    }
    return steps->list[top].left == (long)i || steps->list[top].right == (long)i;
}

static bool seen_before(const struct steps *steps, size_t i) {
    for (size_t k = 0; k < i; k++) {
        if (steps->list[k].kind == STEP_CELL && steps->list[k].operand == steps->list[i].operand) {
            return true;
        }
    }
    return false;
}

/* Returns the step that reads a cell of operand number CHOICE: the one that is meant, else the
 * first. NULL when there are fewer operands; *COUNT is how many there are. */
static const struct step *choose_operand_step(const struct steps *steps, size_t choice, size_t term,
                                              size_t *count) {
    const struct step *first = NULL;
    *count = 0;
    for (size_t i = 0; i < steps->count; i++) {
        if (steps->list[i].kind == STEP_CELL && !seen_before(steps, i)) {
            first = *count == choice ? &steps->list[i] : first;
            (*count)++;
        }
    }
    for (size_t i = 0; first != NULL && i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        if (step->kind == STEP_CELL && step->operand == first->operand &&
            is_meant(steps, i, term)) {
            return step;
        }
    }
    return first;
}

static bool nothing_below(const struct explanation *explanation, size_t count, bool columns,
                          struct failure *failure) {
    struct text name = {0};
    naming_cell(explanation, columns, &name);
    const char *cell = text_string(&name);
    if (count > 0) {
        failure_set(failure, "%s has %zu operand%s", cell, count, count == 1 ? "" : "s");
    } else if (naming_is_written(explanation)) {
        failure_set(failure, "%s is a number as written: there is nothing below it", cell);
    } else if (explanation->kind == EXPLAINED_PINNED || explanation->kind == EXPLAINED_EDITED) {
        failure_set(failure, "%s was set by hand: there is nothing below it", cell);
    } else {
        failure_set(failure, "%s was not made from other cells: there is nothing below it", cell);
    }
    text_release(&name);
    return false;
}

/* Returns the present term, when replay is inside the selected cell; else the first. */
static size_t present_term(const struct session *session, const struct number_place *at) {
    const struct place_in *place = &session->focus.place;
    const struct definition *focused = session_focused(session);
    if (focused == NULL || at->definition != focused ||
        replay_grain(focused, place) != GRAIN_TERM) {
        return 0;
    }
    size_t last = focused->operation_count - 1;
    size_t operation = at->operation == SIZE_MAX ? last : at->operation;
    size_t columns = shape_columns(&focused->operations[operation].result->shape);
    bool same = operation == place->operation && at->cell == place->row * columns + place->column;
    return same ? place->term : 0;
}

/* Replaces AT by the cell below it: of operand number CHOICE, or of the first operand that is not a
 * literal, as in 2 * W_q. */
static bool descend_to_operand(struct session *session, size_t choice, struct number_place *at,
                               struct failure *failure) {
    struct explanation explanation;
    if (!explain_cell(at->definition, at->operation, at->cell, &explanation, failure)) {
        return false;
    }
    const struct definition *from = at->definition;
    size_t count = 0, operand = choice;
    size_t term = present_term(session, at);
    bool ok = false, there = !naming_is_written(&explanation);
    for (; there && !ok && (operand == choice || choice == 0); operand++) {
        const struct step *step = choose_operand_step(&explanation.steps, operand, term, &count);
        there = step != NULL;
        ok = there &&
             explanation_follow(&explanation, step, &at->definition, &at->operation, &at->cell);
    }
    if (!ok) {
        bool missing = !there && choice > 0;
        nothing_below(&explanation, missing ? count : 0, session->view.columns, failure);
    }
    explanation_release(&explanation);
    return ok && naming_pass_moves(from, at, failure);
}

bool looks_below(const struct explanation *explanation) {
    const struct steps *steps = &explanation->steps;
    const struct definition *definition;
    size_t operation, cell;
    bool any = false, written = naming_is_written(explanation);
    for (size_t i = 0; i < steps->count && !any && !written; i++) {
        any = steps->list[i].kind == STEP_CELL &&
              explanation_follow(explanation, &steps->list[i], &definition, &operation, &cell);
    }
    return any;
}

bool looks_dive(struct session *session, size_t choice, struct failure *failure) {
    struct looks *looks = &session->looks;
    struct number_place at = {0};
    if (!place_looked_at(session, &at, failure) ||
        !descend_to_operand(session, choice, &at, failure)) {
        return false;
    }
    size_t depth = looks->depth; /* which another focus forgets */
    bool ok = session_look_aside(session, at.definition->name, failure);
    looks->depth = depth + ok;
    if (ok) {
        looks->operation = at.operation;
        looks->cell = at.cell;
        looks_keep(session);
    }
    return ok;
}

/* --- how it is called ------------------------------------------------------------------------- */

static bool name_level(const struct session *session, const struct number_place *at,
                       struct text *out, struct failure *failure) {
    struct explanation explanation;
    if (at->operation == SIZE_MAX) { /* it may take too long to explain */
        definition_address(at->definition, at->cell, session->view.columns, out);
        return text_ok(out, failure);
    }
    if (!explain_cell(at->definition, at->operation, at->cell, &explanation, failure)) {
        return false;
    }
    naming_cell(&explanation, session->view.columns, out);
    explanation_release(&explanation);
    return text_ok(out, failure);
}

bool looks_cell(const struct session *session, struct text *out, struct failure *failure) {
    struct number_place at = {0};
    return place_looked_at(session, &at, failure) && name_level(session, &at, out, failure);
}

/* Appends the number at which MARK was made, or only its name when that is gone. */
static bool name_mark(const struct session *session, const struct state *mark, struct text *out,
                      struct failure *failure) {
    const struct notebook *then = &mark->notebook;
    const char *name = mark->focus.name != NULL ? mark->focus.name
                       : then->count > 0        ? then->list[then->count - 1]->name
                                                : "";
    const struct definition *definition = notebook_find(session_notebook(session), name);
    struct number_place at = {definition, SIZE_MAX, mark->looks.cell};
    at.operation = definition == NULL ? SIZE_MAX : looked_operation(&mark->looks, definition);
    /* a change may have made it smaller */
    if (definition == NULL ||
        at.cell >= shape_cells(&operation_result(definition, at.operation)->shape)) {
        text_append(out, name);
        return true;
    }
    return name_level(session, &at, out, failure);
}

bool looks_path(const struct session *session, struct text *out, struct failure *failure) {
    for (size_t depth = 0; depth < session->looks.depth; depth++) {
        size_t i = session->trail_count;
        while (i > 0 && session->trail[i - 1].looks.depth != depth) {
            i--;
        }
        if (i > 0 && !name_mark(session, &session->trail[i - 1], out, failure)) {
            return false;
        }
        text_append(out, i > 0 ? " ‹ " : "");
    }
    return looks_cell(session, out, failure);
}

bool looks_against(struct session *session, const char *name, struct failure *failure) {
    char *copy = memory_text(name, strlen(name));
    if (copy == NULL) {
        return failure_memory(failure);
    }
    memory_free(session->looks.last.baseline);
    session->looks.last.baseline = copy;
    return true;
}

const struct notebook *looks_baseline(const struct session *session) {
    const char *name = session->looks.last.baseline;
    return history_find_baseline(session->history, name == NULL ? "" : name);
}

/* True when IS differs from WAS only in the cell that was swept. */
static bool moved_as_swept(const struct sweep *swept, const struct definition *was,
                           const struct definition *is) {
    size_t length = strlen(is->name);
    bool same = is->leaf && strncmp(swept->by, is->name, length) == 0 &&
                (swept->by[length] == '\0' || swept->by[length] == '[') && is->value != NULL &&
                was->value != NULL && shape_same_sizes(&is->value->shape, &was->value->shape);
    for (size_t i = 0; same && i < shape_cells(&is->value->shape); i++) {
        same = i == swept->cell || numbers_alike(is->value->cells[i], was->value->cells[i]);
    }
    return same;
}

/* True when the last sweep would give the same again: since BEFORE only the swept number was
 * changed. */
static bool sweep_holds(const struct session *session, const struct notebook *before) {
    const struct notebook *now = session_notebook(session);
    const struct sweep *swept = session->looks.last.swept;
    bool holds = swept != NULL && now->count == before->count;
    for (size_t i = 0; holds && i < now->count; i++) {
        const struct definition *was = before->list[i], *is = now->list[i];
        bool computed = !is->leaf && is->tree == was->tree && overlays_same(&is->pins, &was->pins);
        holds = is == was || computed || moved_as_swept(swept, was, is);
    }
    return holds;
}

void looks_changed(struct session *session, const struct notebook *before) {
    struct notebook copy;
    notebook_init(&copy);
    if (before != NULL) {
        notebook_copy(&copy, before);
        if (!sweep_holds(session, before)) {
            looks_swept(session, NULL);
        }
    }
    notebook_release(&session->looks.last.before);
    session->looks.last.before = copy;
    session->looks.last.own = false;
    session->looks.blank = session->looks.blank && before == NULL;
    looks_trained(session, NULL);
}

void looks_swept(struct session *session, struct sweep *sweep) {
    struct sweep *old = session->looks.last.swept;
    session->looks.last.swept = sweep != NULL ? sweep_retain(sweep) : NULL;
    if (old != NULL) {
        sweep_release(old);
    }
}

void looks_trained(struct session *session, struct training *training) {
    struct looks *looks = &session->looks;
    struct training *old = looks->last.trained;
    looks->last.trained = training != NULL ? training_retain(training) : NULL;
    if (old != NULL) {
        training_release(old);
    }
    if (training != NULL) {
        looks->heat = looks->zoom = false;
    }
}
