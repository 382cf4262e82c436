/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* verbs: what `qkv VERB` does, for each of them but the one that opens a screen. */
#ifndef QKV_PLAY_VERBS_H
#define QKV_PLAY_VERBS_H

#include "play/program.h"

/* Does what VERB, not VERB_OPEN, asks for, as PROGRAM's options have it. What was told already is
 * in the status; a FAILURE that is set is the caller's to tell. */
void verbs_run(struct program *program, enum verb verb, struct failure *failure);

/* manual.c: appends the manual in FORM: "man" (roff, with the macros of man(7)), "bash", "zsh" or
 * "fish" (a script to be loaded there). Fails for any other, naming these. */
bool manual_write(const char *form, struct text *out, struct failure *failure);

/* notes.c: a lesson that is presented, followed from a second terminal (presenter.h). Shows where
 * the screen with the lesson that was named is, its notes, what comes next and a clock, until
 * somebody ends it: on a terminal always the present, elsewhere a block for each change. TOLD is
 * what was read last. Fails where nothing can be followed. */
bool notes_follow(struct program *program, struct text *told, struct failure *failure);

#endif
