/* workshop: part of a notebook made over, with numbers that may be written to.
 *
 * A notebook's definitions never change: another number makes other definitions. That is right for
 * a learner's edit, which may be taken back, and wasteful where numbers change thousands of times
 * and nobody looks back, as in training. A workshop holds the given leaves and what hangs on them
 * as definitions of its own; their cells are written to, and everything is computed again in place:
 * no formula is looked at, no memory asked for. Sizes, positions and counts stay what they were. */
#ifndef QKV_NOTEBOOK_WORKSHOP_H
#define QKV_NOTEBOOK_WORKSHOP_H

#include "notebook/notebook.h"

/* The leaves whose cells are to be written to; and the definition that is wanted, so that nothing
 * is computed that it is not made of (NULL: all are). */
struct workshop_wanted {
    const char *const *names;
    size_t count;
    const char *goal;
};

struct workshop {
    struct notebook notebook; /* as given, but for our own */
    struct definition **list; /* our own that are computed, each after what it uses; borrowed */
    size_t count;
};

/* Makes over what NOTEBOOK has. WORKSHOP (uninitialised) is to be closed also after a failure. */
bool workshop_open(struct workshop *workshop, const struct notebook *notebook,
                   const struct workshop_wanted *wanted, struct failure *failure);
void workshop_close(struct workshop *workshop);

/* Computes all again from the cells as they are now. */
bool workshop_compute(struct workshop *workshop, struct failure *failure);

#endif
