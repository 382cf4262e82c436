/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* plotting: one number run through a range, and values drawn as curves and bars. */
#include "base/memory.h"
#include "base/number.h"
#include "canvas/drawing.h"
#include "canvas/sweep.h"
#include "commands/groups.h"
#include "session/printing.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { USUAL_STEPS = 40, MOST_WATCHED = PLOT_CURVES };

/* Returns what CALL asks for. */
static struct drawing_request request_of(const struct command_call *call) {
    return drawing_read(call->text + call->span.start, call->span.end - call->span.start);
}

/* Describes DRAWING, which CALL asks for, when no frame shows it. What it names is shown from now
 * on, as long as NAME or another value of it is selected. */
static bool present(struct session *session, const struct command_call *call,
                    const struct drawing *drawing, const char *name, struct failure *failure) {
    struct drawn drawn = {
        .requested = *drawing->request, .value = SIZE_MAX, .own = call->speaker == SPEAKER_PERSON};
    const struct output output = session_output(session);
    if (session->display.describe) {
        drawing_describe(drawing, &session->out);
    } else if (!session->front.drawn) {
        drawing_print(drawing, &output);
    }
    bool ok = session_look(session, name, failure);
    session->view.drawn = drawn;
    session->view.zoom = session->view.difference = false;
    return ok && text_ok(&session->out, failure);
}

/* Checks that REQUESTED has the whole name of DEFINITION, which is one of its values. */
static bool has_short_name(const struct drawing_request *requested,
                           const struct definition *definition, struct failure *failure) {
    return drawing_index(requested, definition->name) != SIZE_MAX ||
           failure_set(failure, "the name %s is too long to draw under", definition->name);
}

/* Checks argument I, an option of the picture REQUESTED. */
static bool check_option(const struct command_call *call, const struct drawing_request *requested,
                         size_t i, struct failure *failure) {
    size_t key, value;
    if (!call_option(call, i, &key, failure)) {
        return false;
    }
    const struct drawing_option *option = &requested->kind->options[key];
    if (option->words != NULL) {
        return option_word(call, i, option->words, &value, failure);
    }
    if (option->most > 0) {
        return option_whole(call, i, option->most, &value, failure);
    }
    return requested->option[key] > 1 ||
           failure_at(failure, call->argument[i].span, "%s is a number above 1: %s=2 doubles",
                      option->key, option->key);
}

/* --- sweep ------------------------------------------------------------------------------------ */

struct sweeping {
    struct session *session;
    const struct command_call *call;
    struct definition *of; /* whose cell is moved; borrowed */
    struct sweep *made;
    struct tree *watched[MOST_WATCHED];
    size_t argument[MOST_WATCHED]; /* the position of each in the call */
    struct notebook needed;        /* what the numbers watched are computed from */
};

static bool usage(const struct command_call *call, struct failure *failure) {
    return failure_at(failure, call->span,
                      "sweep takes a cell, a range and what to watch: "
                      "sweep W_q[1,2] from -2 to 2 watch A[1,2]");
}

static bool read_watched(struct sweeping *sweep, size_t i, struct failure *failure) {
    const struct command_call *call = sweep->call;
    size_t k = sweep->made->curves;
    if (k == MOST_WATCHED) {
        return failure_at(failure, call->argument[i].span, "at most %d values can be watched",
                          MOST_WATCHED);
    }
    struct tree *tree =
        session_tree(sweep->session, call->speaker, call->argument[i].text, failure);
    if (tree == NULL) {
        return call_shift(call, i, failure);
    }
    sweep->argument[k] = i;
    sweep->watched[k] = tree;
    sweep->made->names[k] = memory_string(call->argument[i].text);
    sweep->made->curves++;
    return sweep->made->names[k] != NULL || failure_memory(failure);
}

/* Checks the range, and counts its steps; the last of those that times= leads to may be smaller. */
static bool check_range(struct sweeping *sweep, struct failure *failure) {
    struct span span = {sweep->call->argument[2].span.start, sweep->call->argument[4].span.end};
    struct sweep *made = sweep->made;
    const struct drawing_request *requested = &made->requested;
    size_t most = requested->kind->options[SWEEP_STEPS].most;
    double factor = requested->option[SWEEP_FACTOR], steps = requested->option[SWEEP_STEPS];
    if (!(made->from < made->to)) {
        return failure_at(failure, span, "a range goes up: write the smaller number first");
    }
    if (factor > 0 && !(made->from > 0)) {
        return failure_at(failure, span, "times= takes a range above 0");
    }
    if (factor > 0) {
        steps = fmax(ceil(log(made->to / made->from) / log(factor) - 1e-9), 1);
    }
    if (!(steps <= (double)most)) {
        return failure_at(failure, span, "that is more than %zu steps", most);
    }
    made->count = 1 + (steps > 0 ? (size_t)steps : USUAL_STEPS);
    return true;
}

