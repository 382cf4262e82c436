/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* classroom: what is made of a lesson for a class, a file each. */
#ifndef QKV_CLASSROOM_CLASSROOM_H
#define QKV_CLASSROOM_CLASSROOM_H

#include "classroom/medium.h"
#include "classroom/sitting.h"
#include "lesson/edition.h"
#include "session/session.h"

/* --- starter: a lesson to write over, with one of everything; `check` finds nothing in it. */

/* Writes the file PATH, whose name ends in .md, and appends to OUT what to do with it. Fails for
 * another name, and where a file is called so that FORCE does not replace. */
bool starter_write(const char *path, bool force, struct text *out, struct failure *failure);

/* --- worksheet: a lesson to fill in on paper, and its key. */

/* Appends the lesson of SESSION, which has just been opened, in MEDIUM: its formulas, matrices and
 * questions without its words, which tell the answers. What is written out stands there; what the
 * lesson computes has cells to fill in. With KEY these are filled, each with its arithmetic,
 * questions are answered, and exercises solved, with the arithmetic of their goals; the answer to a
 * prediction comes where the lesson gives it. */
bool worksheet_write(struct session *session, const struct medium *medium, bool key,
                     struct text *out, struct failure *failure);

/* --- page: a whole lesson as one page of HTML, to be read without the program. */

/* Appends the lesson of SESSION, which has just been opened: its words, what its statements show,
 * as the transcript has it, and its questions in place, hints and answers folded away, what a
 * prediction is about with its answer. */
bool page_write(struct session *session, struct text *out, struct failure *failure);

/* --- hand_in: what a learner did in a lesson (classroom/record.h), as one file for the teacher. */

/* What there is to hand in of SESSION's lesson, which has just been opened as NAMED on the command
 * line: what is kept, or with ANSWERS (a file, classroom/script.h; else NULL) what comes of those,
 * and of nothing else. Fails where nothing was answered. Release SITTING also then. */
bool hand_in_take(struct session *session, const char *named, const char *answers,
                  struct sitting *sitting, struct failure *failure);

/* Whose it is from now on, remembered with what is kept if that can be written. Fails for a name
 * without a letter. */
bool hand_in_name(struct sitting *sitting, const char *name, struct failure *failure);

/* Appends the name of its file: "shares-ada-lovelace.jsonl". */
void hand_in_file(const struct record *record, struct text *path);

/* --- release: a lesson as students get it (lesson/edition.h), with what is known of its questions
 * only while it is played. */

/* Appends the lesson that was just opened in SESSION as EDITION. For an exam it is played to its
 * end: how many numbers a question asks for is written into it. */
bool release_write(struct session *session, enum edition edition, struct text *out,
                   struct failure *failure);

#endif
