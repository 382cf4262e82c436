/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sweep: what became of some numbers while another ran through a range, and the picture of that
 * name, which draws them as curves. */
#ifndef QKV_CANVAS_SWEEP_H
#define QKV_CANVAS_SWEEP_H

#include "canvas/drawing.h"
#include "canvas/plot.h"

struct failure;
struct text;

struct sweep {
    size_t references;                /* how many references there are */
    struct drawing_request requested; /* what asked for it */
    char *by;                         /* the number that ran: "W_q[1,2]"; owned */
    size_t cell;                      /* which one of its value */
    double from, to;                  /* the range */
    char *names[PLOT_CURVES];
    double *x, *y[PLOT_CURVES]; /* COUNT each; owned */
    size_t curves, count;
};

/* The options of one: into how many steps, by what factor from place to place, all in one plot. */
enum sweep_option { SWEEP_STEPS, SWEEP_FACTOR, SWEEP_SHARED };

/* Add a reference, and remove one (NULL is ignored); the last one frees it. */
struct sweep *sweep_retain(struct sweep *sweep);
void sweep_release(struct sweep *sweep);

#endif
