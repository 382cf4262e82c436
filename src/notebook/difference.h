/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* difference: what differs between two notebooks, such as a baseline and the present one. */
#ifndef QKV_NOTEBOOK_DIFFERENCE_H
#define QKV_NOTEBOOK_DIFFERENCE_H

#include "notebook/notebook.h"

/* One definition that is not the same. */
struct differing {
    const struct definition *old, *newer; /* OLD NULL: it is new; NEW NULL: it is gone */
    bool resized;                         /* its sizes changed: cells cannot be held together */
    size_t cells;                         /* that differ */
    size_t most;   /* of those the one that changed most: the first of the largest finite change,
                      or the first when none is finite */
    double change; /* and by how much, new − old */
};

struct difference {
    struct differing *list; /* those in the new notebook by its order, then those that are gone */
    size_t count, capacity;
};

/* True unless formula and pins are the same, and the value but for rounding. Either may be NULL. */
bool definition_differs(const struct definition *old, const struct definition *newer);
/* The first cell in which two values of the same sizes differ, SIZE_MAX: none. */
size_t difference_first(const struct definition *old, const struct definition *newer);

/* Fills OUT, to be released also after a failure. The definitions are the notebooks'. */
bool difference_find(const struct notebook *old, const struct notebook *newer,
                     struct difference *out, struct failure *failure);
void difference_release(struct difference *difference);

/* NEW − OLD, two values of the same sizes, cell by cell, with NEW's labels: 0 where they are
 * alike, infinities too. The caller releases. */
struct tensor *difference_value(const struct tensor *old, const struct tensor *newer,
                                struct failure *failure);

#endif
