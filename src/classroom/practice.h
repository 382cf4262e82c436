/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* practice: sums to do by hand, made of the drills of lessons: each with inputs of its own, small
 * whole numbers drawn from a seed. They are a lesson like any other, which is played, printed and
 * graded as lessons are. */
#ifndef QKV_CLASSROOM_PRACTICE_H
#define QKV_CLASSROOM_PRACTICE_H

#include "lesson/lesson.h"

#include <stdint.h>

/* As many sums as are asked in a sitting, and on a sheet of paper. */
enum { PRACTICE_SUMS = 100, PRACTICE_SHEET = 8 };

/* Whether LESSON has a drill. */
bool practice_has(const struct lesson *lesson);

/* The lesson of COUNT sums, at most PRACTICE_SUMS, that SEED makes of the drills of the
 * LESSON_COUNT LESSONS in turn; no two of a drill's sums have the same inputs. Fails where there is
 * no drill. The caller frees it. */
struct practice_request {
    const struct lesson *const *lessons;
    size_t lesson_count, count;
    uint64_t seed;
};
struct lesson *practice_make(const struct practice_request *request, struct failure *failure);

#endif
