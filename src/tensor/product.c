#include "tensor/product.h"

#include "base/signals.h"
#include "tensor/cells.h"

#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* The C library knows what the processor has; the compiler's own way asks it again at every start,
 * which takes a tenth of a millisecond on a virtual machine. */
#if defined(__x86_64__) && __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#define HAS(feature, name) CPU_FEATURE_ACTIVE(feature)
#elif defined(__x86_64__)
#define HAS(feature, name) __builtin_cpu_supports(name)
#endif

enum {
    BLOCK_INNER = 512,   /* a block of the right operand: so many rows … */
    BLOCK_COLUMNS = 256, /* … by so many columns, 1 MiB: it stays in the second cache */
    BAND = 64,           /* columns that are copied together, */
    BAND_AHEAD = 4,      /* and how many rows before they are read they are asked for */
    PACK_CELLS = 4096,   /* a right operand that lies within so many cells is read there */
    PACK_ROWS = 16,      /* and so is one that fewer rows meet */
    THREADS = 8,         /* at most */
    TALLEST = 3,         /* a tile has 2⁰ … 2³ rows */
    WIDEST = 4           /* and 2⁰ … 2⁴ columns */
};

/* A thread is worth while for some milliseconds' work: so many terms. */
static const double threads_pay = 1 << 27;

/* What one tile is made from. */
struct piece {
    double *out;
    const double *left, *right; /* its first row's first cell; its first column's */
    size_t out_step, left_row, left_inner, right_inner; /* steps, in cells */
    size_t inner;
    bool goes_on;    /* OUT already holds the sums over an earlier part of the inner index */
    bool onto_zeros; /* the sums begin at 0 */
};

/* --- the inner loops, in as many copies as there are widths of vectors --------------------------
 */

struct copy {
    int tallest, widest; /* exponents of its largest tile */
    void (*tile[WIDEST + 1][TALLEST + 1])(const struct piece *piece);
};

/* Neighbouring doubles, wherever they lie. */
typedef double two __attribute__((vector_size(16), aligned(8), may_alias));
typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
typedef double eight __attribute__((vector_size(64), aligned(8), may_alias));

enum { AHEAD = 16 };

#define UNROLLED _Pragma("GCC unroll 8")

#define LANES 2
#define COPY(name) name##_plain
#define TARGET
#include "tensor/product_kernel.h"

#if defined(__x86_64__)
#define LANES 4
#define COPY(name) name##_avx2
#define TARGET __attribute__((target("avx2")))
#include "tensor/product_kernel.h"

#define LANES 8
#define COPY(name) name##_avx512
#define TARGET __attribute__((target("avx512f")))
#include "tensor/product_kernel.h"
#endif

/* The copy for LEVEL, NULL when this processor has no such vectors. */
static const struct copy *copy_for(enum product_level level) {
    switch (level) {
#if defined(__x86_64__)
    case PRODUCT_AVX512:
        return HAS(AVX512F, "avx512f") ? &copy_avx512 : NULL;
    case PRODUCT_AVX2:
        return HAS(AVX2, "avx2") ? &copy_avx2 : NULL;
#endif
    case PRODUCT_PLAIN:
        return &copy_plain;
    default:
        return NULL;
    }
}

/* What product_choose chose; copy NULL: nothing yet. */
static struct {
    const struct copy *copy;
    size_t threads; /* 0: what pays */
} chosen;

enum product_level product_widest(void) {
    enum product_level level = PRODUCT_LEVELS - 1;

    while (copy_for(level) == NULL) {
        level--;
    }
    return level;
}

bool product_choose(enum product_level level, size_t threads) {
    const struct copy *copy = copy_for(level);

    if (copy == NULL) {
        return false;
    }
    chosen.copy = copy;
    chosen.threads = threads;
    return true;
}

/* --- blocks and tiles ---------------------------------------------------------------------------
 */

/* A part of a product: some columns, and some of the inner index. RIGHT lies where it did, or
 * packed: panel by panel, each as wide as the tile that will read it, and row by row within. */
struct block {
    const struct copy *copy;
    const struct product *product;
    const double *right;
    bool packed;
    size_t first_inner, inner, first_column, columns;
};

