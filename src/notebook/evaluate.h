/* evaluate: tree → operations and values.
 *
 * A tree is walked once, arguments before the operator that takes them, left to right; each
 * operator leaves one struct operation behind. Here subscripts become positions and arguments are
 * held against the kinds their row asks for. Failures have the span of the node at fault; one from
 * an operator's shape rule has that of the whole operator expression. The recursion is as deep as
 * the tree. */
#ifndef QKV_NOTEBOOK_EVALUATE_H
#define QKV_NOTEBOOK_EVALUATE_H

#include "notebook/notebook.h"

/* What a definition is made of. */
struct recipe {
    const char *name;
    struct tree *tree;
    const struct overlays *edits, *pins; /* NULL: none */
    /* The value the overlays were made for. When the new one has other sizes they keep their row
     * and column, and those that fall outside are dropped. */
    const struct shape *shape;
};

/* The definition RECIPE makes with NOTEBOOK's names; the caller's. NULL after a failure. When the
 * notebook may reuse one that was made alike, it is retained instead. */
struct definition *evaluate_recipe(const struct notebook *notebook, const struct recipe *recipe,
                                   struct failure *failure);

/* Fills FAILURE for a name that is not there: the hints' words, or that it is an operator, or the
 * nearest name. Returns false. */
bool evaluate_unknown(const struct notebook *notebook, const char *name, struct span span,
                      struct failure *failure);

/* True for a number as written, with its sign or without. */
bool evaluate_is_number(const struct node *node, double *number);

/* True when FAILURE is a lack of memory, which says nothing about the formula. */
bool evaluate_lacked_memory(const struct failure *failure);

#endif
