/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: whether what was expected holds, and how far from it one is; and of a whole exercise. */
#ifndef QKV_SESSION_EXPECT_H
#define QKV_SESSION_EXPECT_H

#include "session/session.h"

/* Whether TEXT, "A = B ~ t", which SPEAKER wrote, holds; WHY (may be NULL) gets what was found and
 * what was expected where it does not. It fails, and does not hold, when it cannot be evaluated. */
bool expect_holds(const struct session *session, enum speaker speaker, const char *text,
                  struct text *why, struct failure *failure);

/* How far a goal is, "A[1,2] > 0.9": what stands at its left now, and the number it is held
 * against.
 */
struct gauge {
    bool measured; /* both are lone numbers, the left no position, the right a written one */
    double now, goal;
};
/* Whether TEXT, which the lesson wrote, holds, how far it is, and where it does not, WHY (may be
 * NULL). What cannot be evaluated does not hold. */
bool expect_measure(const struct session *session, const char *text, struct gauge *gauge,
                    struct text *why);

/* --- exercise.c: whether an exercise is met, and what may be changed in it -------------------- */

/* Whether a goal holds, how far it is, and, where it does not, WHY (may be NULL). A goal that
 * cannot be evaluated, such as one on a name that is still to be defined, does not hold. */
bool exercise_goal(const struct session *session, const struct source_line *expect,
                   struct gauge *gauge, struct text *why);

/* True when every expect of the exercise holds and no more than allowed was changed; WHY says what
 * is still open. */
bool exercise_met(const struct session *session, const struct exercise *exercise, bool *met,
                  struct text *why, struct failure *failure);

/* The exercise that is open, its goals not met yet; NULL: none is. */
const struct exercise *exercise_open(const struct session *session);

/* Whether an exercise is open in which NAME may not be changed: OUT gets what may be ("in this
 * exercise only t may be changed"), and nothing else is to be advised. */
bool exercise_forbids(const struct session *session, const char *name, struct text *out);

/* Whether an exercise is open that names NAME among what may be changed. */
bool exercise_names(const struct session *session, const char *name);

/* How many cells the learner has set since the exercise was entered, each once. */
size_t exercise_cells(const struct session *session);

/* Whether only what may be changed has been, and no more of it; where not, WHY (NULL: nobody asks)
 * gets a line for each rule that is broken. */
bool exercise_keeps_rules(const struct session *session, const struct exercise *exercise,
                          struct text *why);

#endif
