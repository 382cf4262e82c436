/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* saving: writes a notebook as a lesson that opens to the same state again. */
#ifndef QKV_FILES_SAVING_H
#define QKV_FILES_SAVING_H

#include "files/reading.h"
#include "notebook/notebook.h"

struct failure;
struct text;

/* Appends NOTEBOOK as Markdown with one qkv fence: the definitions in order, then edits and pins,
 * always in rows, under the heading TITLE. The saved lesson will read files from FROM; numbers that
 * it would not find there are written out. */
bool saving_write(const struct notebook *notebook, const char *title,
                  const struct reading_place *from, struct text *out, struct failure *failure);

#endif
