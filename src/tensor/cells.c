#include "tensor/cells.h"

#include <math.h>
#include <string.h>

/* Two neighbouring cells, wherever they lie: every 64-bit processor has registers for them. Wider
 * ones would gain nothing here: memory is not faster, nor is division. What comparing them gives
 * has all bits set for true. */
typedef double two __attribute__((vector_size(16), aligned(8), may_alias));
typedef long long two_masks __attribute__((vector_size(16)));

enum { LANES = 2 };

#define UNROLLED _Pragma("GCC unroll 8")

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

enum { AT_ONCE = 8 }; /* so that no comparison waits for the one before */

/* Of a multiple of AT_ONCE. Each `a > b ? a : b` is one instruction, which loses a nan: those are
 * looked for apart. */
static double largest_of_whole(const double *x, size_t count) {
    two_masks undefined = {0};
    double found[AT_ONCE];
    memcpy(found, x, sizeof found);
    for (size_t i = 0; i < count; i += AT_ONCE) {
        UNROLLED for (size_t j = 0; j < AT_ONCE; j += LANES) {
            undefined |= two_at(x + i + j) != two_at(x + i + j);
        }
        UNROLLED for (size_t j = 0; j < AT_ONCE; j++) {
            found[j] = x[i + j] > found[j] ? x[i + j] : found[j];
        }
    }
    UNROLLED for (size_t j = 1; j < AT_ONCE; j++) {
        found[0] = larger(found[0], found[j]);
    }
    return undefined[0] | undefined[1] ? (double)NAN : found[0];
}

double cells_maximum(const double *x, size_t count) {
    size_t whole = count / AT_ONCE * AT_ONCE;
    double largest = whole > 0 ? largest_of_whole(x, whole) : x[0];
    for (size_t i = whole; i < count; i++) {
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
