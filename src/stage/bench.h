/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: what a sheet does not hold. On top a map, where each value of the scene has a small tile;
 * below it a bench of a few slots, where the values that a stop is about stand with their numbers.
 */
#ifndef QKV_STAGE_BENCH_H
#define QKV_STAGE_BENCH_H

#include "stage/plan.h"

/* True when the map of a STAGE of a terminal of SIZE has a tile for each value WANTED (one a value
 * of CAST), none of them smaller than it likes. */
bool map_fits(const struct cast *cast, const bool *wanted, const size_t size[2],
              const struct box *stage);

/* Fills PLAN, which knows its pages and stops, with the map of what is WANTED, and with the bench.
 * False without memory. */
bool bench_make(const struct plan_request *request, bool *wanted, struct plan *plan);

#endif
