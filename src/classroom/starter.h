/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* starter: a lesson to write over, with one of everything; `check` finds nothing in it. */
#ifndef QKV_CLASSROOM_STARTER_H
#define QKV_CLASSROOM_STARTER_H

#include <stdbool.h>

struct failure;
struct text;

/* Writes the file PATH, whose name ends in .md, and appends to OUT what to do with it. Fails for
 * another name, and where something is called so. */
bool starter_write(const char *path, struct text *out, struct failure *failure);

#endif
