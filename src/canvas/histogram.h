/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* histogram: how often numbers fall where, as lines with bars. */
#ifndef QKV_CANVAS_HISTOGRAM_H
#define QKV_CANVAS_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>

struct text;

enum { HISTOGRAM_BINS = 200 }; /* the most there may be */

struct histogram {
    const double *numbers;
    size_t count;
    size_t bins; /* equal parts from the least number to the largest; 0: about ten, as round numbers
                    part them */
    bool ascii;
    bool sentences; /* instead of bars */
    int precision;
    const char *indent;
};

/* Appends a line a bin: from, to (which the last one includes), how many, and a bar. Numbers that
 * are not finite are counted by themselves. Then how many there are, their mean and their standard
 * deviation. */
void histogram_print(const struct histogram *histogram, struct text *out);

#endif
