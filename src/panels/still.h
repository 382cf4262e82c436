/* still: a frame of the screen as text, without a terminal. */
#ifndef QKV_PANELS_STILL_H
#define QKV_PANELS_STILL_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct session;
struct text;

/* Appends the screen of ROWS lines and COLUMNS columns as the session stands, trailing blanks cut;
 * coloured when the session's paint is. Takes what the session has to say, as the screen does. */
bool still_print(struct session *session, const size_t size[2], struct text *out,
                 struct failure *failure);

/* The same for every stop of the open lesson, from the first on, each under a line with its number;
 * questions are passed. */
bool still_print_stops(struct session *session, const size_t size[2], struct text *out,
                       struct failure *failure);

/* Reads "80x24", columns first: SIZE gets rows and columns. */
bool still_size(const char *word, size_t size[2], struct failure *failure);

#endif
