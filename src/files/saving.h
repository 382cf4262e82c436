/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* saving: a notebook as a lesson that opens again to the same state. */
#ifndef QKV_FILES_SAVING_H
#define QKV_FILES_SAVING_H

#include "files/reading.h"
#include "notebook/notebook.h"

struct failure;
struct text;

/* Appends NOTEBOOK as Markdown with one qkv fence: definitions in order, then edits and pins.
 * Always in rows. TITLE is its heading. It will read from FROM: what is not there as it was read
 * here is written out. */
bool saving_write(const struct notebook *notebook, const char *title,
                  const struct reading_place *from, struct text *out, struct failure *failure);

#endif
