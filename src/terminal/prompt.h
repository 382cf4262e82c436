/* prompt: the line-by-line conversation, with GNU readline. The only file that includes it.
 *
 * History is kept in the state folder, a line as soon as it is given, so that nothing is lost. The
 * user's inputrc rules the keys (application name "qkv"). Tab completes from the tables. Ctrl-C
 * clears what is typed, Ctrl-D on an empty line leaves. */
#ifndef QKV_TERMINAL_PROMPT_H
#define QKV_TERMINAL_PROMPT_H

#include <stdbool.h>

struct failure;
struct session;

/* Converses until the person leaves. What the session has to say already is printed first; an open
 * lesson then shows its first page, a bare session the list of lessons. In a lesson, or while
 * stepping, an empty line is `next`. Fails when standard output cannot be written. */
bool prompt_run(struct session *session, struct failure *failure);

#endif
