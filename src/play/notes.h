/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* notes: a lesson that is presented, followed from a second terminal (lectern.h). */
#ifndef QKV_PLAY_NOTES_H
#define QKV_PLAY_NOTES_H

#include <stdbool.h>

struct failure;
struct program;

/* Shows where the screen with the lesson that was named is, its notes, what comes next and a clock,
 * until somebody ends it: on a terminal always the present, elsewhere a block for each change.
 * Fails where nothing can be followed. */
bool notes_follow(struct program *program, struct failure *failure);

#endif
