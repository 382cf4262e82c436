/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: what a sheet has no room for. The values that a stop needs have their numbers on a bench:
 * each in one place a page, which it may share with others at other stops. What it does not show at
 * every stop that needs it has a small tile on a map above it. */
#ifndef QKV_STAGE_BENCH_H
#define QKV_STAGE_BENCH_H

#include "stage/plan.h"

/* True when VALUE has a tile: it is no text, no picture and not another value transposed. */
bool bench_has_tile(const struct cast_value *value);
/* Returns VALUE as a tile of at most MOST rows, name and all, and columns of a matrix; its name has
 * NAMES columns at most, and always as many as its matrix. The caller sets its corner. */
struct place_on_stage bench_tile(const struct cast *cast, int value, const size_t most[2],
                                 size_t names);

/* Fills PLAN->places and PLAN->dropped, which have room for all of CAST, with the map of what is
 * WANTED, of ROWS at most; what has no room is dropped. */
void bench_map(const struct cast *cast, const bool *wanted, size_t rows, struct plan *plan);

/* Fills PLAN, which knows its stops, with a bench and a map of ROWS at most, which has what is
 * MISSING (one a value of the cast) and more. Without a map MISSING gets what the bench does not
 * show whenever it is needed. False without memory. */
bool bench_make(const struct plan_request *request, size_t rows, bool *missing, struct plan *plan);

/* Counts the numbers that PLAN leaves out: of what a stop needs, and is not large, those beyond its
 * window; all of what a stop is about, or is asked about, and has no place, many times over where
 * it has no tile either. */
size_t bench_left_out(const struct cast *cast, const struct plan *plan);

#endif
