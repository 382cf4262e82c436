/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* walk: every stop of every lesson, for one who only goes on, at several sizes. test_walk.c walks,
 * once for all; what must hold of each frame is looked at here, by one file a subject. */
#ifndef QKV_TESTS_PANELS_WALK_H
#define QKV_TESTS_PANELS_WALK_H

#include "panels/frame.h"

enum { WALK_SIZES = 5 };

struct walk {
    struct frame *frame; /* drawn */
    const char *lesson;
    size_t number;                   /* of the stop's frame in the lesson, from 1 */
    size_t size;                     /* 0: 80×24, 1: 100×30, 2: 120×36, 3: 160×45, 4: 200×50 */
    struct stage stages[WALK_SIZES]; /* the frame has that of its size */
};

/* Looks at one frame. */
void scroll_look(const struct walk *walk);
void words_look(const struct walk *walk);
void cursor_look(const struct walk *walk);
void asked_look(const struct walk *walk);
void scales_look(const struct walk *walk);
void apart_look(const struct walk *walk);
void cells_look(const struct walk *walk);

/* What must hold of all frames of a lesson together, and of all lessons. */
void cells_end(const struct walk *walk);
void asked_end(void);

#endif
