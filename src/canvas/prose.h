/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* prose: the text of a lesson as lines of a given width. */
#ifndef QKV_CANVAS_PROSE_H
#define QKV_CANVAS_PROSE_H

#include "canvas/flow.h"
#include "lesson/document.h"

/* Writes BLOCK as lines: headings underlined, items hanging under their mark, quotes with " | ",
 * inline code in backquotes when there is no colour, a fence or code indented by four. The
 * BLOCK_ROWs that follow the first (COUNT blocks from BLOCK on) are set with it as one table with
 * aligned columns; returns how many blocks were used. The caller adds empty lines before and after.
 */
size_t prose_print(const struct block *block, size_t count, const struct output *output);

/* Adds WORDS (document_words) as narration sets them, and ends the flow: what is between backquotes
 * as inline code, what is between DOCUMENT_EMPHASIS emphasised. */
void prose_words(struct flow flow, const char *words, enum style style);

#endif
