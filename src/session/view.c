/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/view.h"

#include "base/memory.h"
#include "canvas/sweep.h"
#include "language/reader.h"
#include "notebook/train.h"
#include "session/session.h"
#include "session/trail.h"

#include <stdint.h>
#include <string.h>

void view_init(struct view *view) {
    *view = (struct view){.operation = SIZE_MAX,
                          .nudge = VIEW_NUDGE,
                          .warned = SIZE_MAX,
                          .settled = SIZE_MAX,
                          .last.baseline = SIZE_MAX};
    notebook_init(&view->last.before);
}

void view_release(struct view *view) {
    text_release(&view->path);
    text_release(&view->last.answer);
    text_release(&view->last.message);
    notebook_release(&view->last.before);
    training_release(view->last.trained);
    sweep_release(view->last.swept);
    view_init(view);
}

void view_copy(struct view *copy, const struct view *view) {
    const struct outcome *last = &view->last;
    *copy = *view;
    copy->path = (struct text){0};
    text_append(&copy->path, text_string(&view->path));
    copy->last = (struct outcome){.own = last->own, .baseline = last->baseline};
    notebook_copy(&copy->last.before, &last->before);
    copy->last.trained = last->trained == NULL ? NULL : training_retain(last->trained);
    copy->last.swept = last->swept == NULL ? NULL : sweep_retain(last->swept);
    text_append(&copy->last.answer, text_string(&last->answer));
}

/* --- the selected value ----------------------------------------------------------------------- */

const struct definition *view_definition(const struct session *session) {
    const struct definition *focused = session_focused(session);
    const struct notebook *notebook = session_notebook(session);
    if (focused != NULL || notebook->count == 0 || session->view.blank) {
        return focused;
    }
    return notebook->list[notebook->count - 1];
}

/* Returns the operation whose result is shown; the last one's is the definition's value. */
static size_t looked_operation(const struct view *view, const struct definition *definition) {
    return view->operation + 1 < definition->operation_count ? view->operation : SIZE_MAX;
}

static const struct tensor *operation_result(const struct definition *definition,
                                             size_t operation) {
    return operation < definition->operation_count ? definition->operations[operation].result
                                                   : definition->value;
}

const struct tensor *view_value(const struct session *session) {
    const struct definition *definition = view_definition(session);
    return definition == NULL
               ? NULL
               : operation_result(definition, looked_operation(&session->view, definition));
}

void view_clamp_cursor(struct session *session) {
    struct view *view = &session->view;
    const struct definition *definition = view_definition(session);
    if (definition != NULL) {
        view->operation = looked_operation(view, definition);
        size_t cells = shape_cells(&operation_result(definition, view->operation)->shape);
        view->cell = lesser(view->cell, cells > 0 ? cells - 1 : 0);
    }
}

size_t view_reached(const struct session *session) {
    const struct tensor *value = view_value(session);
    const struct definition *definition = view_definition(session);
    if (value == NULL) {
        return 0;
    }
    if (definition != session_focused(session) || definition->operation_count == 0) {
        return shape_cells(&value->shape);
    }
    size_t operation = session->view.operation;
    operation = operation == SIZE_MAX ? definition->operation_count - 1 : operation;
    return replay_reached(definition, &session->focus.place, operation, NULL);
}

/* --- the cursor ------------------------------------------------------------------------------- */

bool view_place(const struct session *session, struct number_place *place,
                struct failure *failure) {
    const struct tensor *value = view_value(session);
    const struct definition *definition = view_definition(session);
    if (value == NULL || shape_cells(&value->shape) == 0) {
        return failure_set(failure, "there is no number to look at%s",
                           value == NULL ? " yet: define something, or go on"
                                         : ": the matrix is empty");
    }
    *place = (struct number_place){definition, looked_operation(&session->view, definition),
                                   session->view.cell};
    return true;
}

/* Moves AT by STEP and keeps it inside SIZE. */
static size_t moved_position(size_t at, long step, size_t size) {
    return step < 0 ? at - lesser(at, (size_t)-step) : lesser(at + (size_t)step, size - 1);
}

bool view_move(struct session *session, long matrices, long rows, long columns) {
    const struct tensor *value = view_value(session);
    if (value == NULL || shape_cells(&value->shape) == 0) {
        return false;
    }
    bool turned = session->display.columns;
    size_t height = shape_rows(&value->shape), width = shape_columns(&value->shape);
    size_t before = session->view.cell;
    size_t matrix =
        moved_position(before / (height * width), matrices, shape_matrices(&value->shape));
    size_t row = moved_position(before / width % height, turned ? columns : rows, height);
    size_t column = moved_position(before % width, turned ? rows : columns, width);
    session->view.cell = (matrix * height + row) * width + column;
    session->view.rests = false;
    return session->view.cell != before;
}

