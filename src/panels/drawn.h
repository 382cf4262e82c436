/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* drawn: the picture that was asked for by its name, with its values as they are now. */
#ifndef QKV_PANELS_DRAWN_H
#define QKV_PANELS_DRAWN_H

#include "canvas/drawing.h"
#include "panels/scene.h"

/* Fills DRAWING with what WORDS ("links A") ask for, borrowing from SCENE and WORDS; NULL: there is
 * no such picture, or its values are not there, or do not fit it. */
const struct drawing_kind *drawn_make(const struct scene *scene, const char *words,
                                      struct drawing *drawing);

/* Draws it as large as CANVAS holds it; CURSOR (may be NULL) gets where the one that asks stands on
 * the canvas. False where there is no room. */
bool drawn_draw(const struct drawing_kind *kind, const struct drawing *drawing,
                const struct canvas *canvas, size_t cursor[2]);

#endif
