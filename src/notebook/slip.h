/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* slip: the common mistakes of attention arithmetic, each a change of a formula's tree.
 *
 * A wrong number is diagnosed by making the mistakes: one slip, at one place of one of the formulas
 * that what was asked is computed from; the rest is computed as it stands, on a copy. The slips are
 * a table (slip.c): another one is another row. */
#ifndef QKV_NOTEBOOK_SLIP_H
#define QKV_NOTEBOOK_SLIP_H

#include "notebook/notebook.h"

struct slip_work;

struct slip {
    const char *name; /* "no scaling": what tests and lists call it */
    /* What was done, for a sentence "0.28 is what you get …". %o is the part of the formula it
     * happened to, %w what stands there instead, %a and %b the axis that was and the one that
     * should have been taken. */
    const char *phrase;
    bool valued; /* of %o and %w the phrase has the numbers, too: "√d_k = 2" */
    /* What stands in the place of the node SITE once the slip is made, in WORK's arena; NULL when
     * it cannot be made there. */
    struct node *(*turn)(struct slip_work *work, const struct node *site);
};

/* What was asked and what was answered. */
struct slip_question {
    const struct notebook *notebook;
    struct tree *asked;      /* one number or a row of them, as stored */
    const double *answer;    /* COUNT numbers */
    const double *precision; /* of each: what is this near is the same; a slip's number is to be
                                within a tenth of the answer's as well */
    size_t count;
};

/* A slip that gives the answer. */
struct slip_found {
    const struct slip *slip;
    const struct definition *definition; /* whose formula it was made in; NULL: what was asked */
    struct tree *tree;                   /* that formula with the slip made */
    const struct node *old, *newer;      /* %o in the old formula, %w in TREE; NULL: none */
};

enum { SLIPS_LIMIT = 4 };

struct slips {
    struct slip_found list[SLIPS_LIMIT];
    size_t count;
};

/* Finds the slips that give the answer, each row once, the one nearest to what was asked. None when
 * what was asked is within the answer's precision, is no number or another count of them, or when a
 * formula with the slip in it does not compute; none for 0, which is guessed more often than
 * computed. False only for lack
 * of memory. The caller releases FOUND also then; the notebook stays as it is. */
bool slips_find(const struct slip_question *question, struct slips *found, struct failure *failure);
void slips_release(struct slips *slips);

#endif
