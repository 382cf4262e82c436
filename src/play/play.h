/* play: a lesson gone through without anybody there: transcript and check. Both use the same events
 * as the prompt and the screen (commands_advance, commands_run), in process, with no sleeping. */
#ifndef QKV_PLAY_PLAY_H
#define QKV_PLAY_PLAY_H

#include "session/session.h"

/* Plays the open lesson from where it stands to its end and appends the transcript to session->out
 * stop by stop: narration, each definition with its picture, steps of a grain fence, explanations;
 * a quiz shows question, choices, the right answer and why (a prediction's answer after the fence
 * that settles it); an exercise its task and what must hold. WRITE (may be NULL) is called after
 * every stop, so that a long lesson streams, and takes what there is; when it returns false the
 * play ends with FAILURE not set. */
bool transcript_play(struct session *session, bool (*write)(void *context, struct text *out),
                     void *context, struct failure *failure);

/* Goes to the open lesson's end and says nothing. SETTLE: somebody goes on from there. */
bool transcript_skip(struct session *session, bool settle, struct failure *failure);

struct check_report {
    char *file;
    size_t expects, inline_checks, quizzes, exercises, error_fences; /* how many were held */
    struct failure *failures; /* each located; what a person would mend at a sitting */
    size_t failure_count, failure_capacity;
    size_t failure_more; /* how many there are beside these */
};

/* Lint, playback and self-check of one lesson, which is taken over. False only when
 * there is no memory or the lesson cannot be opened at all. Release REPORT also then. */
bool check_lesson(struct lesson *lesson, const char *const *folders, struct check_report *report,
                  struct failure *failure);
void check_report_release(struct check_report *report);

/* Appends "lessons/a.md: 12 expects, 3 quizzes … hold", or how many checks failed. */
void check_report_write(const struct check_report *report, struct text *out);
/* Appends the report as a JSON object. */
void check_report_json(const struct check_report *report, struct text *out);

#endif
