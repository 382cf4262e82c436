/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/random.h"

#include <math.h>

void random_seed(struct random *random, uint64_t seed) {
    *random = (struct random){.state = seed};
}

/* splitmix64: the state advances by the golden ratio, and a finaliser (two multiplications and
 * three shifts) mixes it until every input bit affects every output bit. */
uint64_t random_bits(struct random *random) {
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t bits = random->state;
    bits = (bits ^ (bits >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ (bits >> 27)) * UINT64_C(0x94d049bb133111eb);
    return bits ^ (bits >> 31);
}

double random_uniform(struct random *random) {
    return (double)(random_bits(random) >> 11) * 0x1p-53;
}

/* Box–Muller (1958): for uniform u and v the point at distance √(−2 ln u) and angle 2πv has two
 * independent normal coordinates. 1 − u is used for u because ln 0 has no value. */
double random_normal(struct random *random) {
    if (random->has_spare) {
        random->has_spare = 0;
        return random->spare;
    }
    const double full_turn = 6.283185307179586476925286766559;
    double distance = sqrt(-2.0 * log(1.0 - random_uniform(random)));
    double angle = full_turn * random_uniform(random);
    random->spare = distance * sin(angle);
    random->has_spare = 1;
    return distance * cos(angle);
}

/* Computes the 64-bit FNV-1a hash of the seed, then of the word. */
uint64_t random_word(uint64_t seed, const char *bytes, size_t length) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < 8 + length; i++) {
        uint64_t byte = i < 8 ? seed >> 8 * i & 0xff : (unsigned char)bytes[i - 8];
        hash = (hash ^ byte) * UINT64_C(0x100000001b3);
    }
    return hash;
}
