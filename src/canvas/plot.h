/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* plot: curves drawn as text, with axes and numbers.
 *
 * They are drawn in braille, two by four dots a character, points joined by straight lines; in
 * ASCII with one character each. The vertical axis reaches from one round number to another, the
 * horizontal one from the first place to the last. What is not finite leaves a gap. Several curves
 * share the axes: each is named where it ends, and differs in its colour and its dots. */
#ifndef QKV_CANVAS_PLOT_H
#define QKV_CANVAS_PLOT_H

#include "canvas/canvas.h"

enum { PLOT_CURVES = 6, PLOT_LEAST_ROWS = 6, PLOT_ROWS = 14 /* in a transcript */ };

struct curve {
    const char *name; /* what rises: "A[1,2]" */
    const double *y;  /* one number for each place of the plot */
};

/* Positions that are marked on every curve: those of a value that is called NAME. */
struct plot_marks {
    const char *name;
    const double *x;
    size_t count;
};

struct plot {
    const char *by;  /* along what: "W_q[1,2]" */
    const double *x; /* COUNT positions, rising; NULL: the whole numbers from 0 on */
    const struct curve *curves; /* 1 … PLOT_CURVES */
    size_t curve_count;
    size_t count;
    const char *title;              /* NULL: "A[1,2] by W_q[1,2]" */
    double end;                     /* the horizontal axis goes on to here at least */
    const double *now;              /* the present position, marked on each curve; NULL: nowhere */
    const double *was;              /* the same before the last changes; NULL: nowhere else */
    const struct plot_marks *marks; /* MARK_COUNT of them */
    size_t mark_count;
    bool logarithmic; /* equal factors of x and of y take equal room, where all are positive; else
                         neither axis is so */
    bool tight;       /* with few rows the vertical axis ends where the curves do */
    bool powers;      /* y alone, all positive, in powers of ten, which the title says */
    double factor;    /* between the numbers along such an axis; 0: what suits it */
    bool ascii;
    int precision;
};

/* Draws the curves under a title on CANVAS, which has at least PLOT_LEAST_ROWS rows. */
void plot_draw(const struct canvas *canvas, const struct plot *plot);

/* Appends a sentence for each curve: its ends, its lowest and its highest point. */
void plot_describe(const struct plot *plot, struct text *out);

#endif
