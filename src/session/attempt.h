/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* attempt: formulas that a learner wrote, run on hidden random inputs beside the solution.
 *
 * They run in a notebook that holds the task's inputs, of other sizes in every attempt, and the
 * built-in operators: no value of the lesson can be copied. */
#ifndef QKV_SESSION_ATTEMPT_H
#define QKV_SESSION_ATTEMPT_H

#include "lesson/lesson.h"
#include "notebook/notebook.h"

enum { ATTEMPTS = 20 };

/* What became of the formulas. When they are not RIGHT, the rest is of the failed attempt with the
 * fewest cells. */
struct attempt_verdict {
    bool right;
    struct notebook notebook;       /* its inputs, and the solution's definitions */
    struct tensor *expected;        /* held */
    struct tensor *result;          /* what the formulas gave; NULL: nothing */
    char reason[256];               /* why they gave nothing */
    const struct task_wrong *wrong; /* of the task: it gives the same in all attempts; NULL: none */
};

/* Whether FORMULAS (definitions, one a line or with ; between) can be run: they can be read, they
 * redefine no input, and the result is among them. */
bool attempt_takes(const struct task *task, const char *formulas, struct failure *failure);

/* Whether FORMULAS, of which more may follow, can be computed from the inputs of one attempt. */
bool attempt_computes(const struct task *task, const char *formulas, struct failure *failure);

/* Runs FORMULAS and the task's solution ATTEMPTS times. False where they cannot be run, where the
 * solution cannot be computed, or without memory. Release VERDICT also then. */
bool attempt_run(const struct task *task, const char *formulas, struct attempt_verdict *verdict,
                 struct failure *failure);
void attempt_release(struct attempt_verdict *verdict);

/* The row of the result that is furthest off; SIZE_MAX: there is none, or it has other sizes. */
size_t attempt_row(const struct attempt_verdict *verdict, double tolerance);

/* Appends what the failed attempt shows: "With X = [[1, 2]] it gives [[3]], and it should give
 * [[4]]." and a newline; of large values the sizes, and of large results one row. */
void attempt_describe(const struct task *task, const struct attempt_verdict *verdict,
                      struct text *out);

#endif
