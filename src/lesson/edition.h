/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* edition: a lesson as students receive it, made from the teacher's copy.
 *
 * The text leaves out what gives the answers away: which choices are right, feedback, `explain:`,
 * the keys of numbers (replaced by `= ?`), solutions, notes for the presenter, remarks (comments
 * without a meaning), `expect` lines in blocks of statements, and the number in a word such as
 * `A[1,2] → 0.35` (replaced by `…`). It keeps the statements, the hints, the goals of exercises and
 * all other words.
 *
 * EDITION_STUDENT ends with a block that holds the whole original: opening the file gives that
 * original (lesson_read), and everything is graded and explained as in the teacher's copy. The
 * block is compressed and in base64: it hides answers from view, not from a determined reader.
 * EDITION_EXAM has no such block: its answers are only recorded (quiz->sealed), because the file
 * does not say what they are worth. It asks for a row of three numbers as `= ? ? ?`, where
 * quiz->count of LESSON says so. */
#ifndef QKV_LESSON_EDITION_H
#define QKV_LESSON_EDITION_H

#include "lesson/lesson.h"

enum edition { EDITION_TEACHER, EDITION_STUDENT, EDITION_EXAM };

/* Returns the edition that DOCUMENT says it is. */
enum edition edition_of(const struct document *document);

/* Appends LESSON as EDITION, which is not the teacher's. Fails for a lesson that is not a teacher's
 * copy, or has no questions. */
bool edition_write(const struct lesson *lesson, enum edition edition, struct text *out,
                   struct failure *failure);

/* Appends the original that the text RAW, a student's edition, contains. Fails when the block is
 * missing or damaged. */
bool edition_unpack(const char *raw, struct text *original, struct failure *failure);

/* True when the text RAW is LESSON as EDITION; blank lines at the end do not matter. False with
 * FAILURE set when that cannot be decided. */
bool edition_belongs(const char *raw, const struct lesson *lesson, enum edition edition,
                     struct failure *failure);

#endif
