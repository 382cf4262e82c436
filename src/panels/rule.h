/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* rule: the line under the stage: "── scores = Q @ K.T   3×3 ──── output[1,1] ‹ weights[1,2] ──".
 */
#ifndef QKV_PANELS_RULE_H
#define QKV_PANELS_RULE_H

#include "panels/scene.h"

/* Draws, in its pane, the formula of the selected value, what has no place on the stage, the legend
 * of its shades, and the path to it, or what the last change moved, or what it is made from. */
void rule_draw(const struct scene *scene);

#endif
