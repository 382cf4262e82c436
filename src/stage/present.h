/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* present: the cast of a lesson as the learner has changed it: values that have become larger, or
 * are shown in columns; without a lesson, the cast of what was defined at the prompt. */
#ifndef QKV_STAGE_PRESENT_H
#define QKV_STAGE_PRESENT_H

#include "stage/cast.h"

/* Returns a key of what present_make would make of CAST on PAGE: the same number, the same cast; 0:
 * CAST itself. */
size_t present_key(const struct cast *cast, const struct session *session, size_t page);

/* Makes the cast as it is at present, on PAGE. NULL only without memory. The caller frees. */
struct cast *present_make(const struct cast *cast, const struct session *session, size_t page,
                          struct failure *failure);

#endif
