/* timeline: the notebook at each stop, from the first on.
 *
 * State 0 is the empty notebook with the learner's changes anchored to 0; state i is state i − 1
 * with the changes of the script's stop i − 1 run, and then the learner's that are anchored to i.
 * So a state hangs on the script and the learner's changes alone, not on how they came to be made;
 * when a timeline is made anew, what did not change is taken over from the one before. States are
 * shared by counting holders, also by stops at which nothing is run, and never change. */
#ifndef QKV_NOTEBOOK_TIMELINE_H
#define QKV_NOTEBOOK_TIMELINE_H

#include "notebook/change.h"

struct state {
    size_t references;
    struct notebook notebook;
    struct changes idle; /* changes anchored here that did not fit, and are not in force */
};

struct timeline {
    struct state **list;
    size_t count, capacity;
};

/* What a timeline is made from. */
struct fold {
    const struct changes *script;  /* stops of them */
    const struct changes *own;     /* the learner's */
    const struct timeline *before; /* to take definitions over from; may be NULL */
    const struct notebook_hints *hints;
    /* A definition of the learner's that was in force before and does not fit is a failure;
     * otherwise it is passed over, as edits and pins always are. */
    bool strict;
};

void timeline_release(struct timeline *timeline);

/* Makes COPY (uninitialised or released) hold the first COUNT states. */
bool timeline_copy(struct timeline *copy, const struct timeline *timeline, size_t count,
                   struct failure *failure);

/* Adds states until there are COUNT. On failure those added stay, and timeline->count tells which
 * one could not be made. */
bool timeline_extend(struct timeline *timeline, const struct fold *fold, size_t count,
                     struct failure *failure);

/* Adds one more state: STATE with CHANGE run. */
bool timeline_extend_by(struct timeline *timeline, const struct state *state,
                        const struct change *change, struct failure *failure);

#endif
