/* cursor: a place in a text together with its line. Moving costs what lies between. */
#ifndef QKV_LESSON_CURSOR_H
#define QKV_LESSON_CURSOR_H

#include <stdbool.h>
#include <stddef.h>

struct cursor {
    const char *text; /* not owned */
    size_t length;
    size_t offset, line; /* the line counts from 1 */
};

struct cursor cursor_at_start(const char *text);

/* Moves to BYTES when they lie in the text; false when they do not. */
bool cursor_move(struct cursor *cursor, const char *bytes);

/* Moves to the start of a line, or to the end of a text with fewer. */
void cursor_seek(struct cursor *cursor, size_t line);

/* Moves to the start of the next line; false at the last one. */
bool cursor_next(struct cursor *cursor);

/* The text from here on. */
const char *cursor_here(const struct cursor *cursor);

/* Where a fence ends whose opening line is OPENING and whose content has LINES lines: moves behind
 * its closing line and returns true, or behind its content when no such line follows. In a list or
 * a quote (INSIDE) their marks may stand before it. */
bool cursor_pass_fence(struct cursor *cursor, size_t opening, size_t lines, bool inside);

/* The fence's first mark on the line at LINE, behind blanks and, when INSIDE, quote and list marks;
 * NULL when the line opens none. */
const char *cursor_fence(const char *line, bool inside);

#endif
