/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* scene_draw: one frame of a scene, drawn from the session and the scene's plan: title, words,
 * stage, rule, arithmetic, keys. */
#ifndef QKV_PANELS_SCENE_DRAW_H
#define QKV_PANELS_SCENE_DRAW_H

#include "panels/scene.h"

/* True when the frame of SCENE is drawn by its plan: nothing else takes all the room. */
bool scene_fits(const struct scene *scene);

/* Draws the frame on the scene's canvas. False, and it is not whole, where something that was typed
 * has no room: the scene's popup is POPUP_ANSWER then, and does not fit. */
bool scene_draw(struct scene *scene);

/* Fills VALUES, with room for all the stage's cast, with those that the learner can go to, in the
 * order of the computation. Returns how many there are. */
size_t scene_values(const struct scene *scene, const struct definition **values);

/* Returns the pane of the words on the whole canvas, as far as what was said last leaves it
 * free. */
struct box scene_words(const struct scene *scene);

#endif
