/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* looking: says what a value is, how a number was computed, and what differs from a baseline. */
#include "canvas/ladder.h"
#include "canvas/naming.h"
#include "commands/groups.h"
#include "session/outline.h"
#include "session/printing.h"

#include <stdint.h>
#include <string.h>

/* What to look at once everything named is shown; SIZE_MAX: no particular cell. */
struct shown {
    const char *name;
    size_t cell;
    bool drawn; /* nothing is said, as a screen draws it */
};

/* Shows a part, A["it",:]: says its value like an expression's, and looks at its first cell. */
static bool show_part(struct session *session, const struct command_call *call, size_t i,
                      struct shown *shown, struct failure *failure) {
    struct tree *typed = reader_reference(call->argument[i].text, failure);
    struct definition *part =
        typed == NULL ? NULL : session_evaluate(session, call->speaker, typed, failure);
    tree_release(typed);
    if (part == NULL) {
        return call_shift(call, i, failure);
    }
    const struct operation *last = &part->operations[part->operation_count - 1];
    int argument;
    last->call.op->origin(&last->call, 0, &argument, &shown->cell);
    shown->name = last->origin[0].definition->name;
    if (!shown->drawn) {
        printing_value(session, part->value, NULL, NULL, MATRIX_LIMIT);
    }
    definition_release(part);
    return true;
}

/* Shows names, and parts of them; looks at what was named last. */
static bool run_show_command(struct session *session, const struct command_call *call,
                             struct failure *failure) {
    struct shown shown = {.drawn = session->front.drawn};
    struct drawn board = {.value = SIZE_MAX, .own = call->speaker == SPEAKER_PERSON};
    struct output output = session_output(session);
    if (call->count == 0) {
        outline_definitions(session, &output);
        return text_ok(&session->out, failure);
    }
    for (size_t i = 0; i < call->count && call->count > 1; i++) {
        shown.drawn = shown.drawn && strchr(call->argument[i].text, '[') == NULL;
    }
    if (shown.drawn) { /* all of them at once */
        board.requested =
            drawing_read(call->text + call->span.start, call->span.end - call->span.start);
    }
    for (size_t i = 0; i < call->count; i++) {
        if (strchr(call->argument[i].text, '[') != NULL) {
            if (!show_part(session, call, i, &shown, failure)) {
                return false;
            }
            continue;
        }
        const struct notebook *notebook = session_notebook(session);
        const struct definition *own = notebook_operator(notebook, call->argument[i].text);
        if (own != NULL && notebook_find(notebook, call->argument[i].text) == NULL) {
            printing_heading(session, &output, own);
            continue;
        }
        const struct definition *definition = call_definition(session, call, i, failure);
        if (definition == NULL) {
            return false;
        }
        if (!shown.drawn) {
            printing_definition(session, definition);
        }
        shown.name = definition->name;
        shown.cell = SIZE_MAX;
    }
    if (shown.name == NULL) {
        return true; /* only operators were named */
    }
    bool ok = session_look(session, shown.name, failure) &&
              (shown.cell == SIZE_MAX || view_select(session, shown.name, shown.cell, failure));
    session->view.drawn = board;
    return ok;
}

static bool run_describe(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    const char *word = call->count > 0 ? call->argument[0].text : "";
    bool sentences = session->display.describe, ok;
    session->display.describe = !text_same(word, "off");
    if (text_same(word, "on") || text_same(word, "off")) {
        return true;
    }
    if (call->count == 0) {
        ok = session_focused(session) == NULL
                 ? failure_set(failure, "there is nothing to describe yet: describe NAME")
                 : printing_place(session, failure);
    } else {
        const struct definition *definition = call_definition(session, call, 0, failure);
        ok = definition != NULL;
        if (ok) {
            printing_definition(session, definition);
        }
    }
    session->display.describe = sentences;
    return ok;
}

/* Finds the cell that was named, or the one under the cursor. */
static bool find_cell(struct session *session, const struct command_call *call,
                      struct number_place *cell, struct failure *failure) {
    struct called_cell found;
    if (call->count > 0) {
        if (!call_cell(session, call, &found, failure)) {
            return false;
        }
        *cell = (struct number_place){found.definition, SIZE_MAX, found.cell};
        return true;
    }
    return view_place(session, cell, failure);
}

