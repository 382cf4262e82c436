/* echo: a line of the lesson, said before what comes of it. Only for this floor. */
#ifndef QKV_COMMANDS_ECHO_H
#define QKV_COMMANDS_ECHO_H

#include "language/reader.h"
#include "session/session.h"

/* Appends "> STATEMENT", of the logical line TEXT, to the session's `out`, in the convention that
 * is shown: `explain α[1,2]` of a lesson in rows is `explain α[2,1]` where columns are shown. The
 * lesson speaks (session.h). What cannot be turned over stays as it was written. */
bool echo_statement(struct session *session, const struct statement *statement, const char *text,
                    struct failure *failure);

/* The same for every statement of TEXT; one that cannot be read is said as it was written. */
bool echo_line(struct session *session, const char *text, const struct reader_words *words,
               struct failure *failure);

#endif
