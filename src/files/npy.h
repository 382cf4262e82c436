/* npy: NumPy's array file, version 1 to 3 (NEP 1): float32, float64, int32, int64, either byte
 * order, C or Fortran order, up to four axes. */
#ifndef QKV_FILES_NPY_H
#define QKV_FILES_NPY_H

#include "tensor/tensor.h"

/* A one-axis array becomes 1×n, a scalar 1×1. Errors are located in FILE and say what was found. */
struct tensor *npy_read(const char *file, const char *bytes, size_t length,
                        struct failure *failure);

/* Appends version 1.0, '<f8', C order, with as many axes as the tensor has. */
void npy_write(const struct tensor *tensor, struct text *out);

#endif
