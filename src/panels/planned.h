/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* planned: one frame of a scene, drawn from the session and the scene's plan: title, words, stage,
 * rule, arithmetic, keys. */
#ifndef QKV_PANELS_PLANNED_H
#define QKV_PANELS_PLANNED_H

#include "panels/scene.h"
#include "stage/stage.h"

/* Whether the frame of SCENE is drawn by STAGE's plan: nothing else takes all the room. */
bool planned_fits(const struct scene *scene, const struct stage *stage);

/* Draws it on the scene's canvas. */
void planned_draw(struct scene *scene, const struct stage *stage);

/* How many parts the words of the present stop have in the pane of STAGE's plan. */
size_t planned_parts(struct scene *scene, const struct stage *stage);

#endif
