/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* casting: a cast while it is made, for the files that make it (cast.c, sizes.c, widths.c, focus.c,
 * needs.c).
 *
 * The lesson's statements run on a separate notebook, screen by screen: a screen is what a learner
 * sees where they wait (lesson_next_halt), and may have passed several stops. */
#ifndef QKV_STAGE_CASTING_H
#define QKV_STAGE_CASTING_H

#include "commands/commands.h"
#include "notebook/train.h"
#include "stage/cast.h"

/* What values are marked with; all but MARK_MOVED while a screen's needs are found, or at the end.
 */
enum mark {
    MARK_MOVED = 1,     /* the present screen changed its numbers */
    MARK_NAMED = 2,     /* the page names it, */
    MARK_SPOKEN = 4,    /* or what is made from it; */
    MARK_FROM_EDIT = 8, /* it may be edited, or is made from what may; */
    MARK_TO_GOAL = 16,  /* a goal names it, or what is made from it */
    MARK_WORKED = 32,   /* an exercise or a training moves it; */
    MARK_TRAINED = 64   /* a training does */
};

/* What is known of a value beside what the cast keeps. */
struct member {
    bool made;         /* some stop has defined it so far */
    bool absent;       /* it has no numbers now: it is a text, or has no cells */
    unsigned marks;    /* enum mark */
    bool shares, leaf; /* what it is now */
    size_t *operands;  /* what it is made from now, in order */
    size_t operand_count, operand_capacity;
    size_t whole, odd; /* columns left of the point; and of what has none, such as 12 and 1e9 */
    size_t least;      /* as of the cast */
    double largest;    /* size of its numbers */
    size_t names[2];   /* what identifies the labels of its rows and columns now */
};

struct casting {
    const struct session *session;
    const struct lesson *lesson;
    struct cast *cast;
    struct member *members; /* one a value, as many as the cast has room for */
    struct notebook now;    /* after the stop that was run last */
    size_t first, last;     /* the stops of the present screen: FIRST to LAST − 1 */
    unsigned short *needs;  /* of the screen */
    struct session learner; /* passes the stops; its notebook is NOW, by that MOMENT */
    struct training_moment moment;
    /* Where the learner is once the present screen has nothing more to say: */
    int focus;   /* what is looked at; CAST_NONE: nothing */
    int picture; /* that was asked for; CAST_NONE: there is none, or it is `show A B` */
    int curve;   /* of the training that was the last change; else CAST_NONE */
};

/* Returns the value that LENGTH bytes at NAME refer to; for what is inside of another (H.A), or
 * transposed (K.T), and no value of its own, that other. CAST_NONE: none. */
int casting_find(const struct casting *casting, const char *name, size_t length);
/* The same of a whole string. */
int casting_named(const struct casting *casting, const char *name);
/* Returns the value or picture of exactly that name, which is added where it is not there.
 * CAST_NONE without memory. */
int casting_add(struct casting *casting, const char *name);
/* Gives MARK to all that is made from a value that has it; or, BACK,
 * to all that such a value is made from. */
void casting_spread(const struct casting *casting, enum mark mark, bool back);

/* Returns a cast of so many STOPS and PAGES that has no values yet, but room for ROOM; no scales
 * are shared. NULL without memory. */
struct cast *casting_reserve(size_t stops, size_t pages, size_t room);

/* --- sizes.c: one run through the lesson ------------------------------------------------------ */

/* Runs what stop STOP changes, without training; what cannot be run is left out. The values that it
 * made give their sizes, operands and widths, and are marked as moved. */
void sizes_run(struct casting *casting, size_t stop);
/* Makes OPERAND all that value INDEX is made from. */
void sizes_own_operand(struct casting *casting, int index, int operand);
/* Finds how much room value INDEX takes, a picture whose operands are known. */
void sizes_picture(struct casting *casting, int index);
/* Finds how large the values of the present screen, which has been run, are on its page, how far
 * their numbers reach there, and which of them are in the same units. */
void sizes_on_page(struct casting *casting);
/* Lets the values A and B share a scale on PAGE. */
void sizes_share(struct cast *cast, size_t page, int a, int b);
/* Lets value INDEX, which is DEFINITION, share a scale on PAGE with what is in the same units. */
void sizes_units(struct casting *casting, size_t page, int index,
                 const struct definition *definition);
/* Makes SIZE large enough for SHAPE, too, and for the labels of an axis of at most so many. */
void sizes_grow(struct cast_size *size, const struct shape *shape, size_t labels);

/* --- widths.c: what its numbers take ---------------------------------------------------------- */

/* Measures value INDEX, which is TENSOR now. */
void widths_measure(struct casting *casting, int index, const struct tensor *tensor);
/* Finds, once all is run, how many columns the numbers of value INDEX take. */
void widths_settle(struct casting *casting, size_t index);
/* Does the same for all values, and then for transposed ones. */
void widths_finish(struct casting *casting);

/* --- focus.c: where the learner looks --------------------------------------------------------- */

/* Begins the session that passes the stops. False only without memory. Call focus_end in any case.
 */
bool focus_begin(struct casting *casting, struct failure *failure);
void focus_end(struct casting *casting);
/* Passes stop STOP, which has been run. */
void focus_pass(struct casting *casting, size_t stop);
/* Finds where the learner is after the present screen. */
void focus_settle(struct casting *casting);

/* --- needs.c: what a screen needs ------------------------------------------------------------- */

/* Adds what the present screen needs, all of whose stops have been passed. */
void needs_find(struct casting *casting);

#endif
