/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/heap.h"

#include <string.h>

void *__real_memory_allocate(size_t count, size_t size);
void *__real_memory_room(size_t size);
char *__real_memory_text(const char *bytes, size_t length);
bool __real_memory_reserve(void *array, size_t *capacity, size_t needed, size_t size);
void __real_memory_free(void *block);
size_t __real_memory_refused(void);

void *__wrap_memory_allocate(size_t count, size_t size);
void *__wrap_memory_room(size_t size);
char *__wrap_memory_text(const char *bytes, size_t length);
bool __wrap_memory_reserve(void *array, size_t *capacity, size_t needed, size_t size);
void __wrap_memory_free(void *block);
size_t __wrap_memory_refused(void);

static struct {
    size_t countdown; /* allocations until the one that fails; 0 for no failure */
    bool lasting;
    size_t blocks, calls, bytes;
    size_t refused; /* refused here, besides those that memory.c counts */
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

/* Counts an allocation of SIZE bytes; true when it has to fail. */
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
    heap.refused++;
    return true;
}

/* Counts BLOCK unless its allocation failed. */
static void *counted(void *block) {
    heap.blocks += block != NULL;
    return block;
}

void *__wrap_memory_allocate(size_t count, size_t size) {
    return is_doomed(count * size) ? NULL : counted(__real_memory_allocate(count, size));
}

void *__wrap_memory_room(size_t size) {
    return is_doomed(size) ? NULL : counted(__real_memory_room(size));
}

char *__wrap_memory_text(const char *bytes, size_t length) {
    return is_doomed(length + 1) ? NULL : counted(__real_memory_text(bytes, length));
}

bool __wrap_memory_reserve(void *array, size_t *capacity, size_t needed, size_t size) {
    void *old, *grown;
    memcpy(&old, array, sizeof old);
    if (needed > *capacity && is_doomed(needed * size)) {
        return false;
    }
    bool done = __real_memory_reserve(array, capacity, needed, size);
    memcpy(&grown, array, sizeof grown);
    heap.blocks += old == NULL && grown != NULL;
    return done;
}

void __wrap_memory_free(void *block) {
    heap.blocks -= block != NULL;
    __real_memory_free(block);
}

size_t __wrap_memory_refused(void) {
    return heap.refused + __real_memory_refused();
}
