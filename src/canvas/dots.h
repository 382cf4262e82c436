/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* dots: lines of dots: in braille, two by four to a character, which makes them as far apart across
 * as down. */
#ifndef QKV_CANVAS_DOTS_H
#define QKV_CANVAS_DOTS_H

#include "canvas/canvas.h"

enum { DOTS_ACROSS = 2, DOTS_DOWN = 4 }; /* in a character */
enum { BRAILLE = 0x2800, BRAILLE_END = 0x2900 };

/* How one line differs from another. */
struct pen {
    enum style style;
    unsigned on, round; /* of ROUND dots along the line, the first ON are set */
    struct shade ink;   /* instead of STYLE's colour, where it has a palette */
};

/* Dots on a canvas; set WALKED to 0 where a line begins. */
struct dots {
    struct canvas canvas;
    size_t walked; /* along the present line */
    bool over;     /* what a pen leaves out it leaves to a line of another colour, not to the paper;
                      STYLE_DIM is paper */
};

/* Put a dot at AT (x and y, from the canvas's upper left corner), and a straight line, a dot a
 * step, whose first point is there already. */
void dots_point(struct dots *dots, const struct pen *pen, const double at[2]);
void dots_line(struct dots *dots, const struct pen *pen, const double from[2], const double to[2]);

/* Draws a new line from one point to the other, THICK dots wide. */
void dots_stroke(struct dots *dots, const struct pen *pen, const double from[2], const double to[2],
                 double thick);

#endif
