/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* learned: a training, while it runs and once it is done: the curve of what gets smaller, beside
 * the values that move. */
#ifndef QKV_PANELS_LEARNED_H
#define QKV_PANELS_LEARNED_H

#include "panels/scene.h"

/* While a training runs (the session has its moment): how far it is, its curve, and heat maps of
 * what moves: what is looked at first, then attention weights, then what lies furthest down. */
void learned_draw_moment(struct scene *scene, const struct canvas *canvas);

/* Whether the training that runs moves DEFINITION; a count, such as d_k, stays what it was. */
bool learned_moves(const struct scene *scene, const struct definition *definition);

/* Appends "train W_q W_k minimise L   adam, rate 0.1". */
void learned_heading(const struct training *training, struct text *out);

/* Whether the last change was a training; its curve. */
bool learned_any(const struct scene *scene);
void learned_draw(struct scene *scene, const struct canvas *canvas);
/* Whether DEFINITION is what that training made small: the curve tells what became of it. */
bool learned_tells(const struct scene *scene, const struct definition *definition);

#endif
