/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* How many allocations have failed. */
static size_t refused;

size_t memory_refused(void) {
    return refused;
}

/* Counts a failed allocation; returns BLOCK. */
static void *count_refusal(void *block) {
    refused += block ? 0 : 1;
    return block;
}

void *memory_allocate(size_t count, size_t size) {
    return count_refusal(calloc(count ? count : 1, size ? size : 1));
}

void *memory_room(size_t size) {
    return count_refusal(malloc(size ? size : 1));
}

char *memory_text(const char *bytes, size_t length) {
    char *copy = length == SIZE_MAX ? NULL : memory_allocate(length + 1, 1);
    if (copy && length > 0) {
        memcpy(copy, bytes, length);
    }
    return copy;
}

bool memory_reserve(void *array, size_t *capacity, size_t needed, size_t size) {
    size_t used = *capacity * size, room = *capacity < 8 ? 8 : *capacity;
    void *old; /* *ARRAY has the caller's pointer type, so its bytes are copied */
    if (needed <= *capacity) {
        return true;
    }
    while (room < needed) {
        room = room > SIZE_MAX / 2 ? needed : 2 * room;
    }
    memcpy(&old, array, sizeof old);
    void *block = count_refusal(room > SIZE_MAX / size ? NULL : realloc(old, room * size));
    if (!block) {
        return false;
    }
    memcpy(array, &block, sizeof block);
    memset((char *)block + used, 0, room * size - used);
    *capacity = room;
    return true;
}

void memory_free(void *block) {
    free(block);
}
