/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/ticks.h"

#include "base/number.h"
#include "base/text.h"
#include "canvas/scale.h"

#include <math.h>

/* --- extent ----------------------------------------------------------------------------------- */

struct extent extent_of(const double *numbers, size_t count) {
    struct extent range = {.low = INFINITY, .high = -INFINITY};
    for (size_t i = 0; i < count; i++) {
        if (isfinite(numbers[i]) && numbers[i] < range.low) {
            range.low = numbers[i];
            range.at_low = i;
        }
        if (isfinite(numbers[i]) && numbers[i] > range.high) {
            range.high = numbers[i];
            range.at_high = i;
        }
        range.finite += isfinite(numbers[i]) != 0;
    }
    return range;
}

/* Halved first: their distance may be above all doubles. */
double extent_share(double low, double high, double value) {
    double whole = high / 2 - low / 2;
    return whole > 0 ? (value / 2 - low / 2) / whole : 0.5;
}

/* --- ticks ------------------------------------------------------------------------------------ */

enum { MOST_DECIMALS = 12, END_DECIMALS = 4 };

static const double least_span = 1e-290, most_span = 1e290;

/* True when steps can be distinguished and counted. */
static bool can_step(double low, double high, double step) {
    double largest = fmax(fabs(low), fabs(high));
    return high - low > least_span && high - low < most_span && largest / step < 1e9;
}

/* Writes a tick as all are that are STEP apart, up to LARGEST. */
static void write_even(struct tick *tick, double step, double largest) {
    struct written written = number_written(tick->at, END_DECIMALS);
    int decimals = step < 1 ? (int)ceil(-log10(step) - 1e-9) : 0;
    if (largest < 1e6 && largest >= 1e-4 && decimals <= MOST_DECIMALS) {
        number_fixed(written.text, tick->at, decimals);
    }
    text_fill(tick->text, sizeof tick->text, "%s", written.text);
}

static void add_tick(struct ticks *ticks, double at) {
    struct tick *tick = &ticks->list[ticks->count++];
    tick->at = at;
    text_fill(tick->text, sizeof tick->text, "%s", number_written(at, END_DECIMALS).text);
}

static struct ticks only_ends(double low, double high) {
    struct ticks ticks = {0};
    add_tick(&ticks, low);
    if (high > low) {
        add_tick(&ticks, high);
    }
    return ticks;
}

struct ticks ticks_around(double low, double high, size_t most) {
    struct ticks ticks = {0};
    for (size_t steps = most; steps > 0 && high > low; steps--) {
        double step = scale_round((high - low) / (double)steps);
        if (!can_step(low, high, step)) {
            break;
        }
        double first = floor(low / step + 1e-9), last = ceil(high / step - 1e-9);
        if (last - first > (double)most) { /* the ends stick out on both sides */
            continue;
        }
        for (size_t i = 0; first + (double)i <= last; i++) {
            add_tick(&ticks, (first + (double)i) * step);
            write_even(&ticks.list[i], step, fmax(fabs(first), fabs(last)) * step);
        }
        return ticks;
    }
    return only_ends(low, high);
}

struct ticks ticks_between(double low, double high, size_t most) {
    struct ticks ticks = {0};
    double step = high > low ? scale_round((high - low) / (double)most) : 0;
    if (!can_step(low, high, step)) {
        return only_ends(low, high);
    }
    add_tick(&ticks, low);
    double first = floor(low / step + 1e-9) + 1;
    for (size_t i = 0; first + (double)i < high / step - 1e-9; i++) {
        add_tick(&ticks, (first + (double)i) * step);
    }
    add_tick(&ticks, high);
    for (size_t i = 0; i < ticks.count; i++) {
        double steps = ticks.list[i].at / step;
        if (fabs(steps - round(steps)) < 1e-9) {
            write_even(&ticks.list[i], step, fmax(fabs(low), fabs(high)));
        }
    }
    return ticks;
}

struct ticks ticks_by_factor(double low, double high, double factor, size_t most) {
    struct ticks ticks = {0};
    double steps = log(high / low) / log(factor);
    if (!isfinite(steps) || !(steps > 1)) {
        return only_ends(low, high);
    }
    factor = pow(factor, ceil(steps / (double)most));
    double at = low;
    while (at < high * (1 - 1e-9)) {
        add_tick(&ticks, at);
        at *= factor;
    }
    add_tick(&ticks, high);
    return ticks;
}
