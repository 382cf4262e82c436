/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* release: a lesson as students get it (lesson/edition.h), with what is known of its questions only
 * while it is played. */
#ifndef QKV_CLASSROOM_RELEASE_H
#define QKV_CLASSROOM_RELEASE_H

#include "lesson/edition.h"
#include "session/session.h"

/* Appends the lesson that was just opened in SESSION as EDITION. For an exam it is played to its
 * end: how many numbers a question asks for is written into it. */
bool release_write(struct session *session, enum edition edition, struct text *out,
                   struct failure *failure);

/* Whether the text RAW is the lesson that was just opened in SESSION as one of the editions, which
 * *EDITION tells; EDITION_TEACHER: as none. */
bool release_belongs(const char *raw, struct session *session, enum edition *edition,
                     struct failure *failure);

#endif
