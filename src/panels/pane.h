/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* pane: the words of a stop in a pane of fixed size. What does not fit is shown part by part, and
 * Space goes through the parts before it goes on in the lesson. */
#ifndef QKV_PANELS_PANE_H
#define QKV_PANELS_PANE_H

#include "panels/questions.h"

struct scene;  /* panels/scene.h */
struct labels; /* tensor/shape.h */

enum { PANE_PARTS = 12 };

/* The words of a stop, set in lines. */
struct pane {
    struct text lines;  /* verdict, new words, question and goals */
    struct text before; /* what the page said earlier and is still true; may be empty */
    size_t rows;        /* lines there are */
    size_t question;    /* the line on which the question begins; SIZE_MAX: there is none */
    struct question_lines requested;
    bool read;                   /* none of it is new */
    size_t part[PANE_PARTS + 1]; /* the first line of each part; after the last, ROWS */
    size_t part_count;
};

/* Sets the words of the present stop in WIDTH columns and splits them into parts of at most MOST
 * rows: at a paragraph, else at the end of a sentence, else anywhere. Release it. */
void pane_make(struct pane *pane, struct scene *scene, size_t width, size_t most);
void pane_release(struct pane *pane);

/* Returns the part with the latest about the question; the first where there is nothing. */
size_t pane_news(const struct pane *pane);

/* Returns the one of LABELS that the question, else the words before it, name first, in quotes or
 * set apart as an example is; SIZE_MAX: none. */
size_t pane_named(const struct pane *pane, const struct labels *labels);

/* Returns about how many rows the words of the exercise of stop STOP of the lesson of SESSION (a
 * struct session) take in COLUMNS, goals included: for plan_make. */
size_t pane_wants(const void *session, size_t stop, size_t columns);

/* Draws part PART on CANVAS, with `▾ 5 more: Space` where other parts follow; earlier words, dim,
 * above it where it has them and there is room. Returns the rows used. */
size_t pane_draw(const struct pane *pane, struct scene *scene, const struct canvas *canvas,
                 size_t part);

#endif
