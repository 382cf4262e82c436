/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* trust: what the tests of faults share. Each has a quick form, run by `make test`, and a whole
 * one, run by `make hard`, which sets QKV_HARD; `make soak` sets QKV_SOAK too, for what is only
 * sampled else. */
#ifndef QKV_TESTS_TRUST_TRUST_H
#define QKV_TESTS_TRUST_TRUST_H

#include "lesson/lesson.h"
#include "lesson/shelf.h"

#include <stdbool.h>
#include <stddef.h>

/* True for the whole form; for the longest. */
bool trust_hard(void);
bool trust_soak(void);

/* Every how many of COUNT things one is tried: of all of them in the whole form, as long as there
 * are not more than MOST; of a few in the quick one. */
size_t trust_stride(size_t count, size_t most);

/* The lessons that are shipped. */
extern struct shelf trust_shelf;
void trust_open_shelf(void);
void trust_close_shelf(void);

#endif
