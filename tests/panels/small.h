/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* small: a frame of a small lesson that has of everything something. */
#ifndef QKV_TESTS_PANELS_SMALL_H
#define QKV_TESTS_PANELS_SMALL_H

#include "panels/frame.h"

extern struct frame frame;
extern const char small_lesson[];

/* Call these before and after each test: the lesson is at its first stop. */
void small_begin(void);
void small_finish(void);

/* Runs the lines of LINES, parted by |. */
void small_run(const char *lines);

/* The guided steps through Q, then K, S and A. */
void small_to_weights(void);

/* Finds where TEXT is in the frame drawn last; it has to be there. */
void small_find(const char *text, size_t at[2]);

#endif
