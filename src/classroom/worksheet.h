/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* worksheet: a lesson to fill in on paper, and its key. */
#ifndef QKV_CLASSROOM_WORKSHEET_H
#define QKV_CLASSROOM_WORKSHEET_H

#include "classroom/medium.h"
#include "session/session.h"

/* Appends the lesson of SESSION, which has just been opened, in MEDIUM: its formulas, matrices and
 * questions without its words, which tell the answers. What is written out stands there; what the
 * lesson computes has cells to fill in. With KEY these are filled, each with its arithmetic,
 * questions are answered, and exercises solved, with the arithmetic of their goals; the answer to a
 * prediction comes where the lesson gives it. */
bool worksheet_write(struct session *session, const struct medium *medium, bool key,
                     struct text *out, struct failure *failure);

#endif
