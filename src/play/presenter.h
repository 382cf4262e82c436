/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* presenter: what the one who presents a lesson is told beside the screen: where it is, the notes
 * of the page, what comes next.
 *
 * The screen writes it into a small file of the runtime folder whenever it changes, and `qkv notes`
 * reads that: either can be started first, end or crash, and begin again. A new file takes the
 * place of the old one, so that nobody reads half of it; it is locked as long as the program that
 * wrote it lives. Of several screens with the same lesson the one started last leads, and once it
 * has left, the one that goes on first. A screen that goes on to another lesson leaves a link in
 * the place of its file, and whoever follows comes along.
 *
 *     title <tab> Softmax · page 2 of 3: Shares
 *     time <tab> 1795380000 20        when it began, in seconds; its minutes, 0: not said
 *     note <tab> Ask the room.        and so on: a word and what is to be said of it */
#ifndef QKV_PLAY_PRESENTER_H
#define QKV_PLAY_PRESENTER_H

#include "base/text.h"

struct failure;
struct session;

/* The screen's side. A zeroed one is ready. */
struct presenter {
    char *lesson;     /* the file of the lesson that is told of; NULL: none yet */
    struct text path; /* of the file; empty: it cannot be written */
    struct text told; /* what it says */
    long long began;
    int file; /* the last one written, which is locked; where WRITTEN */
    bool written;
};

/* To be called after whatever may have changed SESSION. That nothing can be written is nobody's
 * trouble but that of `qkv notes`, which says so. */
void presenter_tell(struct presenter *presenter, struct session *session);

/* The screen leaves: nothing is told of it any more. */
void presenter_leave(struct presenter *presenter);

/* Appends the path of the file that tells of the lesson on the screen: there is one. Fails where no
 * folder is the user's own and nobody else's to read. */
bool presenter_path(struct text *path, struct failure *failure);

/* Appends what is told in the file PATH; nothing where no screen that lives tells anything. */
bool presenter_read(const char *path, struct text *told, struct failure *failure);

#endif
