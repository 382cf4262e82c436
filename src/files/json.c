/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "files/json.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdarg.h>

static json_t *parse(const char *bytes, size_t length, const char *what, struct failure *failure) {
    json_error_t error;
    size_t refused = memory_refused();
    json_set_alloc_funcs(memory_room, memory_free);
    json_t *object = json_loadb(bytes, length, JSON_REJECT_DUPLICATES, &error);
    if (object && json_is_object(object)) {
        return object;
    }
    if (memory_refused() != refused) {
        failure_memory(failure);
    } else if (!object && json_error_code(&error) == json_error_duplicate_key) {
        failure_set(failure, "%s has a key twice", what);
    } else {
        failure_set(failure, "%s cannot be read", what);
    }
    json_decref(object);
    return NULL;
}

json_t *json_take(struct stream *stream, const char *what, size_t length, size_t limit,
                  struct failure *failure) {
    struct text text = {0};
    json_t *object = NULL;
    if (length > limit << 20) {
        failure_set(failure, "%s is too large: the limit is %zu MiB", what, limit);
        return NULL;
    }
    if (stream_text(stream, length, &text, failure)) {
        object = parse(text_string(&text), length, what, failure);
    }
    text_release(&text);
    return object;
}

bool json_size(const json_t *number, size_t *size) {
    json_int_t value = json_is_integer(number) ? json_integer_value(number) : -1;
    *size = value >= 0 ? (size_t)value : 0;
    return value >= 0;
}

size_t json_take_size(const json_t *object, const char *key) {
    size_t size;
    json_size(json_object_get(object, key), &size);
    return size;
}

const char *json_take_string(const json_t *object, const char *key) {
    return json_string_value(json_object_get(object, key));
}

json_t *json_make(const char *format, ...) {
    va_list arguments;
    json_set_alloc_funcs(memory_room, memory_free);
    va_start(arguments, format);
    json_t *made = json_vpack_ex(NULL, 0, format, arguments);
    va_end(arguments);
    return made;
}

static int append_dump(const char *bytes, size_t length, void *out) {
    text_append_bytes(out, bytes, length);
    return 0;
}

bool json_line(const json_t *value, struct text *out) {
    bool ok = json_dump_callback(value, append_dump, out, JSON_ENSURE_ASCII) == 0;
    text_append(out, "\n");
    return ok && !out->failed;
}
