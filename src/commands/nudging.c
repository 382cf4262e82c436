/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* nudging: changing the number under the cursor. */
#include "base/number.h"
#include "commands/groups.h"
#include "session/expect.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double NUDGE_LEAST = 1e-9, NUDGE_MOST = 1e9;

/* A number as a person would have typed it: 0.2 + 0.1 is 0.3, not 0.30000000000000004. */
static double tidy(double number) {
    enum { DECIMALS = 12 };
    char written[NUMBER_TEXT];
    double read;
    number_fixed(written, number, number_decimals(number, DECIMALS));
    bool near = number_parse(written, strlen(written), &read) &&
                (read - number <= 1e-12 * (number < 0 ? -number : number) &&
                 number - read <= 1e-12 * (number < 0 ? -number : number));
    return near ? read : number;
}

/* The number under the cursor, when it may be changed at all. */
static bool cursor_number(struct session *session, const struct command_call *call, double *number,
                          struct failure *failure) {
    if (call->speaker == SPEAKER_LESSON) {
        return failure_set(failure, "a lesson has no cursor: write the edit, as in W[1,2] = 0.5");
    }
    if (!cursor_need(session, failure)) {
        return false;
    }
    const struct definition *definition = looks_definition(session);
    if (session->looks.operation != SIZE_MAX) {
        return failure_set(failure,
                           "this number is a step inside %s: %s changes a cell of a "
                           "matrix that was written out",
                           definition->name, call->command->name);
    }
    *number = definition->leaf ? definition_number(definition, session->looks.cell)
                               : definition->value->cells[session->looks.cell];
    return true;
}

/* Whether CHANGE cannot be made for what the number is, such as 2.1 where it is a size. */
static bool does_not_fit(const struct session *session, const struct change *change) {
    struct notebook copy;
    struct failure why = {0};
    notebook_copy(&copy, session_notebook(session));
    bool fails = !change_run(change, &copy, &why) && !why.outside;
    notebook_release(&copy);
    return fails;
}

static bool change_nudge(struct session *session, const struct command_call *call,
                         struct changes *changes, struct failure *failure) {
    size_t down;
    long count;
    double number = 0;
    if (!call_choice(call, 0, 0, &down, failure) || !call_times(call, 1, &count, failure) ||
        !cursor_number(session, call, &number, failure)) {
        return false;
    }
    const struct definition *definition = looks_definition(session);
    size_t cell = session->looks.cell;
    double sign = down == 1 ? -1 : 1, size = session->looks.nudge, turns = (double)count;
    struct change *change =
        change_create_edit(definition, cell, tidy(number + sign * size * turns), failure);
    if (change != NULL && shape_is_number(&definition->value->shape) && definition->leaf &&
        number == floor(number) && size * turns != floor(size * turns) &&
        does_not_fit(session, change)) {
        change_release(change);
        change = change_create_edit(definition, cell, tidy(number + sign * ceil(size) * turns),
                                    failure);
    }
    return add_change(changes, change, failure);
}

static bool change_flip(struct session *session, const struct command_call *call,
                        struct changes *changes, struct failure *failure) {
    double number = 0;
    return cursor_number(session, call, &number, failure) &&
           add_change(changes,
                      change_create_edit(looks_definition(session), session->looks.cell,
                                         0 - number, failure),
                      failure);
}

static bool run_nudging(struct session *session, const struct command_call *call,
                        struct failure *failure) {
    double size = session->looks.nudge;
    const char *word = call->count > 0 ? call->argument[0].text : "";
    if (text_same(word, "larger")) {
        size = tidy(size * 10);
    } else if (text_same(word, "smaller")) {
        size = tidy(size / 10);
    } else if (call->count > 0 &&
               !call_number(call, 0, (const double[]){NUDGE_LEAST, NUDGE_MOST}, &size, failure)) {
        return false;
    }
    if (size >= NUDGE_LEAST && size <= NUDGE_MOST) {
        session->looks.nudge = size;
    }
    char written[NUMBER_TEXT];
    number_exact(written, session->looks.nudge);
    text_format(&session->out, "A nudge is %s.\n", written);
    return text_ok(&session->out, failure);
}

static const struct command rows[] = {
    {.name = "nudge",
     .group = "cursor",
     .sentence = "Make the number under the cursor a little larger or smaller.",
     .details = "It has to be a cell of a matrix that was written out. nudging sets how little.",
     .example = "nudge up",
     .parameters =
         {{.name = "up|down", .type = TYPE_WORD, .words = "up down", .sentence = "which way"},
          COUNT_PARAMETER("how many nudges at once")},
     .flags = COMMAND_CHANGES,
     .change = change_nudge},
    {.name = "flip",
     .sentence = "Change the sign of the number under the cursor.",
     .flags = COMMAND_CHANGES,
     .change = change_flip},
    {.name = "nudging",
     .sentence = "Set how much nudge adds: ten times as much, a tenth, or so much (0.1 at first).",
     .example = "nudging smaller",
     .parameters = {{.name = "[larger|smaller|SIZE]",
                     .type = TYPE_WORD,
                     .words = "larger smaller",
                     .sentence = "which; without it, says how much it is"}},
     .run = run_nudging},
};

const struct command_group nudging_commands = {rows, sizeof rows / sizeof rows[0]};