/* True when CELL is a number as it was written or found by training. */
static bool is_given(const struct number_place *cell) {
    struct explanation explanation;
    struct failure unexplained = {0};
    const struct definition *definition = cell->definition;
    bool given = definition->leaf && cell->operation == SIZE_MAX;
    if (given && !definition->tree->learned &&
        explain_cell(definition, SIZE_MAX, cell->cell, &explanation, &unexplained)) {
        given = naming_is_written(&explanation);
        explanation_release(&explanation);
    }
    return given;
}

/* A lesson's explain also looks at the cell. */
static bool run_explain(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    struct number_place cell = {0};
    bool derivative;
    if (!gradients_explain(session, call, &derivative, failure)) {
        return false;
    }
    if (derivative) {
        return true;
    }
    if (!find_cell(session, call, &cell, failure)) {
        return false;
    }
    if (call->speaker == SPEAKER_LESSON && call->count > 0 &&
        (!session_look(session, cell.definition->name, failure) ||
         !view_select(session, cell.definition->name, cell.cell, failure))) {
        return false;
    }
    if (call->count == 0 && session->front.drawn && is_given(&cell)) {
        bool ok = view_cell(session, &session->out, failure);
        text_format(&session->out, " was %s, and not computed: there is nothing to explain.\n",
                    cell.definition->tree->learned ? "found by training" : "written");
        return ok;
    }
    return (call->speaker == SPEAKER_LESSON && session->front.drawn) ||
           printing_explanation(session, &cell, SIZE_MAX, failure);
}

static bool run_why(struct session *session, const struct command_call *call,
                    struct failure *failure) {
    struct number_place cell = {0};
    if (!find_cell(session, call, &cell, failure)) {
        return false;
    }
    if (cell.operation != SIZE_MAX) {
        return failure_set(
            failure,
            "this is a number inside %s that has no name: explain shows how it was computed",
            cell.definition->name);
    }
    struct ladder style = {.precision = session->display.precision,
                           .columns = session->display.columns};
    struct output output = {&session->out, NULL, session->front.width};
    size_t count = cell.definition->operation_count;
    cell.operation = count > 0 ? count - 1 : SIZE_MAX;
    return ladder_why(&cell, &style, WHY_LINES, &output, failure);
}

/* Refuses: "no baseline is called scald: did you mean scaled? There are scaled and masked". */
static bool refuse_baseline(const struct session *session, const char *name,
                            struct failure *failure) {
    const char *known, *nearest = NULL;
    struct text names = {0};
    size_t count = 0;
    while (history_baseline_name(session->history, count) != NULL) {
        count++;
    }
    for (size_t i = 0; i < count; i++) {
        known = history_baseline_name(session->history, i);
        text_format(&names, "%s%s", text_between(i, count),
                    known[0] == '\0' ? "the one without a name" : known);
        nearest = known[0] == '\0' ? nearest : text_nearer(name, nearest, known);
    }
    if (name[0] == '\0') {
        failure_set(failure, "%s%s",
                    names.length == 0 ? "there is no baseline yet: `baseline` sets one"
                                      : "there is no baseline without a name; there are ",
                    text_string(&names));
    } else if (names.length == 0) {
        failure_set(failure, "no baseline is called %s: `baseline %s` sets it", name, name);
    } else {
        failure_set(failure, "no baseline is called %s%s%s%s there are %s", name,
                    nearest == NULL ? ";" : ": did you mean ", nearest == NULL ? "" : nearest,
                    nearest == NULL ? "" : "?", text_string(&names));
    }
    text_release(&names);
    return false;
}

