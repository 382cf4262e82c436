/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* entry: what is given at the prompt: a line, or the lines of a bracket that stays open from one to
 * the next. */
#ifndef QKV_TERMINAL_ENTRY_H
#define QKV_TERMINAL_ENTRY_H

#include "base/text.h"

enum entry_state {
    ENTRY_EMPTY, /* nothing is given, and nothing waits */
    ENTRY_OPEN,  /* it goes on */
    ENTRY_WHOLE,
    ENTRY_TOO_LONG, /* more than INPUT_LIMIT: it is forgotten */
    ENTRY_NO_MEMORY /* so it is then */
};

/* Adds LINE to LINES, the entry so far (each ends in a newline); an empty line gives up on a
 * bracket that is still open. A whole entry has no newline at its end. */
enum entry_state entry_add(struct text *lines, const char *line);

/* Appends what a paste of LENGTH bytes puts into an entry: its line ends as newlines, but for the
 * last (the person's own Enter gives the entry), its tabs as blanks, the rest safe to show. */
void entry_paste(struct text *out, const char *bytes, size_t length);

/* Appends what is typed, safe to show and on one line. */
void entry_show(struct text *out, const char *bytes, size_t length);

#endif
