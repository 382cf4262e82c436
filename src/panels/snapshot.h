/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* snapshot: a frame of the screen on paper, without a terminal. */
#ifndef QKV_PANELS_SNAPSHOT_H
#define QKV_PANELS_SNAPSHOT_H

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct paper;
struct session;
struct text;

/* How large the frames are, in rows and columns, and on what they are printed. */
struct snapshot {
    size_t size[2];
    const struct paper *paper;
    bool stops; /* one for every stop of the open lesson, from the first on; questions are passed */
};

/* Appends the present screen, or that of each stop, as text each under a line with its number;
 * coloured when the session's paint is. Of stops it takes what the session has to say, as the
 * screen does (said_take). */
bool snapshot_print(struct session *session, const struct snapshot *snapshot, struct text *out,
                    struct failure *failure);

/* Appends the frame that is on the screen, or would be on one of 80×24: session->front.print_frame.
 */
bool snapshot_export(struct session *session, const struct paper *paper, struct text *out,
                     struct failure *failure);

/* Reads "80x24", columns first: SIZE gets rows and columns. */
bool snapshot_size(const char *word, size_t size[2], struct failure *failure);

#endif
