/* skim: what makes the blocks of a document, all at once or the words later. Only for this room. */
#ifndef QKV_LESSON_SKIM_H
#define QKV_LESSON_SKIM_H

#include "lesson/cursor.h"
#include "lesson/document.h"

/* A place in the raw text. */
struct cursor document_at(const struct document *document, size_t offset);

/* document.c: reads the Markdown from START to END of a raw text; the blocks go behind DOCUMENT's.
 * LINE is that of the block before. */
bool document_parse(struct document *document, struct cursor start, size_t end, size_t line,
                    struct failure *failure);

/* The blocks of document_skim, of what begins at BODY. */
bool skim_document(struct document *document, size_t body, struct failure *failure);

#endif
