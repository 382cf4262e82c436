/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* stream: reads bytes piece by piece from an open file, from memory, or from another library that
 * unpacks them. Only what is requested is loaded, and a file that is cut short meanwhile is a
 * failure. */
#ifndef QKV_BASE_STREAM_H
#define QKV_BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct failure;
struct text;

struct stream {
    const char *name; /* for messages; borrowed */
    size_t size, at;  /* total bytes; index of the next one, from 0 */
    /* Exactly one of READ, BYTES and DESCRIPTOR is the source. */
    ssize_t (*read)(void *context, char *bytes, size_t room); /* in order; -1 on failure */
    const char *bytes;
    int descriptor; /* owned */
    void *context;  /* passed to READ; borrowed */
};

/* Returns a stream of LENGTH bytes of memory, borrowed. */
struct stream stream_memory(const char *name, const char *bytes, size_t length);

/* Reads exactly the next LENGTH bytes; fails with "it ends too early", or when the work is
 * stopped. */
bool stream_read(struct stream *stream, void *bytes, size_t length, struct failure *failure);

/* Appends the next LENGTH bytes to OUT. */
bool stream_text(struct stream *stream, size_t length, struct text *out, struct failure *failure);

/* Closes a file; does nothing for other sources. */
void stream_close(struct stream *stream);

#endif
