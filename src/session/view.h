/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* view: what the learner has chosen to see, besides the place in time: a cell, a picture, what is
 * on top. Commands change it and panels draw it; in a transcript the same commands say the same in
 * words. */
#ifndef QKV_SESSION_VIEW_H
#define QKV_SESSION_VIEW_H

#include "base/text.h"
#include "canvas/drawing.h"
#include "canvas/naming.h"
#include "notebook/explain.h"
#include "notebook/notebook.h"
#include "notebook/replay.h"

struct session;
struct sweep;    /* canvas/sweep.h */
struct training; /* notebook/train.h */

/* What covers the picture at full width. */
enum popup {
    POPUP_NONE,
    POPUP_NARRATION, /* the whole page's narration */
    POPUP_CONTENTS,  /* pages and their definitions: one is chosen */
    POPUP_LESSONS,   /* the lessons there are: one is chosen */
    POPUP_FOUND,     /* those found by a search: one is chosen */
    POPUP_OVERVIEW,  /* the whole computation: every value, in order */
    POPUP_KEYS,      /* every key, from the table */
    POPUP_NOTES,     /* the presenter's notes of this page */
    POPUP_ANSWER     /* what the last command said, when that is more than a line */
};

#define VIEW_NUDGE 0.1 /* what + and - add until it is set */

/* What the last command left. */
struct outcome {
    struct text answer;     /* for POPUP_ANSWER: what was said */
    struct text message;    /* one line under the picture: an error, what was done */
    struct notebook before; /* the values before the last change, for old → new; empty: nothing
                               moved */
    bool own;               /* that change was the learner's, and not a line of the lesson */
    bool edits;             /* it was made, and not taken back: others of the value go on from it */
    struct training
        *trained; /* the training that was the last change, retained; NULL when it was none */
    struct sweep *swept; /* the last sweep, retained while it is valid; NULL when there is none */
    size_t baseline; /* the one set or compared with last, for differences; SIZE_MAX: the unnamed
                        one */
};

/* A picture that was asked for by name, and stays as long as the cursor is in it. */
struct drawn {
    struct drawing_request requested;
    bool own;           /* the learner asked for it, not the lesson */
    size_t value, cell; /* where the cursor was in it last: in the value of name VALUE */
};

/* The values whose colours share one scale until the page is turned, in addition to those that the
 * lesson names. */
struct scaled {
    bool off; /* also ignores what the lesson says */
    size_t count;
    char names[DRAWING_NAMES][DRAWING_NAME];
};

/* Where the cursor was in a value that it has left, or where the lesson has put it. */
struct left_cell {
    char name[DRAWING_NAME];
    size_t cell;
    bool rests;
};
enum { VIEW_LEFT = 8 };

struct view {
    size_t cell; /* the cursor: flat index in the selected value, as stored */
    bool rests; /* the cursor is not marked: the lesson speaks of no number, and the learner has not
                   moved it since */
    struct left_cell told; /* what the present stop is about, wherever the learner went since */
    size_t operation; /* the operation whose result is selected; SIZE_MAX: the definition's value */
    bool
        blank; /* nothing is selected, because there is something to read, at the start of a page */
    bool zoom; /* one matrix, wide cells, all the room */
    bool difference; /* against the baseline: old → new, and Δ; until the lesson goes on */
    enum popup popup;
    size_t chosen; /* of what the popup lists, from 0: what Enter opens */
    size_t scroll; /* first line of the popup */
    struct scaled scaled;
    struct drawn drawn; /* as long as the cursor stays in its values, or on the stage with it */
    double nudge;       /* how much + and - add: times or over 10 by { } */
    size_t warned;      /* the stop whose open question stopped `advance`; SIZE_MAX when none did */
    size_t settled; /* the stop of the prediction whose answer a step has reached; SIZE_MAX: none */
    bool settling;  /* and the learner has not gone on since */
    struct left_cell left[VIEW_LEFT]; /* since the last move in time, in a ring, */
    size_t left_count;                /* of which so many were entered */
    size_t depth; /* how often the learner has gone down into a number; the trail says from where */
    struct text path; /* the names of those numbers, "output[1,1] ‹ ", while DEPTH is not 0 */
    struct outcome last;
};

/* Sets the initial state: numbers, nothing on top, the first cell. Releases nothing. */
void view_init(struct view *view);
void view_release(struct view *view);
/* Copies all but the message; without memory only a part of it (memory_refused says so). Release
 * the copy. */
void view_copy(struct view *copy, const struct view *view);

/* Returns the selected definition: the focus's, or the last of the notebook when there is no focus;
 * NULL when there is none, or the view is blank. */
const struct definition *view_definition(const struct session *session);
/* Returns the selected value (an operation's result or the definition's), borrowed; NULL when there
 * is none. */
const struct tensor *view_value(const struct session *session);
/* Brings the cursor back inside the selected value. Call it when the value may have become smaller.
 */
void view_clamp_cursor(struct session *session);
/* Returns how many cells of the selected value replay has reached, in order. */
size_t view_reached(const struct session *session);

/* Finds the number under the cursor; fails when there is none. */
bool view_place(const struct session *session, struct number_place *place, struct failure *failure);

/* Moves the cursor through the stack (heads, then batches) and by rows and columns as shown
 * (respecting the columns convention), stopping at edges. False when it could not move at all. */
bool view_move(struct session *session, long matrices, long rows, long columns);
/* Selects CELL of the value of definition NAME, and moves the focus there if it is elsewhere. */
bool view_select(struct session *session, const char *name, size_t cell, struct failure *failure);

/* Dives into an operand cell of the arithmetic under the cursor: of the first operand that has one
 * (CHOICE is 0), or of operand number CHOICE (from 0). The cell is the one of the present term,
 * when replay is in one, else of the first. An operation that only passes a number on (`.T` in Q @
 * K.T) is skipped. The number where the dive began joins the path. Fails at a literal, and when
 * there is no such operand. */
bool view_dive(struct session *session, size_t choice, struct failure *failure);
/* True when the number of EXPLANATION was made from other numbers. */
bool view_has_operands(const struct explanation *explanation);

/* Appends the name of the cell under the cursor: "weights[word1,word2]", "(Q @ K.T)[1,1]". */
bool view_cell(const struct session *session, struct text *out, struct failure *failure);
/* Appends the path of the dive: "output[1,1] ‹ weights[1,1]"; the cell alone without a dive. */
bool view_path(const struct session *session, struct text *out, struct failure *failure);

/* Follows a move in time: the cursor goes where replay is, and the path and what was on top are
 * dropped. */
void view_follow(struct session *session);

/* Returns the baseline against which differences are shown; NULL when there is none. */
const struct notebook *view_baseline(const struct session *session);

/* Remembers BEFORE as the state before the last change (NULL: forgets), which was TRAINING,
 * retained (NULL when it was none). Its curve is to be seen, so a zoomed matrix is closed. */
void view_note_change(struct session *session, const struct notebook *before,
                      struct training *training);
/* The same for a change of the learner's own. EDIT: it is one more change, not one taken back; of
 * several edits of one value in a row, what was before the first stays. */
void view_note_own_change(struct session *session, const struct notebook *before,
                          struct training *training, bool edit);
/* Keeps the last sweep, which is retained (NULL: forgets it). */
void view_note_sweep(struct session *session, struct sweep *sweep);

#endif
