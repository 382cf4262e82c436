/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* conversation: statements line by line, on a terminal that is not taken over. */
#ifndef QKV_TERMINAL_CONVERSATION_H
#define QKV_TERMINAL_CONVERSATION_H

#include <stdbool.h>

struct failure;
struct session;

/* Converses until the person leaves. What the session has to say already is printed first; an open
 * lesson then shows its first page, a bare session the list of lessons. In a lesson, or while
 * stepping, an empty line is `next`. With WATCHES the lesson is read again before a line, where its
 * file was saved. Fails when standard output cannot be written. */
bool conversation_run(struct session *session, bool watches, struct failure *failure);

#endif
