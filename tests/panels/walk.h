/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* walk: every stop of every lesson, for one who only goes on, at three sizes. test_walk.c walks,
 * once for all; what must hold of each frame is looked at here, by one file a subject. */
#ifndef QKV_TESTS_PANELS_WALK_H
#define QKV_TESTS_PANELS_WALK_H

#include "panels/frame.h"

enum { WALK_SIZES = 3 };

struct walk {
    struct frame *frame; /* drawn */
    const char *lesson;
    size_t number; /* of the stop's frame in the lesson, from 1 */
    size_t size;   /* 0: 80×24, 1: 120×36, 2: 200×50 */
};

/* Looks at one frame. */
void words_look(const struct walk *walk);
void cursor_look(const struct walk *walk);
void asked_look(const struct walk *walk);
void scales_look(const struct walk *walk);
void apart_look(const struct walk *walk);

/* What must hold of all of them together, at the end. */
void asked_end(void);

#endif
