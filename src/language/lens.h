/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* lens: the same formula in the other convention.
 *
 * With words as rows, Q = X @ W_q; shown transposed, the names keep their letters and the formula
 * becomes Q = W_q @ X. The rewriting is done on the tree by each row's rule of transposition and is
 * its own inverse: lens_flip(lens_flip(tree)) is the same tree. A run of k `.T` on a wrapped
 * operator or on an argument read across conventions counts k xor 1, which keeps it so. */
#ifndef QKV_LANGUAGE_LENS_H
#define QKV_LANGUAGE_LENS_H

#include "language/tree.h"

/* How many axes the value of a name has (a subscript on a stack leaves leading axes alone), below 0
 * for a text, which is never turned; 1 for a lone row or column, and when the name is not known. */
struct lens_names {
    int (*axes)(void *context, const char *name);
    void *context;
};

/* A new tree, with its own text as the plain writer writes it and spans into that text. */
struct tree *lens_flip(const struct tree *tree, const struct lens_names *names,
                       struct failure *failure);

/* The same for what stands after `NAME =`, and for an operator of one's own, each line of whose
 * body is such: a source row at the root stays bare, for its value is shown transposed under its
 * name (its arguments are rewritten). Its own inverse too. */
struct tree *lens_flip_definition(const struct tree *tree, const struct lens_names *names,
                                  struct failure *failure);

/* --- rewriting: pieces of which a new tree is made from an old one.
 *
 * Nodes are made in the arena of the tree they are for; NULL (or false) means no memory and fills
 * FAILURE. A node that was made may point into the old tree only until the new one is finished. */

/* NODE alone: its arguments are still the old ones, its cells and subscripts are the caller's to
 * set. */
struct node *rewrite_node(struct arena *arena, const struct node *node, struct failure *failure);

/* OPERATOR on LEFT and RIGHT (NULL: it takes one). */
struct node *rewrite_apply(struct arena *arena, const char *op, struct node *left,
                           struct node *right, struct failure *failure);

/* What is made of each node below one that is copied. */
struct rewriting {
    struct arena *arena;
    struct node *(*visit)(void *context, const struct node *node);
    void *context;
    struct failure *failure;
};

/* NEW, made by rewrite_node of NODE, gets what VISIT makes of each node right below that. */
bool rewrite_below(const struct rewriting *rewriting, struct node *newer, const struct node *node);

/* NODE and all below it, with WITH (taken as it is) in the place of SITE, a node of it; SITE NULL:
 * a copy. */
struct node *rewrite_copy(struct arena *arena, const struct node *node, const struct node *site,
                          struct node *replacement, struct failure *failure);

/* "row" or "column", as NODE's each= says or by default; NULL when it says neither. */
const char *rewrite_axis(const struct node *node);
/* each=row ↔ each=column of NODE, made by rewrite_node. A default is written out; what becomes the
 * default is left out, unless it stands without its name, where it keeps its place. */
bool rewrite_other_axis(struct arena *arena, struct node *node, struct failure *failure);

/* TREE, whose root is made, holds the arrays of its nodes. */
bool rewrite_hold(struct tree *tree, struct failure *failure);

/* The same, and gives it its text as the plain writer writes it, and its nodes their spans in it.
 */
bool rewrite_finish(struct tree *tree, struct failure *failure);

/* NODE and all below it as a tree of its own. */
struct tree *rewrite_tree(const struct node *node, struct failure *failure);

#endif
