/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* hidden: which values an open question keeps from view. */
#ifndef QKV_PANELS_HIDDEN_H
#define QKV_PANELS_HIDDEN_H

#include "panels/scene.h"

/* Returns for each definition of the scene's notebook whether an open prediction, or a question
 * further down the page, is about it, or it is made from such a value. NULL without memory, or
 * where there are no definitions; the caller frees it. */
bool *hidden_make(const struct scene *scene);

#endif
