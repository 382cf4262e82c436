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
 * again when they have changed. Changes are a list of statements, in an exercise under its id,
 * otherwise without an id. A line says how the list differs from the one before: FROM of the
 * statements stay and ADD follow. Lists and answers of two windows do not mix: each has its own
 * sitting. "late" is an answer to a prediction whose result had been seen, "exam" one that is not
 * graded yet. A line that cannot be read (a killed program may leave half of one) is ignored.
 *
 * A hand-in is that log with the last of these lines. The digest is a checksum (FNV-1a, 64 bits) of
 * all before it: it reveals an edit by hand, but does not prevent forgery. Hand-ins and answers
 * that earlier programs wrote as one JSON document are still read. */
#ifndef QKV_CLASSROOM_RECORD_H
#define QKV_CLASSROOM_RECORD_H

#include "files/json.h"
#include "session/session.h"

/* The largest size of a log, and of a hand-in, in bytes; what is written can always be read again.
 */
enum { RECORD_LIMIT = 4 * 1024 * 1024 };

struct record {
    json_t *events; /* an array of its lines; those with an id have "asked" too: the checksum of the
                       question's words at that time, where that is known */
    const json_t *questions; /* of the last line that says which there are; NULL: none */
    struct text log;         /* its lines as they are written */
    bool edited;             /* it was read, and the digest is not that of what is before it */
};

/* Adds EVENT, a line of a log, which is taken over; NULL when there was no memory for it. */
bool record_add(struct record *record, json_t *event, struct failure *failure);

/* Reads a log, a hand-in, or what earlier programs wrote, into RECORD, which is empty. Fails when
 * FILE is not empty and has no line that can be read. */
bool record_read(struct record *record, const struct text *file, struct failure *failure);

/* Adds a line about which questions LESSON has to RECORD's log, unless the last one says the same.
 */
bool record_begin(struct record *record, const struct lesson *lesson, struct failure *failure);

/* Returns the string at KEY ("lesson", "asks", "name") of the last line that has one; NULL when
 * none has. */
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

/* Finds what was done at the question ID; when nothing was, the item is empty. */
bool record_item(const struct record *record, const char *id, struct record_item *item,
                 struct failure *failure);
void record_item_release(struct record_item *item);

/* Returns the statements of SITTING that are in force in the exercise ID (NULL: outside exercises)
 * after the first COUNT lines; NULL without memory. The caller releases with json_decref. */
json_t *record_work(const struct record *record, const char *sitting, const char *id, size_t count);

/* Computes the checksum of what is asked at STOP, as logs contain it. */
void record_question_sum(const struct lesson *lesson, size_t stop, char sum[24]);

/* True when RECORD belongs to LESSON: it has the same id, and at least one question in common, or
 * no questions. */
bool record_belongs(const struct record *record, const struct lesson *lesson);

/* Appends RECORD as a hand-in. Fails when that would be larger than what can be read. */
bool record_write(const struct record *record, struct text *out, struct failure *failure);

void record_release(struct record *record);

/* Writes the present time as "2026-11-22T17:40:12Z". */
void record_time(char *out, size_t size);

/* Returns a checksum of LENGTH bytes. SUM is the checksum of the bytes before them, RECORD_SUM when
 * there are none. */
#define RECORD_SUM UINT64_C(0xcbf29ce484222325)
uint64_t record_checksum(uint64_t sum, const char *bytes, size_t length);

#endif
