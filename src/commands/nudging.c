/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* nudging: changing the number under the cursor. */
#include "base/number.h"
#include "commands/groups.h"
#include "language/lens.h"
#include "session/expect.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double NUDGE_LEAST = 1e-9, NUDGE_MOST = 1e9;

static bool run_set(struct session *session, const struct command_call *call,
                    struct failure *failure) {
    struct called_cell found;
    if (call->count > 0 && strchr(call->argument[0].text, '=') != NULL) {
        return failure_at(failure, call->span, "leave `set` out: %s", call->argument[0].text);
    }
    if (call->count > 0 && (!call_cell(session, call, 0, &found, failure) ||
                            !looks_at(session, found.definition->name, found.cell, failure))) {
        return false;
    }
    if (!cursor_need(session, failure)) {
        return false;
    }
    const struct definition *definition = looks_definition(session);
    struct text name = {0};
    struct text how = {0};
    bool ok = looks_cell(session, &name, failure);
    const char *cell = text_string(&name);
    struct text why = {0};
    if (exercise_forbids(session, definition->name, &why)) {
        text_format(&how, "%s stays as it is: %s.", cell, text_string(&why));
    } else if (definition->leaf) {
        text_format(&how, "Type %s = and the new number, or a formula for it.", cell);
    } else {
        text_format(&how, "%s is computed; edit a cell of ", cell);
        definition_leaves(definition, &how);
        text_append(&how, " instead.");
        if (session->looks.operation == SIZE_MAX) {
            text_format(&how, " `pin %s = NUMBER` forces it.", cell);
        }
    }
    ok = ok && text_ok(&how, failure);
    canvas_wrap(text_string(&how), 0, session->front.width, &session->out);
    text_release_into(&why, &session->out);
    text_release(&how);
    text_release(&name);
    return ok && text_ok(&session->out, failure);
}

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

/* The cell of DEFINITION at CELL as it would be typed. */
static struct tree *cell_tree(const struct definition *definition, size_t cell,
                              struct failure *failure) {
    const struct shape *shape = &definition->value->shape;
    struct place place = tensor_place(shape, cell);
    struct text words[AXIS_COUNT] = {0};
    struct node name = {.kind = NODE_NAME, .depth = 1, .text = definition->name};
    struct node at[AXIS_COUNT];
    struct subscript subscripts[AXIS_COUNT] = {0};
    struct node root = {.kind = NODE_APPLY,
                        .depth = 2,
                        .operator= operator_find("[ ]", strlen("[ ]")),
                        .argument = {&name},
                        .subscripts = subscripts};
    bool named = !address_needed(shape), ok = true;
    for (int i = AXIS_COUNT - shape->axes; !named && i < AXIS_COUNT; i++) {
        size_t k = root.subscript_count++;
        address_position(shape->labels[i], place.at[i], &words[k]);
        const char *word = text_string(&words[k]); /* 2, it or "it is" */
        bool quoted = word[0] == '"';
        text_truncate(&words[k], words[k].length - quoted);
        at[k] = (struct node){.kind = quoted                            ? NODE_TEXT
                                      : isdigit((unsigned char)word[0]) ? NODE_NUMBER
                                                                        : NODE_NAME,
                              .depth = 1,
                              .number = (double)place.at[i] + 1,
                              .text = word + quoted};
        subscripts[k].from = &at[k];
        ok = ok && text_ok(&words[k], failure);
    }
    struct tree *tree = ok ? rewrite_tree(named ? &name : &root, failure) : NULL;
    for (size_t k = 0; k < AXIS_COUNT; k++) {
        text_release(&words[k]);
    }
    return tree;
}

/* The edit of the cursor's cell to NUMBER: the same change that typing it makes. */
static bool change_cell(struct session *session, double number, struct changes *changes,
                        struct failure *failure) {
    const struct definition *definition = looks_definition(session);
    char written[NUMBER_TEXT];
    number_exact(written, number);
    struct node root = {.kind = NODE_NUMBER, .depth = 1, .number = number, .text = written};
    struct tree *cell = cell_tree(definition, session->looks.cell, failure);
    struct tree *value = cell == NULL ? NULL : rewrite_tree(&root, failure);
    bool ok =
        value != NULL &&
        add_change(changes, change_create(CHANGE_EDIT, definition->name, cell, value, failure),
                   failure);
    tree_release(value);
    tree_release(cell);
    return ok;
}

/* The number under the cursor, when it may be changed at all. */
static bool cursor_number(struct session *session, const struct command_call *call, double *number,
                          struct failure *failure) {
    if (session->lesson_speaks) {
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

/* Whether the lone number looked at is a size, or counts something: it is a whole one, and nothing
 * that is made from it can be if it is not. */
static bool takes_whole_numbers(struct session *session, double number, double size) {
    static const struct source source = {"nudge", 1, 1};
    const struct definition *definition = looks_definition(session);
    struct text line = {0};
    struct failure why = {0};
    text_format(&line, "%s = %.17g", definition->name, number + size);
    bool lone = shape_is_number(&definition->value->shape) && definition->leaf;
    bool fails = lone && number == floor(number) && size != floor(size) && !line.failed &&
                 !commands_try(session, &source, text_string(&line), &why) && !why.outside;
    text_release(&line);
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
    double size = session->looks.nudge * (double)count;
    if (takes_whole_numbers(session, number, size)) {
        size = ceil(session->looks.nudge) * (double)count;
    }
    return change_cell(session, tidy(down == 1 ? number - size : number + size), changes, failure);
}

static bool change_flip(struct session *session, const struct command_call *call,
                        struct changes *changes, struct failure *failure) {
    double number = 0;
    return cursor_number(session, call, &number, failure) &&
           change_cell(session, 0 - number, changes, failure);
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
    {.name = "set",
     .group = "cursor",
     .sentence = "Tell how to change the number under the cursor.",
     .details = "A change is written as it is: W_q[1,2] = 0.5.",
     .example = "set W_q[1,2]",
     .parameters = {{.name = "[CELL]",
                     .type = TYPE_ASSIGNMENT,
                     .sentence = "the number; the one under the cursor when left out"}},
     .run = run_set},
    {.name = "nudge",
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
