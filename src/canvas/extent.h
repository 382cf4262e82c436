/* extent: how far numbers reach. */
#ifndef QKV_CANVAS_EXTENT_H
#define QKV_CANVAS_EXTENT_H

#include <stddef.h>

struct extent {
    double low, high;
    size_t at_low, at_high; /* where they are reached first */
    size_t finite;          /* how many numbers are finite; 0: nothing else is said */
};

/* Of the finite ones of COUNT numbers. */
struct extent extent_of(const double *numbers, size_t count);

/* Where VALUE lies between the two, 0 … 1; in the middle when they are the same. */
double extent_share(double low, double high, double value);

#endif