/* The exponent of the largest power of two that is no more than REST, nor than 2 to the LARGEST. */
static int fitting(int largest, size_t rest) {
    while (((size_t)1 << largest) > rest) {
        largest--;
    }
    return largest;
}

/* All columns of a block, for 2 to the HEIGHT rows from FIRST. */
static void fill_rows(const struct block *block, size_t first, int height) {
    const struct product *product = block->product;
    struct piece piece = {
        .left = product->left.cells + first * product->left.row_step +
                block->first_inner * product->left.column_step,
        .out_step = product->out_step,
        .left_row = product->left.row_step,
        .left_inner = product->left.column_step,
        .right_inner = product->right.row_step,
        .inner = block->inner,
        .goes_on = block->first_inner > 0,
        .onto_zeros = product->onto_zeros,
    };

    for (size_t j = 0; j < block->columns;) {
        int width = fitting(block->copy->widest, block->columns - j);

        piece.out = product->out + first * product->out_step + block->first_column + j;
        piece.right = block->right + (block->packed ? j * block->inner : j);
        piece.right_inner = block->packed ? (size_t)1 << width : product->right.row_step;
        block->copy->tile[width][height](&piece);
        j += (size_t)1 << width;
    }
}

static void fill_block(const struct block *block) {
    size_t rows = block->product->rows;

    for (size_t i = 0; i < rows;) {
        int height = fitting(block->copy->tallest, rows - i);

        fill_rows(block, i, height);
        i += (size_t)1 << height;
    }
}

/* Neighbours. The widths of whole vectors are told apart for the compiler, to which they are a few
 * moves; the rest is narrower than one. */
static void copy_cells(double *restrict to, const double *restrict from, size_t count) {
    switch (count) {
    case 16:
        memcpy(to, from, 16 * sizeof *to);
        break;
    case 8:
        memcpy(to, from, 8 * sizeof *to);
        break;
    case 4:
        memcpy(to, from, 4 * sizeof *to);
        break;
    default:
        to[0] = from[0];
        to[count - 1] = from[count - 1];
    }
}

/* The first WIDTH columns of FROM, as a panel of INNER rows. */
static void pack_panel(struct product_operand from, size_t inner, size_t width, double *to) {
    const double *row = from.cells;

    if (from.column_step != 1) {
        cells_transpose(&(struct cells_block){to, row, width, from.column_step, inner, width});
        return;
    }
    for (size_t k = 0; k < inner; k++, row += from.row_step, to += width) {
        copy_cells(to, row, width);
    }
}

/* Of a matrix that lies row by row, BAND columns, as panels as wide as a tile can be: whole lines
 * of the cache are read, which were asked for some rows before; nobody else could tell that the
 * next ones to be wanted lie a row further on. */
static void pack_band(const struct product_operand *from, size_t inner, size_t width, double *to) {
    const double *row = from->cells;

    for (size_t k = 0; k < inner; k++, row += from->row_step, to += width) {
        for (size_t c = 0; c < BAND; c += 8) {
            __builtin_prefetch(row + BAND_AHEAD * from->row_step + c);
        }
        for (size_t c = 0; c < BAND; c += width) {
            copy_cells(to + c * inner, row + c, width);
        }
    }
}

