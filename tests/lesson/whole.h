/* whole: that what md4c makes of a whole document, and what comes of it piece by piece, is the
 * same. */
#ifndef QKV_TESTS_LESSON_WHOLE_H
#define QKV_TESTS_LESSON_WHOLE_H

#include "lesson/lesson.h"

/* Fails the test unless it is so of TEXT; whether it is cut at all. */
bool whole_check(const char *text, size_t length);

/* Appends the shortest description of a stop: "page 2, Queries", "Q = X @ W_q". */
void whole_stop_text(const struct lesson *lesson, size_t stop, struct text *out);

#endif
