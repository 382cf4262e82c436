/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* timeline: the notebook at each stop of a script, with the learner's changes run at their stops.
 */
#ifndef QKV_NOTEBOOK_TIMELINE_H
#define QKV_NOTEBOOK_TIMELINE_H

#include "notebook/change.h"

/* The notebook from one stop on, where something runs, until the next such stop. */
struct timeline_entry {
    size_t stop;
    struct notebook notebook;
    struct changes skipped; /* changes anchored here that did not fit and have no effect */
};

/* The notebook at each stop, from the first on, as far as it has been needed.
 *
 * At stop 0 it is the empty notebook with the learner's changes anchored to 0; at stop i that of
 * stop i − 1 with the changes of the script's stop i − 1 run, and then the learner's that are
 * anchored to i: the same where there are none. So the list depends on the script and the learner's
 * changes alone, not on the way to them. */
struct timeline {
    struct timeline_entry *list; /* by stop, from 0 on */
    size_t count, capacity;
    size_t stops; /* number of stops whose notebooks are known */
};

void timeline_release(struct timeline *timeline);

/* Returns the last entry at STOP, which is known, or before it. */
struct timeline_entry *timeline_at(const struct timeline *timeline, size_t stop);

/* Adds an entry from STOP on, a copy of the last one, or empty; NULL without memory. */
struct timeline_entry *timeline_add(struct timeline *timeline, size_t stop,
                                    struct failure *failure);

/* Makes MADE (uninitialised) a copy of ALL as far as the first STOPS. To be released also after a
 * failure. */
bool timeline_begin(const struct timeline *all, size_t stops, struct timeline *made,
                    struct failure *failure);

/* The script run again with the changes OWN on top. What did not change is reused from BEFORE, and
 * where that ends from FORESEEN. */
struct rerun {
    const struct changes *script;       /* one list of changes for each stop */
    const struct notebook_hints *hints; /* may be NULL */
    const struct timeline *before;      /* made by another run, or this one's own */
    const struct timeline *foreseen;    /* may have no entries */
    const struct changes *own;
    /* A learner's definition that took effect before and no longer fits is a failure; otherwise it
     * is skipped, as edits and pins always are. */
    bool strict;
};

/* Adds entries until STOPS are known. After a failure those added stay, and timeline->stops is
 * the stop at which it failed. */
bool timeline_extend(struct timeline *timeline, const struct rerun *rerun, size_t stops,
                     struct failure *failure);

#endif
