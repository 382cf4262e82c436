/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* grade: the hand-ins of a class (classroom/record.h), held against the teacher's copy of the
 * lesson.
 *
 * A hand-in is a stranger's: each is read, and its work replayed, in a process of its own, which
 * may take GRADE_SECONDS of the processor and GRADE_MEGABYTES, and write nothing. What it says of
 * itself ("became") counts for nothing: answers are graded by the keys of the lesson, as the lesson
 * stands at that stop, and an exercise by the state its statements make there. Where some answers
 * were given to the question as it is worded now, only they count. Of a prediction the first answer
 * counts, unless its result had been seen then; in an exam the last of any other question; else one
 * right answer is enough. Who is right only by numbers changed outside an exercise is right, as the
 * program told then, and the note says so; not in an exam. */
#ifndef QKV_CLASSROOM_GRADE_H
#define QKV_CLASSROOM_GRADE_H

#include "classroom/record.h"

enum { GRADE_SECONDS = 2, GRADE_MEGABYTES = 256 };

enum grade_mark { GRADE_NONE, GRADE_RIGHT, GRADE_WRONG, GRADE_MARKS };

/* What a student did with one question. */
struct grade_answer {
    enum grade_mark mark; /* NONE: nothing was answered, or changed */
    size_t tries;         /* the one that was right, or how many there were; of a prediction all */
    size_t later;         /* of a prediction: how many of them came after the one that counts */
    size_t hints, seconds;
    char *chosen; /* the first answer: "1 3", "0.5"; NULL: none, or an exercise */
    char *slips;  /* what explains it where it is a wrong number, a sentence a line; NULL */
};

struct grade_student {
    char *file, *name;            /* the name as the file has it, or "" */
    char *note;                   /* what is to be known: edited by hand, another version; or "" */
    bool failed;                  /* it could not be graded: the note says why */
    struct grade_answer *answers; /* one a question, in the lesson's order */
};

struct grade {
    struct session *session; /* the lesson's, at its beginning; borrowed */
    size_t *asked;           /* the stops that ask */
    size_t asked_count, asked_capacity;
    struct grade_student *list;
    size_t count, capacity;
};

/* Makes GRADE ready for hand-ins of the lesson that was just opened in SESSION. Release also after
 * a failure. */
bool grade_begin(struct grade *grade, struct session *session, struct failure *failure);
void grade_release(struct grade *grade);

/* Grades the hand-in in the file PATH. One that cannot be graded is a student that `failed`; false
 * only where no more can be done. */
bool grade_add(struct grade *grade, const char *path, struct failure *failure);

/* How many of GRADE's students marked question INDEX so. */
size_t grade_count(const struct grade *grade, size_t index, enum grade_mark mark);

/* What the class answered to question INDEX first, the most frequent first. */
struct grade_choice {
    const char *chosen; /* borrowed; NULL: nothing */
    const char *slips;  /* NULL: none is known */
    size_t count;
    bool right;
};
struct grade_choices {
    struct grade_choice *list;
    size_t count, capacity;
};
bool grade_choices(const struct grade *grade, size_t index, struct grade_choices *choices,
                   struct failure *failure);

/* A form of the whole: one row a format (gradebook.c). */
struct grade_format {
    const char *name;
    bool (*write)(const struct grade *grade, struct text *out, struct failure *failure);
};
/* The row NAME, NULL: there is none. Their names, SEPARATOR between them. */
const struct grade_format *grade_format_find(const char *name);
void grade_format_list(const char *separator, struct text *out);

#endif
