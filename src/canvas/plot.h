/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* plot: curves drawn as text, with axes and numbers.
 *
 * They are drawn in braille, two by four dots a character, points joined by straight lines. Both
 * axes reach as far as the curves do, with round numbers at equal distances. What is not finite
 * leaves a gap. Several curves share the axes: each is named where it ends, and differs in its
 * colour and its dots. */
#ifndef QKV_CANVAS_PLOT_H
#define QKV_CANVAS_PLOT_H

#include "canvas/canvas.h"

enum {
    PLOT_CURVES = 6,
    PLOT_MARKS = 8,
    PLOT_LEAST_ROWS = 6,
    PLOT_ROWS = 14 /* in a transcript */
};

struct curve {
    const char *name; /* what rises: "A[1,2]" */
    const double *y;  /* one number for each place of the plot */
};

/* Positions that are marked on every curve. */
struct plot_marks {
    const char *name; /* written beside a lone one; "": nothing */
    const double *x;
    size_t count;
    bool now; /* a ball instead of a ring */
};

struct plot {
    const char *by;  /* along what: "W_q[1,2]" */
    const double *x; /* COUNT positions, rising; NULL: the whole numbers from 0 on */
    struct curve curves[PLOT_CURVES];
    size_t curve_count; /* 1 or more */
    size_t count;
    const char *title;                   /* NULL: "A[1,2] by W_q[1,2]" */
    double end;                          /* the horizontal axis goes on to here at least */
    struct plot_marks marks[PLOT_MARKS]; /* MARK_COUNT of them, each on top of those before */
    size_t mark_count;
    double factor; /* above 1: it is between the numbers along both axes, and equal factors take
                      equal room, where all are positive; else along neither */
    double far;    /* above 1: y alone is in powers of ten, which the title says, where all are
                      positive and the largest is so many times the least */
    int precision;
};

/* Draws the curves under a title on CANVAS, which has at least PLOT_LEAST_ROWS rows. */
void plot_draw(const struct canvas *canvas, const struct plot *plot);

/* Appends a sentence for each curve: its ends, its lowest and its highest point. */
void plot_describe(const struct plot *plot, struct text *out);

#endif
