/* progress: where a learner was in each lesson, and what became of its questions.
 *
 * An append-only log in the state folder, a line a fact: lesson's id, a tab, then `page N of M` or
 * `question ID right|wrong|skipped`. The last line on a lesson's page is where the learner was. A
 * log that cannot be read or written is no failure: progress is a comfort, never in the way. */
#ifndef QKV_SESSION_PROGRESS_H
#define QKV_SESSION_PROGRESS_H

#include "session/session.h"

/* What was written last, so that each fact is written once. A zeroed one is ready. */
struct progress {
    size_t page; /* from 1; 0: nothing yet */
    enum answer_state *states;
    size_t state_count, state_capacity;
};

/* Where the learner was in the lesson called ID: *PAGE of *PAGES, from 1; false when never. */
bool progress_find(const char *id, size_t *page, size_t *pages);

/* Writes what is new since PROGRESS last looked: the page, and answers graded. */
void progress_note(struct progress *progress, const struct session *session);
void progress_release(struct progress *progress);

#endif
