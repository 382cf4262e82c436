/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks: the round numbers that are written along an axis. */
#ifndef QKV_CANVAS_TICKS_H
#define QKV_CANVAS_TICKS_H

#include "base/number.h"

#include <stdbool.h>
#include <stddef.h>

/* A range whose ends are multiples of STEP, which is 1, 2 or 5 times a power of ten. */
struct round_range {
    double low, high, step;
    size_t steps;
};

/* Returns the narrowest one around LOW … HIGH, of at most MOST steps (2 or more). Where there is
 * none, because the range is as wide as numbers go or its ends cannot be distinguished: these ends,
 * one step apart, or none where they are the same. LOW is not above HIGH, both are finite. */
struct round_range round_around(double low, double high, size_t most);

enum { TICKS = 16 }; /* at most */

/* An axis along a line of characters. Its ticks are a whole number of characters apart, and it goes
 * on beyond the first and the last of them as far as the numbers do. */
struct axis {
    double low, high; /* the numbers that it includes; both finite, LOW is not above HIGH */
    double factor;    /* above 1: powers of it are at equal distances; all are positive */
    bool whole;       /* nothing is between whole numbers */
    bool across;      /* ticks are written side by side, else one below the other */
    size_t cells;     /* characters, at least one; axis_fit leaves those that are used */

    /* Found by axis_fit. */
    double ends[2];      /* where the first tick and the last are: numbers, or their logarithms */
    size_t ticks;        /* how many, 1 or more */
    int decimals;        /* of every tick; -1: as many as it needs */
    size_t first, apart; /* the character of the first tick; how many it is to the next */
};

/* Finds the ticks of AXIS: multiples of the finest step, 1, 2 or 5 times a power of ten, that
 * leaves a row between two of them, or two columns between their texts. Where two have no room: the
 * ends, as they are. Numbers that are all the same are in the middle of an axis that is not
 * ACROSS. */
void axis_fit(struct axis *axis);

/* Return tick I as it is written, and the columns of the widest. */
struct written axis_tick(const struct axis *axis, size_t i);
size_t axis_widest(const struct axis *axis);

/* Returns where NUMBER is, in characters from the middle of the first one. */
double axis_place(const struct axis *axis, double number);

/* Returns where VALUE is between the two, 0 … 1; in the middle when they are the same. */
double share_between(double low, double high, double value);

#endif
