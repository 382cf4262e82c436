/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: what a sheet does not hold. On top a map, where each value of the scene has a small tile;
 * below it a bench, where the values that a stop is about have their numbers: each in one place a
 * page, which it may share with others at other stops. */
#ifndef QKV_STAGE_BENCH_H
#define QKV_STAGE_BENCH_H

#include "stage/plan.h"

/* Whether VALUE has a tile at all: it is no text, no picture and not another turned. */
bool bench_has_tile(const struct cast_value *value);
/* VALUE as a tile at most ROWS high, name and all, of matrices at most COLUMNS wide; its corner is
 * the caller's. */
struct place_on_stage bench_tile(const struct cast *cast, int value, size_t rows, size_t columns);

/* True when the map of a STAGE of a terminal of SIZE has a tile for each value WANTED (one a value
 * of CAST), none of them narrower than it likes. */
bool bench_map_fits(const struct cast *cast, const bool *wanted, const size_t size[2],
                    const struct box *stage);

/* Fills PLAN->places and PLAN->dropped, which have room for all of CAST, with the map of what is
 * WANTED; what it has no tile for goes from there. */
void bench_map(const struct cast *cast, bool *wanted, struct plan *plan);

/* Fills PLAN, which has its map and knows its stops, with the bench. False without memory. */
bool bench_make(const struct plan_request *request, struct plan *plan);

#endif
