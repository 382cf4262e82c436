/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs: what `qkv VERB` does, for each of them but the one that opens a screen. */
#ifndef QKV_PLAY_VERBS_H
#define QKV_PLAY_VERBS_H

#include <stdbool.h>

struct failure;
struct program;

/* Does what the verb of PROGRAM's options asks for; nothing for VERB_OPEN. What was told already is
 * in the status; a FAILURE that is set is the caller's to tell. */
void verbs_run(struct program *program, struct failure *failure);

/* The transcript of the lesson that was named, or what the options make of it. */
bool verbs_play(struct program *program, struct failure *failure);

#endif
