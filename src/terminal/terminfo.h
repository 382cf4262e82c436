/* terminfo: what the terminal that TERM names can do. The only file that includes term.h. */
#ifndef QKV_TERMINAL_TERMINFO_H
#define QKV_TERMINAL_TERMINFO_H

#include "terminal/painter.h"

#include <stdbool.h>

struct text;

/* True when TERM is known and the terminal can move its cursor; else WHY says what is missing. */
bool terminfo_possible(struct text *why);

/* The rest after curses has begun, for its terminal. */

/* Whether it reports clicks. */
bool terminfo_has_mouse(void);

/* Fills WORDS with what the terminal calls them (painter.h). */
void terminfo_paint(struct painter_words *words);

/* Appends what moves the cursor. */
void terminfo_move(struct text *out, int row, int column);

/* How many colours the terminal can be told to use. */
int terminfo_colours(void);
/* Appends what gives the colours, where they are not -1, after the attributes are on. */
void terminfo_colour(struct text *out, int foreground, int background);

/* What may not go together with colours, as terminfo counts it. */
enum terminfo_clash { CLASH_UNDERLINE = 2, CLASH_REVERSE = 4, CLASH_DIM = 16, CLASH_BOLD = 32 };
bool terminfo_clashes(enum terminfo_clash clash);

/* Appends what makes all ROWS of the terminal scroll as one; the cursor is anywhere afterwards. */
void terminfo_unconfine(struct text *out, int rows);

/* Appends what leaves the screen of ROWS: colours and attributes off, cursor shown, at the last
 * line, the screen of before. */
void terminfo_leave(struct text *out, int rows);

#endif
