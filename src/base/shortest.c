#include "base/shortest.h"

#include <math.h>
#include <string.h>

#ifdef __SIZEOF_INT128__
enum {
    FRACTION = 52,
    BIAS = 1023 + FRACTION,
    LIMBS = 14,    /* 55 bits times 5**325 take 13 */
    CHUNK = 27,    /* the greatest power of five that fits a limb */
    PRECISION = 17 /* the power of ten of the first digit, or one more */
};

static const uint64_t FIVES[CHUNK + 1] = {
    1, 5, 25, 125,
    625, 3125, 15625, 78125,
    390625, 1953125, 9765625, 48828125,
    244140625, 1220703125, 6103515625, 30517578125,
    152587890625, 762939453125, 3814697265625, 19073486328125,
    95367431640625, 476837158203125, 2384185791015625, 11920928955078125,
    59604644775390625, 298023223876953125, 1490116119384765625, 7450580596923828125,
};

/* A positive whole number, the lowest limb first. */
struct wide {
    uint64_t limbs[LIMBS];
    int count;
};

static void multiply(struct wide *wide, uint64_t factor) {
    unsigned __int128 carry = 0;
    for (int i = 0; i < wide->count; i++) {
        carry += (unsigned __int128)wide->limbs[i] * factor;
        wide->limbs[i] = (uint64_t)carry;
        carry >>= 64;
    }
    if (carry != 0) {
        wide->limbs[wide->count++] = (uint64_t)carry;
    }
}

static uint64_t limb_at(const struct wide *wide, int at) {
    return at < wide->count ? wide->limbs[at] : 0;
}

/* WIDE / 2**SHIFT, rounded down to what fits a limb. *REST tells that it was no whole number. */
static uint64_t shifted(const struct wide *wide, int shift, bool *rest) {
    int first = shift / 64, bit = shift % 64;
    uint64_t low = limb_at(wide, first), high = limb_at(wide, first + 1);
    *rest = bit > 0 && low << (64 - bit) != 0;
    for (int i = 0; i < first; i++) {
        *rest = *rest || limb_at(wide, i) != 0;
    }
    return bit > 0 ? low >> bit | high << (64 - bit) : low;
}

/* What is asked about a number M · 2**-SHIFT is asked of M · 5**FIVES / 2**SHIFT. */
struct scale {
    int fives, shift;
};

static uint64_t scaled(uint64_t m, struct scale scale, bool *rest) {
    if (scale.fives >= 0 && scale.fives <= CHUNK && scale.shift < 64) { /* most numbers */
        unsigned __int128 product = (unsigned __int128)m * FIVES[scale.fives];
        *rest = scale.shift > 0 && (uint64_t)product << (64 - scale.shift) != 0;
        return (uint64_t)(product >> scale.shift);
    }
    struct wide wide = {.limbs = {m}, .count = 1};
    for (int left = scale.fives; left > 0; left -= CHUNK) {
        multiply(&wide, FIVES[left < CHUNK ? left : CHUNK]);
    }
    return shifted(&wide, scale.shift, rest);
}

/* The multiple of the greatest power of ten, 10**TENS, among the numbers from LOW to HIGH, and of
 * several the nearest to HALVES / 2 (a bit more, where MORE): divided by that power. */
static uint64_t roundest(uint64_t low, uint64_t high, uint64_t halves, bool more, int *tens) {
    uint64_t step = 1;
    for (*tens = 0; high / (step * 10) * (step * 10) >= low; ++*tens) {
        step *= 10;
    }
    uint64_t quotient = halves / 2 / step, rest = halves - quotient * step * 2;
    bool up = rest > step || (rest == step && (more || quotient % 2 != 0));
    quotient += up;
    return quotient * step < low ? quotient + 1 : quotient * step > high ? quotient - 1 : quotient;
}

/* All is counted in quarters of VALUE's last bit: half a bit below a power of two is a quarter. */
bool shortest_decimal(double value, struct decimal *decimal) {
    uint64_t bits;
    double size = fabs(value);
    if (!(size > 0 && size < 0x1p52)) {
        return false;
    }
    memcpy(&bits, &value, sizeof bits);
    bits &= INT64_MAX; /* but for the sign */
    int biased = (int)(bits >> FRACTION);
    uint64_t fraction = bits & (((uint64_t)1 << FRACTION) - 1);
    uint64_t m = biased > 0 ? fraction | (uint64_t)1 << FRACTION : fraction;
    int exponent = (biased > 0 ? biased : 1) - BIAS;
    /* Of 2**(exponent + 52), the decimal logarithm. */
    int tens = (int)floor((exponent + FRACTION) * 0.30102999566398120);
    struct scale scale = {PRECISION - tens, 2 - exponent - (PRECISION - tens)};
    bool even = m % 2 == 0, below, above, more;
    uint64_t low = scaled(4 * m - (fraction == 0 && biased > 1 ? 1 : 2), scale, &below);
    uint64_t high = scaled(4 * m + 2, scale, &above);
    scale.shift--;
    uint64_t halves = scaled(4 * m, scale, &more);
    low += below || !even;
    high -= !above && !even;
    decimal->digits = roundest(low, high, halves, more, &decimal->exponent);
    decimal->exponent -= scale.fives;
    return true;
}
#else
bool shortest_decimal(double value, struct decimal *decimal) {
    (void)value;
    (void)decimal;
    return false;
}
#endif
