/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* numpy: the notebook as a Python script. */
#ifndef QKV_FILES_NUMPY_H
#define QKV_FILES_NUMPY_H

#include "files/export.h"

/* A script that computes the notebook in rows with NumPy alone and prints what the format json
 * writes. Random sources, words and what NumPy has no expression for are written by value; edits
 * and pins are assignments. With a name only what that one needs is computed. */
void numpy_write(struct export *export, struct text *out);

/* Appends TENSOR as np.array([[1.0, 2.0], …]), a line a row, every number to the last bit. */
void numpy_array(const struct tensor *tensor, struct text *out);

#endif
