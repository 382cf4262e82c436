/* terminfo: what the terminal that TERM names can do. The only file that includes term.h. */
#ifndef QKV_TERMINAL_TERMINFO_H
#define QKV_TERMINAL_TERMINFO_H

#include <stdbool.h>

struct text;

/* True when TERM is known and the terminal can move its cursor; else WHY says what is missing. */
bool terminfo_possible(struct text *why);

/* The rest after curses has begun, for its terminal. */

/* Whether it reports clicks. */
bool terminfo_has_mouse(void);

/* How many colours the terminal can be told to use. */
int terminfo_colours(void);
/* Appends what makes all ROWS of the terminal scroll as one; the cursor is anywhere afterwards. */
void terminfo_unconfine(struct text *out, int rows);

/* Appends what leaves the screen of ROWS: colours and attributes off, cursor shown, at the last
 * line, the screen of before. */
void terminfo_leave(struct text *out, int rows);

#endif
