/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arrange: places for the values of a page, or of one that shows the whole. */
#ifndef QKV_STAGE_ARRANGE_H
#define QKV_STAGE_ARRANGE_H

#include "stage/plan.h"

/* Fills PLAN, which knows its stops, with places on a stage of so many ROWS. Returns how many rows
 * it uses; 0 without memory. */
size_t arrange_page(const struct cast *cast, size_t rows, struct plan *plan);

#endif
