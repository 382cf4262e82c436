/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* page: a whole lesson as one page of HTML, to be read without the program. */
#ifndef QKV_CLASSROOM_PAGE_H
#define QKV_CLASSROOM_PAGE_H

#include "session/session.h"

/* Appends the lesson of SESSION, which has just been opened: its words, what its statements show,
 * as the transcript has it, and its questions in place, hints and answers folded away, what a
 * prediction is about with its answer. */
bool page_write(struct session *session, struct text *out, struct failure *failure);

#endif
