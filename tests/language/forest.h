/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* forest: random trees over the whole table of operators, such as the reader could have read, and
 * what every test of trees asks of one. */
#ifndef QKV_TESTS_LANGUAGE_FOREST_H
#define QKV_TESTS_LANGUAGE_FOREST_H

#include "base/random.h"
#include "language/tree.h"

/* A tree with SEED's shape; it has no text and no spans. */
struct tree *forest_tree(uint64_t seed);

/* What TEXT reads as; the test fails when it reads as nothing. */
struct tree *forest_read(const char *text);

/* Fails the test unless the two say the same. */
void forest_same(const struct tree *a, const struct tree *b);

/* Fails the test unless the span of each node holds just what reads as that node. */
void forest_spans(const struct tree *tree);

#endif
