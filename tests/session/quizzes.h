/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* quizzes: a lesson for its questions alone, beside a session that has opened none. */
#ifndef QKV_TESTS_SESSION_QUIZZES_H
#define QKV_TESTS_SESSION_QUIZZES_H

#include "session/session.h"

struct quizzes {
    struct session session;
    struct lesson *lesson;
};

/* Reads the lesson TEXT, which has no problem, as the file l.md. */
void quizzes_open(struct quizzes *quizzes, const char *text);
/* No block of memory is left. */
void quizzes_close(struct quizzes *quizzes);

/* The question called ID, which there is. */
const struct quiz *quizzes_find(const struct quizzes *quizzes, const char *id);

#endif
