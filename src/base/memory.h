/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* memory: every use of the heap goes through here. Tests replace it (tests/base/heap.h), so that
 * they can make any allocation fail.
 *
 * Each function returns NULL (or false) when there is no memory or a size overflows; nothing is
 * changed then. memory_free frees every block. */
#ifndef QKV_BASE_MEMORY_H
#define QKV_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Returns COUNT zeroed elements of SIZE bytes; for COUNT 0 a block that must not be read. */
void *memory_allocate(size_t count, size_t size);

/* Returns SIZE uninitialised bytes, for a caller that writes them all at once. */
void *memory_room(size_t size);

/* Returns a copy of LENGTH bytes of text with a final NUL. */
char *memory_text(const char *bytes, size_t length);

/* Returns a copy of STRING; NULL also for NULL. */
static inline char *memory_string(const char *string) {
    return string == NULL ? NULL : memory_text(string, strlen(string));
}

/* Makes room for NEEDED elements of SIZE bytes in the growing array at *ARRAY (a pointer to an
 * object pointer, passed as its address) that has room for *CAPACITY. New room is zeroed. */
bool memory_reserve(void *array, size_t *capacity, size_t needed, size_t size);

/* Frees a block; NULL is allowed. */
void memory_free(void *block);

/* Returns how many allocations have failed so far, so that an error after one can name the true
 * cause. */
size_t memory_refused(void);

#endif
