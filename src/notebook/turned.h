/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* turned: a notebook as the other convention has it. */
#ifndef QKV_NOTEBOOK_TURNED_H
#define QKV_NOTEBOOK_TURNED_H

#include "notebook/notebook.h"

/* Evaluates TREE, in columns as NAME's formula ("": an expression), on NOTEBOOK's values and
 * operators turned over: a mistake is told in what was typed, with the shapes that are shown. What
 * has no mistake of that kind passes, such as a name that would use itself, and slopes. */
bool turned_stands(const struct notebook *notebook, const char *name, struct tree *tree,
                   struct failure *failure);

/* DEFINITION's formula in columns, which FAILURE says cannot be evaluated on NOTEBOOK; FAILURE then
 * has it in that formula's words where it can be told so. The caller's; NULL without memory. */
struct tree *turned_failure(const struct notebook *notebook, const struct definition *definition,
                            struct failure *failure);

#endif
