/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: what a sheet has no room for. The values that a stop needs have their numbers on a bench:
 * each in one place a page, which it may share with others at other stops. */
#ifndef QKV_STAGE_BENCH_H
#define QKV_STAGE_BENCH_H

#include "stage/plan.h"

/* Fills PLAN, which knows its stops, with a bench. False without memory. */
bool bench_make(const struct plan_request *request, struct plan *plan);

#endif
