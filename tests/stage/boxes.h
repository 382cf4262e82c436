/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* boxes: a plan drawn as text, to look at an arrangement. */
#ifndef QKV_TESTS_STAGE_BOXES_H
#define QKV_TESTS_STAGE_BOXES_H

#include "stage/plan.h"

struct text;

/* The stage of PLAN at STOP: names, gutters as "····", cells as "##". Values that the stop needs
 * with numbers have their names in brackets where there is room. */
void boxes_print(const struct cast *cast, const struct plan *plan, size_t stop, struct text *out);

#endif
