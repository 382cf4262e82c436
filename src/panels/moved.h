/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* moved: what a change moved, old → new. */
#ifndef QKV_PANELS_MOVED_H
#define QKV_PANELS_MOVED_H

#include "panels/scene.h"

/* Appends the last change in a few words: "W_q[1,2]  0.2 → 5"; nothing when nothing was changed. */
void moved_title(const struct scene *scene, struct text *out);

/* --- baseline --------------------------------------------------------------------------------- */

/* The definition looked at as the baseline has it; NULL when there is none, or nothing to compare.
 */
const struct definition *baseline_of(const struct scene *scene);

#endif
