/* entity: `&amp;`, `&#945;` and `&#x3b1;` as the characters they stand for. */
#ifndef QKV_LESSON_ENTITY_H
#define QKV_LESSON_ENTITY_H

#include <stdbool.h>
#include <stddef.h>

struct text;

/* Appends the character; a name that is not known is appended as it is written. */
void entity_append(struct text *out, const char *bytes, size_t length);

#endif
