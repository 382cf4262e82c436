/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* measure: the clock, and what is made of many readings of it. */
#ifndef QKV_BENCH_MEASURE_H
#define QKV_BENCH_MEASURE_H

#include <stddef.h>

enum { MEASURE_MOST = 4096 /* readings that are sorted at once */ };

/* Microseconds since some beginning. */
double measure_now(void);

/* Microseconds that this process has run for. */
double measure_cpu(void);

/* The value that FRACTION of VALUES come before, in order; at 1 the last. */
double measure_quantile(const double *values, size_t count, double fraction);

/* 0 … COUNT - 1 in another order each time, the same orders in every run. */
void measure_shuffle(size_t *order, size_t count);

#endif
