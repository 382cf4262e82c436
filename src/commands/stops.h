/* stops: what each stop of a lesson tells when it is passed: its page, its lines and what comes of
 * them, its question, and the narration that belongs to it. Only for this floor; the contract of
 * commands_tell_rest is in commands.h. */
#ifndef QKV_COMMANDS_STOPS_H
#define QKV_COMMANDS_STOPS_H

#include "session/session.h"

/* Tells stop INDEX, which has just been passed, with what comes after its own words; where the
 * learner is held (a question, a definition that is stepped through) that waits. BEFORE is the
 * notebook as it was without the stop. */
bool stops_tell(struct session *session, size_t index, const struct notebook *before,
                struct failure *failure);

/* The same, but its own words alone. */
bool stops_tell_itself(struct session *session, size_t index, const struct notebook *before,
                       struct failure *failure);

/* A screen shows what follows a question, or a definition that is stepped through, as soon as
 * nothing waits any more. */
bool stops_settle(struct session *session, struct failure *failure);

/* The cursor follows replay, and the place is told where no screen shows it. */
bool stops_tell_place(struct session *session, struct failure *failure);

#endif
