/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/measure.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double read_clock(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

double measure_now(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double measure_cpu(void) {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static int compare(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double measure_quantile(const double *values, size_t count, double fraction) {
    static double sorted[MEASURE_MOST];
    count = count < MEASURE_MOST ? count : MEASURE_MOST;
    memcpy(sorted, values, count * sizeof *values);
    qsort(sorted, count, sizeof *sorted, compare);
    size_t at = (size_t)(fraction * (double)count);
    return sorted[at < count ? at : count - 1];
}

void measure_shuffle(size_t *order, size_t count) {
    for (size_t i = 0; i < count; i++) {
        order[i] = i;
    }
    for (size_t i = count; i-- > 1;) {
        size_t other = (size_t)rand() % (i + 1), retained = order[i];
        order[i] = order[other];
        order[other] = retained;
    }
}
