/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* version: all the learner's changes, as a value that the history goes to and comes back from. */
#ifndef QKV_NOTEBOOK_VERSION_H
#define QKV_NOTEBOOK_VERSION_H

#include "notebook/change.h"

/* All the learner's changes, as a value: those BEFORE and one more CHANGE, or, where CHANGE is
 * NULL, those of FROM, one of the earlier versions. A version is shared and never changes, so undo,
 * redo and leaving an exercise only switch versions. */
struct version {
    size_t references;
    struct version *before; /* retained; NULL: nothing has been changed */
    const struct version *from;
    struct change *change; /* retained */
    bool begins;           /* the first of a step, which undo reverts as a whole */
    bool inside;           /* made in an exercise */
    const char *called;    /* the step's name; NULL: its changes describe it */
};

/* A version can be retained beyond the life of its history; NULL is none. */
struct version *version_retain(struct version *version);
void version_release(struct version *version);

/* Replaces *SLOT by TO, which is retained. */
void version_replace(struct version **slot, struct version *to);

/* Replaces *SLOT by a version that comes after it: with one more CHANGE (retained), or, where that
 * is NULL, with the changes of FROM. */
bool version_extend(struct version **slot, struct change *change, const struct version *from,
                    struct failure *failure);

/* Returns the version that the last step up to VERSION, not NULL, began with. */
struct version *version_step_first(struct version *version);

/* Counts the changes that VERSION has and ENTERED has not; *GROWN: it has all of ENTERED's. */
size_t version_changes_since(const struct version *version, const struct version *entered,
                             bool *grown);

/* Makes LIST (empty) VERSION's changes. To be released also after a failure. */
bool version_list_changes(const struct version *version, struct changes *list,
                          struct failure *failure);

#endif
