/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* grade: grades the hand-ins of a class (classroom/record.h) by the teacher's copy of the lesson.
 *
 * A hand-in cannot be trusted: each is read, and its work replayed, in a process of its own, which
 * may use GRADE_SECONDS of the processor and GRADE_MEGABYTES of memory, and may write nothing. The
 * verdicts in it ("is") do not count: answers are graded by the keys of the lesson, as the lesson
 * is at that stop, and an exercise by the state its statements make there. Where some answers were
 * given to the question as it is worded now, only they count. Of a prediction the first answer
 * counts, unless its result had been seen then; in an exam the last of any other question; else one
 * right answer is enough. An answer that is right only with numbers changed outside an exercise
 * counts as right, as the program said at that time, and the note mentions it; not in an exam. */
#ifndef QKV_CLASSROOM_GRADE_H
#define QKV_CLASSROOM_GRADE_H

#include "classroom/record.h"

enum { GRADE_SECONDS = 2, GRADE_MEGABYTES = 256 };

struct grade {
    struct session *session; /* the lesson's, at its beginning; borrowed */
    /* An object for each hand-in: "file"; "name", as in the file; "note", remarks on it, or why it
     * is not "graded"; how many are "right"; and "answers", by the questions' ids:
     *     {"mark": "right", "wrong" or null (nothing was answered, or changed),
     *      "tries": the one that was right, or how many there were; of a prediction all,
     *      "later": of a prediction, how many of them came after the one that counts,
     *      "hints", "seconds", "first": what was answered first, or null (an exercise, too),
     *      "slips": what is known to be wrong about it, a sentence a line} */
    json_t *students;
};

/* Makes GRADE ready for hand-ins of the lesson that was just opened in SESSION. Release also after
 * a failure. */
bool grade_begin(struct grade *grade, struct session *session, struct failure *failure);
void grade_release(struct grade *grade);

/* Grades the hand-in in the file PATH. One that cannot be graded becomes a student that is not
 * "graded"; false only when no more can be done. */
bool grade_add(struct grade *grade, const char *path, struct failure *failure);

/* Appends the results in FORMAT, one of those that grade_formats lists (gradebook.c). */
bool grade_write(const struct grade *grade, const char *format, struct text *out,
                 struct failure *failure);
void grade_formats(const char *separator, struct text *out);

#endif
