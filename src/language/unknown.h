/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* unknown: explains a name that is unknown here, from its meaning in NumPy or PyTorch or a similar
 * spelling. Each function fills the failure and returns false. */
#ifndef QKV_LANGUAGE_UNKNOWN_H
#define QKV_LANGUAGE_UNKNOWN_H

#include "language/reader.h"

/* Refuses an unknown path: np.exp, torch.nn.Linear, A.shape, x.sum. */
bool unknown_path(const char *path, struct span span, struct failure *failure);

/* The same for the word after the point of an expression, written LEFT: (A + B).sum. */
bool unknown_attribute(const char *left, const char *word, struct span span,
                       struct failure *failure);

#endif
