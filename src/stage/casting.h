/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* casting: a cast while it is made, for the files that make it (cast.c, sizes.c, widths.c,
 * looked.c, needs.c).
 *
 * The lesson's statements run on a notebook of our own, screen by screen: a screen is what a
 * learner sees where they are held (lesson_next_halt), and may have passed several stops. */
#ifndef QKV_STAGE_CASTING_H
#define QKV_STAGE_CASTING_H

#include "commands/commands.h"
#include "stage/cast.h"

/* What is known of a value beside what the cast keeps. */
struct member {
    bool made;         /* some stop has defined it so far */
    bool absent;       /* it has no numbers now: it is a text, or has no cells */
    bool moved;        /* the present screen changed its numbers */
    bool shares, leaf; /* what it is now */
    bool lone;         /* it has been one number at every stop so far */
    size_t *operands;  /* what it is made from now, in order */
    size_t operand_count, operand_capacity;
    size_t whole, odd; /* columns left of the point; and of what has none, such as 12 and 1e9 */
    size_t least;      /* as of the cast */
    int fewest;        /* decimals that its largest number needs now */
    double largest;    /* size of its numbers, joined with that before an edit */
    size_t names[2];   /* what tells the labels of its rows and columns now from others */
    bool worked;       /* an exercise or a training moves it; */
    bool trained;      /* a training of the lesson does */
    int sides[2];      /* of a product that is not the whole value, but is scaled only */
    /* While a screen's needs are found: */
    bool hidden; /* it is an open question's answer, or made from one */
    bool named, spoken,
        early; /* the page names it; or what is made from it; it is from pages before */
    bool from_edit, to_goal;
};

struct casting {
    const struct session *session;
    const struct lesson *lesson;
    struct cast *cast;      /* its values in the order in which they are met; ROOM a stop of
                               `needs` */
    struct member *members; /* one a value; ROOM of them */
    size_t room;
    bool edits;                  /* the stop that is run edits a cell */
    struct notebook before, now; /* before the stop that was run last, and after it */
    unsigned char *needs;        /* of the present screen */
    /* Where the learner looks. */
    int focus;                    /* CAST_NONE: at nothing */
    struct drawing_request drawn; /* what was asked for, as looks.drawn has it */
    int picture;                  /* its index; CAST_NONE: there is none, or it is `show A B` */
    int curve;                    /* of the training that was the last change; else CAST_NONE */
};

/* The value that LENGTH bytes at NAME call; of what is inside of another (H.A), or turned (K.T),
 * and no value of its own, that other. CAST_NONE: none. */
int casting_find(const struct casting *casting, const char *name, size_t length);
/* The value or picture of just that name, which is added where it is not there. CAST_NONE without
 * memory. */
int casting_add(struct casting *casting, const char *name, size_t length);
/* What is made from what has the mark at offset MARK of its member has it, too; or, BACK, what that
 * is made from. */
void casting_spread(const struct casting *casting, size_t mark, bool back);

/* --- sizes.c: one run through the lesson -------------------------------------------------------
 */

/* Runs what stop STOP changes, without training; what cannot be run is left out. The values that it
 * made give their sizes, operands and widths, and are marked as moved. */
void sizes_run(struct casting *casting, size_t stop);
/* Value INDEX is a picture, whose operands are known: how much room it takes. */
void sizes_picture(struct casting *casting, int index);
/* The screen that ends before stop LAST has been run: how far its values reach on its page, and
 * which of them are in the same units. */
void sizes_scales(struct casting *casting, size_t last);
/* On PAGE the values A and B share a scale, because a line NAMED both or because one is made from
 * the other. */
void sizes_share(struct casting *casting, size_t page, const int pair[2], bool named);
/* Columns of the widest of LABELS; 0: there are none. */
size_t sizes_labels(const struct labels *labels);
/* Fills in of VALUE, which has its name, what DEFINITION tells by itself: all but operands. */
void sizes_measure(const struct session *session, const struct definition *definition,
                   struct cast_value *value);

/* --- widths.c: what its numbers take -----------------------------------------------------------
 */

/* The value INDEX is TENSOR now. */
void widths_measure(struct casting *casting, int index, const struct tensor *tensor);
/* Once all is run of value INDEX: what its number takes, and whether it is large. */
void widths_settle(struct casting *casting, size_t index);
/* The same of all values: what a value's number takes, whether it is large, what turned values
 * take. */
void widths_finish(struct casting *casting);

/* --- looked.c: where the learner looks ---------------------------------------------------------
 */

/* Before stop STOP is run, and after: what it has the learner look at. What a line that the learner
 * sees is about is needed by the present screen. */
void focus_before(struct casting *casting, size_t stop);
void focus_after(struct casting *casting, size_t stop);

/* --- needs.c: what a screen needs --------------------------------------------------------------
 */

/* The present screen is that of the stops FIRST up to but not including LAST, all of which have
 * been passed: adds what it needs. */
void needs_find(struct casting *casting, size_t first, size_t last);

#endif
