/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* stage: a pseudo-terminal with a toy on its screen. */
#ifndef QKV_TESTS_SCREEN_STAGE_H
#define QKV_TESTS_SCREEN_STAGE_H

#include "screen/toy.h"
#include "screen/vt.h"

/* The rows of the prompt and of its popup, on 24 of them. */
enum { STAGE_LAST = 23, STAGE_POPUP = 22 };

extern struct vt vt;
extern struct toy toy;
/* Of the next start; NULL: nothing more than usual. */
extern const char *const *environment;

/* Before each test. */
void stage_set_up(void);

/* The toy begins on a terminal of kind TERM, 24 by 80 unless sized. */
void stage_start(const char *term);
void stage_start_sized(const char *term, int rows, int columns);

/* It is quit, and has left the terminal as it was. */
void stage_quit(void);

/* BYTES are the next key, and EXPECTED is its name. */
void stage_assert_key(const char *bytes, const char *expected);

#endif
