/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* heap: counts the allocations of base/memory.h, and makes them fail. The linker replaces the
 * functions of memory.c by these (--wrap in the Makefile). */
#ifndef QKV_TESTS_HEAP_H
#define QKV_TESTS_HEAP_H

#include "base/memory.h"

/* Makes the COUNTth allocation from now on fail (1 is the next one), and with LASTING every one
 * after it; COUNT 0 ends that. */
void memory_fail(size_t count, bool lasting);

/* Returns how many blocks are allocated and not yet freed. */
size_t memory_blocks(void);

/* Return how often a block, or more room for one, was requested since the program began; and how
 * many bytes in all. */
size_t memory_calls(void);
size_t memory_bytes(void);

#endif
