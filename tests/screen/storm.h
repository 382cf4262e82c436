/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* storm: what storms of keys and of sizes share. */
#ifndef QKV_TESTS_SCREEN_STORM_H
#define QKV_TESTS_SCREEN_STORM_H

#include "screen/vt.h"

struct text;

enum { STORM_ROWS = 512, STORM_COLUMNS = 1024 /* of a terminal, at most */ };

/* The number in the environment under NAME, or the USUAL one. */
long storm_setting(const char *name, long usual);

/* Restarts the random numbers from QKV_SEED and I; storm_below returns one below LIMIT. */
void storm_seed(int i);
size_t storm_below(size_t limit);

/* Adds the text of a lesson of ours. */
void storm_read_lesson(const char *name, struct text *text);

/* Runs the stage with the lesson of that name (a char *), from its start; for vt_spawn. It is not
 * the built program, so that the sanitizers see it too. */
int storm_app(void *lesson);

/* The rows with something on them must not be lost, nor the cursor. */
void storm_check(struct vt *vt);
/* A redraw from nothing changes nothing: what curses believes to be there is there. */
void storm_check_repaint(struct vt *vt);

/* Leaves the stage in order, whatever it was doing, and frees it. */
void storm_ends(struct vt *vt);

#endif
