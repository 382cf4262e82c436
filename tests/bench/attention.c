/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench/attention.h"

#include "language/reader.h"

#include <stdio.h>

bool attention_define(struct notebook *notebook, const char *name, const char *formula,
                      struct failure *failure) {
    struct tree *tree = reader_expression(formula, failure);
    bool good = tree != NULL && notebook_define(notebook, name, tree, failure);
    tree_release(tree);
    return good;
}

bool attention_make(struct notebook *notebook, const struct attention *attention,
                    struct failure *failure) {
    static const char *const formulas[][2] = {
        {"Q", "X @ W_q"},    {"K", "X @ W_k"},
        {"V", "X @ W_v"},    {"S", "Q @ K.T / sqrt(columns(Q))"},
        {"A", "softmax(S)"}, {"O", "A @ V"}};
    static const char *const given[] = {"X", "W_q", "W_k", "W_v"};
    bool good = true;
    char formula[100];
    for (size_t i = 0; good && i < 4; i++) {
        snprintf(formula, sizeof formula, "normal(%s%zu, %zu, std=%s, seed=%zu)",
                 i == 0 ? attention->lead : "", i == 0 ? attention->n : attention->d, attention->d,
                 attention->std, i + 1);
        good = attention_define(notebook, given[i], formula, failure);
    }
    for (size_t i = 0; good && i < sizeof formulas / sizeof *formulas; i++) {
        good = attention_define(notebook, formulas[i][0], formulas[i][1], failure);
    }
    return good;
}
