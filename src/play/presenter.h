/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* presenter: reports to the presenter of a lesson, beside the screen: where it is, the notes of the
 * page, what comes next.
 *
 * The screen writes it into a small file of the runtime folder whenever it changes, and `qkv notes`
 * reads that: either can be started first, end or crash, and begin again. A new file takes the
 * place of the old one, so that it is never read half written; it is locked as long as the program
 * that wrote it is running. Of several screens with the same lesson the one started last leads, and
 * once it has left, the first that moves. A screen that opens another lesson replaces its file by a
 * link, so that the notes follow it.
 *
 *     title <tab> Softmax · page 2 of 3: Shares
 *     time <tab> 1795380000 20        when it began, in seconds; its minutes, 0: not said
 *     note <tab> Ask the room.        and so on: a word and what is to be said of it */
#ifndef QKV_PLAY_PRESENTER_H
#define QKV_PLAY_PRESENTER_H

#include "base/text.h"

struct failure;
struct session;

/* The screen's side. A zeroed one is ready to use. */
struct presenter {
    char *lesson;     /* the file of the lesson reported on; NULL before the first */
    struct text path; /* of the file; empty: it cannot be written */
    struct text said; /* what it says */
    long long began;
    int file; /* the last one written, which is locked; where WRITTEN */
    bool written;
};

/* Call it after whatever may have changed SESSION. It ignores a failure to write: `qkv notes` will
 * say that there is nothing. */
void presenter_report(struct presenter *presenter, struct session *session);

/* Ends the report, because the screen closes. */
void presenter_close(struct presenter *presenter);

/* Appends the path of the file that reports on the lesson on the screen; there is one such file.
 * Fails when no folder is private to the user. */
bool presenter_path(struct text *path, struct failure *failure);

/* Appends the report in the file PATH; nothing when no running screen has written one. */
bool presenter_read(const char *path, struct text *said, struct failure *failure);

#endif
