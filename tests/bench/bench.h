/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* bench: figures, each beside its peer in the same run. Nothing holds them: a test of speed fails
 * on other people's machines.
 *
 * What is measured stands in rooms, a file each; bench.c has the table. Another room is a file
 * here that ends in one `const struct bench_room`, and its line in that table. */
#ifndef QKV_BENCH_BENCH_H
#define QKV_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>

/* What every room is given. */
struct bench {
    const char *program; /* the path of qkv */
    const char *scratch; /* a folder to work in, removed afterwards */
};

struct bench_room {
    const char *name;                       /* a word: `bench QKV frames` runs only that one */
    const char *summary;                    /* what it measures, a line */
    bool (*run)(const struct bench *bench); /* prints its table; false where it could not */
};

extern const struct bench_room bench_keys, bench_plans, bench_frames, bench_process, bench_passes,
    bench_models;

/* Ends a line of a table: the median of the COUNT ratios, their spread, and whether it is at least
 * what is ASKED (0: nothing is). */
void bench_asked(const double *ratios, size_t count, double requested);

#endif
