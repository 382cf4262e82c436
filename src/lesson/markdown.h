/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* markdown: what md4c tells of a text, gathered as a document's blocks. The only user of md4c. */
#ifndef QKV_LESSON_MARKDOWN_H
#define QKV_LESSON_MARKDOWN_H

#include <stdbool.h>
#include <stddef.h>

struct document;
struct failure;

/* Adds the blocks of DOCUMENT's raw text from the offset BODY on; the document owns them, also
 * after a failure. Fails for no memory alone: any text is Markdown. */
bool markdown_read(struct document *document, size_t body, struct failure *failure);

#endif
