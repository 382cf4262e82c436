/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/ticks.h"

#include "base/least.h"
#include "base/text.h"
#include "canvas/scale.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Halved first: their distance may be above all doubles. */
double share_between(double low, double high, double value) {
    double whole = high / 2 - low / 2;
    return whole > 0 ? (value / 2 - low / 2) / whole : 0.5;
}

/* --- ticks ------------------------------------------------------------------------------------ */

enum { MOST_DECIMALS = 12, DECIMALS = 4 };

static const double least_span = 1e-290, most_span = 1e290;

/* True when steps can be distinguished and counted. */
static bool can_step(double low, double high, double step) {
    double largest = fmax(fabs(low), fabs(high));
    return high - low > least_span && high - low < most_span && largest / step < 1e9;
}

struct round_range round_around(double low, double high, size_t most) {
    for (size_t steps = most; steps > 0 && high > low; steps--) {
        double step = scale_round((high - low) / (double)steps);
        if (!can_step(low, high, step)) {
            break;
        }
        double first = floor(low / step + 1e-9), last = ceil(high / step - 1e-9);
        if (last - first <= (double)most) { /* else the ends stick out on both sides */
            return (struct round_range){first * step, last * step, step, (size_t)(last - first)};
        }
    }
    return (struct round_range){low, high, high - low, high > low};
}

/* --- axes ------------------------------------------------------------------------------------- */

/* Returns NUMBER as it is laid out along AXIS. */
static double scaled(const struct axis *axis, double number) {
    return axis->factor > 1 ? log(number) / log(axis->factor) : number;
}

struct written axis_tick(const struct axis *axis, size_t i) {
    double share = (double)i / fmax((double)axis->ticks - 1, 1);
    double at = axis->ends[0] * (1 - share) + axis->ends[1] * share;
    struct written number = number_written(axis->factor > 1 ? pow(axis->factor, at) : at, DECIMALS);
    if (axis->decimals >= 0) {
        number_fixed(number.text, at, axis->decimals);
    }
    return number;
}

size_t axis_widest(const struct axis *axis) {
    size_t most = 0;
    for (size_t i = 0; i < axis->ticks; i++) {
        most = greater(most, strlen(axis_tick(axis, i).text));
    }
    return most;
}

/* Returns the characters beyond a tick that numbers up to DISTANCE characters from it need: each
 * character has what is less than half of one from its middle. */
static size_t cells_beyond(double distance) {
    return (size_t)fmax(ceil(distance - 0.5 - 1e-9), 0);
}

/* Puts the multiples of STEP on AXIS, as far apart as there is room for; false where that is too
 * near. One that is in the same character as an end belongs to them. */
static bool fit_step(struct axis *axis, double step) {
    double low = axis->low / step, high = axis->high / step;
    for (size_t apart = (size_t)((double)axis->cells / (high - low)); apart > 1; apart--) {
        double half = 0.5 / (double)apart + 1e-9;
        double first = ceil(low - half), last = floor(high + half);
        if (last - first < 1 || last - first >= TICKS) {
            continue;
        }
        double largest = fmax(fabs(first), fabs(last)) * step, decimals = ceil(-log10(step) - 1e-9);
        bool even =
            !(axis->factor > 1) && largest < 1e6 && largest >= 1e-4 && decimals <= MOST_DECIMALS;
        axis->ends[0] = first * step;
        axis->ends[1] = last * step;
        axis->ticks = (size_t)(last - first) + 1;
        axis->decimals = even ? (int)fmax(decimals, 0) : -1;
        size_t text = axis->across ? axis_widest(axis) : 0;
        if (apart < text + 2) {
            return false;
        }
        size_t before = cells_beyond((first - low) * (double)apart);
        size_t after = greater(cells_beyond((high - last) * (double)apart), text / 2);
        size_t cells = before + (axis->ticks - 1) * apart + 1 + after;
        if (cells <= axis->cells) {
            axis->first = before;
            axis->apart = apart;
            axis->cells = cells;
            return true;
        }
    }
    return false;
}

void axis_fit(struct axis *axis) {
    double low = scaled(axis, axis->low), high = scaled(axis, axis->high);
    double half = axis->across || high > low ? 0 : fabs(low) < 1 ? 0.5 : fabs(low) / 2;
    axis->low = fmax(low - half, -DBL_MAX);
    axis->high = fmin(high + half, DBL_MAX);
    double span = axis->high - axis->low, step = scale_round(span / (TICKS - 1));
    step = axis->factor > 1 || axis->whole ? fmax(step, 1) : step;
    while (can_step(axis->low, axis->high, step) && step <= 2 * span) {
        if (fit_step(axis, step)) {
            return;
        }
        step = scale_round(step * 1.5);
    }
    axis->ends[0] = axis->low;
    axis->ends[1] = axis->high;
    axis->ticks = span > 0 ? 2 : 1;
    axis->decimals = -1;
    axis->first = 0;
    axis->apart = reduced(axis->cells, 1 + (axis->across ? axis_widest(axis) / 2 : 0));
}

double axis_place(const struct axis *axis, double number) {
    double share = share_between(axis->ends[0], axis->ends[1], scaled(axis, number));
    return (double)axis->first + share * (double)((axis->ticks - 1) * axis->apart);
}
