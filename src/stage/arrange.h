/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arrange: places for the values of a page. Each has one from the first stop that needs it to the
 * last; others may have it before and after. Where that does not all fit, stops do without what
 * they want least. */
#ifndef QKV_STAGE_ARRANGE_H
#define QKV_STAGE_ARRANGE_H

#include "stage/plan.h"

/* Fills PLAN, which knows its stops, with places. False without memory. */
bool arrange_page(const struct plan_request *request, struct plan *plan);

#endif
