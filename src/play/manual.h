/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* manual: all that the tables say, as a page for man, and as what a shell completes. */
#ifndef QKV_PLAY_MANUAL_H
#define QKV_PLAY_MANUAL_H

#include <stdbool.h>

struct failure;
struct text;

/* Appends the manual in FORM: "man" (roff, with the macros of man(7)), "bash", "zsh" or "fish" (a
 * script to be loaded there). Fails for any other, naming these. */
bool manual_write(const char *form, struct text *out, struct failure *failure);

#endif
