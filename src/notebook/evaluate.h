/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* evaluate: tree → operations and values.
 *
 * A tree is walked once, arguments before the operator that takes them, left to right; each
 * operator leaves one struct operation behind. Subscripts become positions (positions.c), and
 * arguments are held against the kinds their row asks for (operands.c). Failures have the span of
 * the node at fault; one from an operator's shape rule has that of the whole operator expression.
 * The recursion is as deep as the tree. */
#ifndef QKV_NOTEBOOK_EVALUATE_H
#define QKV_NOTEBOOK_EVALUATE_H

#include "notebook/notebook.h"

/* What is set by hand in OF, from now on: edits of a leaf, pins of a computed one. OF NULL: all
 * that is set stays. */
struct overlaid {
    const struct definition *of;
    const struct overlays *overlays;
};

/* As notebook_evaluate; MADE, which was made as NAME before, is taken as it is where it can be. */
struct definition *evaluate_or_reuse(const struct notebook *notebook, const char *name,
                                     struct tree *tree, struct definition *made,
                                     struct failure *failure);

/* What OLD is with NOTEBOOK's names, and with what is set in it and inside of it, or by SET: OLD
 * itself, retained, when it would be the same. When a value gets other sizes its overlays keep
 * their row and column, and those that fall outside are dropped. */
struct definition *evaluate_again(const struct notebook *notebook, struct definition *old,
                                  const struct overlaid *set, struct failure *failure);

/* The same with the overlays it has, always evaluated: what nobody else holds may be written to. */
struct definition *evaluate_copy(const struct notebook *notebook, const struct definition *old,
                                 struct failure *failure);

/* OLD with its calls written out: what is inside of it is NOTEBOOK's own. */
struct definition *evaluate_written_out(const struct notebook *notebook,
                                        const struct definition *old, struct failure *failure);

/* Fills FAILURE for a name that is not there: the hints' words, or that it is an operator, or the
 * nearest name. Returns false. */
bool evaluate_unknown(const struct notebook *notebook, const char *name, struct span span,
                      struct failure *failure);

#endif
