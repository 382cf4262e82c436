/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: whether an expectation holds, and how far from it a value is; and whether a whole
 * exercise is met. */
#ifndef QKV_SESSION_EXPECT_H
#define QKV_SESSION_EXPECT_H

#include "session/session.h"

/* True when TEXT, "A = B ~ t", written by SPEAKER, holds; otherwise WHY gets the value found and
 * the value expected. False with FAILURE set when it cannot be evaluated. */
bool expect_holds(const struct session *session, enum speaker speaker, const char *text,
                  struct text *why, struct failure *failure);

/* The distance from a goal, "A[1,2] > 0.9": the present value of its left side, and the number that
 * it is compared with. */
struct gauge {
    bool measured; /* both are lone numbers, the left not a position, the right a written one */
    double now, goal;
    const char *sign;     /* how they are compared: "=", ">" */
    struct span sides[2]; /* as they are written: bytes of the text; empty where it has none */
};
/* True when TEXT, which the lesson wrote, holds; GAUGE gets how far it is, and WHY (may be NULL)
 * the reason when it does not. What cannot be evaluated does not hold. */
bool expect_measure(const struct session *session, const char *text, struct gauge *gauge,
                    struct text *why);

/* --- exercise.c: whether an exercise is met, and what may be changed in it -------------------- */

/* True when every expect of the exercise holds and no more than allowed was changed; WHY (may be
 * NULL) gets what is still open. False with FAILURE set without memory. */
bool exercise_met(const struct session *session, const struct exercise *exercise, struct text *why,
                  struct failure *failure);

/* Returns the exercise that is open and not met yet; NULL when there is none. */
const struct exercise *exercise_open(const struct session *session);

/* True when an exercise is open in which NAME may not be changed. Then no other advice should be
 * given than what may be (wording_allowed). */
bool exercise_forbids(const struct session *session, const char *name);

/* True when an exercise is open that names NAME among what may be changed. */
bool exercise_names(const struct session *session, const char *name);

/* Returns how many cells of the lesson's values the learner has changed since the exercise was
 * entered, without those that are back at what they were; appends the names of the first few to
 * NAMES (may be NULL): "W_q[1,1], W_q[1,2]". */
size_t exercise_cells(const struct session *session, struct text *names);

/* Returns the cell of OF at which a learner starts: CELL, or else the first that the first goal not
 * met depends on, by its derivative; CELL where no goal has one. */
size_t exercise_start(const struct session *session, const struct exercise *exercise,
                      const struct definition *of, size_t cell);

/* True when only what may be changed has been, and no more of it; otherwise WHY gets a line for
 * each rule that is broken. */
bool exercise_keeps_rules(const struct session *session, const struct exercise *exercise,
                          struct text *why);

#endif
