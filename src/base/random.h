/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* random: the program's own generator, so that a seed gives the same numbers everywhere.
 *
 * splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014);
 * uniform doubles take the upper 53 bits; normal ones come in pairs by Box–Muller. */
#ifndef QKV_BASE_RANDOM_H
#define QKV_BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t state;
    double spare;
    int has_spare;
};

/* random_seed starts the sequence of a seed; the others return its next 64 bits or number. */
void random_seed(struct random *random, uint64_t seed);
uint64_t random_bits(struct random *random);
double random_uniform(struct random *random); /* in [0, 1) */
double random_normal(struct random *random);  /* mean 0, standard deviation 1 */

/* Returns a seed made from a seed and a word (FNV-1a), for vectors that depend on the word
 * alone. */
uint64_t random_word(uint64_t seed, const char *bytes, size_t length);

#endif