bool view_select(struct session *session, const char *name, size_t cell, struct failure *failure) {
    bool there = session->focus.name != NULL && text_same(session->focus.name, name);
    if (!there && !session_look_elsewhere(session, name, failure)) {
        return false;
    }
    session->view.depth = 0;
    session->view.operation = SIZE_MAX;
    session->view.cell = cell;
    session->view.rests = false;
    view_clamp_cursor(session);
    return view_value(session) != NULL;
}

void view_follow(struct session *session) {
    struct view *view = &session->view;
    const struct definition *definition = session_focused(session);
    const struct place_in *place = &session->focus.place;
    view->depth = view->left_count = 0;
    view->popup = POPUP_NONE;
    view->operation = SIZE_MAX;
    if (definition == NULL) {
        return;
    }
    enum grain grain = replay_grain(definition, place);
    if (grain != GRAIN_DEFINITION) {
        view->operation = place->operation;
    }
    const struct tensor *value = view_value(session);
    if (grain >= GRAIN_ROW) {
        size_t columns = shape_columns(&value->shape);
        size_t column = grain == GRAIN_ROW ? view->cell % columns : place->column;
        view->cell = place->row * columns + column;
    }
    view_clamp_cursor(session);
}

/* --- into an operand and out again ------------------------------------------------------------ */

/* Returns the step that reads a cell of operand number CHOICE: the one that the learner means, in
 * the present term of a ledger, or for columns in the explained cell's own row; else the first.
 * NULL when there are fewer operands; *COUNT is how many there are. */
static const struct step *choose_operand_step(const struct steps *steps, size_t choice, size_t term,
                                              size_t *count) {
    const struct step *first = NULL, *meant = NULL;
    size_t reads = 0;
    *count = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        bool seen = step->kind != STEP_CELL;
        for (size_t k = 0; k < i && !seen; k++) {
            seen = steps->list[k].kind == STEP_CELL && steps->list[k].operand == step->operand;
        }
        if (!seen && (*count)++ == choice) {
            first = step;
        }
        if (first != NULL && step->kind == STEP_CELL && step->operand == first->operand) {
            bool own = steps->form == STEPS_COLUMNS ? step->row == steps->entry
                                                    : steps->form == STEPS_LEDGER && reads == term;
            meant = meant == NULL && own ? step : meant;
            reads++;
        }
    }
    return meant != NULL ? meant : first;
}

/* Finds the number that operand CHOICE of EXPLANATION is read from, TERM the present one; of all
 * operands (CHOICE is 0) the first that is no literal, as in 2 * W_q. False: there is none, and
 * *COUNT is how many operands there are where CHOICE is none of them, else 0. */
static bool find_operand(const struct explanation *explanation, size_t choice, size_t term,
                         struct number_place *at, size_t *count) {
    bool found = false, there = !naming_is_written(explanation);
    *count = 0;
    for (size_t operand = choice; there && !found && (operand == choice || choice == 0);
         operand++) {
        const struct step *step = choose_operand_step(&explanation->steps, operand, term, count);
        there = step != NULL;
        found = there &&
                explanation_follow(explanation, step, &at->definition, &at->operation, &at->cell);
    }
    *count = there || choice == 0 ? 0 : *count;
    return found;
}

