/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* progress: where a learner was in each lesson, what became of its questions; the theme; and a seed
 * that says in which order choices are shown.
 *
 * A log in the state folder, a line a fact: the lesson's file, its id, then `page N of M: TITLE`
 * or `question ID right|wrong|skipped`, with tabs between. (The first edition wrote no title.) The
 * last line on a lesson's page that makes sense is where the learner was. A lesson of the lists of
 * lessons is called by its name there
 * (`01-worked-example`), so that a course keeps its place wherever it is installed; any other by
 * its whole path, so that a stranger's lesson cannot pass for one of the course, whatever its id.
 * Such a lesson begins anew where it is moved. Lines without a file, as they were once written, go
 * for all lessons of that id that have no later line of their own.
 *
 * A log that has grown is made anew with the last line on each thing, and what makes no sense
 * dropped. Progress is never in the way: a log that cannot be read or written stops nobody, but it
 * is told. */
#ifndef QKV_SESSION_PROGRESS_H
#define QKV_SESSION_PROGRESS_H

#include "session/session.h"

/* What was written last, so that each fact is written once. A zeroed one is ready. */
struct progress {
    char *file;  /* of the lesson; NULL: none yet */
    size_t page; /* from 1; 0: nothing yet */
    enum answer_state *states;
    size_t state_capacity;
    size_t log_size; /* bytes of the log when it was made anew; 0: not yet */
};

/* Appends the whole log to LOG; nothing when there is none yet. */
bool progress_read(struct text *log, struct failure *failure);

/* Appends what the lesson ID in the file PATH is called in the log: file, tab, id. FOLDERS
 * (NULL-terminated, or NULL) are those whose lessons are listed. */
bool progress_key(const char *path, const char *id, const char *const *folders, struct text *key,
                  struct failure *failure);

/* Where, by LOG, the learner was in the lesson called KEY: *PAGE of *PAGES, from 1; false when
 * never. The page's title is appended to TITLE (NULL: it is not asked for), nothing where the log
 * has none. */
bool progress_find(const struct text *log, const struct text *key, size_t *page, size_t *pages,
                   struct text *title);

/* How far the learner got in a lesson; no pages: nobody opened it. */
struct visit {
    size_t page, pages;
    size_t right, answered; /* questions; those that were skipped count as answered */
};
/* What LOG has of the lesson called KEY; all 0: nothing. */
struct visit progress_visit(const struct text *log, const struct text *key);
/* Appends "new", "page 3 of 10" or "done", and "14 of 16 right" to ANSWERS: of a lesson that has
 * QUESTIONS. */
void progress_say(const struct visit *visit, size_t questions, struct text *out,
                  struct text *answers);

/* The theme that was kept last; THEME_COUNT: none was, or the terminal's. */
enum theme progress_theme(const struct text *log);
/* Keeps it, THEME_COUNT as the terminal's. What cannot be written fails, and is not kept. */
bool progress_keep_theme(struct progress *progress, enum theme theme, struct failure *failure);

/* Fills REVIEW, empty, from LOG: first what was wrong at last, then what was skipped, then what was
 * right, each from the one that was answered longest ago on. False without memory. */
bool progress_review(const struct text *log, struct review *review, struct failure *failure);

/* The learner's seed: by LOG, else drawn and kept. Where it cannot be kept it is another the next
 * time. */
bool progress_seed(struct progress *progress, const struct text *log, uint64_t *seed,
                   struct failure *failure);

/* To be called when SESSION has another lesson, and when it has read its lesson again: what is
 * known of that is written already. */
void progress_open(struct progress *progress, const struct session *session);

/* Writes what is new in SESSION's lesson since PROGRESS last looked: the page, and answers graded.
 * What cannot be written is still new the next time. */
bool progress_note(struct progress *progress, const struct session *session,
                   struct failure *failure);
void progress_release(struct progress *progress);

#endif
