/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arena: many small things that live and die together, such as the nodes of one tree.
 *
 * Everything handed out stays where it is until arena_release frees it all. A zeroed struct arena
 * is empty and ready. */
#ifndef QKV_BASE_ARENA_H
#define QKV_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks;
};

/* COUNT zeroed elements of SIZE bytes, aligned for any object; NULL when there is no memory. */
void *arena_allocate(struct arena *arena, size_t count, size_t size);

/* A copy of LENGTH bytes of text with a final NUL; NULL when there is no memory. */
char *arena_text(struct arena *arena, const char *bytes, size_t length);

/* Frees all of it at once. */
void arena_release(struct arena *arena);

#endif
