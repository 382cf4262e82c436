/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks: the round numbers that are written along an axis. */
#ifndef QKV_CANVAS_TICKS_H
#define QKV_CANVAS_TICKS_H

#include <stddef.h>

enum { TICKS = 16, TICK_TEXT = 32 };

struct tick {
    double at;
    char text[TICK_TEXT];
};

/* In rising order; all written with as many decimals. */
struct ticks {
    struct tick list[TICKS];
    size_t count;
};

/* Returns ticks for an axis that includes LOW … HIGH and may be longer: from the last round number
 * not above LOW to the first not below HIGH, 1, 2 or 5 times a power of ten apart, at most MOST
 * steps (2 … TICKS - 2) of them. Where there is none, because the range is as wide as numbers go or
 * they cannot be distinguished: the two ends. LOW is not above HIGH, both are finite. */
struct ticks ticks_around(double low, double high, size_t most);

/* Returns ticks for an axis that ends at LOW and HIGH: the round numbers between them; the ends, as
 * they are, are the first and the last. */
struct ticks ticks_between(double low, double high, size_t most);

/* Returns ticks for an axis on which equal factors take equal room: the ends, and between them LOW
 * times FACTOR (above 1), again and again; every second, third … of these where there are more than
 * MOST (at most TICKS - 2). LOW is above 0. */
struct ticks ticks_by_factor(double low, double high, double factor, size_t most);

/* --- extent ----------------------------------------------------------------------------------- */

/* How far numbers reach. */

struct extent {
    double low, high;
    size_t at_low, at_high; /* where they are reached first */
    size_t finite;          /* how many numbers are finite; 0: LOW is above HIGH */
};

/* Returns the extent of the finite ones of COUNT numbers. */
struct extent extent_of(const double *numbers, size_t count);

/* Returns where VALUE is between the two, 0 … 1; in the middle when they are the same. */
double extent_share(double low, double high, double value);

#endif
