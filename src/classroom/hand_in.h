/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* hand_in: what a learner did in a lesson (classroom/record.h), as one file for the teacher. */
#ifndef QKV_CLASSROOM_HAND_IN_H
#define QKV_CLASSROOM_HAND_IN_H

#include "classroom/record.h"

/* What there is to hand in of SESSION's lesson, which has just been opened as NAMED on the command
 * line: what is kept, or with ANSWERS (a file, classroom/script.h; else NULL) what comes of those,
 * and of nothing else. Fails where nothing was answered. Release RECORD also then. */
bool hand_in_take(struct session *session, const char *named, const char *answers,
                  struct record *record, struct failure *failure);

/* Whose it is from now on, remembered with what is kept. Fails for a name without a letter. */
bool hand_in_name(struct record *record, const char *name, struct failure *failure);

/* Appends the name of its file: "shares-ada-lovelace.json". */
void hand_in_file(const struct record *record, struct text *path);

#endif
