/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* checkpoint: where a long computation can be stopped.
 *
 * The code that computes says now and then how much is done; the one that runs it may be asked
 * then whether to go on. Nothing is asked of anybody until there has been enough work to notice. */
#ifndef QKV_BASE_CHECKPOINT_H
#define QKV_BASE_CHECKPOINT_H

#include <stdbool.h>
#include <stddef.h>

struct failure;

/* ASKED, from now on: true when what runs has to stop. NULL: no function. Called on the thread that
 * computes. */
void checkpoint_ask(bool (*must_stop)(void));

/* For work that is stopped in its own way: between the two ASKED is not called. Not nested. */
void checkpoint_pause(void);
void checkpoint_resume(void);

/* Work ends, as if somebody had asked for it, once NUMBERS more have been worked on; ASKED is not
 * called until then. 0: there is no limit. */
void checkpoint_limit(double numbers);

/* So many numbers have been worked on, or are about to be. False with FAILURE ("stopped", which is
 * outside) when the work is to end here. One thread at a time. */
bool checkpoint(size_t numbers, struct failure *failure);

/* Fills FAILURE in as when work was stopped. Returns false. */
bool checkpoint_stopped(struct failure *failure);

/* For a loop over many cells, where cell AT is next: the same for as many as have gone by, each for
 * some numbers, now and then. */
enum { CHECKPOINT_CELLS = 1 << 15, CHECKPOINT_WORK = 16 };
static inline bool checkpoint_at(size_t at, struct failure *failure) {
    return at % CHECKPOINT_CELLS != CHECKPOINT_CELLS - 1 ||
           checkpoint((size_t)CHECKPOINT_CELLS * CHECKPOINT_WORK, failure);
}

#endif