/* Says why there is no operand below the cell, or (COUNT > 0) how many there are. */
static bool nothing_below(const struct explanation *explanation, size_t count, bool columns,
                          struct failure *failure) {
    struct text name = {0};
    naming_cell(explanation, columns, &name);
    bool set = explanation->kind == EXPLAINED_PINNED || explanation->kind == EXPLAINED_EDITED;
    const char *made = set ? "was set by hand" : "was not made from other cells";
    bool learned = explanation->definition->tree->learned;
    const char *given = learned ? "was found by training" : "is a number as written";
    if (count > 0) {
        failure_set(failure,
                    count == 1 ? "%s is made from one value: choose it by 1"
                               : "%s is made from %zu values: choose one of them by 1 to %zu",
                    text_string(&name), count, count);
    } else {
        failure_set(failure, "%s %s: there is nothing below it", text_string(&name),
                    naming_is_written(explanation) ? given : made);
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
    size_t operation = lesser(at->operation, focused->operation_count - 1);
    size_t columns = shape_columns(&focused->operations[operation].result->shape);
    bool same = operation == place->operation && at->cell == place->row * columns + place->column;
    return same ? place->term : 0;
}

bool view_has_operands(const struct explanation *explanation) {
    struct number_place at;
    size_t count;
    return find_operand(explanation, 0, 0, &at, &count);
}

bool view_dive(struct session *session, size_t choice, struct failure *failure) {
    struct view *view = &session->view;
    struct number_place at = {0};
    struct explanation explanation;
    if (!view_place(session, &at, failure) ||
        !explain_cell(at.definition, at.operation, at.cell, &explanation, failure)) {
        return false;
    }
    const struct definition *from = at.definition;
    struct text path = {0};
    size_t count;
    bool ok = find_operand(&explanation, choice, present_term(session, &at), &at, &count) ||
              nothing_below(&explanation, count, session->display.columns, failure);
    explanation_release(&explanation);
    size_t depth = view->depth; /* which another focus forgets */
    ok = ok && view_path(session, &path, failure) && naming_pass_moves(from, &at, failure);
    text_append(&path, " ‹ ");
    ok = ok && text_ok(&path, failure) &&
         session_look_elsewhere(session, at.definition->name, failure);
    if (ok) {
        struct text above = view->path;
        view->path = path;
        path = above;
        view->depth = depth + 1;
        view->operation = at.operation;
        view->cell = at.cell;
        view_clamp_cursor(session);
    }
    text_release(&path);
    return ok;
}

/* --- how it is called ------------------------------------------------------------------------- */

bool view_cell(const struct session *session, struct text *out, struct failure *failure) {
    struct number_place at = {0};
    if (!view_place(session, &at, failure)) {
        return false;
    }
    struct explanation named = {.definition = at.definition, .cell = at.cell};
    if (at.operation != SIZE_MAX) {
        named.operation = &at.definition->operations[at.operation];
    }
    naming_cell(&named, session->display.columns, out);
    return text_ok(out, failure);
}

bool view_path(const struct session *session, struct text *out, struct failure *failure) {
    text_append(out, session->view.depth > 0 ? text_string(&session->view.path) : "");
    return view_cell(session, out, failure);
}

const struct notebook *view_baseline(const struct session *session) {
    size_t last = session->view.last.baseline;
    last = last == SIZE_MAX ? history_find_baseline(session->history, "") : last;
    return history_baseline_at(session->history, last);
}

/* Finds the definition in which two notebooks differ, besides what follows from it: WAS and IS.
 * Returns in how many they do; SIZE_MAX: they have not the same definitions. */
static size_t find_edited(const struct notebook *before, const struct notebook *now,
                          const struct definition **was, const struct definition **is) {
    size_t count = 0;
    for (size_t i = 0; i < now->count && before->count == now->count; i++) {
        const struct definition *old = before->list[i], *newer = now->list[i];
        if (newer != old &&
            (newer->leaf || newer->tree != old->tree || !overlays_same(&newer->pins, &old->pins))) {
            *was = old;
            *is = newer;
            count++;
        }
    }
    return before->count == now->count ? count : SIZE_MAX;
}

/* True when the last sweep would give the same again: since BEFORE only the swept number was
 * changed. */
static bool sweep_holds(const struct session *session, const struct notebook *before) {
    const struct sweep *swept = session->view.last.swept;
    const struct definition *was, *is;
    size_t count = find_edited(before, session_notebook(session), &was, &is);
    if (count != 1) {
        return count == 0;
    }
    bool holds = is->leaf && reader_name(swept->by, strlen(swept->by)) == strlen(is->name) &&
                 text_starts(swept->by, is->name) &&
                 shape_same_sizes(&is->value->shape, &was->value->shape);
    for (size_t k = 0; holds && k < shape_cells(&is->value->shape); k++) {
        holds =
            k == swept->cell || numbers_equal_rounded(is->value->cells[k], was->value->cells[k]);
    }
    return holds;
}

void view_note_change(struct session *session, const struct notebook *before,
                      struct training *training) {
    struct outcome *last = &session->view.last;
    struct training *old = last->trained;
    struct notebook copy;
    notebook_init(&copy);
    if (before != NULL) {
        notebook_copy(&copy, before);
        if (last->swept != NULL && !sweep_holds(session, before)) {
            view_note_sweep(session, NULL);
        }
    }
    notebook_release(&last->before);
    last->before = copy;
    last->own = last->edits = false;
    last->trained = training != NULL ? training_retain(training) : NULL;
    training_release(old);
    session->view.blank = session->view.blank && before == NULL;
    session->view.zoom = session->view.zoom && training == NULL;
}

/* Returns the name of the one given value in which two notebooks differ, besides what follows from
 * it; "": they differ in none, in several, or in a formula. */
static const char *edited_name(const struct notebook *before, const struct notebook *now) {
    const struct definition *was, *is;
    bool given = find_edited(before, now, &was, &is) == 1 && is->leaf && was->leaf;
    return given && text_same(is->name, was->name) ? is->name : "";
}

void view_note_own_change(struct session *session, const struct notebook *before,
                          struct training *training, bool edit) {
    struct outcome *last = &session->view.last;
    const char *name = edited_name(before, session_notebook(session));
    bool goes_on = edit && last->edits && name[0] != '\0' &&
                   text_same(name, edited_name(&last->before, before));
    view_note_change(session, goes_on ? &last->before : before, training);
    last->own = true;
    last->edits = edit;
    session->view.rests = false;
}

void view_note_sweep(struct session *session, struct sweep *sweep) {
    struct sweep *old = session->view.last.swept;
    session->view.last.swept = sweep != NULL ? sweep_retain(sweep) : NULL;
    sweep_release(old);
}
