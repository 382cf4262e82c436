/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* stream: bytes that are read piece by piece: those of an open file, of memory, or what another
 * library unpacks. Nothing is in memory that is not asked for, and a file that is cut short
 * meanwhile is a failure. */
#ifndef QKV_BASE_STREAM_H
#define QKV_BASE_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct failure;
struct text;

struct stream {
    const char *name; /* for messages; borrowed */
    size_t size, at;  /* how many bytes there are; the next one, counted from 0 */
    /* One of three: where the bytes are taken from. */
    ssize_t (*read)(void *context, char *bytes, size_t room); /* in their order; -1: it cannot */
    const char *bytes;
    int descriptor; /* owned */
    void *context;  /* of READ; borrowed */
};

/* LENGTH bytes of memory, borrowed. */
struct stream stream_memory(const char *name, const char *bytes, size_t length);

/* The next LENGTH bytes, all of them: "it ends too early". Stops when asked to. */
bool stream_read(struct stream *stream, void *bytes, size_t length, struct failure *failure);

/* Appends the next LENGTH bytes to OUT. */
bool stream_text(struct stream *stream, size_t length, struct text *out, struct failure *failure);

/* Closes a file; harmless for the others. */
void stream_close(struct stream *stream);

#endif
