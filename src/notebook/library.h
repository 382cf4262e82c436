/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* library: the user-defined operators, each after those it calls, so that none calls itself,
 * directly or through others. Never changes once it is made; reference-counted. NULL is empty. */
#ifndef QKV_NOTEBOOK_LIBRARY_H
#define QKV_NOTEBOOK_LIBRARY_H

#include "notebook/definition.h"

struct library {
    size_t references, count;
    struct definition *list[]; /* each called "scores()", retained */
};

/* A name and its formula; borrowed. */
struct naming {
    const char *name;
    struct tree *tree;
};

struct library *library_retain(struct library *library);
void library_release(struct library *library);

/* Returns the operator NAME, with or without "()" at its end, or NULL. */
struct definition *library_find(const struct library *library, const char *name);

/* Adds to KNOWN[0] those of LIST, which are COUNT, that are operators, or replaces them, into
 * *NEWER, the caller's. An operator of KNOWN[0] or of KNOWN[1], to be reused from, that would be
 * the same is reused; so is the whole library when nothing differs. Fails for a call of an unknown
 * operator, for recursion, and for more than a thousand operators. */
bool library_define(struct library *const known[2], const struct naming *list, size_t count,
                    struct library **newer, struct failure *failure);

/* Fails at a call in NODE of an operator that LIBRARY does not have. */
bool library_knows(const struct library *library, const struct node *node, struct failure *failure);

/* True when both have the same operators, as written. */
bool library_same(const struct library *a, const struct library *b);

#endif
