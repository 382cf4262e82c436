/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* stop: a stop of a lesson in a few words. */
#ifndef QKV_TESTS_LESSON_STOP_H
#define QKV_TESTS_LESSON_STOP_H

#include "lesson/lesson.h"

/* Appends the shortest description of a stop: "page 2, Queries", "Q = X @ W_q". */
void stop_text(const struct lesson *lesson, size_t stop, struct text *out);

#endif
