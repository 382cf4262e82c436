/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* json: JSON from a stream and to a text. */
#ifndef QKV_FILES_JSON_H
#define QKV_FILES_JSON_H

#include "base/stream.h"
#include "base/text.h"

#include <jansson.h>

/* The object that the next LENGTH bytes of STREAM are; WHAT they are is said where they are none,
 * where they are more than LIMIT mebibytes and where one of their objects has a key twice. The
 * caller lets go of it by json_decref. */
json_t *json_take(struct stream *stream, const char *what, size_t length, size_t limit,
                  struct failure *failure);

/* A whole number from 0; false for any other value. */
bool json_size(const json_t *number, size_t *size);

/* The whole number that OBJECT has at KEY; 0 where it has none. */
size_t json_take_size(const json_t *object, const char *key);
/* The string that it has there; NULL where it has none. Borrowed. */
const char *json_take_string(const json_t *object, const char *key);

/* Makes a value as json_pack does: "{ss si}", "lesson", id, "page", 3. NULL without memory. */
json_t *json_make(const char *format, ...);

/* Appends VALUE in ASCII and a newline; false without memory. */
bool json_line(const json_t *value, struct text *out);

#endif
