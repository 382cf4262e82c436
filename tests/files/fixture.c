/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/fixture.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/text.h"
#include "language/reader.h"
#include "lesson/lesson.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct command *find_pin(const char *word, size_t length) {
    static const void *const row = "pin"; /* any address will do */
    return length == 3 && memcmp(word, row, 3) == 0 ? row : NULL;
}

/* `A[1,2] = 0` after `pin`. */
static bool pin(struct notebook *notebook, const char *rest, struct failure *failure) {
    const char *equals = strstr(rest, " = ");
    struct text reference = {0};
    struct definition *made = NULL;
    struct cells cells = {0};
    text_append_bytes(&reference, rest, (size_t)(equals - rest));
    struct tree *where = reader_reference(text_string(&reference), failure);
    struct tree *value = reader_expression(equals + 3, failure);
    bool good = where && value && notebook_cells(notebook, where, &cells, failure) &&
                (made = notebook_evaluate(notebook, "", value, failure)) != NULL &&
                cells_fill(&cells, made->value, failure) && notebook_pin(notebook, &cells, failure);
    definition_release(made);
    cells_release(&cells);
    tree_release(where);
    tree_release(value);
    text_release(&reference);
    return good;
}

static bool edit(struct notebook *notebook, const struct statement *statement,
                 struct failure *failure) {
    struct definition *made = NULL;
    struct cells cells = {0};
    bool good = notebook_cells(notebook, statement->cell, &cells, failure) &&
                (made = notebook_evaluate(notebook, "", statement->value, failure)) != NULL &&
                cells_fill(&cells, made->value, failure) &&
                notebook_edit(notebook, &cells, failure);
    definition_release(made);
    cells_release(&cells);
    return good;
}

static void run(struct notebook *notebook, const char *line) {
    const struct reader_words words = {.find = find_pin};
    struct statements statements = {0};
    struct failure failure = {0};
    bool good = reader_statements(line, &words, &statements, &failure);
    for (size_t i = 0; i < statements.count && good; i++) {
        const struct statement *statement = &statements.list[i];
        if (statement->kind == STATEMENT_DEFINE) {
            good = notebook_define(notebook, statement->name, statement->value, &failure);
        } else if (statement->kind == STATEMENT_EDIT) {
            good = edit(notebook, statement, &failure);
        } else if (statement->kind == STATEMENT_COMMAND) {
            good = pin(notebook, line + statement->rest.start, &failure);
        }
    }
    ck_assert_msg(good, "%s: %s", line, failure.message);
    statements_release(&statements);
}

static void run_lesson(struct notebook *notebook, struct lesson *lesson) {
    notebook_init(notebook);
    for (size_t i = 0; i < lesson->stop_count; i++) {
        const struct stop *stop = &lesson->stops[i];
        if (stop->kind == STOP_STATEMENT) {
            run(notebook, lesson->parts[stop->part].statements[stop->statement].text);
        }
    }
    lesson_free(lesson);
}

void fixture_notebook(struct notebook *notebook, const char *source) {
    struct failure failure = {0};
    struct lesson *lesson = lesson_read_statements("f.qkv", source, strlen(source), &failure);
    ck_assert_msg(lesson != NULL, "%s", failure.message);
    run_lesson(notebook, lesson);
}

void fixture_lesson(struct notebook *notebook, const char *text) {
    struct failure failure = {0};
    struct lesson *lesson = lesson_read("f.md", text, strlen(text), &failure);
    ck_assert_msg(lesson != NULL, "%s", failure.message);
    ck_assert_uint_eq(lesson->problem_count, 0);
    run_lesson(notebook, lesson);
}

void fixture_file(const char *name, const char *content, char *path) {
    const char *folder = getenv("TMPDIR");
    struct failure failure = {0};
    snprintf(path, 512, "%s/%ld-%s", folder ? folder : "/tmp", (long)getpid(), name);
    ck_assert_msg(file_save(path, content, strlen(content), &failure), "%s", failure.message);
}
