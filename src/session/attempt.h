/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* attempt: runs formulas that a learner wrote, and the solution, on the same hidden random inputs.
 *
 * They run in a notebook that contains the task's inputs, of other sizes in every attempt, and the
 * built-in operators: no value of the lesson can be copied. */
#ifndef QKV_SESSION_ATTEMPT_H
#define QKV_SESSION_ATTEMPT_H

#include "lesson/lesson.h"
#include "notebook/notebook.h"

/* The verdict on the formulas. When they are not RIGHT, the rest is about the failed attempt with
 * the fewest cells. */
struct attempt_verdict {
    bool right;
    struct notebook notebook;       /* its inputs, and the solution's definitions */
    struct tensor *expected;        /* retained */
    struct tensor *result;          /* what the formulas gave; NULL: nothing */
    size_t row;                     /* of the result: furthest off; SIZE_MAX: the sizes differ */
    char reason[256];               /* why they gave nothing */
    const struct task_wrong *wrong; /* of the task: it gives the same in all attempts; NULL: none */
};

/* True when FORMULAS (definitions, one a line or separated by ;) can be run: they can be read, they
 * redefine no input, and they define the result. */
bool attempt_check(const struct task *task, const char *formulas, struct failure *failure);

/* True when FORMULAS, of which more may follow, can be computed from the inputs of one attempt. */
bool attempt_computes(const struct task *task, const char *formulas, struct failure *failure);

/* Runs FORMULAS and the task's solution in many attempts. False when they cannot be run, when the
 * solution cannot be computed, or without memory. Release VERDICT also then. */
bool attempt_run(const struct task *task, const char *formulas, struct attempt_verdict *verdict,
                 struct failure *failure);
void attempt_release(struct attempt_verdict *verdict);

/* Appends what the failed attempt shows, and a newline: why it cannot be computed, or "With X =
 * [[1, 2]] it gives [[3]], and it should give [[4]]."; of large inputs only the sizes, and with
 * them one row of the result. Where the sizes of the results differ only they are given. */
void attempt_describe(const struct task *task, const struct attempt_verdict *verdict,
                      struct text *out);

#endif
