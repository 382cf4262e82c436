/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Allocations that could not be had. */
static size_t refused;

size_t memory_refused(void) {
    return refused;
}

/* Counts BLOCK when it was refused. */
static void *counted(void *block) {
    refused += block ? 0 : 1;
    return block;
}

void *memory_allocate(size_t count, size_t size) {
    return counted(calloc(count ? count : 1, size ? size : 1));
}

void *memory_room(size_t size) {
    return counted(malloc(size ? size : 1));
}

char *memory_text(const char *bytes, size_t length) {
    char *copy = length == SIZE_MAX ? NULL : memory_allocate(length + 1, 1);
    if (copy && length > 0) {
        memcpy(copy, bytes, length);
    }
    return copy;
}

/* OLD, which has room for *CAPACITY elements, with room for NEEDED; NULL without memory. */
static void *grow(void *old, size_t *capacity, size_t needed, size_t size) {
    size_t room = *capacity < 8 ? 8 : *capacity;
    while (room < needed) {
        room = room > SIZE_MAX / 2 ? needed : 2 * room;
    }
    void *block = counted(room > SIZE_MAX / size ? NULL : realloc(old, room * size));
    *capacity = block ? room : *capacity;
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
    free(block);
}