/* Reads CELL from A to B watch CELL… and options. */
static bool read_sweep(struct sweeping *sweep, struct failure *failure) {
    const struct command_call *call = sweep->call;
    struct drawing_request *requested = &sweep->made->requested;
    struct called_cell cell;
    if (call->count < 7 || !text_same(call->argument[1].text, "from") ||
        !text_same(call->argument[3].text, "to") || !text_same(call->argument[5].text, "watch")) {
        return usage(call, failure);
    }
    if (!call_cell(sweep->session, call, &cell, failure) ||
        !call_number(call, 2, (const double[]){-DBL_MAX, DBL_MAX}, &sweep->made->from, failure) ||
        !call_number(call, 4, (const double[]){-DBL_MAX, DBL_MAX}, &sweep->made->to, failure)) {
        return false;
    }
    sweep->of = cell.definition;
    sweep->made->cell = cell.cell;
    sweep->made->by = memory_string(call->argument[0].text);
    bool marks = false, ok = sweep->made->by != NULL || failure_memory(failure);
    for (size_t i = 6; ok && i < call->count; i++) {
        const char *text = call->argument[i].text;
        if (text_same(text, "at")) {
            marks = true;
        } else if (drawing_key(text, strlen(text)) > 0) {
            ok = check_option(call, requested, i, failure);
        } else if (marks) {
            ok = call_definition(sweep->session, call, i, failure) != NULL;
        } else {
            ok = read_watched(sweep, i, failure);
        }
    }
    return ok && has_short_name(requested, sweep->of, failure) &&
           (sweep->made->curves > 0 ? check_range(sweep, failure) : usage(call, failure));
}

/* Returns the Ith of its positions; whole numbers that rounding has missed by a hair are
 * corrected. */
static double place_at(const struct sweep *made, size_t i) {
    double from = made->from, to = made->to, steps = (double)made->count - 1;
    double factor = made->requested.option[SWEEP_FACTOR], share = (double)i / steps;
    double x = factor > 0 ? from * pow(factor, (double)i) : from * (1 - share) + to * share;
    if (i == 0 || i + 1 == made->count) {
        return i == 0 ? from : to;
    }
    return fabs(x - round(x)) <= 1e-9 * fabs(x) ? round(x) : x;
}

/* Finds what has to be computed: nothing that the number moves and that is not watched. When
 * something watched cannot be computed as things are, all that there is. */
static bool find_needed(struct sweeping *sweep, struct failure *failure) {
    const struct notebook *notebook = session_notebook(sweep->session);
    struct definition *requested[MOST_WATCHED + 1] = {definition_retain(sweep->of)};
    struct failure none = {0};
    size_t count = 1, curves = sweep->made->curves;
    while (count <= curves &&
           (requested[count] = notebook_evaluate(notebook, "", sweep->watched[count - 1], &none))) {
        count++;
    }
    bool ok = true;
    if (count <= curves) {
        notebook_copy(&sweep->needed, notebook);
    } else {
        ok = notebook_needed(notebook, requested, count, &sweep->needed, failure);
    }
    while (count-- > 0) {
        definition_release(requested[count]);
    }
    return ok;
}

/* Measures what is watched, with the number at X: a leaf's cell is edited, a computed one
 * pinned. */
static bool measure_at(struct sweeping *sweep, size_t i, struct failure *failure) {
    struct notebook moved;
    double x = sweep->made->x[i];
    notebook_copy(&moved, &sweep->needed);
    struct cells cells = {notebook_find(&moved, sweep->of->name), &sweep->made->cell, &x, 1,
                          shape_matrix(1, 1)};
    bool ok = (sweep->of->leaf ? notebook_edit : notebook_pin)(&moved, &cells, failure);
    if (!ok) {
        failure->placed = false;
        failure_place(failure, sweep->call->argument[0].span);
    }
    for (size_t k = 0; ok && k < sweep->made->curves; k++) {
        ok = notebook_number(&moved, sweep->watched[k], &sweep->made->y[k][i], failure);
        if (!ok) {
            call_shift(sweep->call, sweep->argument[k], failure);
        }
    }
    notebook_release(&moved);
    if (!ok) {
        char number[NUMBER_TEXT];
        number_short(number, x, 6);
        failure_prefix(failure, "at %s", number);
    }
    return ok;
}

