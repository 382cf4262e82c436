/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/checkpoint.h"

#include "base/failure.h"

/* Numbers between two calls of `must_stop`, some milliseconds of work. */
static const double NUMBERS_PER_POLL = 4e6;

static struct {
    bool (*must_stop)(void);
    double since_asked; /* numbers since `must_stop` was called last */
    double limit;       /* 0: no limit */
    double spent;       /* numbers counted against the limit */
    bool paused;
} work;

void checkpoint_on_poll(bool (*must_stop)(void)) {
    work.must_stop = must_stop;
    work.since_asked = 0;
}

void checkpoint_pause(void) {
    work.paused = true;
}

void checkpoint_resume(void) {
    work.paused = false;
}

void checkpoint_limit(double numbers) {
    work.limit = numbers;
    work.spent = 0;
}

bool checkpoint(size_t numbers, struct failure *failure) {
    if (work.limit > 0) {
        work.spent += (double)numbers;
        return work.spent <= work.limit || checkpoint_stopped(failure);
    }
    if (work.must_stop == NULL || work.paused) {
        return true;
    }
    work.since_asked += (double)numbers;
    if (work.since_asked < NUMBERS_PER_POLL) {
        return true;
    }
    work.since_asked = 0;
    return !work.must_stop() || checkpoint_stopped(failure);
}

bool checkpoint_stopped(struct failure *failure) {
    failure_set(failure, "stopped");
    return failure_mark_external(failure);
}
