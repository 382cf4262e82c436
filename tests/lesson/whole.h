/* whole: that what md4c makes of a whole document, and what comes of it piece by piece, is the same. */
#ifndef QKV_TESTS_LESSON_WHOLE_H
#define QKV_TESTS_LESSON_WHOLE_H

#include <stdbool.h>
#include <stddef.h>

/* Fails the test unless it is so of TEXT; whether it is cut at all. */
bool whole_check(const char *text, size_t length);

#endif
