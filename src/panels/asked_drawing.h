/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* asked_drawing: the picture that was asked for by its name, with its values as they are now. */
#ifndef QKV_PANELS_ASKED_DRAWING_H
#define QKV_PANELS_ASKED_DRAWING_H

#include "canvas/drawing.h"
#include "panels/scene.h"

/* Fills DRAWING with what ASKED names, borrowing from SCENE and ASKED. False: it asks for no
 * picture, its values are not there, or they do not fit it. */
bool drawing_fill(const struct scene *scene, const struct drawing_request *requested,
                  struct drawing *drawing);

#endif
