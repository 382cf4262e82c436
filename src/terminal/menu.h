/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* menu: choosing from a list on the screen: a page of the contents, a lesson of the shelf, or a
 * lesson found by a search. */
#ifndef QKV_TERMINAL_MENU_H
#define QKV_TERMINAL_MENU_H

#include "lesson/shelf.h"
#include "panels/panels.h"
#include "session/progress.h"
#include "session/session.h"

/* A zeroed one is ready to use. */
struct menu {
    bool read; /* the lessons there are have been read, for they are listed */
    struct shelf shelf;
    struct visit *visits; /* where the learner was in each */
    size_t number;        /* typed so far to choose by; 0: none */
};
void menu_release(struct menu *menu);

/* True while lessons are listed: then they are in the menu. */
bool menu_is_listing(struct menu *menu, const struct session *session);

/* True for a KEY that chooses from the list: arrows, a number; Enter and Space open, with the
 * command line for that in LINE. */
bool menu_key(struct menu *menu, struct session *session, const char *key, struct text *line);

#endif
