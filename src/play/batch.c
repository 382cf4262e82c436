/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/batch.h"

#include "base/failure.h"
#include "base/file.h"
#include "commands/commands.h"
#include "language/reader.h"

#include <errno.h>
#include <poll.h>
#include <string.h>

enum { CHUNK = 16000 }; /* no frame is larger than 16 KiB */

static bool batch_each(void *context, struct session *session, const struct failure *failure) {
    struct batch *batch = context;
    if (session->out.length > 0 && !batch->write(batch->context, &session->out)) {
        batch->stuck = true;
    }
    text_clear(&session->out);
    if (failure != NULL && failure->set) {
        batch->failed++;
        batch->complain(batch->context, failure);
    }
    return !batch->stuck && !session->quit;
}

void batch_run(struct batch *batch, const char *file, size_t line, const char *text) {
    struct source source = {file, line, 1};
    commands_run_text(batch->session, &source, text, batch_each, batch);
}

static void complain_at(struct batch *batch, const char *file, size_t line, const char *message) {
    struct failure failure = {0};
    failure_set(&failure, "%s", message);
    failure_locate(&failure, file, "", line);
    batch->failed++;
    batch->complain(batch->context, &failure);
}

/* What came in; what stands from START on has not run yet. */
struct stream {
    struct text text;
    size_t start, line; /* START is in line LINE */
    size_t tried;       /* so many bytes from START on hold no whole line */
    bool begun, ended;
};

/* Drops what has run and appends one read. */
static void stream_read(struct stream *stream, int descriptor, struct failure *failure) {
    char bytes[CHUNK];
    ssize_t count;
    if (stream->start > 0) {
        memmove(stream->text.bytes, stream->text.bytes + stream->start,
                stream->text.length - stream->start);
        text_truncate(&stream->text, stream->text.length - stream->start);
        stream->start = 0;
    }
    count = file_read_some(descriptor, bytes, sizeof bytes);
    if (count < 0) {
        failure_set(failure, "cannot be read: %s", strerror(errno));
    }
    stream->ended = count <= 0;
    if (count > 0) {
        text_append_bytes(&stream->text, bytes, (size_t)count);
    }
    text_ok(&stream->text, failure);
    if (stream->text.length > FILE_LESSON_LIMIT) {
        failure_set(failure, "one statement is longer than %d MiB", FILE_LESSON_LIMIT >> 20);
    }
}

static bool more_waits(int descriptor) {
    struct pollfd input = {.fd = descriptor, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

/* A line that comes in many pieces is looked at again when nobody sends more, or there is twice of
 * it: not with every piece. */
static bool is_worth_trying(const struct stream *stream, int descriptor) {
    return stream->ended || stream->text.length - stream->start >= 2 * stream->tried ||
           !more_waits(descriptor);
}

/* The bytes of the first logical line when it is whole, else 0. */
static size_t stream_line(struct stream *stream) {
    bool open = false;
    const char *bytes = text_string(&stream->text) + stream->start;
    size_t left = stream->text.length - stream->start;
    size_t length = left == 0 ? 0 : reader_line(bytes, left, &open);
    bool ends = length > 0 && bytes[length - 1] == '\n';
    bool whole = length < left || (ends && !open) || stream->ended;
    stream->tried = whole ? 0 : left;
    return whole ? length : 0;
}

/* Copies LENGTH bytes with the line ends made \n; a byte order mark goes when the stream begins. */
static void stream_copy(struct stream *stream, size_t length, struct text *line) {
    const char *bytes = stream->text.bytes + stream->start;
    size_t at = !stream->begun && text_starts(bytes, "\xef\xbb\xbf") ? 3 : 0;
    stream->begun = true;
    for (; at < length; at++) {
        if (bytes[at] != '\r' || at + 1 == length || bytes[at + 1] != '\n') {
            text_append_character(line, bytes[at]);
        }
    }
}

static void run_line(struct batch *batch, const char *file, struct stream *stream, size_t length) {
    struct text line = {0};
    struct failure failure = {0};
    stream_copy(stream, length, &line);
    if (!text_ok(&line, &failure)) {
        complain_at(batch, file, stream->line, failure.message);
    } else if (strlen(text_string(&line)) < line.length) {
        complain_at(batch, file, stream->line, "a NUL byte: statements are plain text");
    } else {
        batch_run(batch, file, stream->line, text_string(&line));
    }
    for (size_t i = 0; i < length; i++) {
        stream->line += stream->text.bytes[stream->start + i] == '\n';
    }
    stream->start += length;
    text_release(&line);
}

void batch_run_descriptor(struct batch *batch, const char *file, int descriptor) {
    struct stream stream = {.line = 1};
    struct failure failure = {0};
    while (!stream.ended && !batch->stuck && !batch->session->quit) {
        stream_read(&stream, descriptor, &failure);
        if (failure.set) {
            complain_at(batch, file, stream.line, failure.message);
            batch->stuck = true;
        }
        if (!is_worth_trying(&stream, descriptor)) {
            continue;
        }
        size_t length;
        while (!batch->stuck && !batch->session->quit && (length = stream_line(&stream)) > 0) {
            run_line(batch, file, &stream, length);
        }
    }
    text_release(&stream.text);
}
