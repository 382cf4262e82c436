/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* menu: choosing from what is listed on the screen: a page of the contents, a lesson of the shelf
 * or of those that have what was looked for. */
#ifndef QKV_TERMINAL_MENU_H
#define QKV_TERMINAL_MENU_H

#include "lesson/shelf.h"
#include "panels/panels.h"
#include "session/progress.h"
#include "session/session.h"

/* A zeroed one is ready. */
struct menu {
    bool read; /* the lessons there are have been read, for they are listed */
    struct shelf shelf;
    struct visit *visits; /* where the learner was in each */
    size_t number;        /* typed so far to choose by; 0: none */
};
void menu_release(struct menu *menu);

/* Whether the lessons there are are listed: then they are in the menu. */
bool menu_lists(struct menu *menu, const struct session *session);

/* True for a KEY that chooses from what is listed: arrows, a number; Enter and Space open, with the
 * command line for it in LINE. */
bool menu_key(struct menu *menu, struct session *session, const char *key, struct text *line);

/* Whether KEY is a digit. */
bool menu_is_digit(const char *key);

#endif
