/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* difference: finds what differs between two notebooks, such as a baseline and the present one. */
#ifndef QKV_NOTEBOOK_DIFFERENCE_H
#define QKV_NOTEBOOK_DIFFERENCE_H

#include "notebook/notebook.h"

/* One definition that differs. */
struct differing {
    const struct definition *old, *newer; /* OLD NULL: added; NEWER NULL: removed */
    bool resized;                         /* its sizes changed, so cells cannot be compared */
    size_t cells;                         /* how many differ */
    size_t most;   /* the cell that changed most: the first with the largest finite change, or the
                      first that differs when no change is finite */
    double change; /* of the cell MOST, new − old */
};

struct difference {
    struct differing *list; /* in the order of the new notebook, then the removed ones */
    size_t count, capacity;
};

/* True unless formula and pins are equal, and the value is equal up to rounding. Either may be
 * NULL. */
bool definition_differs(const struct definition *old, const struct definition *newer);
/* Returns the first cell in which two values of the same sizes differ; SIZE_MAX when none does. */
size_t difference_first(const struct definition *old, const struct definition *newer);

/* Fills OUT, which is to be released also after a failure. The definitions belong to the
 * notebooks. */
bool difference_find(const struct notebook *old, const struct notebook *newer,
                     struct difference *out, struct failure *failure);
void difference_release(struct difference *difference);

/* Returns NEWER − OLD, two values of the same sizes, cell by cell, with NEWER's labels: 0 where
 * both are equal, infinities too. The caller releases. */
struct tensor *difference_value(const struct tensor *old, const struct tensor *newer,
                                struct failure *failure);

#endif
