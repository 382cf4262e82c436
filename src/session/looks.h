/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* looks: what the learner has chosen to see, beside the place in time: a cell, a picture, what lies
 * on top. Commands change it, panels draw it; in a transcript the same commands say the same in
 * words. */
#ifndef QKV_SESSION_LOOKS_H
#define QKV_SESSION_LOOKS_H

#include "base/text.h"
#include "canvas/request.h"
#include "notebook/explain.h"
#include "notebook/notebook.h"
#include "notebook/replay.h"

struct session;
struct sweep;    /* canvas/sweep.h */
struct training; /* notebook/train.h */

/* What lies over the picture, full width. */
enum cover {
    COVER_NONE,
    COVER_NARRATION, /* the whole page's narration */
    COVER_CONTENTS,  /* pages and their definitions: one is chosen */
    COVER_LESSONS,   /* the lessons there are: one is chosen */
    COVER_FOUND,     /* those of them that have what was looked for: one is chosen */
    COVER_OVERVIEW,  /* the whole computation: every value, in order */
    COVER_KEYS,      /* every key, from the table */
    COVER_NOTES,     /* the presenter's notes of this page */
    COVER_GRADIENT,  /* what the last command, `gradient`, was asked for */
    COVER_ANSWER     /* what the last command said, when that is more than a line */
};

#define LOOKS_NUDGE 0.1 /* what + and - add until somebody sets it */

/* What the last command left. */
struct outcome {
    struct text answer;       /* for COVER_ANSWER, COVER_GRADIENT: what was said */
    struct text derived;      /* for COVER_GRADIENT: "L", */
    struct notebook slopes;   /* and its derivatives as values, "dL/dW_q" */
    struct text message;      /* one line under the picture: an error, what was done */
    struct notebook before;   /* the values before the last change, for old → new; empty: nothing
                                 moved */
    bool own;                 /* that change was the learner's, and not a line of the lesson */
    struct training *trained; /* the training that the last change was, held; NULL: it was none */
    struct sweep *swept;      /* the last sweep, held, as long as it holds; NULL: there was none */
    char *baseline; /* the one set or compared with last, for differences; NULL: the unnamed one */
};

/* What was asked for by name, and stays as long as the cursor is in it. */
struct drawn {
    struct drawing_request asked;
    bool own;           /* it is the learner's, not the lesson's */
    size_t value, cell; /* where the cursor stood in it last: in the value of name VALUE */
};

/* Whose colours are on one scale until the page is turned, beside what the lesson says of it. */
struct scaled {
    bool off; /* nor does what the lesson says hold */
    size_t count;
    char names[DRAWING_NAMES][DRAWING_NAME];
};

struct looks {
    size_t cell;      /* the cursor: flat index in the looked-at value, as stored */
    size_t operation; /* which operation's result is looked at; SIZE_MAX: the definition's value */
    bool blank;       /* nothing is looked at: there is something to read, where a page begins */
    bool heat;        /* heat map instead of plain numbers */
    bool lent;        /* it is the lesson's, who goes on without; else the learner's own */
    bool zoom;        /* one matrix, wide cells, all the room */
    bool difference;  /* against the baseline: old → new, and Δ; until the lesson goes on */
    bool stretched;   /* colours stretched to this matrix; else attention stays at 0 … 1 */
    enum cover cover;
    size_t chosen; /* of what the cover lists, from 0: what Enter opens */
    size_t scroll; /* first line of the cover */
    struct scaled scaled;
    struct drawn drawn; /* as long as the cursor stays in its values, or on the stage with it */
    double nudge;       /* how much + and - add: times or over 10 by { } */
    size_t warned;      /* the stop whose open question `advance` was held at; SIZE_MAX: none */
    size_t settled; /* the stop of the prediction whose number a step has reached; SIZE_MAX: none */
    bool settling;  /* and nobody has gone on since */
    size_t depth; /* how often the learner has gone down into a number; the trail says from where */
    struct outcome last;
};

/* What lies on top is what the last command said: it goes with the next. */
bool looks_answered(const struct looks *looks);

/* As at the start: numbers, nothing on top, the first cell. Releases nothing. */
void looks_init(struct looks *looks);
void looks_release(struct looks *looks);
/* Copies all but the message; without memory not all of that (memory_refused tells). Release. */
void looks_copy(struct looks *copy, const struct looks *looks);

/* The definition looked at: the focus's, or the last of the notebook when there is none; NULL:
 * none, or it is blank. */
const struct definition *looks_definition(const struct session *session);
/* The value looked at (an operation's result or the definition's), borrowed; NULL: none. */
const struct tensor *looks_value(const struct session *session);
/* Brings the cursor back inside the value looked at: to be called when the value may have become
 * smaller. */
void looks_keep(struct session *session);
/* What replay has reached of the value looked at: its first cells in order, this many. */
size_t looks_reached(const struct session *session);

/* Moves the cursor by rows and columns as shown (columns convention respected), stopping at edges;
 * and through the stack (heads, then batches). False when it could not move at all. */
bool looks_move(struct session *session, long rows, long columns);
bool looks_turn(struct session *session, long matrices);
/* Looks at CELL of the value of definition NAME: the focus goes there when it is elsewhere. */
bool looks_at(struct session *session, const char *name, size_t cell, struct failure *failure);

/* Into the operand cell under the cursor's arithmetic: of the first operand with one (CHOICE is 0),
 * or of the one that CHOICE (from 0) counts among the operands; the cell is that of the present
 * term, where replay stands in one, else the first. What only hands a number on (`.T` in Q @ K.T)
 * is passed through. The number it went from joins the path; fails at a number that was written,
 * and where there is no such operand. */
bool looks_dive(struct session *session, size_t choice, struct failure *failure);
/* Whether the number of EXPLANATION was made from any other. */
bool looks_below(const struct explanation *explanation);

/* Appends the cell under the cursor as it is called: "weights[word1,word2]", "(Q @ K.T)[1,1]". */
bool looks_cell(const struct session *session, struct text *out, struct failure *failure);
/* Appends where the dive went: "output[1,1] ‹ weights[1,1]"; the cell alone without a dive. */
bool looks_path(const struct session *session, struct text *out, struct failure *failure);

/* The focus moves from OLD (the definition looked at, NULL: none) to NAME: the cursor goes to the
 * first cell, or stays where the sizes match. For session_focus. */
void looks_refocus(struct session *session, const struct definition *old, const char *name);
/* After a move in time: the cursor stands where replay does, the path is forgotten, what lay on top
 * is gone. */
void looks_follow(struct session *session);

/* The baseline called NAME is the one that differences are shown against from now on. */
bool looks_against(struct session *session, const char *name, struct failure *failure);
/* That baseline; NULL when there is none. */
const struct notebook *looks_baseline(const struct session *session);

/* Remembers BEFORE as what the last change changed from (NULL: forgets). */
void looks_changed(struct session *session, const struct notebook *before);
/* The last change was TRAINING, which is retained (NULL: it was none). Its curve is what there is
 * to see: a heat map or a zoomed matrix gives way. */
void looks_trained(struct session *session, struct training *training);
/* The last sweep, which is retained (NULL: forgets it). */
void looks_swept(struct session *session, struct sweep *sweep);

#endif
