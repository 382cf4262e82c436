/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* board: what is on the stage: values and pictures that the plan has places for (board.c), and what
 * no plan knows (unplanned.c). */
#ifndef QKV_PANELS_BOARD_H
#define QKV_PANELS_BOARD_H

#include "panels/scene.h"

enum { MATRIX_GAP = 2 }; /* columns between two matrices, at least */

/* Returns place I on the stage at this stop; NULL: there are not so many. */
const struct place_on_stage *board_place(const struct scene *scene, size_t i);

/* Draws the value OF in PLACE of CANVAS, as VALUE has it now. */
void board_draw_value(struct scene *scene, const struct cast_value *of,
                      const struct place_on_stage *place, const struct value_light *value,
                      const struct canvas *canvas);

/* Draws what the plan has PLACE for. */
void board_draw_matrix(struct scene *scene, const struct place_on_stage *place);

/* Marks the cells of the stage that are in BOX. */
void board_take(const struct scene *scene, struct box box);

/* Draws the numbers of what the learner went to although the plan has no place for them, and of an
 * operation within its formula. */
void board_draw_visited(struct scene *scene);

/* Draws what the learner or the lesson asked for and has no place, and the curve of a training that
 * was typed. */
void board_draw_requested(struct scene *scene);

/* Draws what was typed to see its value, the difference from a baseline, and values that the
 * learner defined or moved beside the lesson. */
void board_draw_own(struct scene *scene);

#endif
