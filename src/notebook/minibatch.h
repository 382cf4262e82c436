/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* minibatch: some of the examples at a time, for a training that would look at all of them too
 * long.
 *
 * Examples are the matrices of a stack along its first axis, the texts of a batch, or the rows of
 * ids that pick one (E[ids]); where there is none of these, the rows of matrices. What holds as
 * many of them as the loss's other data do, and is used as it is given, is cut to SIZE of them,
 * anew for each step: in an order that a seed decides, each example once before any comes again
 * (what does not fill a minibatch at the end of such a round is left out). Texts stay padded to
 * the longest of all, so that no size changes. */
#ifndef QKV_NOTEBOOK_MINIBATCH_H
#define QKV_NOTEBOOK_MINIBATCH_H

#include "base/random.h"
#include "notebook/notebook.h"

struct minibatch_plan {
    size_t size; /* 0: no minibatches are made */
    double seed; /* of the order */
};

struct minibatch {
    struct cut *cuts; /* what is cut, and what stands for it */
    size_t count;
    size_t size, examples;
    bool rows;     /* examples are rows */
    size_t *order; /* of the examples, in this round */
    size_t at;     /* how many of them have been taken */
    struct random random;
};

/* Finds what is to be cut: of NOTEBOOK's definitions that are not OURS, those that OURS use. The
 * first minibatch is drawn. Refuses where no value holds examples, or fewer than SIZE. To be closed
 * also after a failure. */
bool minibatch_open(struct minibatch *minibatch, const struct notebook *notebook, const bool *ours,
                    const struct minibatch_plan *plan, struct failure *failure);
void minibatch_close(struct minibatch *minibatch);

/* What stands for DEFINITION: the same name with SIZE examples, borrowed; NULL: it is not cut. */
struct definition *minibatch_cut(const struct minibatch *minibatch,
                                 const struct definition *definition);

/* The next examples, in place. */
void minibatch_draw(struct minibatch *minibatch);

#endif
