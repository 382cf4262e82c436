/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* present: the cast of a lesson on one page as the learner has changed it: values that have become
 * larger, or are shown in columns; without a lesson, the cast of what was defined at the prompt. */
#ifndef QKV_STAGE_PRESENT_H
#define QKV_STAGE_PRESENT_H

#include "stage/cast.h"

struct notebook;

/* Returns CAST with the sizes that its values have on PAGE and, where they are larger, in NOTEBOOK
 * (NULL: nowhere). It borrows everything else from CAST. NULL only without memory; the caller
 * frees. */
struct cast *present_on(const struct cast *cast, size_t page, const struct notebook *notebook);

/* Returns the cast of a session without a lesson: one stop needs all of its values. NULL only
 * without memory; the caller frees. */
struct cast *present_own(const struct session *session);

/* True when PRESENT is what these would make again of CAST, on PAGE, and SESSION. */
bool present_serves(const struct cast *present, const struct cast *cast, size_t page,
                    const struct session *session);

/* Swaps rows and columns of all values of PRESENT, and the sides of products with them. */
void present_turn(struct cast *present);

#endif
