/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* expect: whether what was expected holds, and how far from it one is. */
#ifndef QKV_COMMANDS_EXPECT_H
#define QKV_COMMANDS_EXPECT_H

#include "session/session.h"

/* Whether TEXT, "A = B ~ t", holds; WHY (may be NULL) gets what was found and what was expected
 * where it does not. False when it cannot be evaluated. */
bool expect_holds(struct session *session, const char *text, bool *holds, struct text *why,
                  struct failure *failure);

/* How far a goal is, "A[1,2] > 0.9": what stands at its left now, and the number it is held
 * against.
 */
struct gauge {
    bool measured; /* both sides are lone numbers, and the right one was written */
    double now, goal;
};
/* Whether TEXT holds, and how far it is. What cannot be evaluated does not hold. */
bool expect_measure(struct session *session, const char *text, struct gauge *gauge);

#endif
