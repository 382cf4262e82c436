/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* checkpoint: lets a long computation be stopped.
 *
 * Code that computes reports now and then how much it has done. A function set by the caller
 * may then stop the work; it is called only after enough work to be noticed. */
#ifndef QKV_BASE_CHECKPOINT_H
#define QKV_BASE_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>

struct failure;

/* Sets the function that says whether to stop: MUST_STOP returns true when the work has to end.
 * NULL sets none. It is called on the thread that computes. */
void checkpoint_on_poll(bool (*must_stop)(void));

/* For work that is stopped in its own way: between these two calls MUST_STOP is not called. They do
 * not nest. */
void checkpoint_pause(void);
void checkpoint_resume(void);

/* Stops the work once NUMBERS more have been computed; MUST_STOP is not called until then. 0 sets
 * no limit. */
void checkpoint_limit(double numbers);

/* Counts NUMBERS as computed, or about to be. Returns false with FAILURE ("stopped", which is
 * outside) when the work must end here. To be called by one thread at a time. */
bool checkpoint(size_t numbers, struct failure *failure);

/* Fills FAILURE with "stopped" and returns false. */
bool checkpoint_stopped(struct failure *failure);

/* The checkpoint of a loop over many cells, where cell AT is next: every CHECKPOINT_CELLS cells it
 * counts CHECKPOINT_WORK numbers for each of them. */
enum { CHECKPOINT_CELLS = 1 << 15, CHECKPOINT_WORK = 16 };
static inline bool checkpoint_at(size_t at, struct failure *failure) {
    return at % CHECKPOINT_CELLS != CHECKPOINT_CELLS - 1 ||
           checkpoint((size_t)CHECKPOINT_CELLS * CHECKPOINT_WORK, failure);
}

#endif
