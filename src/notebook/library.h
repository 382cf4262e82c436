/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* library: the operators of one's own, each after those it calls, so that none calls itself, not
 * even through others. Never changes once it is made; shared by counting holders. NULL is empty.
 */
#ifndef QKV_NOTEBOOK_LIBRARY_H
#define QKV_NOTEBOOK_LIBRARY_H

#include "notebook/definition.h"

struct library {
    size_t references, count;
    struct definition *list[]; /* each called "scores()", held */
};

/* A name and its formula; borrowed. */
struct naming {
    const char *name;
    struct tree *tree;
};

struct library *library_retain(struct library *library);
void library_release(struct library *library);

/* The operator NAME, with or without "()" behind it, or NULL. */
struct definition *library_find(const struct library *library, const char *name);

/* KNOWN[0] with those of LIST, which are COUNT, that are operators, defined or redefined, into
 * *NEW, the caller's. An operator that was made alike there, or in KNOWN[1], to be reused from, is
 * taken as it is; where nothing differs so is all of it. Fails for a call of an operator that there
 * is not, for one that would come round to itself, and for more than a thousand. */
bool library_define(struct library *const known[2], const struct naming *list, size_t count,
                    struct library **newer, struct failure *failure);

/* Fails at a call in NODE of an operator that LIBRARY does not have. */
bool library_knows(const struct library *library, const struct node *node, struct failure *failure);

/* The same operators, as they are written. */
bool library_same(const struct library *a, const struct library *b);

#endif
