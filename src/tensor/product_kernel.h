/* One copy of the inner loops of product.c, which includes this file once for each width of vector:
 *
 *     LANES        doubles in a vector: 2, 4 or 8
 *     COPY(name)   this copy's name for NAME
 *     TARGET       the attribute that lets the compiler use such vectors
 *
 * A TILE is a few rows by a few columns of the result, so small that all its running sums stay in
 * registers while the inner index runs from first to last. That is what makes a product fast: a
 * plain loop reads two numbers and writes one for every term; a tile of 8 × 16 reads 8 + 16 numbers
 * for 128 terms, and writes nothing until the end. And a sum must wait for one addition (some 4
 * cycles) before it takes its next term: with many sums under way the processor never waits.
 *
 * A vector holds neighbouring columns of the result: each lane adds up its own column's terms, in
 * their order, as if it were alone. To split one sum over the lanes instead would be as fast, and
 * give other digits for every width of vector.
 *
 * A tile reads its panel of the right operand once, from the second cache: what comes AHEAD rows on
 * is asked for early, so that nobody waits for it.
 *
 * Sums begin at -0, the one number that changes nothing it is added to: 0 would turn a first term
 * of -0 into 0. (Where they are added to zeros that is what is wanted, and they begin at 0.) */

/* The loops over a tile's rows and vectors must vanish: only then are SUM's cells registers. */
#define TILE(NAME, TYPE, ROWS, VECTORS)                                                            \
    TARGET static void COPY(NAME)(const struct piece *given) {                                     \
        const struct piece piece = *given;                                                         \
        const double *left = piece.left, *right = piece.right;                                     \
        size_t ahead = AHEAD * piece.right_inner;                                                  \
        TYPE sum[ROWS][VECTORS], *row;                                                             \
        UNROLLED for (size_t r = 0; r < (ROWS); r++) {                                             \
            row = (TYPE *)(void *)(piece.out + r * piece.out_step);                                \
            UNROLLED for (size_t v = 0; v < (VECTORS); v++) {                                      \
                const TYPE zero = {0};                                                             \
                sum[r][v] = piece.onto_zeros ? zero : -zero;                                       \
                if (piece.goes_on) {                                                               \
                    sum[r][v] = row[v];                                                            \
                }                                                                                  \
            }                                                                                      \
        }                                                                                          \
        for (size_t k = 0; k < piece.inner; k++) {                                                 \
            UNROLLED for (size_t v = 0; WHOLE(TYPE) && v < (VECTORS); v++) {                       \
                __builtin_prefetch((const TYPE *)(const void *)(right + ahead) + v);               \
            }                                                                                      \
            UNROLLED for (size_t r = 0; r < (ROWS); r++) {                                         \
                UNROLLED for (size_t v = 0; v < (VECTORS); v++) {                                  \
                    sum[r][v] +=                                                                   \
                        left[r * piece.left_row] * ((const TYPE *)(const void *)right)[v];         \
                }                                                                                  \
            }                                                                                      \
            left += piece.left_inner;                                                              \
            right += piece.right_inner;                                                            \
        }                                                                                          \
        UNROLLED for (size_t r = 0; r < (ROWS); r++) {                                             \
            row = (TYPE *)(void *)(piece.out + r * piece.out_step);                                \
            UNROLLED for (size_t v = 0; v < (VECTORS); v++) {                                      \
                row[v] = sum[r][v];                                                                \
            }                                                                                      \
        }                                                                                          \
    }

#define WHOLE(TYPE) (sizeof(TYPE) == LANES * sizeof(double))

/* The tiles of one width. What does not fill the tallest is left to shorter ones, down to a row. */
#if LANES == 8
#define TILES(WIDTH, TYPE, VECTORS)                                                                \
    TILE(tile_1x##WIDTH, TYPE, 1, VECTORS)                                                         \
    TILE(tile_2x##WIDTH, TYPE, 2, VECTORS)                                                         \
    TILE(tile_4x##WIDTH, TYPE, 4, VECTORS)                                                         \
    TILE(tile_8x##WIDTH, TYPE, 8, VECTORS)
#define COLUMN(WIDTH)                                                                              \
    { COPY(tile_1x##WIDTH), COPY(tile_2x##WIDTH), COPY(tile_4x##WIDTH), COPY(tile_8x##WIDTH) }
#else
/* Processors with narrower vectors have half as many registers. */
#define TILES(WIDTH, TYPE, VECTORS)                                                                \
    TILE(tile_1x##WIDTH, TYPE, 1, VECTORS)                                                         \
    TILE(tile_2x##WIDTH, TYPE, 2, VECTORS)                                                         \
    TILE(tile_4x##WIDTH, TYPE, 4, VECTORS)
#define COLUMN(WIDTH)                                                                              \
    { COPY(tile_1x##WIDTH), COPY(tile_2x##WIDTH), COPY(tile_4x##WIDTH) }
#endif

/* And so with columns, down to a single cell. The widest tile is two vectors wide. */
TILES(1, double, 1)
TILES(2, two, 1)
#if LANES == 2
TILES(4, two, 2)
static const struct copy COPY(copy) = {2, 2, {COLUMN(1), COLUMN(2), COLUMN(4)}};
#elif LANES == 4
TILES(4, four, 1)
TILES(8, four, 2)
static const struct copy COPY(copy) = {2, 3, {COLUMN(1), COLUMN(2), COLUMN(4), COLUMN(8)}};
#else
TILES(4, four, 1)
TILES(8, eight, 1)
TILES(16, eight, 2)
static const struct copy COPY(copy) = {
    3, 4, {COLUMN(1), COLUMN(2), COLUMN(4), COLUMN(8), COLUMN(16)}};
#endif

#undef TILE
#undef WHOLE
#undef TILES
#undef COLUMN
#undef LANES
#undef COPY
#undef TARGET
