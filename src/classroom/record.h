/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* record: what a learner did at the questions of a lesson: a log, one JSON object a line.
 *
 *     {"lesson": "shares", "asks": "5a0c…", "questions": {"largest": "91f2…", "total": "07be…"}}
 *     {"id": "largest", "sitting": "6745-1a-1", "when": "2026-11-22T17:40:12Z", "answer": "2"}
 *     {"id": "largest", …, "is": "right"}
 *     {"id": "total", …, "hint": 1}
 *     {"id": "first-wins", …, "from": 0, "add": ["scores[1,1] = 9"]}
 *     {"sitting": "6745-1a-1", "from": 0, "add": []}
 *     {"name": "Ada Lovelace"}
 *     {"written": "2026-11-23T08:00:00Z", "digest": "0b1d…"}
 *
 * The first line says which questions the lesson had, each with a checksum of its words; it comes
 * again when they have changed. What is changed in an exercise, or without an id outside of one, is
 * a list of statements, and a line tells how it differs from the list before: FROM of them stay and
 * ADD follow. Lists and answers of two windows do not mix: each has its own sitting. "late" is an
 * answer to a prediction whose result had been seen, "exam" one that is not graded yet. A line
 * that cannot be read (a killed program may leave half of one) is ignored.
 *
 * A hand-in is that log with the last of these lines. The digest is a checksum (FNV-1a, 64 bits) of
 * all before it: it tells an edit by hand, and does not prevent forgery. Hand-ins and answers that
 * earlier programs wrote as one JSON document are still read. */
#ifndef QKV_CLASSROOM_RECORD_H
#define QKV_CLASSROOM_RECORD_H

#include "files/json.h"
#include "session/session.h"

/* Bytes of a log, and of a hand-in; what is written is never longer than what is read. */
enum { RECORD_LIMIT = 4 * 1024 * 1024 };

struct record {
    json_t *events; /* an array of its lines; those with an id have "asked" too: the checksum of the
                       question's words at that time, where that is known */
    const json_t *questions; /* of the last line that says which there are; NULL: none */
    struct text log;         /* its lines as they are written */
    bool edited;             /* it was read, and the digest is not that of what is before it */
};

/* Adds EVENT, a line of a log, which is taken over; NULL is one that there was no memory for. */
bool record_add(struct record *record, json_t *event, struct failure *failure);

/* Reads a log, a hand-in, or what earlier programs wrote, into RECORD, which is empty. Fails where
 * FILE, not empty, has no line that can be read. */
bool record_read(struct record *record, const struct text *file, struct failure *failure);

/* Says at the end of RECORD's log which questions LESSON has, unless it does already. */
bool record_begin(struct record *record, const struct lesson *lesson, struct failure *failure);

/* What the last line that has the string KEY says there: "lesson", "asks", "name"; NULL: none. */
const char *record_string(const struct record *record, const char *key);

/* What was done at one question. Release by record_item_release. */
struct record_item {
    json_t *answers; /* the lines with an answer, in order */
    json_t *work;    /* an exercise: the statements that were in force when it was met, or last */
    json_t *changed; /* a quiz: those in force outside of exercises when it was answered last */
    bool exam;       /* its answers are not graded yet: the last counts */
    bool settled;    /* it was graded or skipped at least once */
    size_t hints, seconds;
    const char *asks; /* as in the last of its lines; NULL */
};

/* Finds what was done at the question ID; nothing is an empty item. */
bool record_item(const struct record *record, const char *id, struct record_item *item,
                 struct failure *failure);
void record_item_release(struct record_item *item);

/* The statements that SITTING has in force in the exercise ID (NULL: outside of exercises) after
 * the first COUNT lines. The caller lets go of it; NULL without memory. */
json_t *record_work(const struct record *record, const char *sitting, const char *id, size_t count);

/* The checksum of what is asked at STOP, as it is in a log. */
void record_sum(const struct lesson *lesson, size_t stop, char sum[24]);

/* Whether RECORD is of LESSON: it has the same id, and at least one question in common or none. */
bool record_belongs(const struct record *record, const struct lesson *lesson);

/* Appends RECORD as a hand-in. Fails where that is more than can be read. */
bool record_write(const struct record *record, struct text *out, struct failure *failure);

void record_release(struct record *record);

/* "2026-11-22T17:40:12Z", now. */
void record_time(char *out, size_t size);

/* A checksum of LENGTH bytes; of nothing it is RECORD_SUM, that of more begins with SUM. */
#define RECORD_SUM UINT64_C(0xcbf29ce484222325)
uint64_t record_checksum(uint64_t sum, const char *bytes, size_t length);

#endif
