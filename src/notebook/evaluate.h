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

/* Gives MADE, which has only its tree yet, its operations, what it uses and what it computes, with
 * NOTEBOOK's names. After a failure MADE is good for nothing but its release. */
bool evaluate_tree(const struct notebook *notebook, struct definition *made,
                   struct failure *failure);

/* Fills FAILURE for a name that is not there: the hints' words, or that it is an operator, or the
 * nearest name. Returns false. */
bool evaluate_unknown(const struct notebook *notebook, const char *name, struct span span,
                      struct failure *failure);

/* Whether the subscripts of NODE that are numbers as written, or labels, are there in OF, a value
 * of SHAPE; fails as evaluation does. For a text that is read as its values are shown. */
bool evaluate_subscripts_are_there(const struct node *node, const char *of,
                                   const struct shape *shape, struct failure *failure);

/* True for a number as written, with its sign or without. */
bool evaluate_is_number(const struct node *node, double *number);

/* What a definition is made of. One that was made alike, from the very same inputs, is taken as
 * it is; everything else is evaluated from the tree. */
struct recipe {
    const char *name;
    struct tree *tree;
    const struct overlays *edits, *pins; /* NULL: none */
    /* The value the overlays were made for. When the new one has other sizes they keep their row
     * and column, and those that fall outside are dropped. */
    const struct shape *shape;
    struct definition *like; /* made from the same tree; may be NULL */
};

/* The recipe of what OLD would be now. */
struct recipe recipe_of(struct definition *old);

/* The definition RECIPE makes with NOTEBOOK's names; the caller's. NULL after a failure. */
struct definition *recipe_make(const struct notebook *notebook, const struct recipe *recipe,
                               struct failure *failure);

#endif
