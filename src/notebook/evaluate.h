/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* evaluate: evaluates a tree into operations and values.
 *
 * A tree is walked once, arguments before the operator that takes them, left to right; each
 * operator leaves one struct operation behind. Subscripts become positions (positions.c), and
 * arguments are checked against the kinds in their operator's row (operands.c). Failures have the
 * span of the node at fault; one from an operator's shape rule has that of the whole operator
 * expression. The recursion is as deep as the tree. */
#ifndef QKV_NOTEBOOK_EVALUATE_H
#define QKV_NOTEBOOK_EVALUATE_H

#include "notebook/notebook.h"

/* The new overlays of OF: edits of a leaf, pins of a computed definition. OF NULL: all overlays
 * stay. */
struct overlay_change {
    const struct definition *of;
    const struct overlays *overlays;
};

/* Like notebook_evaluate, but returns MADE, an earlier definition of NAME, when it is still
 * valid. */
struct definition *evaluate_or_reuse(const struct notebook *notebook, const char *name,
                                     struct tree *tree, struct definition *made,
                                     struct failure *failure);

/* Re-evaluates OLD with NOTEBOOK's names, its overlays (also those inside it) and SET: returns OLD
 * itself, retained, when nothing would change. When a value's sizes change its overlays keep their
 * row and column, and those that fall outside are dropped. */
struct definition *evaluate_again(const struct notebook *notebook, struct definition *old,
                                  const struct overlay_change *set, struct failure *failure);

/* Evaluates OLD again with the overlays it has; the result may be written to where nothing else has
 * a reference to it. */
struct definition *evaluate_copy(const struct notebook *notebook, const struct definition *old,
                                 struct failure *failure);

/* Returns OLD with its calls written out: what was inside it is NOTEBOOK's own. */
struct definition *evaluate_written_out(const struct notebook *notebook,
                                        const struct definition *old, struct failure *failure);

/* Fills FAILURE for an unknown name: with the hints' words, that it is an operator, or the nearest
 * name. Returns false. */
bool evaluate_unknown(const struct notebook *notebook, const char *name, struct span span,
                      struct failure *failure);

#endif
