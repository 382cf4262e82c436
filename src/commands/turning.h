/* turning: what the learner looks at where the lesson turns to another page, or goes back. Only for
 * this floor. */
#ifndef QKV_COMMANDS_TURNING_H
#define QKV_COMMANDS_TURNING_H

#include "session/session.h"

/* Page PAGE begins, and nothing of it has been run: the learner looks at what its first formula is
 * made from, or what its first line shows or changes, where that is there; else at nothing, and
 * reads. What the page before ended with is put away. */
bool turning_page(struct session *session, size_t page, struct failure *failure);

/* Going back the learner looks at what the lesson had last turned to. */
bool turning_back(struct session *session, struct failure *failure);

#endif
