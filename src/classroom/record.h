/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* record: what a learner did at the questions of a lesson: a log, one JSON object a line.
 *
 *     {"lesson": "shares", "asks": "5a0c…", "questions": {"largest": "91f2…", "total": "07be…"}}
 *     {"id": "largest", "sitting": "6745-1a-1", "when": "2026-11-22T17:40:12Z", "answer": "2"}
 *     {"id": "largest", …, "is": "right"}
 *     {"id": "total", …, "hint": 1}
 *     {"id": "first-wins", …, "from": 0, "drop": 0, "add": ["scores[1,1] = 9"]}
 *     {"sitting": "6745-1a-1", "from": 0, "drop": 1, "add": []}
 *     {"name": "Ada Lovelace"}
 *     {"carried": "0b1d….json", "questions": [{"id": "which", "answers": ["1"], …}]}
 *
 * The first line says which questions the lesson had, each with a checksum of its words; it comes
 * again when they have changed. What is changed in an exercise, or without an id outside of one, is
 * a list of statements, and a line tells how it differs from the list before: at FROM, DROP of them
 * go and ADD come. Lists and answers of two windows do not mix: each has its own sitting. "late" is
 * an answer to a prediction whose result had been seen, "exam" one that nobody has graded yet. A
 * line that cannot be read (a killed program may leave half of one) is ignored.
 *
 * A hand-in is that log and who made it, as one JSON document:
 *
 *     {"qkv": "hand-in", "lesson": "shares", "asks": "5a0c…", "name": "Ada", "written": "2026-…",
 *      "log": [
 *     …],
 *      "digest": "0b1d…"}
 *
 * The digest is a checksum (FNV-1a, 64 bits) of all before it: it tells an edit by hand, and does
 * not prevent forgery. Up to version 0.9 hand-ins had "questions" as behind "carried" above, where
 * a log has its lines, and so had the files of answers; both are still read. */
#ifndef QKV_CLASSROOM_RECORD_H
#define QKV_CLASSROOM_RECORD_H

#include "files/json.h"
#include "session/session.h"

/* Bytes of a log, and of a hand-in; what is written is never longer than what is read. */
enum { RECORD_LIMIT = 4 * 1024 * 1024 };

struct record_answer {
    char *given;   /* as it was typed */
    bool late;     /* to a prediction, once its result had been seen */
    char asks[24]; /* the checksum of the question's words at that time; "" where it is not known */
};

/* What was done at one question. */
struct record_item {
    char *id;
    struct record_answer *answers; /* in the order in which they were given */
    size_t answer_count, answer_capacity;
    bool exam;    /* nobody has graded them: the last counts */
    bool settled; /* it was graded or skipped at least once */
    bool met;     /* it was answered rightly; an exercise's work stays what it was then */
    size_t hints;
    double seconds;      /* that it was open, in all */
    char last[24];       /* when it was answered or changed last: "2026-11-22T17:40:12Z"; "" */
    char asks[24];       /* the checksum of its words at that time, as above */
    struct text work;    /* an exercise: what was changed in it, a statement a line; a block's lines
                            that go on are indented, as the writer has them */
    struct text changed; /* a quiz: what else was changed when it was answered last */
};

/* The statements that a sitting has changed, in an exercise or (id NULL) outside of one. */
struct record_work {
    char *sitting, *id;
    char **list;
    size_t count, capacity;
};

struct record {
    char *lesson; /* its id */
    char *asks;  /* a checksum of its questions: the same for a lesson and what is released of it */
    char *name;  /* who hands it in; NULL: not known yet */
    bool edited; /* the digest is not that of what was read */
    json_t *questions; /* of the lesson that was answered last: id, checksum; NULL: not known */
    json_t *carried;   /* the older files that are in it already, as keys */
    struct record_item *list;
    size_t count, capacity;
    struct record_work *works;
    size_t work_count, work_capacity;
    struct text log; /* all its lines */
};

/* Adds EVENT, a line of a log, which is taken over; NULL is one that there was no memory for. */
bool record_add(struct record *record, json_t *event, struct failure *failure);

/* Adds all lines of LOG that can be read. Fails where it has some and none is a line of a log. */
bool record_read_log(struct record *record, const struct text *log, struct failure *failure);

/* Says at the end of RECORD's log which questions LESSON has, unless it does already. */
bool record_begin(struct record *record, const struct lesson *lesson, struct failure *failure);

/* The item of the question ID, the work of SITTING in it (of a NULL outside exercises); NULL where
 * there is none. */
const struct record_item *record_find(const struct record *record, const char *id);
const struct record_work *record_work(const struct record *record, const char *sitting,
                                      const char *id);

/* The checksum of what is asked at STOP, as it stands in a log. */
void record_sum(const struct lesson *lesson, size_t stop, char sum[24]);

/* Whether RECORD is of LESSON: it has the same id, and at least one question in common or none. */
bool record_belongs(const struct record *record, const struct lesson *lesson);

/* Appends RECORD as a hand-in. Fails where that is more than can be read. */
bool record_write(const struct record *record, struct text *out, struct failure *failure);

/* Reads a hand-in, or an older file of answers. Release also after a failure. */
bool record_read(struct record *record, const struct text *file, struct failure *failure);

void record_release(struct record *record);

/* "2026-11-22T17:40:12Z", now. */
void record_time(char *out, size_t size);

/* A checksum of LENGTH bytes; of nothing it is RECORD_SUM, that of more begins with SUM. */
#define RECORD_SUM UINT64_C(0xcbf29ce484222325)
uint64_t record_checksum(uint64_t sum, const char *bytes, size_t length);

#endif
