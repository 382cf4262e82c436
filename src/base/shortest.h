/* shortest: the fewest decimal digits that read back as the same double.
 *
 * A double is a whole number times a power of two, and so are the two points halfway to its
 * neighbours, between which every decimal reads back as it. Multiplied by a power of ten that
 * brings them to some seventeen digits before the point, all three are computed exactly, in as many
 * 64-bit limbs as they take; the answer is the roundest whole number between them, and of several
 * the nearest. (Steele and White, 1990, in whole numbers; no table, no approximation.) */
#ifndef QKV_BASE_SHORTEST_H
#define QKV_BASE_SHORTEST_H

#include <stdbool.h>
#include <stdint.h>

/* DIGITS · 10**EXPONENT. */
struct decimal {
    uint64_t digits; /* without zeros at the end */
    int exponent;
};

/* The shortest decimal of VALUE, of which the sign does not count; false for 0, for what is not
 * finite, for 2**52 and more, and where the compiler has no 128-bit numbers. */
bool shortest_decimal(double value, struct decimal *decimal);

#endif
