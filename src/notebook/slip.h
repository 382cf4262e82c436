/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* slip: the common mistakes of attention arithmetic, each a change of a formula's tree.
 *
 * A wrong number is diagnosed by making the mistakes: one slip, at one place of one of the formulas
 * that the expected number depends on; the rest is computed unchanged, on a copy. The slips are a
 * table (slip.c): another one is another row. */
#ifndef QKV_NOTEBOOK_SLIP_H
#define QKV_NOTEBOOK_SLIP_H

#include "notebook/notebook.h"

struct slip_work;

struct slip {
    const char *name; /* "no scaling": its name in tests and lists */
    /* What was done, for a sentence "0.28 is what you get …". %o is the part of the formula that
     * was changed, %w its replacement, %a and %b the axis that was and the one that should have
     * been taken. */
    const char *phrase;
    bool valued; /* the phrase shows the numbers of %o and %w, too: "√d_k = 2" */
    /* Returns the node that replaces SITE once the slip is made, in WORK's arena; NULL when it
     * cannot be made there. */
    struct node *(*turn)(struct slip_work *work, const struct node *site);
};

/* The expression of a question and the answer given. */
struct slip_question {
    const struct notebook *notebook;
    struct tree *requested;  /* one number or a row of them, as stored */
    const double *answer;    /* COUNT numbers */
    const double *precision; /* for each: numbers this close are equal; a slip's number has to be
                                within a tenth of the answer's as well */
    size_t count;
};

/* A slip that gives the answer. */
struct slip_found {
    const struct slip *slip;
    const struct definition *definition; /* whose formula it was made in; NULL: the question's */
    struct tree *tree;                   /* that formula with the slip made */
    const struct node *old, *newer;      /* %o in the old formula, %w in TREE; NULL: none */
};

enum { SLIPS_LIMIT = 4 };

struct slips {
    struct slip_found list[SLIPS_LIMIT];
    size_t count;
};

/* Finds the slips that give the answer, each row once, the one nearest to the question's
 * expression. None when the right value is within the answer's precision, is no number or another
 * count of them, or when a formula with the slip in it does not compute; none for 0, which is
 * guessed more often than computed. False only for lack of memory. The caller releases FOUND also
 * then; the notebook does not change. */
bool slips_find(const struct slip_question *question, struct slips *found, struct failure *failure);
void slips_release(struct slips *slips);

#endif
