/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* record: what a learner did at the questions of a lesson: answers, hints, time, the work of
 * exercises. It is kept in the state folder while the lesson is open, a file a lesson, and handed
 * in as one file of the same form:
 *
 *     {"qkv": "hand-in", "lesson": "shares", "asks": "5a0c…", "name": "Ada", "written": "2026-…",
 *      "questions": [
 *       {"id": "total", "became": "right", "tries": 2, "answers": ["0.5", "1"], "hints": 1, …},
 *       {"id": "first-wins", "became": "right", "work": ["scores[1,1] = 9"], "seconds": 41, …}],
 *      "digest": "0b1d…"}
 *
 * JSON, a line a question: whoever looks can read it, and so can any other program. The digest is
 * a checksum (FNV-1a, 64 bits) of all before it: it tells an edit by hand, and forgery it does not
 * prevent. */
#ifndef QKV_CLASSROOM_RECORD_H
#define QKV_CLASSROOM_RECORD_H

#include "session/session.h"

/* What was done at one question. */
struct record_item {
    char *id;
    enum answer_state became; /* OPEN: nothing yet. Once RIGHT it stays so. LOCKED: an exam's */
    char **answers;           /* as they were typed; of very many tries the first and the last */
    size_t answer_count, answer_capacity;
    size_t tries, hints;
    double seconds;      /* that it was open, in all */
    char last[24];       /* when it was answered or changed last: "2026-11-22 17:40 UTC"; "" */
    struct text work;    /* an exercise: what was changed in it, a statement a line; a block's lines
                            that go on are indented, as the writer has them */
    struct text changed; /* a quiz: what else was changed when it was answered, and settled */
};

/* The state of a question when it was looked at last. */
struct record_seen {
    enum answer_state state;
    size_t tries, hints;
};

struct record {
    char *lesson; /* its id */
    char *asks;  /* a checksum of its questions: the same for a lesson and what is released of it */
    char *name;  /* who hands it in; NULL: it is only kept */
    bool edited; /* the digest is not that of what was read */
    struct record_item *list;
    size_t count, capacity;
    /* While a session is looked at: */
    const struct lesson *open;
    struct record_seen *seen; /* one a stop */
    size_t seen_capacity;
    size_t asked; /* the stop that was open when it was looked at last, and since when */
    double since;
    struct text path; /* where it is kept */
    bool unsaved;     /* there is work that is not in that file yet */
};

/* Begins to look at SESSION, whose lesson is open: what was done before does not count. */
bool record_begin(struct record *record, const struct session *session, struct failure *failure);

/* Takes what is new in SESSION since RECORD looked last; *NEWS when there is some. To be called
 * after every line. */
bool record_note(struct record *record, const struct session *session, bool *news,
                 struct failure *failure);

/* To be called after every line of a learner: begins when another lesson is open, with what is kept
 * of it, and keeps what is new; statements in an exercise only once it is left. */
bool record_keep(struct record *record, const struct session *session, struct failure *failure);

/* Writes what is kept. */
bool record_save(struct record *record, struct failure *failure);

/* The learner goes: what is new still is kept. Releases RECORD. */
bool record_end(struct record *record, struct failure *failure);

/* What is kept of SESSION's lesson; nothing (COUNT is 0) when nothing is. */
bool record_find(struct record *record, const struct session *session, struct failure *failure);

/* Appends RECORD as a file. */
void record_write(const struct record *record, struct text *out);

/* Reads such a file. Release also after a failure. */
bool record_read(struct record *record, const struct text *file, struct failure *failure);

void record_release(struct record *record);

#endif
