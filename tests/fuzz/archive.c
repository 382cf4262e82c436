/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz/archive.h"

#include "base/failure.h"

#include <check.h>

enum { READ = 8 }; /* arrays */

/* All numbers are touched: a sanitizer looks on. */
static void read_all(const struct tensor *tensor, const struct failure *failure) {
    double sum = 0;
    ck_assert((tensor != NULL) != failure->set);
    for (size_t i = 0; tensor != NULL && i < shape_cells(&tensor->shape); i++) {
        sum += tensor->cells[i];
    }
    ck_assert(tensor == NULL || sum <= 0 || !(sum <= 0));
}

void archive_try(const struct archive_format *format, const char *bytes, size_t length) {
    struct stream stream = stream_memory("a", bytes, length);
    struct archive archive = {.format = format};
    struct failure failure = {0};
    if (!format->open(&archive, &stream, &failure)) {
        ck_assert(failure.set && failure.message[0] != '\0');
        return;
    }
    for (size_t i = 0; i < READ && format->name(&archive, i) != NULL; i++) {
        struct failure unread = {0};
        struct tensor *tensor = format->read(&archive, i, &unread);
        read_all(tensor, &unread);
        tensor_release(tensor);
    }
    format->close(&archive);
    static const char *const names[] = {NULL, "a", "{i}"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct failure unread = {0};
        stream = stream_memory("a", bytes, length);
        struct tensor *tensor = archive_read(format, &stream, names[i], i == 2 ? 2 : 0, &unread);
        read_all(tensor, &unread);
        tensor_release(tensor);
    }
}
