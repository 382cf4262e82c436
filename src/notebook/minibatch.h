/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* minibatch: draws some of the examples for each step of a training, since all of them would take
 * too long.
 *
 * Examples are the matrices of a stack along its first axis, the texts of a batch, or the rows of
 * ids that pick one (E[ids]); where there is none of these, the rows of matrices. A given value
 * with as many examples as the loss's other data is cut to SIZE of them, others at each step: in an
 * order that a seed decides, each example once before any is repeated (what does not fill a
 * minibatch at the end of such a round is left out). Texts stay padded to the longest of all, so
 * that no size changes. */
#ifndef QKV_NOTEBOOK_MINIBATCH_H
#define QKV_NOTEBOOK_MINIBATCH_H

#include "base/random.h"
#include "notebook/notebook.h"

struct minibatch_plan {
    size_t size; /* 0: no minibatches */
    double seed; /* of the order */
};

struct minibatch {
    struct cut *cuts; /* the definitions with examples, and their replacements */
    size_t count;
    size_t size, examples;
    bool rows;     /* examples are rows */
    size_t *order; /* of the examples, in this round */
    size_t at;     /* how many of them have been drawn */
    struct random random;
};

/* Finds the definitions to be cut: those of NOTEBOOK that are not OURS but used by OURS. Draws the
 * first minibatch. Fails when no value contains examples, or fewer than SIZE. To be closed also
 * after a failure. */
bool minibatch_open(struct minibatch *minibatch, const struct notebook *notebook, const bool *ours,
                    const struct minibatch_plan *plan, struct failure *failure);
void minibatch_close(struct minibatch *minibatch);

/* Returns the replacement of DEFINITION: the same name with SIZE examples, borrowed; NULL: there is
 * none. */
struct definition *minibatch_cut(const struct minibatch *minibatch,
                                 const struct definition *definition);

/* Draws the next examples, in place. */
void minibatch_draw(struct minibatch *minibatch);

#endif
