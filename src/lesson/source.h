/* source: what is done to a lesson's bytes before Markdown sees them: line ends, a byte order mark,
 * the front matter. */
#ifndef QKV_LESSON_SOURCE_H
#define QKV_LESSON_SOURCE_H

#include "lesson/document.h"

/* Fills DOCUMENT's raw text and `bom`: \r\n and a lone \r become \n, a byte order mark goes. Fails
 * for no memory and for a NUL byte, located in FILE. */
bool source_load(struct document *document, const char *file, const char *text, size_t length,
                 struct failure *failure);

/* Reads the front matter into DOCUMENT's keys. *BODY is the offset of the first byte after it, 0
 * when there is none. Fails, located in FILE, when it is not closed or not flat. */
bool source_keys(struct document *document, const char *file, size_t *body,
                 struct failure *failure);

/* The length of the line at LINE, without its \n. */
size_t source_line_length(const char *line);

/* The number of line breaks in LENGTH bytes. */
size_t source_breaks(const char *bytes, size_t length);

/* A copy of LENGTH bytes that is safe on a terminal, tabs made blanks; NULL without memory. */
char *source_shown(const char *bytes, size_t length);

/* White space, as far as a lesson is concerned. */
bool source_blank(char byte);

/* LENGTH bytes without the white space around them: moves *BYTES, returns the new length. */
size_t source_trim(const char **bytes, size_t length);

#endif
