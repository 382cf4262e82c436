#include "canvas/extent.h"

#include <math.h>

struct extent extent_of(const double *numbers, size_t count) {
    struct extent range = {0};
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(numbers[i])) {
            continue;
        }
        if (range.finite == 0 || numbers[i] < range.low) {
            range.low = numbers[i];
            range.at_low = i;
        }
        if (range.finite == 0 || numbers[i] > range.high) {
            range.high = numbers[i];
            range.at_high = i;
        }
        range.finite++;
    }
    return range;
}

/* Halved first: their distance may be above all doubles. */
double extent_share(double low, double high, double value) {
    double whole = high / 2 - low / 2;
    return whole > 0 ? (value / 2 - low / 2) / whole : 0.5;
}
