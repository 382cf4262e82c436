/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* progress: where a learner was in each lesson, how its questions were answered; the theme; and a
 * seed that says in which order choices are shown.
 *
 * It is a log in the state folder with a fact on each line: the lesson's file, its id, then `page N
 * of M: TITLE` or `question ID right|wrong|skipped`, with tabs between. (The first edition wrote no
 * title, and a very long one is left out.) The last valid line about a lesson's page is where the
 * learner was. A lesson of the course has its name as its file (`01-worked-example`), so that the
 * learner's place is kept wherever the course is installed; any other has its full path, so that a
 * stranger's lesson cannot pass for one of the course, whatever its id. Such a lesson starts again
 * when it is moved. Lines without a file, which earlier programs wrote, apply to all lessons of
 * that id that have no later line of their own.
 *
 * Lines are only ever appended: a learner would have to turn a million pages before the log is too
 * long to be read. Invalid lines are ignored, and kept: a later program may understand them.
 * Progress never stops the learner: a log that cannot be read or written is only reported. */
#ifndef QKV_SESSION_PROGRESS_H
#define QKV_SESSION_PROGRESS_H

#include "session/session.h"

/* The page that was written last, so that it is written once, also when a lesson is read again from
 * its file. A zeroed one is ready to use; release its key. */
struct progress {
    struct text key; /* of the lesson; empty: none yet */
    size_t page;     /* from 1; 0: nothing yet */
};

/* Appends the whole log to LOG; nothing when there is none yet. */
bool progress_read(struct text *log, struct failure *failure);

/* Appends the log's key for the lesson ID in the file PATH: file, tab, id. FOLDERS
 * (NULL-terminated, or NULL) are those whose lessons are listed. */
bool progress_key(const char *path, const char *id, const char *const *folders, struct text *key,
                  struct failure *failure);

/* How far the learner got in a lesson; 0 pages when it was never opened. */
struct visit {
    size_t page, pages;
    size_t right, answered; /* questions; RIGHT: once at least; those skipped are answered, too */
};
/* Returns what LOG says about the lesson called KEY; all 0 when it says nothing. TITLE (may be
 * NULL) gets the title of the page, nothing when the log has none. */
struct visit progress_visit(const struct text *log, const struct text *key, struct text *title);
/* Appends "new", "page 3 of 10" or "done" to OUT, and "14 of 16 right" to ANSWERS, for a lesson
 * that has QUESTIONS. */
void progress_words(const struct visit *visit, size_t questions, struct text *out,
                    struct text *answers);

/* Returns the theme that was saved last; THEME_COUNT when none was, or the terminal's. */
enum theme progress_theme(const struct text *log);
/* Saves the theme; THEME_COUNT is the terminal's. Fails when it cannot be written. */
bool progress_save_theme(enum theme theme, struct failure *failure);

/* Fills REVIEW, empty, from LOG: first the questions answered wrong last, then those skipped, then
 * those answered right, each starting with the oldest answer. False without memory. */
bool progress_review(const struct text *log, struct review *review, struct failure *failure);

/* Gets the learner's seed from LOG, or draws and saves one. When it cannot be saved it will be
 * another the next time. */
bool progress_seed(const struct text *log, uint64_t *seed, struct failure *failure);

/* Writes what is new in SESSION's lesson since the last call: the page, and graded answers. What
 * cannot be written is still new the next time. */
bool progress_note(struct progress *progress, struct session *session, struct failure *failure);

#endif
