/* play: a lesson gone through without anybody there: transcript and check. Both use the same events
 * as the prompt and the screen (commands_advance, commands_run), in process, with no sleeping. */
#ifndef QKV_PLAY_PLAY_H
#define QKV_PLAY_PLAY_H

#include "session/session.h"

/* Plays the open lesson to its end and appends the transcript to OUT stop by stop: narration, each
 * definition with its picture, steps of a grain fence, explanations; a quiz shows question,
 * choices, the right answer and why; an exercise its task and what must hold. WRITE (may be NULL)
 * is called with what there is now and then, so that a long lesson streams. */
bool transcript_play(struct session *session, bool (*write)(void *context, struct text *out),
                     void *context, struct failure *failure);

struct check_report {
    size_t expects, inline_checks, quizzes, exercises, error_fences; /* how many were held */
    struct failure *failures;                                        /* each located */
    size_t failure_count, failure_capacity;
};

/* Lint, playback and self-check of one lesson (design 3). False only when it cannot be read at all.
 */
bool check_lesson(const char *path, const char *const *folders, struct check_report *report,
                  struct failure *failure);
void check_report_release(struct check_report *report);

#endif
