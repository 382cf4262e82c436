/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* memory: the one door to the heap. Tests put themselves before it (tests/base/heap.h), so that
 * every allocation can be made to fail.
 *
 * Each function returns NULL (or false) when there is no memory or a size overflows; nothing is
 * changed then. Blocks go back through memory_free. */
#ifndef QKV_BASE_MEMORY_H
#define QKV_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/* COUNT zeroed elements of SIZE bytes. COUNT 0 gives a block that may not be read. */
void *memory_allocate(size_t count, size_t size);

/* SIZE bytes with whatever is in them, for who writes all of them at once. */
void *memory_room(size_t size);

/* A copy of LENGTH bytes of text with a final NUL. */
char *memory_text(const char *bytes, size_t length);

/* Makes room for NEEDED elements of SIZE bytes in the growing array at *ARRAY (a pointer to an
 * object pointer, passed as its address) that has room for *CAPACITY. New room is zeroed. */
bool memory_reserve(void *array, size_t *capacity, size_t needed, size_t size);

/* Gives a block back; NULL is allowed. */
void memory_free(void *block);

/* How many allocations could not be had so far: who meets an error after that may say the true
 * reason. */
size_t memory_refused(void);

#endif
