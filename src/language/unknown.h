/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* unknown: what a name that nothing is called here means elsewhere: in NumPy, in PyTorch, or
 * spelled a little differently. Each function fills the failure and returns false but where it
 * says. */
#ifndef QKV_LANGUAGE_UNKNOWN_H
#define QKV_LANGUAGE_UNKNOWN_H

#include "language/reader.h"

/* np.exp, torch.nn.Linear, A.shape, x.sum: a path that leads nowhere. */
bool unknown_path(const char *path, struct span span, struct failure *failure);

/* The same of the word after the point of something that is no name, written LEFT: (A + B).sum. */
bool unknown_attribute(const char *left, const char *word, struct span span,
                       struct failure *failure);

#endif
