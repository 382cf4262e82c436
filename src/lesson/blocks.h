/* blocks: the list of blocks that a document owns, and the runs that a block does. Only for this
 * room. */
#ifndef QKV_LESSON_BLOCKS_H
#define QKV_LESSON_BLOCKS_H

#include "lesson/document.h"

/* One more block of DOCUMENT, empty, with its KIND and LINE; valid until the next is added. NULL
 * without memory. */
struct block *blocks_add(struct document *document, enum block_kind kind, size_t line);

/* One more run of BLOCK, empty; valid until the next is added. NULL without memory. */
struct run *block_add_run(struct block *block);

/* Frees all blocks with what they own. */
void blocks_release(struct document *document);

#endif
