/* advance: passing a lesson's stops. Only for this floor; the contract of commands_open, _advance,
 * _skip and _retreat is in commands.h. */
#ifndef QKV_COMMANDS_ADVANCE_H
#define QKV_COMMANDS_ADVANCE_H

#include "session/session.h"

/* Tells again what the stop passed as the COUNTth tells, with the narration that belongs to it. */
bool advance_tell_again(struct session *session, size_t count, struct failure *failure);

#endif
