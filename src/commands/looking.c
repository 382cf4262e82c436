/* looking: what a value is, how a number came about, what differs from before. */
#include "canvas/ledger.h"
#include "canvas/matrix.h"
#include "commands/call.h"
#include "commands/groups.h"
#include "session/telling.h"

#include <stdint.h>



/* Without a name: every definition on a line, formula and shape. */
static bool list_definitions(struct session *session, struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    if (notebook->count == 0) {
        text_append(&session->out, "There are no definitions yet.\n");
    }
    for (size_t i = 0; i < notebook->count; i++) {
        if (!telling_heading(session, notebook->list[i], failure)) {
            return false;
        }
    }
    return true;
}

static bool run_show(struct session *session, const struct command_call *call,
                     struct failure *failure) {
    if (call->count == 0) {
        return list_definitions(session, failure);
    }
    for (size_t i = 0; i < call->count; i++) {
        const struct definition *definition = call_definition(session, call, i, failure);
        if (definition == NULL || !telling_definition(session, definition, failure)) {
            return false;
        }
    }
    const char *last = call->argument[call->count - 1].text;
    return session_focus(session, last, (struct place_in){.grain = GRAIN_DEFINITION}, failure);
}

static bool run_describe(struct session *session, const struct command_call *call,
                         struct failure *failure) {
    bool sentences = session->view.describe;
    if (call->count == 1 && text_same(call->argument[0].text, "off")) {
        session->view.describe = false;
        return true;
    }
    session->view.describe = true;
    if (call->count == 1 && text_same(call->argument[0].text, "on")) {
        return true;
    }
    bool ok;
    if (call->count == 0) {
        ok = session_focused(session) == NULL
                 ? failure_set(failure, "there is nothing to describe yet: describe NAME")
                 : telling_place(session, failure);
    } else {
        const struct definition *definition = call_definition(session, call, 0, failure);
        ok = definition != NULL && telling_definition(session, definition, failure);
    }
    session->view.describe = sentences;
    return ok;
}

static bool run_explain(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    struct called_cell found;
    if (!call_cell(session, call, 0, &found, failure)) {
        return false;
    }
    size_t last = found.definition->operation_count - 1; /* SIZE_MAX for a bare name or number */
    struct telling_cell told = {found.definition, last, found.cell, SIZE_MAX};
    return telling_explanation(session, &told, failure);
}

static bool run_why(struct session *session, const struct command_call *call,
                    struct failure *failure) {
    struct called_cell found;
    if (!call_cell(session, call, 0, &found, failure)) {
        return false;
    }
    struct ledger_view style = {.precision = session->view.precision,
                                .columns = session->view.columns,
                                .terms = SIZE_MAX,
                                .limit = 0};
    return ledger_why(found.definition, found.cell, &style, &session->out, failure);
}

static bool run_compare(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    const char *name = call->count > 0 ? call->argument[0].text : "";
    const struct notebook *old = history_find_baseline(session->history, name);
    if (old == NULL) {
        return call->count == 0
                   ? failure_set(failure, "there is no baseline yet: `baseline` sets one")
                   : failure_at(failure, call->argument[0].span,
                                "no baseline is called %s: `baseline %s` sets it", name, name);
    }
    size_t said = session->out.length;
    if (!telling_changes(session, old, NULL, failure)) {
        return false;
    }
    if (session->out.length == said) {
        text_append(&session->out, "Nothing differs from the baseline.\n");
    }
    return true;
}

static const struct command rows[] = {
    {.name = "show",
     .group = "looking",
     .sentence = "Show definitions: formula, shape and value; without a name a line for each.",
     .example = "show weights",
     .parameters = {{.name = "NAME",
                     .type = TYPE_NAME,
                     .optional = true,
                     .repeats = true,
                     .sentence = "what to show"}},
     .run = run_show},
    {.name = "describe",
     .group = "looking",
     .sentence = "Say a value in complete sentences; `describe on` does so for everything.",
     .details = "For a screen reader, or for reading aloud. `describe off` goes back to pictures.",
     .example = "describe weights",
     .parameters = {{.name = "NAME",
                     .type = TYPE_NAME,
                     .optional = true,
                     .words = "on off",
                     .sentence = "what to describe, or on, or off"}},
     .run = run_describe},
    {.name = "explain",
     .group = "looking",
     .sentence = "Show the arithmetic that made one number.",
     .details =
         "Each operator explains its own cells: a product as a ledger with its running total,\n"
         "softmax as x, x − max, exp, sum and quotient.",
     .example = "explain weights[1,2]",
     .parameters = {{.name = "CELL", .type = TYPE_CELL, .sentence = "the number, as in A[1,2]"}},
     .run = run_explain},
    {.name = "why",
     .group = "looking",
     .sentence = "Show all that made one number, down to the leaves.",
     .example = "why output[1,1]",
     .parameters = {{.name = "CELL", .type = TYPE_CELL, .sentence = "the number, as in O[1,1]"}},
     .run = run_why},
    {.name = "compare",
     .group = "looking",
     .sentence = "Show what differs from a baseline, old and new.",
     .details = "A baseline is a copy of all values, set with `baseline`.",
     .example = "compare",
     .parameters = {{.name = "NAME",
                     .type = TYPE_REST,
                     .optional = true,
                     .sentence = "which baseline; the unnamed one when left out"}},
     .run = run_compare},
};

const struct command_group looking_commands = {rows, sizeof rows / sizeof rows[0]};