static void pack(struct block *block, double *scratch) {
    struct product_operand from = block->product->right;
    int widest = block->copy->widest;

    from.cells += block->first_inner * from.row_step + block->first_column * from.column_step;
    for (size_t j = 0, width = 0; j < block->columns; j += width) {
        width = (size_t)1 << fitting(widest, block->columns - j);
        if (from.column_step == 1 && block->columns - j >= BAND) {
            pack_band(&from, block->inner, width, scratch + j * block->inner);
            width = BAND;
        } else {
            pack_panel(from, block->inner, width, scratch + j * block->inner);
        }
        from.cells += width * from.column_step;
    }
    block->right = scratch;
    block->packed = true;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Block by block, each copied to SCRATCH: numbers that will be read together lie together, and stay
 * in the cache while all rows of the left operand pass by. */
static void fill_packed(struct block *block, double *scratch) {
    const struct product *product = block->product;

    for (size_t j = 0; j < product->columns; j += BLOCK_COLUMNS) {
        block->first_column = j;
        block->columns = least(BLOCK_COLUMNS, product->columns - j);
        for (size_t k = 0; k < product->inner; k += BLOCK_INNER) {
            block->first_inner = k;
            block->inner = least(BLOCK_INNER, product->inner - k);
            pack(block, scratch);
            fill_block(block);
        }
    }
}

static bool worth_packing(const struct product *product) {
    return product->right.column_step != 1 ||
           (product->rows >= PACK_ROWS && product->inner * product->right.row_step > PACK_CELLS);
}

static void fill(const struct product *product, double *scratch) {
    struct block block = {.copy = chosen.copy ? chosen.copy : &copy_plain,
                          .product = product,
                          .right = product->right.cells,
                          .inner = product->inner,
                          .columns = product->columns};

    if (worth_packing(product)) {
        fill_packed(&block, scratch);
    } else {
        fill_block(&block);
    }
}

/* --- threads ------------------------------------------------------------------------------------
 */

/* A share of the result's rows or columns: a product of its own, that writes where no other does.
 * Sums are never shared, so their digits know nothing of threads. */
struct share {
    struct product product;
    double *scratch;
    pthread_t thread;
    bool started;
};

/* A block for each thread. Not on the heap, so that a product cannot run out of memory; untouched,
 * it costs none. In step with the lines of the cache, which no vector then straddles. */
static _Alignas(64) double scratches[THREADS][BLOCK_INNER * BLOCK_COLUMNS];

static void *work(void *context) {
    struct share *share = context;

    fill(&share->product, share->scratch);
    return NULL;
}

/* Share AT of COUNT, in whole tiles where there are enough. */
static struct product share_of(const struct product *whole, size_t at, size_t count) {
    struct product part = *whole;
    bool by_rows = whole->rows >= whole->columns;
    size_t size = by_rows ? whole->rows : whole->columns;
    size_t step = (size + count - 1) / count, from, to;

    step = (step + 15) / 16 * 16;
    from = least(size, at * step);
    to = least(size, from + step);
    if (by_rows) {
        part.rows = to - from;
        part.out += from * part.out_step;
        part.left.cells += from * part.left.row_step;
    } else {
        part.columns = to - from;
        part.out += from;
        part.right.cells += from * part.right.column_step;
    }
    return part;
}

/* The last share is ours, and any whose thread does not start. Signals are left to the thread that
 * was there before: helpers are born with all of them blocked, but for a fault of their own. */
static void fill_shared(const struct product *product, size_t count) {
    struct share shares[THREADS];
    sigset_t before;

    signals_block(&before);
    for (size_t i = 0; i < count; i++) {
        shares[i] = (struct share){.product = share_of(product, i, count), .scratch = scratches[i]};
        shares[i].started =
            i + 1 < count && pthread_create(&shares[i].thread, NULL, work, &shares[i]) == 0;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (size_t i = count; i-- > 0;) {
        if (!shares[i].started) {
            work(&shares[i]);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (shares[i].started) {
            pthread_join(shares[i].thread, NULL);
        }
    }
}

static size_t threads_for(const struct product *product) {
    double terms = (double)product->rows * (double)product->inner * (double)product->columns;
    long threads = (long)chosen.threads;

    if (threads == 0) {
        threads = terms < threads_pay ? 1 : sysconf(_SC_NPROCESSORS_ONLN);
    }
    return threads < 1 ? 1 : threads > THREADS ? THREADS : (size_t)threads;
}

void product_run(const struct product *product) {
    size_t threads;

    if (chosen.copy == NULL) {
        product_choose(product_widest(), 0);
    }
    threads = threads_for(product);
    if (threads > 1) {
        fill_shared(product, threads);
    } else {
        fill(product, scratches[0]);
    }
}

/* --- operands -----------------------------------------------------------------------------------
 */

struct product product_plain(double *out, const double *left, const double *right,
                             const size_t sizes[3]) {
    return (struct product){.out = out,
                            .out_step = sizes[2],
                            .left = {left, sizes[1], 1},
                            .right = {right, sizes[2], 1},
                            .rows = sizes[0],
                            .inner = sizes[1],
                            .columns = sizes[2]};
}

struct product_operand product_transposed(struct product_operand matrix) {
    return (struct product_operand){matrix.cells, matrix.column_step, matrix.row_step};
}
