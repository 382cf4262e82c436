/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* inside: stepping into the definitions inside one that calls user-defined operators.
 *
 * H contains H.S and H.A; where H.S is a call itself, it contains H.S.Q. They are in the order of
 * evaluation, the definitions inside one before it. */
#ifndef QKV_NOTEBOOK_INSIDE_H
#define QKV_NOTEBOOK_INSIDE_H

#include "notebook/notebook.h"

/* Returns the definition that DEFINITION is directly inside of: for H.S.Q that is H.S; NULL: none,
 * DEFINITION is the notebook's own. */
struct definition *inside_parent(const struct notebook *notebook,
                                 const struct definition *definition);

/* Returns the first, or the last, directly inside DEFINITION; NULL: there is none. */
struct definition *inside_end(const struct notebook *notebook, const struct definition *definition,
                              bool last);

/* Returns the one after DEFINITION, or before it (BACK), inside the same parent; NULL: there is
 * none. */
struct definition *inside_beside(const struct notebook *notebook,
                                 const struct definition *definition, bool back);

/* Returns the same definition in the layer after DEFINITION's, or BY layers on; for H.2.A that is
 * H.3.A. NULL: it is in no layer, or there is no such layer. */
struct definition *inside_layer(const struct notebook *notebook,
                                const struct definition *definition, long by);

/* Returns the definition that DEFINITION is only another name for: for A = H.2.A that is H.2.A.
 * Itself where it is more, or where a number was set in it. */
const struct definition *inside_meant(const struct notebook *notebook,
                                      const struct definition *definition);

/* The definition that the learner looks at. */
enum { INSIDE_TWINS = 16 };
struct inside_view {
    const struct definition *at;
    const struct definition
        *twins[INSIDE_TWINS]; /* others inside the same call that are visible, too */
    size_t twin_count;
    bool whole; /* all are visible, also those not reached yet */
};

/* Makes OPENED (uninitialised) the definitions visible while a definition inside a call is looked
 * at: all before the call, and those reached inside it; or all of them, and what comes after.
 * Release it also after a failure. */
bool inside_open(const struct notebook *notebook, const struct inside_view *look,
                 struct notebook *opened, struct failure *failure);

/* Makes WRITTEN (uninitialised) NOTEBOOK with its calls written out: the definitions inside another
 * come before it as the notebook's own. Release it also after a failure. */
bool inside_write_out(const struct notebook *notebook, struct notebook *written,
                      struct failure *failure);

#endif
