/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* rungs: the lines of numbers of a ladder, and which of its terms have a column in them. */
#ifndef QKV_CANVAS_RUNGS_H
#define QKV_CANVAS_RUNGS_H

#include "canvas/formula.h"
#include "canvas/ladder.h"

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
};

/* Makes the rungs of LADDER, which has steps: a line for each stage that is a column; of a sum what
 * its terms were made from, its factors, and the terms. */
void rungs_make(struct rungs *rungs, const struct ladder *ladder);

/* Chooses at most MOST terms again, and the lines. */
void rungs_choose(struct rungs *rungs, size_t most);

/* Returns the label of the NTHth term that is shown, else its number. */
const char *rungs_label(const struct rungs *rungs, size_t nth, char room[32]);

#endif
