/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* expand: expands a formula's calls of user-defined operators.
 *
 * With `attend(Q, K, V) =` ⏎ `S = Q @ K.T` ⏎ `softmax(S) @ V`, the formula of
 *
 *   H = attend(X @ W_q, X @ W_k, V) * 2
 *
 * becomes the definitions H.Q = X @ W_q, H.K = X @ W_k, H.S = H.Q @ H.K.T, inside H, and the
 * formula softmax(H.S) @ V * 2: the same as those lines written out, so that evaluating, stepping,
 * explaining and differentiating need not know about calls. A parameter given a bare name or a
 * number is replaced by it (V), so an operator of one line leaves nothing but its formula.
 *
 * Paths: the definitions inside a formula's only call are named after its definition (H.S); with
 * several calls each has its operator's name between (H.attend.S, H.attend#2.S, in written order),
 * and so has a call in the value of a body. Of layers(block, X, W), H.W is the stack, H.3 the
 * output of layer 3, H.3.W = W[3], and the lines of block are H.3.A and so on; the call's value is
 * the last layer. */
#ifndef QKV_NOTEBOOK_EXPAND_H
#define QKV_NOTEBOOK_EXPAND_H

#include "notebook/notebook.h"

/* Limits on the definitions inside one definition, on the nodes of its formula, and on layers. */
enum { EXPAND_INSIDE = 4000, EXPAND_NODES = 100000, EXPAND_LAYERS = 1000 };

struct expansion {
    const struct notebook *notebook; /* defines the operators and values */
    struct definition *owner; /* receives the definitions inside it, and the operators it needs */
    /* Makes the definition PATH, of TREE, with what is inside OWNER so far; the caller releases
     * it. */
    struct definition *(*make)(void *context, const char *path, struct tree *tree,
                               struct failure *failure);
    void *context;
    struct failure *failure;
};

/* Returns OWNER's formula without calls; the caller releases it. Its spans are bytes of the text of
 * OWNER's tree: a node from a body has the span of its call, and so has a failure in there, which
 * names the line. NULL after a failure. */
struct tree *expand(const struct expansion *expansion);

/* Calls VISIT for each name in NODE and each that the operators it calls take from the notebook,
 * like tree_names; names local to a body are left out. */
bool expand_names(const struct notebook *notebook, const struct node *node,
                  bool (*visit)(void *context, const struct node *name), void *context);

#endif
