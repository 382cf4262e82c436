/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* board: the middle of the screen: several values at once, chosen by what is stepped, named, asked
 * and moved (demand.h), each in as large a form as there is room for (canvas/piece.h). */
#ifndef QKV_PANELS_BOARD_H
#define QKV_PANELS_BOARD_H

#include "panels/scene.h"

/* Whether ROOM (rows, columns) is enough for all that is in focus with its numbers, and for what is
 * named in some form. */
bool board_fits(struct scene *scene, const size_t room[2]);

/* How many rows of ROOM it takes when its cells do not grow. */
size_t board_needs(struct scene *scene, const size_t room[2]);

/* The board of a frame, which the scene keeps and releases. */
struct board;
void board_release(struct board *board);

/* Draws it. */
void board_draw(struct scene *scene, const struct canvas *canvas);

#endif
