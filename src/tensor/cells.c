#include "tensor/cells.h"

#include <math.h>

/* Two neighbouring cells, wherever they lie: every 64-bit processor has registers for them. Wider
 * ones would gain nothing here: memory is not faster, nor is division. What comparing them gives
 * has all bits set for true. */
typedef double two __attribute__((vector_size(16), aligned(8), may_alias));
typedef long long two_masks __attribute__((vector_size(16)));

enum { LANES = 2 };

static two two_at(const double *cells) {
    return *(const two *)(const void *)cells;
}

static void put_two(double *cells, two pair) {
    *(two *)(void *)cells = pair;
}

#define PAIRWISE(NAME, SIGN)                                                                       \
    void cells_##NAME(const struct cells_pair *pair) {                                             \
        double *out = pair->out;                                                                   \
        const double *x = pair->x, *y = pair->y;                                                   \
        size_t i = 0, whole = pair->count / LANES * LANES;                                         \
        if (pair->x_step && pair->y_step) {                                                        \
            for (; i < whole; i += LANES) {                                                        \
                put_two(out + i, two_at(x + i) SIGN two_at(y + i));                                \
            }                                                                                      \
        } else if (pair->x_step) {                                                                 \
            for (double all = *y; i < whole; i += LANES) {                                         \
                put_two(out + i, two_at(x + i) SIGN all);                                          \
            }                                                                                      \
        } else if (pair->y_step) {                                                                 \
            for (double all = *x; i < whole; i += LANES) {                                         \
                put_two(out + i, all SIGN two_at(y + i));                                          \
            }                                                                                      \
        }                                                                                          \
        for (; i < pair->count; i++) {                                                             \
            out[i] = x[i * pair->x_step] SIGN y[i * pair->y_step];                                 \
        }                                                                                          \
    }

PAIRWISE(add, +)
PAIRWISE(subtract, -)
PAIRWISE(multiply, *)
PAIRWISE(divide, /)

void cells_descend(double *w, const double *slope, double rate, size_t count) {
    size_t i = 0, whole = count / LANES * LANES;
    for (; i < whole; i += LANES) {
        put_two(w + i, two_at(w + i) - rate * two_at(slope + i));
    }
    for (; i < count; i++) {
        w[i] -= rate * slope[i];
    }
}

/* A nan on either side wins: an undefined number must not hide. */
static double larger(double a, double b) {
    return a > b || isnan(a) ? a : b;
}

static two larger_two(two a, two b) {
    two_masks first = (a > b) | (a != a);
    return (two)(((two_masks)a & first) | ((two_masks)b & ~first));
}

double cells_maximum(const double *x, size_t count) {
    enum { AT_ONCE = 4 * LANES }; /* so that no comparison waits for the one before */
    size_t i = 0, whole = count / AT_ONCE * AT_ONCE;
    double largest = x[0];
    if (whole > 0) {
        two found[] = {two_at(x), two_at(x + 2), two_at(x + 4), two_at(x + 6)};
        for (; i < whole; i += AT_ONCE) {
            found[0] = larger_two(found[0], two_at(x + i));
            found[1] = larger_two(found[1], two_at(x + i + 2));
            found[2] = larger_two(found[2], two_at(x + i + 4));
            found[3] = larger_two(found[3], two_at(x + i + 6));
        }
        found[0] = larger_two(larger_two(found[0], found[1]), larger_two(found[2], found[3]));
        largest = larger(found[0][0], found[0][1]);
    }
    for (; i < count; i++) {
        largest = larger(largest, x[i]);
    }
    return largest;
}

enum {
    TURNED = 16,
    AHEAD = 16
}; /* columns that are written together, two lines of the cache; and
      how many rows before they are written they are asked for */

static void turn_band(const struct cells_block *block, size_t first) {
    for (size_t i = 0; i < block->rows; i++) {
        const double *from = block->from + first * block->from_step + i;
        double *to = block->to + i * block->to_step + first;

        __builtin_prefetch(to + AHEAD * block->to_step, 1);
        __builtin_prefetch(to + AHEAD * block->to_step + TURNED / 2, 1);
        for (size_t j = 0; j < TURNED; j += LANES, from += LANES * block->from_step) {
            put_two(to + j, (two){from[0], from[block->from_step]});
        }
    }
}

/* Band by band: to read along whole rows and write down whole columns would fetch a line of the
 * cache for every cell of a large matrix. */
void cells_transpose(const struct cells_block *block) {
    size_t first = 0;

    for (; block->columns - first >= TURNED; first += TURNED) {
        turn_band(block, first);
    }
    for (size_t i = 0; i < block->rows; i++) {
        for (size_t j = first; j < block->columns; j++) {
            block->to[i * block->to_step + j] = block->from[j * block->from_step + i];
        }
    }
}
