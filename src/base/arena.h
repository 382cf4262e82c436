/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arena: allocates many small objects that are freed together, such as the nodes of one tree.
 *
 * Every allocation stays where it is until arena_release frees them all. A zeroed struct arena is
 * empty and ready. */
#ifndef QKV_BASE_ARENA_H
#define QKV_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks;
};

/* Returns COUNT zeroed elements of SIZE bytes, aligned for any object; NULL without memory. */
void *arena_allocate(struct arena *arena, size_t count, size_t size);

/* Returns a copy of LENGTH bytes of text with a final NUL; NULL without memory. */
char *arena_text(struct arena *arena, const char *bytes, size_t length);

/* Frees every allocation and leaves the arena empty. */
void arena_release(struct arena *arena);

#endif
