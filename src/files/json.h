/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* json: reads JSON from a stream and appends it to a text. */
#ifndef QKV_FILES_JSON_H
#define QKV_FILES_JSON_H

#include "base/stream.h"
#include "base/text.h"

#include <jansson.h>

/* Parses the next LENGTH bytes of STREAM, which must be one object. WHAT names them in a failure:
 * when they are no object, are longer than LIMIT mebibytes or have a key twice. The caller releases
 * with json_decref. */
json_t *json_take(struct stream *stream, const char *what, size_t length, size_t limit,
                  struct failure *failure);

/* Reads an integer from 0 on; false for any other value. */
bool json_size(const json_t *number, size_t *size);

/* Returns the integer that OBJECT has at KEY; 0 when it has none. */
size_t json_take_size(const json_t *object, const char *key);
/* Returns the string that OBJECT has at KEY, borrowed; NULL when it has none. */
const char *json_take_string(const json_t *object, const char *key);

/* Makes a value as json_pack does: "{ss si}", "lesson", id, "page", 3. NULL without memory. */
json_t *json_make(const char *format, ...);

/* Appends VALUE in ASCII and a newline; false without memory. */
bool json_line(const json_t *value, struct text *out);

#endif
