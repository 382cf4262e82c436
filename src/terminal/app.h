/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* app: a session on the terminal: on the full screen, where keys and prompt lines become command
 * lines and panels draw the result; or line by line. */
#ifndef QKV_TERMINAL_APP_H
#define QKV_TERMINAL_APP_H

#include "session/session.h"

struct program;

struct app_options {
    enum theme theme; /* as in screen.h */
    int colour;       /* as in tty.h */
    bool resume;      /* an open lesson goes on where the learner was */
    bool watch;       /* the lesson is read again when its file is saved */
};

/* Runs SESSION on the terminal until the learner leaves; without a lesson it begins with the list
 * of them. False with FAILURE when the screen could not begin. */
bool app_run(struct session *session, const struct app_options *options, struct failure *failure);

/* In conversation.c: converses until the user leaves. What the session has to say already is
 * printed first; an open lesson then shows its first page, a bare session the list of lessons. In a
 * lesson, or while stepping, an empty line is `next`. When PROGRAM watches its file, the lesson is
 * read again before a line if it was saved. */
void conversation_run(struct program *program);

#endif
