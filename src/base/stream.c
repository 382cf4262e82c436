/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/stream.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

enum { AT_ONCE = 1 << 22 }; /* bytes; a reader may be stopped between two pieces */

struct stream stream_memory(const char *name, const char *bytes, size_t length) {
    return (struct stream){.name = name, .size = length, .bytes = bytes, .descriptor = -1};
}

/* Reads the next bytes, at most ROOM; 0 at the end, -1 with errno. */
static ssize_t read_next_bytes(struct stream *stream, char *bytes, size_t room) {
    ssize_t count;
    if (stream->read) {
        return stream->read(stream->context, bytes, room);
    }
    if (stream->bytes) {
        memcpy(bytes, stream->bytes + stream->at, room);
        return (ssize_t)room;
    }
    do {
        count = pread(stream->descriptor, bytes, room, (off_t)stream->at);
    } while (count < 0 && errno == EINTR);
    return count;
}

bool stream_read(struct stream *stream, void *bytes, size_t length, struct failure *failure) {
    if (stream->at > stream->size || length > stream->size - stream->at) {
        return failure_set(failure, "it ends too early");
    }
    for (size_t done = 0; done < length;) {
        size_t room = length - done < AT_ONCE ? length - done : AT_ONCE;
        if (!checkpoint(room, failure)) {
            return false;
        }
        errno = 0;
        ssize_t count = read_next_bytes(stream, (char *)bytes + done, room);
        if (count < 0 && errno != 0) {
            return failure_set(failure, "it cannot be read: %s", strerror(errno));
        }
        if (count <= 0) {
            return failure_set(failure, "it ends too early");
        }
        stream->at += (size_t)count;
        done += (size_t)count;
    }
    return true;
}

bool stream_text(struct stream *stream, size_t length, struct text *out, struct failure *failure) {
    char *room = text_room(out, length);
    if (!text_ok(out, failure) || !stream_read(stream, room, length, failure)) {
        return false;
    }
    text_filled(out, length);
    return true;
}

void stream_close(struct stream *stream) {
    if (stream->descriptor >= 0 && !stream->bytes && !stream->read) {
        close(stream->descriptor);
    }
    stream->descriptor = -1;
}
