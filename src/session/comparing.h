/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* comparing: what differs between a baseline and now, in words. */
#ifndef QKV_SESSION_COMPARING_H
#define QKV_SESSION_COMPARING_H

#include "notebook/difference.h"
#include "session/session.h"

/* The first definition that differs, how many numbers do and where, the largest few with old, new
 * and Δ, how many there are beside them, what is new or gone, what is unchanged. One fact a line.
 */
void comparing_tell(struct session *session, const struct difference *difference);

/* Appends the first definition that differs: "scaled = scores / sqrt(d_k) → scores", or for numbers
 * that were set "W_q[1,2] = 0.2 → 5". */
void comparing_first(const struct session *session, const struct difference *difference,
                     struct text *out);

/* "unchanged: X W_q W_k and 5 others", the COUNT definitions LIST: a line's worth is named. */
void comparing_unchanged(struct session *session, const struct definition *const *list,
                         size_t count);

#endif
