/* advance: passing a lesson's stops. Only for this floor; the contract of commands_open, _advance
 * and _retreat is in commands.h. */
#ifndef QKV_COMMANDS_ADVANCE_H
#define QKV_COMMANDS_ADVANCE_H

#include "session/session.h"

/* How many stops are passed once the lesson has defined NAME; 0 when it never does. */
size_t advance_find(const struct session *session, const char *name);

/* Tells again what the stop passed as the COUNTth tells, with the narration that belongs to it. */
bool advance_tell_again(struct session *session, size_t count, struct failure *failure);

/* A screen shows what follows a question, or a definition that is stepped through, as soon as
 * nothing waits any more. */
bool advance_settle(struct session *session, struct failure *failure);

/* The cursor follows replay, and the place is told where no screen shows it. */
bool advance_tell_place(struct session *session, struct failure *failure);

#endif
