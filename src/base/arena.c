/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/arena.h"

#include "base/memory.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Most arenas stay small, so each block doubles the last, up to a page. */
enum { FIRST_BYTES = 448, MOST_BYTES = 4096 };

/* The newest block comes first and is the only one still being filled. */
struct arena_block {
    struct arena_block *next;
    size_t used, capacity;
    max_align_t bytes[];
};

static struct arena_block *block_create(struct arena *arena, size_t needed) {
    size_t usual = arena->blocks ? 2 * arena->blocks->capacity : FIRST_BYTES;
    size_t capacity = usual < MOST_BYTES ? usual : MOST_BYTES;
    capacity = needed > capacity ? needed : capacity;
    if (capacity > SIZE_MAX - sizeof(struct arena_block)) {
        return NULL;
    }
    struct arena_block *block = memory_allocate(1, sizeof *block + capacity);
    if (block) {
        block->capacity = capacity;
        block->next = arena->blocks;
        arena->blocks = block;
    }
    return block;
}

void *arena_allocate(struct arena *arena, size_t count, size_t size) {
    size_t step = sizeof(max_align_t);
    if (size > 0 && count > (SIZE_MAX - step) / size) {
        return NULL;
    }
    size_t needed = (count * size + step - 1) / step * step;
    struct arena_block *block = arena->blocks;
    if (!block || block->capacity - block->used < needed) {
        block = block_create(arena, needed);
        if (!block) {
            return NULL;
        }
    }
    void *start = (char *)block->bytes + block->used;
    block->used += needed;
    return start;
}

char *arena_text(struct arena *arena, const char *bytes, size_t length) {
    char *copy = length < SIZE_MAX ? arena_allocate(arena, length + 1, 1) : NULL;
    if (copy && length > 0) {
        memcpy(copy, bytes, length);
    }
    return copy;
}

void arena_release(struct arena *arena) {
    while (arena->blocks) {
        struct arena_block *block = arena->blocks;
        arena->blocks = block->next;
        memory_free(block);
    }
}
