/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* sitting: watches a session and adds to a record (record.h) what the learner does in it.
 *
 * The record of a lesson is a log in the state folder, to which every window on that lesson only
 * appends. It belongs to the lesson's id, so that a file may be moved and renamed: it is called
 * answers/ID.jsonl, and answers/ID.2.jsonl where that is the log of another lesson that has the
 * same id but no question in common. An exam has its own, ID.exam.jsonl: what was tried in the
 * lesson before does not count in it. A lesson that gives itself no id has its log by its path. */
#ifndef QKV_CLASSROOM_SITTING_H
#define QKV_CLASSROOM_SITTING_H

#include "classroom/record.h"

/* The state of a question when SESSION was last noted. */
struct sitting_seen {
    enum answer_state state;
    size_t tries, hints;
    bool shown; /* a prediction: its result has been seen */
};

struct sitting {
    struct record record;
    const struct lesson *open; /* the lesson that is watched; NULL: none */
    char name[48];             /* of this sitting, in the record */
    struct sitting_seen *seen; /* one a stop */
    size_t seen_capacity;
    size_t requested;   /* the stop that was open at the last call */
    double since;       /* when that was opened, or answered last */
    struct text path;   /* the log; empty: none, the record is only in memory */
    size_t written;     /* how much of the record's log is in it */
    struct text notice; /* what the learner has to know; the caller shows and clears it */
    bool answered;      /* there is an answer that is not in it yet */
    bool full, warned;  /* the learner knows that changes, that answers are not kept */
};

/* Begins to watch SESSION, whose lesson is open: what was done before does not count. */
bool sitting_begin(struct sitting *sitting, const struct session *session, struct failure *failure);

/* Adds to the record what is new in SESSION since the last call. Call it after every line. */
bool sitting_record(struct sitting *sitting, const struct session *session,
                    struct failure *failure);

/* Does the same for the saved record. Call it after every line of a learner, before its result is
 * shown; what is new is in the log when this returns. When another lesson is open it begins with
 * the record saved for that. A log that cannot be read is renamed. `notice` says so, and says once
 * when answers cannot be saved; the lesson goes on. */
void sitting_record_saved(struct sitting *sitting, const struct session *session);

/* Reads the saved record of SESSION's lesson, which has no events when nothing is saved. */
bool sitting_find(struct sitting *sitting, const struct session *session, struct failure *failure);

/* Appends to the log what is not in it yet. */
bool sitting_save(struct sitting *sitting, struct failure *failure);

void sitting_release(struct sitting *sitting);

#endif
