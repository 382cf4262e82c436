/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* edition: a lesson as students get it, made of the teacher's copy.
 *
 * What they could read off goes from its text: which choices are right, feedback, `explain:`, the
 * keys of numbers (`= ?` stands there), solutions, notes for the presenter, remarks (comments that
 * mean nothing), `expect` lines in blocks of statements, and the number in a word such as `A[1,2] →
 * 0.35` (`…` stands there). The statements, the hints, the goals of exercises and all other words
 * stay.
 *
 * EDITION_STUDENT ends with a block that holds the whole original: who opens the file gets that
 * (lesson_read), and all is graded and explained as by the teacher's copy. The block is compressed
 * and base64: it keeps out eyes, not effort. EDITION_EXAM has no such block: its answers are taken
 * (quiz->sealed), and nobody can say from the file what they are worth. A row of three numbers is
 * asked for there as `= ? ? ?`, where quiz->count of LESSON says so. */
#ifndef QKV_LESSON_EDITION_H
#define QKV_LESSON_EDITION_H

#include "lesson/lesson.h"

enum edition { EDITION_TEACHER, EDITION_STUDENT, EDITION_EXAM };

/* The edition that DOCUMENT says it is. */
enum edition edition_of(const struct document *document);

/* Appends LESSON as EDITION, not the teacher's. Fails for a lesson that is no teacher's copy, or
 * has no questions. */
bool edition_write(const struct lesson *lesson, enum edition edition, struct text *out,
                   struct failure *failure);

/* Appends the original that the text RAW, a student's edition, holds. Fails where the block is
 * missing or damaged. */
bool edition_unpack(const char *raw, struct text *original, struct failure *failure);

/* Whether the text RAW is LESSON as EDITION; blank lines at the end do not matter. False with
 * FAILURE set: it cannot be told. */
bool edition_belongs(const char *raw, const struct lesson *lesson, enum edition edition,
                     struct failure *failure);

#endif
