/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* stage: what a front end keeps between frames: the cast of the open lesson, the plan of the
 * present page, and which part of the words is being read. Frames are drawn from it and never
 * change it. */
#ifndef QKV_STAGE_STAGE_H
#define QKV_STAGE_STAGE_H

#include "canvas/scale.h"
#include "stage/plan.h"

#include <stdint.h>

struct notebook;
struct session;
struct statement;

/* What the shades of a value mean for the length of a page. */
struct stage_scale {
    struct scale scale;
    double
        measured;   /* the largest number it had when it came onto the page, or since by training */
    int like;       /* a value with the same scale; CAST_NONE: it is the root of its group */
    bool shares;    /* weights or probabilities; of a root: some that are named are */
    bool named;     /* by the learner or, unless they ignore it, the page */
    double largest; /* of a root, the largest number of its group but for shares */
};

/* Zero it first: then nothing is planned yet. */
struct stage {
    /* As of struct plan_request, with the session as its context; NULL: nothing is known. */
    size_t (*words)(const void *session, size_t stop, size_t columns);
    struct cast *lesson;        /* of the lesson as it is written */
    struct cast *cast;          /* of the present page, as the learner has changed it, */
    size_t page;                /* which is this one, */
    bool columns;               /* and the convention is this one */
    struct plan *plan, *other;  /* OTHER: the one before, which `O` or `z` may bring back */
    struct stage_scale *scales; /* one a value of the cast */
    size_t opened;              /* session->front.opened when LESSON was made */
    size_t read_stop;           /* whose words are being read, and the state of their question */
    size_t read_state;
    size_t part; /* which part of them is to be shown; STAGE_NEWS, STAGE_LAST */
};

/* Brings STAGE up to SESSION and a terminal of SIZE (rows, columns): compiles the lesson when it is
 * another, plans again when the page, a shape or the size is another. Call it before a frame is
 * drawn. False only without memory; then there is no plan. */
bool stage_follow(struct stage *stage, const struct session *session, const size_t size[2],
                  struct failure *failure);
void stage_release(struct stage *stage);

/* The part with the latest about a question. */
#define STAGE_NEWS SIZE_MAX
/* The last part. */
#define STAGE_LAST (SIZE_MAX - 1)

/* Turns to the next part when part PART of PARTS of the present stop's words has been read. False:
 * there is none. */
bool stage_read_on(struct stage *stage, size_t part, size_t parts);
/* Goes back to the part before PART. */
bool stage_read_back(struct stage *stage, size_t part);

/* Returns the stop of the cast that the session is at; while the lesson trains, the one that does.
 */
size_t stage_stop(const struct session *session);

/* True when STATEMENT, run after the lesson's first STOP stops, gives another value to a definition
 * that has one. */
bool stage_changes(const struct session *session, const struct statement *statement, size_t stop);

/* hidden.c: returns for each definition of NOTEBOOK whether an open prediction, or AHEAD also a
 * question further down the page, is about it, or it is made from such a value; and false
 * after the last one. NULL without memory; the caller frees it. */
bool *hidden_make(const struct session *session, const struct notebook *notebook, bool ahead);

#endif
