/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* attention: the notebook of one head, at whatever size, for what is measured on it. */
#ifndef QKV_TESTS_BENCH_ATTENTION_H
#define QKV_TESTS_BENCH_ATTENTION_H

#include "notebook/notebook.h"

/* Defines NAME as FORMULA; false after a failure. */
bool attention_define(struct notebook *notebook, const char *name, const char *formula,
                      struct failure *failure);

/* What is drawn for X, n × d, and the weights, d × d. */
struct attention {
    const char *lead; /* more sizes before those of X: "10000, "; or "" */
    size_t n, d;
    const char *std; /* of all of them */
};

/* Defines X, W_q, W_k, W_v, and of them Q, K, V, S, A and O. */
bool attention_make(struct notebook *notebook, const struct attention *attention,
                    struct failure *failure);

#endif
