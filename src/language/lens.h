/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* lens: rewrites a formula into the other convention.
 *
 * With words as rows, Q = X @ W_q; shown transposed, the names keep their letters and the formula
 * becomes Q = W_q @ X. The rewriting is done on the tree by each row's rule of transposition and is
 * its own inverse: lens_flip(lens_flip(tree)) is the same tree. To keep it so, a run of k `.T` on a
 * wrapped operator, or on an argument that keeps its value, becomes k xor 1. */
#ifndef QKV_LANGUAGE_LENS_H
#define QKV_LANGUAGE_LENS_H

#include "language/tree.h"

/* Tells how many axes the value of a name has, since a subscript on a stack leaves leading axes
 * alone: below 0 for a text, which is never transposed; 1 for a lone row or column, or an unknown
 * name. */
struct lens_names {
    int (*axes)(void *context, const char *name);
    void *context;
};

/* Returns a new tree, with its own text as the plain writer writes it and spans into that text. */
struct tree *lens_flip(const struct tree *tree, const struct lens_names *names,
                       struct failure *failure);

/* The same for a definition's formula, and for a user's operator, whose lines are definitions: a
 * source at the root gets no .T, because its value is shown transposed under its name (its
 * arguments are rewritten). It is its own inverse too. */
struct tree *lens_flip_definition(const struct tree *tree, const struct lens_names *names,
                                  struct failure *failure);

/* --- rewriting: makes a new tree from an old one.
 *
 * Nodes are allocated in the arena of the new tree; NULL (or false) means no memory and fills
 * FAILURE. A new node may point into the old tree only until the new tree is finished. */

/* Copies NODE alone: its arguments are still the old ones; the caller sets its cells and
 * subscripts. */
struct node *rewrite_node(struct arena *arena, const struct node *node, struct failure *failure);

/* Applies the operator OP to LEFT and RIGHT (NULL if it takes one operand). */
struct node *rewrite_apply(struct arena *arena, const char *op, struct node *left,
                           struct node *right, struct failure *failure);

/* Visits each node below a copied node and returns its replacement. */
struct rewriting {
    struct arena *arena;
    struct node *(*visit)(void *context, const struct node *node);
    void *context;
    struct failure *failure;
};

/* Fills NEWER, made by rewrite_node of NODE, with what VISIT makes of each child of NODE. */
bool rewrite_below(const struct rewriting *rewriting, struct node *newer, const struct node *node);

/* Copies NODE and everything below it, with REPLACEMENT (not copied) instead of the node SITE; SITE
 * NULL copies all. */
struct node *rewrite_copy(struct arena *arena, const struct node *node, const struct node *site,
                          struct node *replacement, struct failure *failure);

/* Returns "row" or "column", NODE's each= or its default; NULL when it is neither. */
const char *rewrite_axis(const struct node *node);
/* Swaps each=row and each=column of NODE, made by rewrite_node. A default is written out; what
 * becomes the default is omitted, unless it is written without its name, where it keeps its
 * position. */
bool rewrite_swap_axis(struct arena *arena, struct node *node, struct failure *failure);

/* Makes TREE, whose root is set, retain the arrays of its nodes. */
bool rewrite_retain_arrays(struct tree *tree, struct failure *failure);

/* The same, and sets its text as the plain writer writes it, and its nodes' spans in that text. */
bool rewrite_finish(struct tree *tree, struct failure *failure);

/* Returns NODE and everything below it as a tree of its own, with a copy of REPLACEMENT instead of
 * the node SITE; SITE NULL copies all. */
struct tree *rewrite_tree(const struct node *node, const struct node *site,
                          const struct node *replacement, struct failure *failure);

#endif
