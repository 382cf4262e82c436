/* said: what a command had to say, onto the screen. */
#ifndef QKV_PANELS_SAID_H
#define QKV_PANELS_SAID_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct session;

/* Takes what the session has to say: one line becomes the message above the footer, more a cover
 * (of a formula's value only where the board has no place for it: panels_draw).
 * After a COMPLAINT (NULL or not set: none) that is the message, and nothing else is shown. What an
 * earlier command said is gone. False only for lack of memory. */
bool said_take(struct session *session, const struct failure *complaint, struct failure *failure);

/* How wide a line may be that is said on a screen of COLUMNS: as wide as a cover shows it. */
size_t said_columns(size_t columns);

#endif
