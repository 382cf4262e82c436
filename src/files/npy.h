/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* npy: NumPy's array file, version 1 to 3 (NEP 1): floats of 16 to 64 bits, whole numbers, bool,
 * either byte order, C or Fortran order, up to four axes. */
#ifndef QKV_FILES_NPY_H
#define QKV_FILES_NPY_H

#include "base/stream.h"
#include "tensor/tensor.h"

/* A one-axis array becomes 1×n, a scalar 1×1. What is wrong with it is said without its name. */
struct tensor *npy_read(struct stream *stream, struct failure *failure);

/* Appends version 1.0, '<f8', C order, with as many axes as the tensor has. */
void npy_write(const struct tensor *tensor, struct text *out);

#endif
