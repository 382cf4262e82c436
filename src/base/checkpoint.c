/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/checkpoint.h"

#include "base/failure.h"

/* Some milliseconds of work. */
static const double OFTEN = 4e6;

static struct {
    bool (*asked)(void);
    double done;  /* since somebody was asked last */
    double limit; /* 0: none */
    double spent; /* of the limit */
    bool paused;
} here;

void checkpoint_ask(bool (*asked)(void)) {
    here.asked = asked;
    here.done = 0;
}

void checkpoint_pause(void) {
    here.paused = true;
}

void checkpoint_resume(void) {
    here.paused = false;
}

void checkpoint_limit(double numbers) {
    here.limit = numbers;
    here.spent = 0;
}

bool checkpoint(size_t numbers, struct failure *failure) {
    if (here.limit > 0) {
        here.spent += (double)numbers;
        return here.spent <= here.limit || checkpoint_stopped(failure);
    }
    if (here.asked == NULL || here.paused) {
        return true;
    }
    here.done += (double)numbers;
    if (here.done < OFTEN) {
        return true;
    }
    here.done = 0;
    return !here.asked() || checkpoint_stopped(failure);
}

bool checkpoint_stopped(struct failure *failure) {
    failure_set(failure, "stopped");
    return failure_outside(failure);
}
