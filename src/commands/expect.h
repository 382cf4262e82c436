/* expect: whether what was expected holds. */
#ifndef QKV_COMMANDS_EXPECT_H
#define QKV_COMMANDS_EXPECT_H

#include "session/session.h"

/* Whether TEXT, "A = B ~ t", holds; WHY (may be NULL) gets what was found and what was expected
 * where it does not. False when it cannot be evaluated. */
bool expect_holds(struct session *session, const char *text, bool *holds, struct text *why,
                  struct failure *failure);

#endif
