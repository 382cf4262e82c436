/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* What a test asked for with memory_fail, how many blocks are out, and how many, with
 * how many bytes, were asked for. */
static struct {
    size_t countdown; /* allocations until the one that fails; 0 when none is to fail */
    bool lasting;
    size_t blocks;
    size_t calls;
    size_t bytes;
    size_t refused;
} heap;

void memory_fail(size_t count, bool lasting) {
    heap.countdown = count;
    heap.lasting = lasting;
}

size_t memory_blocks(void) {
    return heap.blocks;
}

size_t memory_calls(void) {
    return heap.calls;
}

size_t memory_bytes(void) {
    return heap.bytes;
}

size_t memory_refused(void) {
    return heap.refused;
}

/* Counts an allocation of SIZE bytes; whether it is the one that has to fail. */
static bool is_doomed(size_t size) {
    heap.calls++;
    heap.bytes += size;
    if (heap.countdown == 0) {
        return false;
    }
    if (heap.countdown > 1) {
        heap.countdown--;
        return false;
    }
    heap.countdown = heap.lasting ? 1 : 0;
    return true;
}

/* Counts BLOCK, new or refused. */
static void *given(void *block) {
    *(block ? &heap.blocks : &heap.refused) += 1;
    return block;
}

void *memory_allocate(size_t count, size_t size) {
    return given(is_doomed(count * size) ? NULL : calloc(count ? count : 1, size ? size : 1));
}

void *memory_room(size_t size) {
    return given(is_doomed(size) ? NULL : malloc(size ? size : 1));
}

char *memory_text(const char *bytes, size_t length) {
    char *copy = length == SIZE_MAX ? NULL : memory_allocate(length + 1, 1);
    if (copy && length > 0) {
        memcpy(copy, bytes, length);
    }
    return copy;
}

/* OLD, which has room for *CAPACITY elements, with room for NEEDED; NULL, and refused, without
 * memory. */
static void *grow(void *old, size_t *capacity, size_t needed, size_t size) {
    size_t room = *capacity < 8 ? 8 : *capacity;
    while (room < needed) {
        room = room > SIZE_MAX / 2 ? needed : 2 * room;
    }
    void *block =
        room > SIZE_MAX / size || is_doomed(room * size) ? NULL : realloc(old, room * size);
    if (!block) {
        heap.refused++;
        return NULL;
    }
    heap.blocks += old ? 0 : 1;
    *capacity = room;
    return block;
}

bool memory_reserve(void *array, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) {
        return true;
    }
    /* *ARRAY has some pointer type of the caller's; copying its bytes respects that. */
    void *old;
    memcpy(&old, array, sizeof old);
    size_t used = *capacity * size;
    void *block = grow(old, capacity, needed, size);
    if (!block) {
        return false;
    }
    memcpy(array, &block, sizeof block);
    memset((char *)block + used, 0, *capacity * size - used);
    return true;
}

bool memory_reserve_bytes(char **bytes, size_t *capacity, size_t needed) {
    if (needed <= *capacity) {
        return true;
    }
    char *block = grow(*bytes, capacity, needed, 1);
    *bytes = block ? block : *bytes;
    return block;
}

void memory_free(void *block) {
    heap.blocks -= block ? 1 : 0;
    free(block);
}
