/* recipe: what a definition is made of,: one that was made alike, from the very same inputs, is
 * taken as it is; everything else is evaluated from the tree. */
#ifndef QKV_NOTEBOOK_RECIPE_H
#define QKV_NOTEBOOK_RECIPE_H

#include "notebook/notebook.h"

struct recipe {
    const char *name;
    struct tree *tree;
    const struct overlays *edits, *pins; /* NULL: none */
    /* The value the overlays were made for. When the new one has other sizes they keep their row
     * and column, and those that fall outside are dropped. */
    const struct shape *shape;
    struct definition *like; /* made from the same tree; may be NULL */
};

/* The recipe of what OLD would be now. */
struct recipe recipe_of(struct definition *old);

/* The definition RECIPE makes with NOTEBOOK's names; the caller's. NULL after a failure. */
struct definition *recipe_make(const struct notebook *notebook, const struct recipe *recipe,
                               struct failure *failure);

#endif