static bool measure_sweep(struct sweeping *sweep, struct failure *failure) {
    struct sweep *made = sweep->made;
    made->x = memory_allocate(made->count, sizeof *made->x);
    bool ok = made->x != NULL;
    for (size_t k = 0; ok && k < made->curves; k++) {
        made->y[k] = memory_allocate(made->count, sizeof *made->y[k]);
        ok = made->y[k] != NULL;
    }
    if (!ok) {
        return failure_memory(failure);
    }
    ok = find_needed(sweep, failure);
    for (size_t i = 0; ok && i < made->count; i++) {
        made->x[i] = place_at(made, i);
        ok = measure_at(sweep, i, failure);
    }
    return ok;
}

static bool run_sweep(struct session *session, const struct command_call *call,
                      struct failure *failure) {
    struct sweep *made = memory_allocate(1, sizeof *made);
    struct sweeping sweep = {.session = session, .call = call, .made = made};
    if (made == NULL) {
        return failure_memory(failure);
    }
    *made = (struct sweep){.references = 1, .requested = request_of(call)};
    bool ok = read_sweep(&sweep, failure) && measure_sweep(&sweep, failure);
    if (ok) {
        struct drawing drawing;
        view_note_sweep(session, made);
        ok = printing_fill(session, session_notebook(session), &made->requested, &drawing,
                           failure) &&
             present(session, call, &drawing, sweep.of->name, failure);
    }
    sweep_release(made);
    for (size_t k = 0; k < MOST_WATCHED; k++) {
        tree_release(sweep.watched[k]);
    }
    notebook_release(&sweep.needed);
    return ok;
}

/* --- all others ------------------------------------------------------------------------------- */

/* Finds the value of argument I of CALL, without a name the selected one, which REQUESTED names
 * then. NULL: there is none that can be drawn. */
static const struct definition *find_drawn(struct session *session, const struct command_call *call,
                                           size_t i, struct drawing_request *requested,
                                           struct failure *failure) {
    const struct definition *definition =
        call->count > 0 ? call_definition(session, call, i, failure) : view_definition(session);
    if (definition == NULL && call->count == 0) {
        failure_set(failure, "there is nothing to draw yet: write %s NAME", call->command->name);
    }
    if (definition == NULL) {
        return NULL;
    }
    if (requested->count == 0) {
        drawing_add_name(requested, definition->name);
    }
    if (shape_cells(&definition->value->shape) == 0) {
        failure_set(failure, "%s is empty", definition->name);
        return NULL;
    }
    return has_short_name(requested, definition, failure) ? definition : NULL;
}

/* Runs the command that the picture has its name from. Of values that may be missing it draws those
 * that are there. */
static bool run_drawing(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    struct drawing_request requested = request_of(call);
    struct drawing drawing;
    const struct drawing_kind *kind = requested.kind;
    size_t names = greater(requested.count, 1), needed = kind->marks > 0 ? kind->marks : names;
    const struct definition *look = session_focused(session), *first = NULL;
    for (size_t i = names; kind->options[0].key != NULL && i < call->count; i++) {
        if (!check_option(call, &requested, i, failure)) {
            return false;
        }
    }
    if (names > kind->most) {
        return kind->most == 1 && kind->options[0].key != NULL
                   ? check_option(call, &requested, 1, failure)
                   : failure_at(failure, call->argument[kind->most].span,
                                "%s takes at most %zu value%s at once", kind->name, kind->most,
                                kind->most == 1 ? "" : "s");
    }
    for (size_t i = 0; i < needed; i++) {
        const struct definition *of = find_drawn(session, call, i, &requested, failure);
        if (of == NULL) {
            return false;
        }
        first = i == 0 ? of : first;
    }
    bool beside = look == NULL || drawing_index(&requested, look->name) == SIZE_MAX;
    return printing_fill(session, session_notebook(session), &requested, &drawing, failure) &&
           present(session, call, &drawing, (beside ? first : look)->name, failure);
}

const struct command *plotting_row(size_t index) {
    static struct command rows[DRAWING_KINDS];
    const struct drawing_kind *kind = drawing_at(index);
    struct command *row = &rows[index];
    if (row->name == NULL) {
        *row = (struct command){.name = kind->name,
                                .group = index == 0 ? "pictures" : NULL,
                                .sentence = kind->sentence,
                                .details = kind->details,
                                .before = kind->before,
                                .example = kind->example,
                                .flags = COMMAND_LOOKS | COMMAND_DRAWS,
                                .run = kind->measured ? run_sweep : run_drawing};
        memcpy(row->parameters, kind->parameters, sizeof row->parameters);
    }
    return row;
}

const struct command_group plotting_commands = {NULL, DRAWING_KINDS};
