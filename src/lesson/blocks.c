#include "lesson/blocks.h"

#include "base/memory.h"

struct block *blocks_add(struct document *document, enum block_kind kind, size_t line) {
    if (!memory_reserve(&document->blocks, &document->block_capacity, document->block_count + 1,
                        sizeof *document->blocks)) {
        return NULL;
    }
    struct block *block = &document->blocks[document->block_count++];
    block->kind = kind;
    block->line = line;
    return block;
}

struct run *block_add_run(struct block *block) {
    if (!memory_reserve(&block->runs, &block->run_capacity, block->run_count + 1,
                        sizeof *block->runs)) {
        return NULL;
    }
    return &block->runs[block->run_count++];
}

static void block_release(struct block *block) {
    for (size_t i = 0; i < block->run_count; i++) {
        memory_free(block->runs[i].text);
    }
    memory_free(block->runs);
    memory_free(block->mark);
    memory_free(block->info);
    memory_free(block->content);
}

void blocks_release(struct document *document) {
    for (size_t i = 0; i < document->block_count; i++) {
        block_release(&document->blocks[i]);
    }
    memory_free(document->blocks);
    document->blocks = NULL;
    document->block_count = document->block_capacity = 0;
}
