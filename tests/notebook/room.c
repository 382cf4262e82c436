/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "room.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "language/reader.h"
#include "language/writer.h"
#include "operators/trial.h"

#include <check.h>
#include <stdint.h>
#include <string.h>

static const struct command *no_command(const char *word, size_t length) {
    (void)word;
    (void)length;
    return NULL;
}

/* --- reading ------------------------------------------------------------------------------------
 */

static struct change *change_of(const struct statement *statement, enum change_kind kind,
                                struct failure *failure) {
    if (statement->kind == STATEMENT_DEFINE) {
        return change_create(CHANGE_DEFINE, statement->name, NULL, statement->value, failure);
    }
    return change_create(kind, statement->name, statement->cell, statement->value, failure);
}

static struct change *read_unpin(const char *text) {
    struct failure failure = {0};
    struct tree *cell = reader_reference(text, &failure);
    struct change *change = NULL;
    if (cell != NULL && cell->root->kind == NODE_APPLY) {
        change = change_create(CHANGE_UNPIN, cell->root->argument[0]->text, cell, NULL, &failure);
    } else if (cell != NULL) {
        change = change_create(CHANGE_UNPIN, cell->root->text, cell, NULL, &failure);
    }
    tree_release(cell);
    return change;
}

struct change *room_change_if(const char *statement) {
    struct reader_words words = {.find = no_command};
    struct statements read = {0};
    struct failure failure = {0};
    struct change *change = NULL;
    bool pin = text_starts(statement, "pin ");

    if (text_starts(statement, "unpin ")) {
        return read_unpin(statement + strlen("unpin "));
    }
    if (reader_statements(statement + (pin ? strlen("pin ") : 0), &words, &read, &failure) &&
        read.count == 1 && read.list[0].kind <= STATEMENT_EDIT) {
        change = change_of(&read.list[0], pin ? CHANGE_PIN : CHANGE_EDIT, &failure);
    }
    statements_release(&read);
    return change;
}

struct change *room_change(const char *statement) {
    struct change *change = room_change_if(statement);

    ck_assert_msg(change != NULL, "%s cannot be read", statement);
    return change;
}

/* Copies the next logical line of *TEXT to LINE; false at the end. */
static bool next_line(const char **text, char line[512]) {
    size_t length = reader_line(*text, strlen(*text), NULL);
    if (**text == '\0') {
        return false;
    }
    ck_assert_uint_lt(length, 512);
    memcpy(line, *text, length);
    line[length] = '\0';
    *text += length;
    return true;
}

bool room_try(struct notebook *notebook, const char *statements, struct failure *failure) {
    char line[512];
    while (next_line(&statements, line)) {
        struct change *change = room_change(line);
        bool done = change_run(change, notebook, failure);

        change_release(change);
        if (!done) {
            return false;
        }
    }
    return true;
}

void room_run(struct notebook *notebook, const char *statements) {
    struct failure failure = {0};
    ck_assert_msg(room_try(notebook, statements, &failure), "%s", failure.message);
}

struct definition *room_evaluate(const struct notebook *notebook, const char *expression) {
    struct failure failure = {0};
    struct tree *tree = reader_expression(expression, &failure);
    struct definition *definition = NULL;

    ck_assert_msg(tree != NULL, "%s: %s", expression, failure.message);
    definition = notebook_evaluate(notebook, "", tree, &failure);
    ck_assert_msg(definition != NULL, "%s: %s", expression, failure.message);
    tree_release(tree);
    return definition;
}

double room_number(const struct notebook *notebook, const char *expression) {
    struct definition *definition = room_evaluate(notebook, expression);
    double number = definition->value->cells[0];
    ck_assert_msg(shape_is_number(&definition->value->shape), "%s is no number", expression);
    definition_release(definition);
    return number;
}

static double read_operand(void *context, int operand, size_t cell) {
    const struct explanation *explanation = context;
    const struct operation *operation = explanation->operation;
    if (operation == NULL) {
        return explanation->definition->uses[0]->value->cells[cell];
    }
    if (operation->values != NULL) {
        return operation->call.values[operand]->cells[cell];
    }
    return operation->cells != NULL ? operation->call.numbers[cell]
                                    : operation->call.argument[operand].value->cells[cell];
}

double room_replay(const struct explanation *explanation) {
    return trial_replay(&explanation->steps, read_operand, (void *)(uintptr_t)explanation);
}

/* --- reading results ----------------------------------------------------------------------------
 */

void room_example(const struct op *row, const char *name, struct text *out) {
    const char *at = row->example, *end;
    for (; (end = strstr(at, "; ")) != NULL; at = end + 2) {
        text_append_bytes(out, at, (size_t)(end - at));
        text_append(out, "\n");
    }
    text_format(out, "%s = %s\n", name, row->of_file ? "[[1, 2]]" : at); /* there is no file */
}

