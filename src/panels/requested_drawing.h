/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* requested_drawing: the picture that was asked for by its name, with its values as they are now.
 */
#ifndef QKV_PANELS_REQUESTED_DRAWING_H
#define QKV_PANELS_REQUESTED_DRAWING_H

#include "canvas/drawing.h"
#include "panels/scene.h"

/* Fills DRAWING with what REQUESTED names, borrowing from SCENE and REQUESTED. False: it is no
 * picture, its values are not there, or they do not fit it. */
bool drawing_fill(const struct scene *scene, const struct drawing_request *requested,
                  struct drawing *drawing);

#endif
