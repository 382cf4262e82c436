/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* inside: stepping into what a definition that calls operators of one's own holds.
 *
 * H holds H.S and H.A; where H.S is a call itself, it holds H.S.Q. They are in the order of
 * evaluation, what is inside of one before it. */
#ifndef QKV_NOTEBOOK_INSIDE_H
#define QKV_NOTEBOOK_INSIDE_H

#include "notebook/notebook.h"

/* What DEFINITION is directly inside of: of H.S.Q that is H.S; NULL: nothing, it is the notebook's
 * own. */
struct definition *inside_parent(const struct notebook *notebook,
                                 const struct definition *definition);

/* The first, or the last, that is directly inside of DEFINITION; NULL: it holds none. */
struct definition *inside_end(const struct notebook *notebook, const struct definition *definition,
                              bool last);

/* The one after DEFINITION, or before it (BACK), that is inside of the same; NULL: there is none.
 */
struct definition *inside_beside(const struct notebook *notebook,
                                 const struct definition *definition, bool back);

/* The same in the layer after DEFINITION's, or BY so many; of H.2.A that is H.3.A. NULL: it is in
 * no layer, or there is no such one. */
struct definition *inside_layer(const struct notebook *notebook,
                                const struct definition *definition, long by);

/* What DEFINITION is only another name for: of A = H.2.A that is H.2.A. Itself where it is more, or
 * where a number was set over it. */
const struct definition *inside_meant(const struct notebook *notebook,
                                      const struct definition *definition);

/* Where one looks. */
enum { INSIDE_TWINS = 16 };
struct inside_look {
    const struct definition *at;
    const struct definition *twins[INSIDE_TWINS]; /* more inside of the same that is to be seen */
    size_t twin_count;
    bool whole; /* all is, also what was not reached yet */
};

/* Makes OPENED (uninitialised) what is there to see where one looks at what is inside of another:
 * all before that, and what has been reached inside; or all of it, and what comes after. Release it
 * also after a failure. */
bool inside_open(const struct notebook *notebook, const struct inside_look *look,
                 struct notebook *opened, struct failure *failure);

/* Makes WRITTEN (uninitialised) NOTEBOOK with its calls written out: what is inside of a definition
 * stands before it as one of its own. Release it also after a failure. */
bool inside_write_out(const struct notebook *notebook, struct notebook *written,
                      struct failure *failure);

#endif
