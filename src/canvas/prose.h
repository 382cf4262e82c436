/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* prose: the text of a lesson as lines of a given width. */
#ifndef QKV_CANVAS_PROSE_H
#define QKV_CANVAS_PROSE_H

#include "canvas/canvas.h"
#include "canvas/flow.h"
#include "lesson/document.h"

/* Appends BLOCK as plain lines of WIDTH columns: headings underlined, items hanging under their
 * mark, quotes with " | ", inline code in backquotes when there is no colour, a fence or code
 * indented by four. A run of BLOCK_ROWs (COUNT blocks from BLOCK on) is set as one table with
 * aligned columns; returns how many blocks were used. The caller adds empty lines before and
 * after. */
size_t prose_print(const struct block *blocks, size_t count, size_t width,
                   const struct paint *paint, struct text *out);

/* Adds WORDS (document_words) as narration sets them, and ends the flow: what is between backquotes
 * as inline code, what is between DOCUMENT_EMPHASIS emphasised. */
void prose_words(struct flow flow, const char *words, enum style style);

#endif
