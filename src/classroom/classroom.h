/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* classroom: what a teacher makes from a lesson for a class; each has a source file of its own. */
#ifndef QKV_CLASSROOM_CLASSROOM_H
#define QKV_CLASSROOM_CLASSROOM_H

#include "classroom/medium.h"
#include "classroom/sitting.h"
#include "lesson/edition.h"
#include "session/session.h"

/* --- starter: a lesson to write over, with one of everything; `check` finds nothing in it. */

/* Writes the file PATH, whose name ends in .md, and appends to OUT what to do with it. Fails for
 * another suffix, and when the file exists and FORCE is not given. */
bool starter_write(const char *path, bool force, struct text *out, struct failure *failure);

/* --- worksheet: a lesson to fill in on paper, and its key. */

/* Appends the lesson of SESSION, which has just been opened, in MEDIUM: its formulas, matrices and
 * questions, without its narration, which gives the answers away. What is written out in the lesson
 * is printed; what the lesson computes has cells to fill in. With KEY the cells are filled, each
 * with its arithmetic, questions are answered, and exercises solved, with the arithmetic of their
 * goals; the answer to a prediction comes where the lesson gives it. */
bool worksheet_write(struct session *session, const struct medium *medium, bool key,
                     struct text *out, struct failure *failure);

/* --- page: a whole lesson as one page of HTML, to be read without the program. */

/* Appends the lesson of SESSION, which has just been opened: its narration, what its statements
 * show in the transcript, and its questions in their places, with hints and answers folded away.
 * What a prediction is about is folded away with its answer. */
bool page_write(struct session *session, struct text *out, struct failure *failure);

/* --- hand_in: what a learner did in a lesson (classroom/record.h), as one file for the teacher. */

/* Finds what there is to hand in for SESSION's lesson, which has just been opened as NAMED on the
 * command line: the saved answers, or with ANSWERS (a file, classroom/script.h; else NULL) only the
 * answers of that file. Fails when nothing was answered. Release SITTING also then. */
bool hand_in_take(struct session *session, const char *named, const char *answers,
                  struct sitting *sitting, struct failure *failure);

/* Sets the name of the learner, and saves it with the answers if that is possible. Fails for a name
 * without a letter. */
bool hand_in_name(struct sitting *sitting, const char *name, struct failure *failure);

/* Appends the name of its file: "shares-ada-lovelace.jsonl". */
void hand_in_file(const struct record *record, struct text *path);

/* --- release: a lesson as students get it (lesson/edition.h), with what is known of its questions
 * only while it is played. */

/* Appends the lesson that was just opened in SESSION as EDITION. Plays an exam to its end, because
 * it must say how many numbers each question asks for. */
bool release_write(struct session *session, enum edition edition, struct text *out,
                   struct failure *failure);

#endif
