/* mark: where the learner stands, kept so that a command that fails half way can be taken back: it
 * needs no memory to return to. Values are the history's own business (history_cancel). */
#ifndef QKV_SESSION_MARK_H
#define QKV_SESSION_MARK_H

#include "session/session.h"

struct mark {
    bool taken;
    size_t stop;
    bool rest_owed;
    struct view view;
    struct focus focus; /* its name is the mark's */
    struct looks looks; /* only the path is the mark's; what was said and OLD → NEW stay out */
};

/* Release also after a failure. */
bool mark_take(struct mark *mark, const struct session *session, struct failure *failure);

/* Puts the learner back where the mark was taken, in a session that has the same lesson and at
 * least the stops it had then; does nothing when it could not be taken. */
void mark_return(struct mark *mark, struct session *session);

/* To be called also when it could not be taken. */
void mark_release(struct mark *mark);

#endif
