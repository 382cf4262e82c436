/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* forest: grows random trees over the whole table of operators, as the reader could have read them,
 * with checks that all tests of trees use. */
#ifndef QKV_TESTS_LANGUAGE_FOREST_H
#define QKV_TESTS_LANGUAGE_FOREST_H

#include "base/random.h"
#include "language/tree.h"

/* Returns the tree of SEED; it has no text and no spans. */
struct tree *forest_tree(uint64_t seed);

/* Returns the tree of TEXT; fails the test when it cannot be read. */
struct tree *forest_read(const char *text);

/* Fails the test unless the two trees are the same. */
void forest_same(const struct tree *a, const struct tree *b);

/* Fails the test unless the text in the span of each node reads as that node. */
void forest_spans(const struct tree *tree);

#endif
