/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* transcript: a lesson gone through without anybody there, by the same events as at the prompt and
 * on the screen (commands_advance, commands_run). */
#ifndef QKV_PLAY_TRANSCRIPT_H
#define QKV_PLAY_TRANSCRIPT_H

#include "classroom/script.h"

/* Plays the open lesson from where it stands to its end and appends the transcript to session->out
 * stop by stop: narration, each definition with its picture, steps of a grain fence, explanations;
 * a quiz shows question, choices, the right answer and why (a prediction's answer after the fence
 * that settles it); an exercise its task and what must hold. SCRIPT (may be NULL)
 * has what is typed at the questions instead. WRITE (may be NULL) is called after
 * every stop, so that a long lesson streams, and takes what there is; when it returns false the
 * play ends with FAILURE not set. */
bool transcript_play(struct session *session, const struct script *script,
                     bool (*write)(void *context, struct text *out), void *context,
                     struct failure *failure);

/* Goes to the open lesson's end and says nothing. SETTLE: somebody goes on from there. */
bool transcript_skip(struct session *session, bool settle, struct failure *failure);

#endif
