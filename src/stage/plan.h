/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* plan: where everything is for the length of a page.
 *
 * Within it nothing moves: every value has one place, at all stops. Where the stage is too small
 * for that, others have it before the first stop that needs the value, or after the last; and where
 * it is too small for a stop, the stops from there on are arranged again. A plan is made from a
 * cast (names and sizes) and the size of the terminal alone, and is made again only for another
 * page, another shape or another size. */
#ifndef QKV_STAGE_PLAN_H
#define QKV_STAGE_PLAN_H

#include "canvas/picture.h"
#include "stage/cast.h"

struct failure;

/* The panes of a screen, as boxes on the whole canvas; a box without rows is not there. */
struct panes {
    bool side;        /* the words are at the left of the stage, not below it */
    struct box words; /* below 110 columns the arithmetic shares its last rows */
    struct box stage;
    struct box rule;   /* under the stage: formula, legend, path */
    struct box ladder; /* the arithmetic; no box of its own below 110 columns */
};

enum { PLAN_PLACES = 64 }; /* at one stop: as many as there can be items (stage/pack.h) */

/* What a plan is of. */
enum plan_view {
    PLAN_PAGE,  /* the stops of a page */
    PLAN_ALONE, /* one value: zoomed */
    PLAN_END,   /* all that the lesson has made, beside the words of its last page */
    PLAN_WHOLE  /* the same, on all of the screen */
};

struct plan {
    size_t size[2]; /* rows and columns of the terminal it is made for */
    enum plan_view view;
    int alone;                /* as the stage has it (stage.c): the value that it shows alone, */
    size_t here;              /* and which values were there when it was made; 0 for a page */
    size_t first_stop, stops; /* it is for */
    struct panes panes;
    struct plan_stop {
        struct place_on_stage places[PLAN_PLACES];
        size_t count;
    } * at_stop; /* of a page one a stop; else one for all stops */
};

/* Returns the panes of a terminal of ROWS × COLUMNS (at least 10 × 40) for a stage that wants STAGE
 * rows (0: the most). */
struct panes panes_make(size_t rows, size_t columns, size_t stage);
/* Returns, for less than 110 columns, the rows under the stage that words and arithmetic have at
 * least, if the stage takes the most. */
size_t panes_words_rows(size_t rows);

/* A plan that is wanted. */
struct plan_request {
    const struct cast *cast;
    size_t stop;    /* that it is for */
    size_t size[2]; /* rows, columns */
    /* Returns how many rows the words of an exercise take in so many columns, which bounds the
     * stage of a page below 110 columns. May be NULL. */
    size_t (*words)(const void *context, size_t stop, size_t columns);
    /* True when VALUE is there now, and the whole shows it. */
    bool (*here)(const void *context, const struct cast_value *value);
    const void *context;
    enum plan_view view;
    int alone; /* of one value */
};
/* Makes a plan: of a page, of one value (alone.h), or of all values that are there, in the order of
 * the computation. Of these all have numbers where that fits; else they are tiles, and those get
 * their numbers that fit, first what the last page needs where its words are beside it. NULL only
 * without memory. The caller frees. */
struct plan *plan_make(const struct plan_request *request, struct failure *failure);
/* True when PLAN (NULL: there is none) is what plan_make would make. */
bool plan_serves(const struct plan *plan, const struct plan_request *request);
/* Starts a plan of VIEW for STOPS stops from the first on: the caller adds the places. NULL only
 * without memory. */
struct plan *plan_start(const size_t size[2], enum plan_view view, size_t stops,
                        struct failure *failure);
void plan_free(struct plan *plan); /* NULL is allowed */

/* Returns place INDEX of those on the stage at STOP (of the lesson); NULL: there are not so many.
 */
const struct place_on_stage *plan_place(const struct plan *plan, size_t stop, size_t index);
/* Returns where VALUE has its numbers at STOP (of the lesson), or its picture; NULL: nowhere. */
const struct place_on_stage *plan_numbers(const struct plan *plan, size_t stop, int value);
/* Returns the same at the stop of the page nearest to STOP, but not STOP itself; NULL: at none. */
const struct place_on_stage *plan_usual(const struct plan *plan, size_t stop, int value);

#endif