const char *room_names(const struct notebook *notebook) {
    static char names[512];
    size_t length = 0;
    names[0] = '\0';
    for (size_t i = 0; i < notebook->count; i++) {
        size_t size = strlen(notebook->list[i]->name);

        ck_assert_uint_lt(length + size + 2, sizeof names);
        if (i > 0) {
            names[length++] = ' ';
        }
        memcpy(names + length, notebook->list[i]->name, size + 1);
        length += size;
    }
    return names;
}

const char *room_formula(const struct definition *definition) {
    static char formula[512];
    struct text text = {0};
    ck_assert_ptr_nonnull(definition);
    writer_plain(definition->tree->root, &text);
    ck_assert_uint_lt(text.length, sizeof formula);
    memcpy(formula, text_string(&text), text.length + 1);
    text_release(&text);
    return formula;
}

struct room_list room_remember(const struct notebook *notebook) {
    struct room_list list = {.count = notebook->count};

    ck_assert_uint_le(list.count, 96);
    if (list.count > 0) {
        memcpy(list.list, notebook->list, list.count * sizeof *list.list);
    }
    return list;
}

bool room_is(const struct notebook *notebook, const struct room_list *list) {
    return notebook->count == list->count &&
           (list->count == 0 ||
            memcmp(notebook->list, list->list, list->count * sizeof *list->list) == 0);
}

static void assert_uses_stand_before(const struct notebook *notebook, size_t at) {
    const struct definition *definition = notebook->list[at];
    for (size_t i = 0; i < definition->use_count; i++) {
        size_t used = notebook_position(notebook, definition->uses[i]->name);

        ck_assert_msg(used < at, "%s stands before %s", definition->name,
                      definition->uses[i]->name);
        ck_assert_ptr_eq(notebook->list[used], definition->uses[i]);
    }
}

static void assert_overlaid(const struct definition *fresh, const struct definition *definition) {
    const struct overlays *overlays = definition->leaf ? &definition->edits : &definition->pins;
    ck_assert_uint_eq((definition->leaf ? &definition->pins : &definition->edits)->count, 0);
    ck_assert(shape_same_sizes(&fresh->value->shape, &definition->value->shape));
    for (size_t i = 0; i < shape_cells(&fresh->value->shape); i++) {
        const struct overlay *overlay = overlays_find(overlays, i);
        double expected = overlay ? overlay->number : fresh->value->cells[i];

        ck_assert_msg(number_same(definition->value->cells[i], expected), "%s cell %zu: %a, not %a",
                      definition->name, i, definition->value->cells[i], expected);
    }
}

void room_assert_afresh(const struct notebook *notebook) {
    struct notebook prefix;
    struct failure failure = {0};
    notebook_copy(&prefix, notebook);
    for (size_t i = 0; i < notebook->count; i++) {
        struct definition *fresh;

        prefix.count = i;
        fresh =
            notebook_evaluate(&prefix, notebook->list[i]->name, notebook->list[i]->tree, &failure);
        ck_assert_msg(fresh != NULL, "%s: %s", notebook->list[i]->name, failure.message);
        assert_overlaid(fresh, notebook->list[i]);
        assert_uses_stand_before(notebook, i);
        definition_release(fresh);
    }
    prefix.count = notebook->count;
    notebook_release(&prefix);
}

size_t room_random(struct random *random, size_t below) {
    return (size_t)(random_bits(random) % below);
}

/* --- histories ----------------------------------------------------------------------------------
 */

bool room_transaction(struct history *history, const char *statements, struct failure *failure) {
    char line[512];
    history_begin(history);
    while (next_line(&statements, line)) {
        struct change *change = room_change(line);
        bool done = history_change(history, change, failure);

        change_release(change);
        if (!done) {
            history_cancel(history);
            return false;
        }
    }
    history_commit(history);
    return true;
}

struct history *room_history(const char *lesson) {
    struct changes script[32] = {{0}};
    struct failure failure = {0};
    struct history *history = history_create(&failure);
    size_t count = 0;
    char line[512];

    ck_assert_ptr_nonnull(history);
    while (next_line(&lesson, line)) {
        struct change *change = room_change(line);

        ck_assert(changes_add(&script[count++], change, &failure));
        change_release(change);
    }
    ck_assert(count == 0 || history_script(history, script, count, &failure));
    return history;
}

static bool fold_stop(const struct changes *script, size_t stop, const struct changes *own,
                      struct notebook *notebook) {
    struct failure failure = {0};
    for (size_t i = 0; stop > 0 && i < script[stop - 1].count; i++) {
        if (!change_run(script[stop - 1].list[i], notebook, &failure)) {
            return false;
        }
    }
    for (size_t i = 0; i < own->count; i++) {
        if (own->list[i]->anchor == stop) {
            change_run(own->list[i], notebook, &failure);
        }
    }
    return true;
}

bool room_fold(const struct changes *script, size_t stop, const struct changes *own,
               struct notebook *notebook) {
    notebook_init(notebook);
    for (size_t i = 0; i <= stop; i++) {
        if (!fold_stop(script, i, own, notebook)) {
            return false;
        }
    }
    return true;
}
