/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* whole: the plan of all that a lesson has made. */
#ifndef QKV_STAGE_WHOLE_H
#define QKV_STAGE_WHOLE_H

#include "stage/plan.h"

/* Makes a plan for a terminal of SIZE that has all values of which HERE (one a value of CAST) is
 * true, in the order of the computation: all with numbers where that fits, else as tiles, of
 * which those get their numbers that fit; with WORDS beside them, else from the title down to the
 * keys. NULL only without memory. */
struct plan *whole_make(const struct cast *cast, const bool *here, const size_t size[2], bool words,
                        struct failure *failure);

#endif
