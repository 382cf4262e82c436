/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* alone: plans of one value that has the stage to itself, and places for values that no plan knows:
 * a formula's, a difference. */
#ifndef QKV_STAGE_ALONE_H
#define QKV_STAGE_ALONE_H

#include "stage/plan.h"

/* Returns a place, whose value is 0, for VALUE in ROOM (rows, columns), at ROOM's corner:
 * cells of HEIGHT (pack.h) at most, all of its matrices or, where these do not fit, a window of
 * one. Its form is FORM_PICTURE where ROOM has no row of cells. */
struct place_on_stage alone_place(const struct cast_value *value, const size_t room[2],
                                  size_t height);

/* Makes a plan in which the one value that is REQUESTED is on the stage, as large as it can be; of
 * a stack the selected matrix. NULL only without memory. */
struct plan *alone_make(const struct plan_request *request, struct failure *failure);

/* True when none of the cells of BOX, on a stage of so many COLUMNS, is TAKEN. */
bool alone_is_free(const bool *taken, size_t columns, const struct box *box);

/* Finds the first free rectangle of ROWS × COLUMNS on a stage of SIZE, read row by row; TAKEN marks
 * those of its cells (SIZE[0] × SIZE[1]) that are not free. For a source of RESULT (may be NULL)
 * only where it is not behind that. False: there is none. */
bool alone_find(const bool *taken, const size_t size[2], const struct box *result, struct box *box);

#endif
