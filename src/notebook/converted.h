/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* converted: a notebook in the other convention. */
#ifndef QKV_NOTEBOOK_CONVERTED_H
#define QKV_NOTEBOOK_CONVERTED_H

#include "notebook/notebook.h"

/* Evaluates TREE, in columns as NAME's formula ("": an expression), on NOTEBOOK's values and
 * operators transposed, so that a mistake is reported in the words that were typed, with the shapes
 * that are shown. Other mistakes pass, such as a name that would use itself; so do derivatives. */
bool converted_evaluates(const struct notebook *notebook, const char *name, struct tree *tree,
                         struct failure *failure);

/* Returns DEFINITION's formula in columns, when FAILURE says that it cannot be evaluated on
 * NOTEBOOK; FAILURE then has that formula's words where possible. The caller releases it; NULL
 * without memory. */
struct tree *converted_failure(const struct notebook *notebook, const struct definition *definition,
                               struct failure *failure);

#endif
