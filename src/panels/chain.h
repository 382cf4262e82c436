/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* chain: what the selected value is made from, back to what was written, and what is made from it
 * next. */
#ifndef QKV_PANELS_CHAIN_H
#define QKV_PANELS_CHAIN_H

#include "panels/scene.h"

/* Appends "X, W_q → Q → scores → weights", styled: the longest chain, cut at its beginning to
 * COLUMNS. Nothing where the formula of the selected value says as much. */
void chain_write(const struct scene *scene, size_t columns, struct text *out);

#endif
