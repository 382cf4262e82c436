/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* heads: the head of attention that is looked at, and switching it off: what it hands on is 0.
 *
 * From Q_h, S_h or A_h one follows what is made from it to the last value that still has a matrix a
 * head, O_h; where there is only one head, its weights themselves are what it hands on. A head that
 * is off is pinned to 0 there, all of it. */
#ifndef QKV_SESSION_HEADS_H
#define QKV_SESSION_HEADS_H

#include "session/session.h"

struct head {
    const struct definition *output; /* what it hands on; borrowed */
    size_t at, count;                /* which of how many, from 0 */
    bool off;
};

/* Fills HEAD with the one that is looked at; false where there is none. */
bool head_find(const struct session *session, struct head *head);

/* Appends its cells as they are called: "O_h[2,:,:]". */
void head_write(const struct head *head, struct text *out);

/* Appends which heads of DEFINITION are off: "head 2 off", "heads 1 2 off", "off"; nothing where
 * none is. */
void heads_write_off(const struct definition *definition, struct text *out);

#endif
