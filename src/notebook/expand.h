/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* expand: a formula's calls of operators of one's own, worked out.
 *
 * With `attend(Q, K, V) =` ⏎ `S = Q @ K.T` ⏎ `softmax(S) @ V`, the formula of
 *
 *   H = attend(X @ W_q, X @ W_k, V) * 2
 *
 * becomes the definitions H.Q = X @ W_q, H.K = X @ W_k, H.S = H.Q @ H.K.T, inside of H, and the
 * formula softmax(H.S) @ V * 2: what the same lines written out would be, so that evaluating,
 * stepping, explaining and differentiating know no calls. A parameter that is given a bare name or
 * a number is that itself (V), so an operator of one line leaves nothing but its formula.
 *
 * Paths: what a formula's only call holds is called after its definition (H.S); of several calls
 * each has its operator's name between (H.attend.S, H.attend#2.S, as they are written), and so has
 * a call in the value of a body. Of layers(block, X, W), H.W is the stack, H.3 what layer 3 hands
 * on, H.3.W = W[3], and the lines of block are H.3.A and so on; the call's value is the last layer.
 */
#ifndef QKV_NOTEBOOK_EXPAND_H
#define QKV_NOTEBOOK_EXPAND_H

#include "notebook/notebook.h"

/* At most so much is inside of one definition, and is made of its formula. */
enum { EXPAND_INSIDE = 4000, EXPAND_NODES = 100000, EXPAND_LAYERS = 1000 };

struct expansion {
    const struct notebook *notebook; /* whose operators and values are meant */
    struct definition *owner;        /* gets what is inside, and the operators it needs */
    /* Makes the definition PATH, of TREE, with what is inside of OWNER so far; the caller's. */
    struct definition *(*make)(void *context, const char *path, struct tree *tree,
                               struct failure *failure);
    void *context;
    struct failure *failure;
};

/* OWNER's formula without calls; the caller's. Its spans are bytes of the text of OWNER's tree:
 * what comes from a body has that of its call, and so has a failure in there, which says in what
 * line. NULL after a failure. */
struct tree *expand(const struct expansion *expansion);

/* Calls VISIT for each name in NODE and each that the operators it calls take from the notebook, as
 * tree_names does; the names that are a body's own are left out. */
bool expand_names(const struct notebook *notebook, const struct node *node,
                  bool (*visit)(void *context, const struct node *name), void *context);

#endif
