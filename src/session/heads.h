/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* heads: finds the selected head of attention and switches it off, so that its output is 0.
 *
 * Starting at Q_h, S_h or A_h, its output is the last value made from it that still has a matrix
 * for each head, O_h; when there is only one head, its output is its weights. When a head is off,
 * all of its output is pinned to 0. */
#ifndef QKV_SESSION_HEADS_H
#define QKV_SESSION_HEADS_H

#include "session/session.h"

struct head {
    const struct definition *output; /* borrowed */
    size_t at, count;                /* which of how many, from 0 */
    bool off;
};

/* Fills HEAD with the selected head; false when there is none, or nothing of it could be pinned
 * yet: it is no weights, and nothing joins what is made from it with the other heads. */
bool head_find(const struct session *session, struct head *head);

/* Appends the address of its cells: "O_h[2,:,:]". */
void head_write(const struct head *head, struct text *out);

/* Appends which heads of DEFINITION are off: "head 2 off", "heads 1 2 off", "off"; nothing when
 * none is. */
void heads_write_off(const struct definition *definition, struct text *out);

#endif
