/* place: failures in files that hold data. */
#ifndef QKV_FILES_PLACE_H
#define QKV_FILES_PLACE_H

#include <stdbool.h>
#include <stddef.h>

struct failure;

/* Names FILE in a failure that knows no line: a file of bytes has none. Returns false. */
bool place_file(struct failure *failure, const char *file);

#endif
