/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* heap: counts what goes through base/memory.h, and makes it fail. The linker puts these functions
 * before those of memory.c (--wrap in the Makefile). */
#ifndef QKV_TESTS_HEAP_H
#define QKV_TESTS_HEAP_H

#include "base/memory.h"

/* The COUNTth allocation from now on fails (1 is the next one), and when LASTING every one after it
 * too; COUNT 0 ends that. */
void memory_fail(size_t count, bool lasting);

/* How many blocks are handed out and not yet given back. */
size_t memory_blocks(void);

/* How often a block was asked for, or more room for one, since the program began; how many bytes
 * that was in all. */
size_t memory_calls(void);
size_t memory_bytes(void);

#endif
