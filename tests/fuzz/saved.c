/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A notebook that was saved: opened again it is the same, to the last bit. */
#include "fuzz/target.h"

#include "base/failure.h"
#include "commands/commands.h"
#include "files/saving.h"

#include <check.h>
#include <string.h>

enum { LINES = 12 };

static struct session session;
static const struct reading_place here = {.folder = "."};

static bool type(const char *line) {
    static const struct source source = {"fuzz", 1, 1, SPEAKER_PERSON};
    struct failure failure = {0};
    target_hurry();
    bool ok = commands_run(&session, &source, line, &failure);
    text_clear(&session.out);
    return ok;
}

static void opens_again(const struct notebook *notebook, const char *text, size_t length) {
    struct session again;
    struct failure failure = {0};
    ck_assert(session_init(&again, &failure));
    target_hurry();
    struct lesson *lesson = lesson_read("saved.md", text, length, &failure);
    ck_assert_msg(lesson != NULL, "%s in\n%s", failure.message, text);
    ck_assert_msg(lesson->problem_count == 0, "%s in\n%s", lesson->problems[0].message, text);
    ck_assert_msg(commands_open(&again, lesson, &failure), "%s in\n%s", failure.message, text);
    while (commands_advance(&again, &failure)) {
        text_clear(&again.out);
    }
    ck_assert_msg(!failure.set, "%s in\n%s", failure.message, text);
    struct text twice = {0}; /* the formulas now say their seeds, so trees may differ */
    const struct notebook *opened = session_notebook(&again);
    ck_assert_uint_eq(opened->count, notebook->count);
    for (size_t i = 0; i < notebook->count; i++) {
        const struct definition *before = notebook->list[i], *after = opened->list[i];
        ck_assert_str_eq(after->name, before->name);
        ck_assert_msg(tensor_same(after->value, before->value) &&
                          overlays_same(&after->edits, &before->edits) &&
                          overlays_same(&after->pins, &before->pins),
                      "%s is not the same:\n%s", before->name, text);
    }
    ck_assert(saving_write(opened, "A *title* `of` it", &here, &twice, &failure));
    ck_assert_str_eq(text_string(&twice), text);
    text_release(&twice);
    session_release(&again);
}

static void run(const char *bytes, size_t length) {
    struct failure failure = {0};
    struct text saved = {0};
    ck_assert(session_init(&session, &failure));
    if (target_lines(bytes, length, LINES, type) > 0) {
        const struct notebook *notebook = session_notebook(&session);
        ck_assert_msg(saving_write(notebook, "A *title* `of` it", &here, &saved, &failure), "%s",
                      failure.message);
        opens_again(notebook, text_string(&saved), saved.length);
    }
    text_release(&saved);
    session_release(&session);
}

const struct target target_saved = {"saved", 256, run, target_language, NULL};
