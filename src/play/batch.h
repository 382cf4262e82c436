/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* batch: statements from a stream or from -c, run one logical line at a time with nobody there.
 * An error is complained of and does not stop the rest. */
#ifndef QKV_PLAY_BATCH_H
#define QKV_PLAY_BATCH_H

#include "session/session.h"

struct batch {
    struct session *session;
    /* Takes what there is to say; false when it cannot be written: then all stops. */
    bool (*write)(void *context, struct text *out);
    void (*complain)(void *context, const struct failure *failure);
    void *context;
    size_t failed; /* how many lines were complained of */
    bool stuck;    /* write said false, or reading failed */
};

/* Runs TEXT, whose first line is LINE of FILE. */
void batch_run(struct batch *batch, const char *file, size_t line, const char *text);

/* Runs what DESCRIPTOR gives, each logical line as soon as it is whole, so that a program at the
 * other end of the pipe gets its answer. Understands CRLF and a byte order mark. */
void batch_run_descriptor(struct batch *batch, const char *file, int descriptor);

#endif
