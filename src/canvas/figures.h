/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* figures: how the numbers of a picture are written, and which positions of a long axis are shown.
 */
#ifndef QKV_CANVAS_FIGURES_H
#define QKV_CANVAS_FIGURES_H

#include "base/number.h"

#include <stdbool.h>
#include <stddef.h>

enum { LINE_COLUMNS = 80 }; /* of a line of the transcript */

/* The positions of an axis that are shown: all, or the first ones, a gap and the last. */
struct window {
    size_t size, slots;
};

/* All of SIZE positions when LIMIT is 0 or has room for them; else LIMIT slots, three at least. */
struct window window_make(size_t size, size_t limit);
/* Whether some are left out. */
bool window_elides(const struct window *window);
/* The position in a slot, SIZE_MAX in the gap. */
size_t window_at(const struct window *window, size_t slot);

/* The positions of an axis that are shown: COUNT of SIZE, from FIRST on. */
struct visible {
    size_t size, first, count;
};

/* At most MOST positions, FOCUS (SIZE_MAX: the first) among them. It moves in half windows, so that
 * most steps of the cursor leave the picture where it is. */
struct visible visible_make(size_t size, size_t most, size_t focus);

/* How the numbers of one picture are written: all with as many decimals, their points below each
 * other. BEFORE is the room left of the point, AFTER that for the point and what follows. */
struct figures {
    int precision, decimals;
    size_t before, after;
    bool brief; /* scientific with one digit, -∞ for -inf: where room is short */
    bool bare;  /* the leading 0 dropped: .31 */
    bool ascii; /* brief, but -inf */
};

/* What takes account of one more value. Each pass goes over all values before the next one does:
 * their decimals, the room of the numbers, the room of inf and nan. */
enum { FIGURES_PASSES = 3 };
extern void (*const figures_passes[FIGURES_PASSES])(struct figures *figures, double value);

/* Writes VALUE; scientifically where it would read 0 else. */
void figures_write(const struct figures *figures, double value, char out[NUMBER_TEXT]);
/* How far right of its field's start a number written so begins. */
size_t figures_offset(const struct figures *figures, const char *written);

#endif
