/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* practice: makes sums to do by hand from the drills of lessons. Each has inputs of its own, small
 * integers drawn from a seed. The sums form a lesson like any other, which is played, printed and
 * graded as lessons are. */
#ifndef QKV_CLASSROOM_PRACTICE_H
#define QKV_CLASSROOM_PRACTICE_H

#include "lesson/lesson.h"

#include <stdint.h>

/* The most sums in one session, and the number of sums on a sheet of paper. */
enum { PRACTICE_SUMS = 100, PRACTICE_SHEET = 8 };

/* True when LESSON has a drill. */
bool practice_has(const struct lesson *lesson);

/* Makes the lesson of COUNT sums, at most PRACTICE_SUMS, that SEED draws from the drills of LESSONS
 * in turn; no two sums of a drill have the same inputs. Fails when there is no drill. The caller
 * frees it. */
struct practice_request {
    const struct lesson *const *lessons;
    size_t lesson_count, count;
    uint64_t seed;
};
struct lesson *practice_make(const struct practice_request *request, struct failure *failure);

#endif
