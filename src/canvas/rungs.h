/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* rungs: the scalar steps of an explanation as the stages that they form, as one line of
 * arithmetic: 0.2·0 + 0.2·(-0.5), and as the lines of numbers of a ladder.
 *
 * A step is written out as far as the form of its explanation asks; below that it is given as its
 * number. Negative numbers get brackets beside an operator, x·x is written x², long sums lose their
 * middle. */
#ifndef QKV_CANVAS_RUNGS_H
#define QKV_CANVAS_RUNGS_H

#include "canvas/ladder.h"
#include "operators/step.h"

enum { FORMULA_TERMS = 8 }; /* most operands of a sum that are written out */
enum { STAGES_MOST = 12 };  /* no operator has more; what would come later is not drawn */

struct steps_stage {
    const char *name;
    size_t count, last; /* how many steps, and the index of the last */
    size_t begun;       /* how many of them do not go on with another */
    size_t squares;     /* the sum of those of their rows */
    bool column;        /* its entries are side by side, each row once: "x", "exp" */
    bool odd; /* nor does each step go on with the one before, so that the last one counts ("max",
                 "Σ"): many rows at once, as inside a loss */
};

struct stages {
    struct steps_stage list[STAGES_MOST];
    size_t count;
    size_t entries; /* rows of a column */

    /* Of a ledger. */
    const struct scalar *scalar; /* that combines its terms; + when there is but one */
    size_t tail;                 /* its first step after terms and totals: "÷ n", "√" */
};

/* Returns the stages of STEPS, whose names it borrows, in the order in which they open. */
struct stages stages_of(const struct steps *steps);

/* True when STAGE (NULL: none) is the one called NAME. */
bool stage_is(const char *stage, const char *name);

/* --- as a line of arithmetic ------------------------------------------------------------------ */

/* Appends step AT of LADDER's explanation; with SYMBOLS cells by address and constants by what they
 * are, instead of their values. True when a number that was written is not shown exactly. */
bool formula_write(const struct ladder *ladder, size_t at, bool symbols, struct text *out);

/* Appends what is reached, of a sum its first terms, then "?": 0.2·0 + 0.2·0.6 + ?. */
void formula_write_reached(const struct ladder *ladder, struct text *out);

/* --- as lines of numbers ---------------------------------------------------------------------- */

enum {
    RUNGS_TERMS = 10,            /* that have a column at most */
    RUNGS_MOST = STAGES_MOST + 2 /* a stage each, and the two factors of a term */
};

/* A line of numbers, one a term (an entry). */
struct rung {
    struct label head;
    const char *plain; /* a word for it where it has no room, because its operand has no name, but
                          is a formula; NULL: it has */
    enum style role;
    const struct step *steps[RUNGS_TERMS]; /* of the terms shown; NULL: it has none there */
    size_t stage; /* reached when so many are; of a sum's lines only to find its folds */
    bool given;   /* known before the first term */
    bool factor;  /* it is multiplied by the line above */
};

struct rungs {
    const struct ladder *ladder;
    const struct steps *steps;
    struct stages stages;
    bool sum;                         /* its terms are put together: a sum, a maximum */
    size_t present;                   /* the term or the entry that is marked; SIZE_MAX: none */
    size_t shown[RUNGS_TERMS], count; /* the terms that have a column, in order */
    struct rung lines[RUNGS_MOST];
    size_t line_count;
    const struct rung *last;     /* its numbers have bars: the terms of a sum, else the last */
    bool parts, below;           /* they are parts of 1; one is below 0 */
    const struct rung *labelled; /* the first line of cells that has labels, or numbers */
    int axis;                    /* along which its cells lie */

    /* How they are drawn: by ladder.c. */
    const struct canvas *canvas;
    size_t head_most;        /* columns that a head may have */
    bool words;              /* instead of formulas that have no room */
    size_t head, field, gap; /* columns of the heads, of a number, before a number */
    size_t tail;             /* and behind the terms */
    int decimals;
    size_t tall; /* rows of the longest bar */
};

/* Makes the rungs of LADDER, which has steps: a line for each stage that is a column; of a sum what
 * its terms were made from, its factors, and the terms. */
void rungs_make(struct rungs *rungs, const struct ladder *ladder);

/* Chooses at most MOST terms again, and the lines. */
void rungs_choose(struct rungs *rungs, size_t most);

/* Returns the label of the NTHth term that is shown, else its number. */
struct label rungs_label(const struct rungs *rungs, size_t nth);

#endif
