/* stage: a session on the screen. Keys and prompt lines become command lines; panels draw what
 * follows. */
#ifndef QKV_TERMINAL_STAGE_H
#define QKV_TERMINAL_STAGE_H

#include "session/session.h"

struct stage_options {
    enum theme theme;
    int colour;  /* as in screen.h */
    bool resume; /* an open lesson goes on where the learner was */
};

/* Runs SESSION on the terminal until the learner leaves; without a lesson it begins with the list
 * of them. False with FAILURE when the screen could not begin. */
bool stage_run(struct session *session, const struct stage_options *options,
               struct failure *failure);

#endif