bool looking_compare(struct session *session, const char *name, struct failure *failure) {
    size_t last = session->view.last.baseline;
    size_t chosen = name == NULL && last != SIZE_MAX
                        ? last
                        : history_find_baseline(session->history, name == NULL ? "" : name);
    const struct notebook *old = history_baseline_at(session->history, chosen);
    struct difference difference;
    if (old == NULL) {
        return refuse_baseline(session, name == NULL ? "" : name, failure);
    }
    bool ok = difference_find(old, session_notebook(session), &difference, failure);
    session->view.last.baseline = ok ? chosen : session->view.last.baseline;
    name = history_baseline_name(session->history, chosen);
    if (ok && difference.count == 0) {
        session->view.difference = false;
        text_format(&session->out, "Nothing differs from the baseline%s%s.\n",
                    name[0] == '\0' ? "" : " ", name);
    } else if (ok) {
        comparing_print(session, old, &difference);
    }
    if (ok && difference.count > 0 && session->front.drawn) {
        /* The panels draw old and new of the first that differs and still exists, where it changed
         * most. */
        const struct definition *first = difference.list[0].newer;
        session->view.difference = true;
        ok = first == NULL ||
             (session_look(session, first->name, failure) &&
              (shape_cells(&first->value->shape) == 0 ||
               view_select(session, first->name, difference.list[0].most, failure)));
    }
    difference_release(&difference);
    return ok;
}

static bool run_compare(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    bool ok = looking_compare(session, call->count > 0 ? call->argument[0].text : NULL, failure);
    return ok || (call->count > 0 && call_place(call, 0, failure));
}

static const struct command rows[] = {
    {.name = "show",
     .group = "looking",
     .sentence = "Show definitions: formula, shape and value; without a name a line for each.",
     .details = "A part shows its numbers alone: show weights[2,:], show A[\"it\",:].",
     .example = "show weights",
     .habits = "p info display ptype whatis list vars locals who whos ls cat",
     .parameters = {{.name = "[NAME…]", .type = TYPE_NAME, .sentence = "what to show"}},
     .flags = COMMAND_LOOKS,
     .run = run_show_command},
    {.name = "describe",
     .sentence = "Say a value in complete sentences; `describe on` does so for everything.",
     .details = "For a screen reader, or for reading aloud. `describe off` goes back to pictures.",
     .example = "describe weights",
     .parameters = {{.name = "[NAME]",
                     .type = TYPE_NAME,
                     .words = "on off",
                     .sentence = "what to describe, or on, or off"}},
     .flags = COMMAND_VIEWS,
     .run = run_describe},
    {.name = "explain",
     .sentence = "Show the arithmetic that made one number.",
     .details =
         "Each operator explains its own cells: a product by the row and the column that meet\n"
         "and the sum so far, softmax by x, x − max, exp, sum and quotient. Of a derivative,\n"
         "dL/dW_q[1,2], it shows through which later values it flows.",
     .example = "explain weights[1,2]",
     .habits = "x",
     .parameters = {{.name = "[CELL]",
                     .type = TYPE_CELL,
                     .sentence = "the number, as in A[1,2]; the one under the cursor if left out"}},
     .flags = COMMAND_LOOKS | COMMAND_EXPLAINS,
     .run = run_explain},
    {.name = "why",
     .sentence = "Show all that one number was computed from, down to the leaves.",
     .example = "why output[1,1]",
     .habits = "bt backtrace where frame",
     .parameters = {{.name = "[CELL]",
                     .type = TYPE_CELL,
                     .sentence = "the number, as in O[1,1]; the one under the cursor if left out"}},
     .run = run_why},
    {.name = "compare",
     .sentence = "Show what differs from a baseline: first where, then how much.",
     .details =
         "A baseline is a copy of all values: `baseline NAME` keeps one, then change what you\n"
         "like: ablate a head, drop the mask, leave out the scaling. It reports the first\n"
         "definition that differs, and for each that does what the number that changed most was\n"
         "and is. A screen shows the definition looked at, the difference Δ as colours about 0,\n"
         "and old → new; `show` goes to another one, `differs` back to the numbers.",
     .parameters = {{.name = "[NAME]",
                     .type = TYPE_BASELINE,
                     .sentence = "which baseline; the one set or compared with last if left out"}},
     .run = run_compare},
};

const struct command_group looking_commands = {rows, sizeof rows / sizeof rows[0]};
