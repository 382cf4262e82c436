/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/desk.h"
#include "ground/runner.h"

#include "base/file.h"
#include "base/heap.h"
#include "language/reader.h"

#include <check.h>
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void open_at(struct desk *desk, const char *path, const char *lesson) {
    memset(desk, 0, sizeof *desk);
    ck_assert(session_init(&desk->session, &desk->failure));
    desk->session.front.from_person = true;
    if (lesson != NULL) {
        struct lesson *read = lesson_read(path, lesson, strlen(lesson), &desk->failure);
        ck_assert_msg(read != NULL, "%s", desk->failure.message);
        bool opened = commands_open(&desk->session, read, &desk->failure);
        ck_assert_msg(opened, "%s", desk->failure.message);
    }
}

void desk_open(struct desk *desk, const char *lesson) {
    open_at(desk, "lesson.md", lesson);
}

void desk_open_lesson(struct desk *desk, const char *name) {
    struct text path = {0}, text = {0};
    text_format(&path, "%s/lessons/%s", QKV_SOURCE_DIR, name);
    ck_assert(file_read(text_string(&path), 1 << 20, &text, &desk->failure));
    open_at(desk, text_string(&path), text_string(&text));
    text_release(&text);
    text_release(&path);
}

/* Suites ask for them while they are made, when nothing can be asserted yet. */
static const glob_t *lessons(void) {
    static glob_t found;
    if (found.gl_pathc == 0 && glob(QKV_SOURCE_DIR "/lessons/[0-9]*.md", 0, NULL, &found) != 0) {
        abort();
    }
    return &found;
}

int desk_lesson_count(void) {
    return (int)lessons()->gl_pathc;
}

int desk_walked(void) {
    return RUNNER_SAMPLES(desk_lesson_count(), 2);
}

const char *desk_lesson(int number) {
    return strrchr(lessons()->gl_pathv[number], '/') + 1;
}

void desk_close(struct desk *desk) {
    session_release(&desk->session);
    ck_assert_uint_eq(memory_blocks(), 0);
}

bool desk_types(struct desk *desk, const char *line) {
    const struct source source = {"desk", 1, 1, desk->speaker};
    text_clear(&desk->session.out);
    memset(&desk->failure, 0, sizeof desk->failure);
    return commands_run(&desk->session, &source, line, &desk->failure);
}

const char *desk_says(struct desk *desk, const char *line) {
    return desk_types(desk, line) ? text_string(&desk->session.out) : desk->failure.message;
}

double desk_number(struct desk *desk, const char *expression) {
    double number = 0;
    struct failure failure = {0};
    struct tree *tree = reader_expression(expression, &failure);
    ck_assert_ptr_nonnull(tree);
    bool ok = notebook_number(session_notebook(&desk->session), tree, &number, &failure);
    ck_assert_msg(ok, "%s", failure.message);
    tree_release(tree);
    return number;
}

/* Verifies "W_q 0.1 0.2 …", line AT. */
static void hold_cells(struct desk *desk, char *line, size_t at, double tolerance) {
    char *end = strchr(line, ' ');
    *end = '\0';
    const struct definition *definition = notebook_find(session_notebook(&desk->session), line);
    ck_assert_msg(definition != NULL, "line %zu: %s", at, line);
    const struct tensor *value = definition->value;
    for (size_t i = 0; i < shape_cells(&value->shape); i++) {
        double wanted = strtod(end + 1, &end), size = fabs(wanted) > 1 ? fabs(wanted) : 1;
        ck_assert_msg(value->cells[i] == wanted ||
                          fabs(value->cells[i] - wanted) <= tolerance * size,
                      "line %zu: %s, cell %zu: %.17g, %.17g", at, line, i, value->cells[i], wanted);
    }
    ck_assert_msg(*end == '\0', "line %zu: %s has fewer cells", at, line);
}

size_t desk_holds(struct desk *desk, const char *file, double tolerance) {
    static char path[256], line[1 << 16];
    size_t at = 0, held = 0;
    snprintf(path, sizeof path, QKV_SOURCE_DIR "/tests/reference/%s", file);
    FILE *lines = fopen(path, "r");
    ck_assert_ptr_nonnull(lines);
    while (fgets(line, sizeof line, lines) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        at++;
        if (text_starts(line, "= ")) {
            hold_cells(desk, line + 2, at, tolerance);
            held++;
        } else if (text_starts(line, "#")) {
            desk_close(desk);
            desk_open(desk, NULL);
        } else {
            ck_assert_msg(desk_types(desk, line), "line %zu: %s: %s", at, line,
                          desk->failure.message);
        }
    }
    fclose(lines);
    return held;
}
