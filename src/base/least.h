/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* least: the lesser and the greater of two counts, and their difference. */
#ifndef QKV_BASE_LEAST_H
#define QKV_BASE_LEAST_H

#include <stddef.h>

static inline size_t lesser(size_t a, size_t b) {
    return a < b ? a : b;
}

static inline size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Returns A less B, but not less than 0. */
static inline size_t reduced(size_t a, size_t b) {
    return a > b ? a - b : 0;
}

#endif
