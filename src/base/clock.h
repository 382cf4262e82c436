/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* clock: measures time by a clock that setting the system's date does not change. */
#ifndef QKV_BASE_CLOCK_H
#define QKV_BASE_CLOCK_H

#include <time.h>

/* Returns seconds since some moment in the past; 0 when the system has no such clock. */
static inline double clock_seconds(void) {
    struct timespec time = {0};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

#endif
