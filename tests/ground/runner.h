/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* runner: the tests are compiled once, and linked to the plain program's code and to the sanitized.
 */
#ifndef QKV_TESTS_GROUND_RUNNER_H
#define QKV_TESTS_GROUND_RUNNER_H

#include <stdbool.h>

extern const bool runner_sanitized;

/* Some ten times slower and looking for other faults, the sanitized pass takes fewer samples,
 * unless QKV_WALK is set, as in `make hard`. */
bool runner_is_sampling(void);
#define RUNNER_SAMPLES(plain, sanitized) (runner_is_sampling() ? (sanitized) : (plain))

#endif
