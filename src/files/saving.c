/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/saving.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "files/export.h"
#include "language/lens.h"
#include "language/writer.h"

/* Appends `W_q[1,2] = 0.5`, or with WORD before it `pin A[2,1] = 0`. It uses positions, because
 * labels may repeat. */
static void append_overlay(const char *word, const struct definition *definition,
                           const struct overlay *overlay, struct text *out) {
    const struct shape *shape = &definition->value->shape;
    struct place place = tensor_place(shape, overlay->cell);
    char number[NUMBER_TEXT];
    number_exact(number, overlay->number);
    text_format(out, "%s%s[", word, definition->name);
    for (int axis = AXIS_COUNT - shape->axes; axis < AXIS_COUNT; axis++) {
        text_format(out, "%zu%s", place.at[axis] + 1, axis < AXIS_COLUMN ? "," : "] = ");
    }
    text_format(out, "%s\n", number);
}

/* Appends the edits, or with PINS the pins, of every definition, after those of what is inside it.
 */
static void append_set_cells(const struct notebook *notebook, bool pins, struct text *out) {
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *definition = notebook->list[i];
        for (size_t j = 0; j <= definition->inside_count; j++) {
            const struct definition *set =
                j < definition->inside_count ? definition_owned_at(definition, j) : definition;
            const struct overlays *overlays = set == NULL ? NULL : pins ? &set->pins : &set->edits;
            for (size_t k = 0; overlays != NULL && k < overlays->count; k++) {
                append_overlay(pins ? "pin " : "", set, &overlays->list[k], out);
            }
        }
    }
}

/* What is saved, and where. */
struct saving {
    const struct definition *definition;
    struct reading_place from; /* what the saved lesson will read from */
    struct failure *failure;
};

static bool may_open(size_t length, struct failure *failure) {
    return length <= FILE_LESSON_LIMIT ||
           failure_set(failure,
                       "the numbers take more than the %d MiB that a lesson may have: save beside "
                       "the files that they were read from",
                       FILE_LESSON_LIMIT >> 20);
}

/* True when NODE, an operator, or one of its arguments was read from a file. FORGET also releases
 * what was read. */
static bool is_read(struct node *node, bool forget) {
    bool read = node->op->of_file && node->array;
    node->array = read && forget ? NULL : node->array;
    for (int i = 0; i < CALL_ARGUMENTS; i++) {
        struct node *argument = node->argument[i];
        bool named = argument && node->op->parameters[i].of_file && argument->array;
        if (named && forget) {
            argument->array = NULL;
        }
        read = read || named;
    }
    return read;
}

/* True when the saved lesson will read NODE, or a vocabulary among its arguments, from its file
 * again. */
static bool is_read_again(const struct saving *saving, const struct node *node) {
    struct failure ignored = {0};
    struct tree *again = rewrite_tree(node, NULL, NULL, &ignored);
    bool same =
        again && (!is_read(again->root, true) ||
                  (reading_fill(again, &saving->from, &ignored) && tree_same(again->root, node)));
    tree_release(again);
    return same;
}

/* Writes file numbers out where the file will not be found. A random source draws the same again
 * from its seed, wherever it is. */
static bool write_saved(void *context, const struct node *node, struct text *out) {
    const struct saving *saving = context;
    const struct definition *definition = saving->definition;
    bool read = node->kind == NODE_APPLY && is_read((struct node *)node, false);
    if (read && !is_read_again(saving, node)) {
        if (!node->array) {
            failure_set(saving->failure, "its vocabulary would not be found from there: save "
                                         "beside it, or put it among the models");
            return false;
        }
        /* Each cell takes at least a digit and a comma, so a matrix that is too large is not
         * written first. */
        if (may_open(out->length + 2 * shape_cells(&node->array->shape), saving->failure)) {
            writer_literal(node->array, out);
        }
        return true;
    }
    for (size_t i = 0; i < definition->operation_count; i++) {
        const struct call *call = &definition->operations[i].call;
        for (int at = 0; definition->operations[i].node == node && at < CALL_ARGUMENTS; at++) {
            if (call->op->parameters[at].kind == PARAMETER_SEED && !node->argument[at]) {
                struct node seed = {.kind = NODE_NUMBER, .number = call->argument[at].number};
                struct node seeded = *node;
                seeded.argument[at] = &seed;
                seeded.named[at] = true;
                writer_write(&seeded,
                             &(struct writer_options){NOTATION_PLAIN, write_saved, context}, out);
                return true;
            }
        }
    }
    return false;
}

bool saving_write(const struct notebook *notebook, const char *title,
                  const struct reading_place *from, struct text *out, struct failure *failure) {
    text_append(out, "# ");
    export_escaped(title[0] == '\0' ? "Notebook" : title, out);
    text_append(out, "\n");
    if (notebook->count > 0 || notebook->library != NULL) {
        text_append(out, "\n```qkv\n");
        for (size_t i = 0; notebook->library != NULL && i < notebook->library->count; i++) {
            writer_plain(notebook->library->list[i]->tree->root,
                         out); /* before all that may call them */
            text_append(out, "\n");
        }
        for (size_t i = 0; i < notebook->count; i++) {
            struct saving saving = {notebook->list[i], *from, failure};
            text_format(out, "%s = ", saving.definition->name);
            writer_write(saving.definition->tree->root,
                         &(struct writer_options){NOTATION_PLAIN, write_saved, &saving}, out);
            text_append(out, "\n");
        }
        append_set_cells(notebook, false, out);
        append_set_cells(notebook, true, out);
        text_append(out, "```\n");
    }
    return text_ok(out, failure) && !failure->set && may_open(out->length, failure);
}
