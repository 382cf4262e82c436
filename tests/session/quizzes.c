/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/quizzes.h"

#include "base/heap.h"
#include "base/text.h"

#include <check.h>
#include <string.h>

void quizzes_open(struct quizzes *quizzes, const char *text) {
    struct failure failure = {0};
    ck_assert(session_init(&quizzes->session, &failure));
    quizzes->lesson = lesson_read("l.md", text, strlen(text), &failure);
    ck_assert_ptr_nonnull(quizzes->lesson);
    ck_assert_uint_eq(quizzes->lesson->problem_count, 0);
}

void quizzes_close(struct quizzes *quizzes) {
    lesson_free(quizzes->lesson);
    session_release(&quizzes->session);
    ck_assert_uint_eq(memory_blocks(), 0);
}

const struct quiz *quizzes_find(const struct quizzes *quizzes, const char *id) {
    for (size_t i = 0; i < quizzes->lesson->part_count; i++) {
        const struct quiz *found = quizzes->lesson->parts[i].quiz;
        if (found != NULL && text_same(found->id, id)) {
            return found;
        }
    }
    ck_abort_msg("no question is called %s", id);
}
