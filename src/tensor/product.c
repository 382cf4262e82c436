/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "tensor/product.h"

#include "base/least.h"

#include <float.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 1
#error                                                                                             \
    "doubles must be computed as doubles, or the digits differ (GCC on i386: -msse2 -mfpmath=sse)"
#endif

/* The result is computed in tiles of ROWS × COLUMNS cells, whose sums stay in the processor's
 * registers while term after term is added to them. Memory reads decide the speed: a cell by itself
 * reads two numbers a term, left(i,k) and right(k,j), for one product; a tile reads the ROWS +
 * COLUMNS = 12 numbers of a term for ROWS · COLUMNS = 32 products, since all columns use each left
 * number and all rows each right one. The order of each cell's terms is the same.
 *
 * A row of a tile is two vectors, each lane a separate sum. GCC and clang split them where the
 * processor's vectors are narrower; wider ones GCC would keep in memory. */
enum { ROWS = 4, COLUMNS = 8, LANES = COLUMNS / 2 };

typedef double lanes __attribute__((vector_size(LANES * sizeof(double)), aligned(8), may_alias));

/* How many terms are added, and to how many rows, before moving to the next columns. Then what is
 * read of the right operand stays in the first-level cache, and of the left one in the second. */
enum { TERMS = 240, BAND = 192 };

/* For a result of one column a tile would be almost empty, and each number of the left operand is
 * read once, for one product. Instead the sums of this many rows run side by side, which hides
 * latency. */
enum { ABREAST = 8 };

/* A result of so few cells would leave half of a tile or more empty. */
enum { FEW_CELLS = ROWS * COLUMNS / 2 };

/* From this many rows on it pays to copy the columns of a tile close together first. */
enum { MANY_ROWS = 32 };

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

struct tile {
    double *sums; /* ROWS of COLUMNS, with SUMS_STEP from one row to the next */
    size_t sums_step;
    const double *left[ROWS]; /* the first factor of each row, with LEFT_STEP to the next */
    size_t left_step;
    const double *right; /* the factors of all columns, side by side */
    size_t right_step;
    size_t terms;
    bool first;   /* no term has been added yet: the sums begin with START */
    double start; /* -0, which leaves every number it is added to unchanged, or 0 */
};

/* Compiles the function for each vector width; the program picks one at start-up. */
#if defined __x86_64__ && defined __GLIBC__ && __has_attribute(target_clones)
#define FOR_EACH_WIDTH __attribute__((target_clones("default", "avx2")))
#else
#define FOR_EACH_WIDTH
#endif

#define EACH_ROW _Pragma("GCC unroll 4") for (size_t i = 0; i < ROWS; i++)

static inline __attribute__((always_inline)) void tile_add(const struct tile *tile) {
    const double *left[ROWS], *right = tile->right;
    size_t left_step = tile->left_step, right_step = tile->right_step;
    lanes low[ROWS], high[ROWS]; /* columns */
    lanes start = tile->start - (lanes){0};
    EACH_ROW {
        const lanes *sums = (const void *)(tile->sums + i * tile->sums_step);
        left[i] = tile->left[i];
        low[i] = tile->first ? start : sums[0];
        high[i] = tile->first ? start : sums[1];
    }
    /* Adds term k to all sums: each number of the left operand times a row of the right one. Every
     * product is rounded before it is added, so each lane is the plain sum of its cell. */
    for (size_t k = tile->terms; k > 0; k--) {
        const lanes *factors = (const void *)right;
        EACH_ROW {
            low[i] += *left[i] * factors[0];
            high[i] += *left[i] * factors[1];
            left[i] += left_step;
        }
        right += right_step;
    }
    EACH_ROW {
        lanes *sums = (void *)(tile->sums + i * tile->sums_step);
        sums[0] = low[i];
        sums[1] = high[i];
    }
}

/* A part of a product: some rows and columns of the result, and some of their terms. */
struct part {
    size_t row, rows, column, columns, term, terms;
};

/* Copies the right operand's columns of PART close together, with zeros for missing columns. */
static void lay_out_panel(const struct product *product, const struct part *part, double *panel) {
    const struct product_operand *right = &product->right;
    const double *from =
        right->cells + part->term * right->row_step + part->column * right->column_step;
    if (right->column_step == 1 && part->columns == COLUMNS) {
        for (size_t k = 0; k < part->terms; k++) {
            memcpy(panel + k * COLUMNS, from + k * right->row_step, COLUMNS * sizeof *panel);
        }
        return;
    }
    memset(panel, 0, part->terms * COLUMNS * sizeof *panel);
    for (size_t j = 0; j < part->columns; j++) {
        for (size_t k = 0; k < part->terms; k++) {
            panel[k * COLUMNS + j] = from[k * right->row_step + j * right->column_step];
        }
    }
}

/* Goes tile by tile down the columns of PART. A tile that extends past the last row or column is
 * computed in BESIDE: its extra rows repeat the first row and are dropped. */
FOR_EACH_WIDTH static void add_product_part(const struct product *product,
                                            const struct part *part) {
    double panel[TERMS * COLUMNS], beside[ROWS * COLUMNS] = {0};
    const struct product_operand *left = &product->left, *right = &product->right;
    struct tile tile = {.left_step = left->column_step,
                        .terms = part->terms,
                        .first = part->term == 0,
                        .start = product->onto_zeros ? 0.0 : -0.0};
    if (right->column_step == 1 && part->columns == COLUMNS && part->rows < MANY_ROWS) {
        tile.right = right->cells + part->term * right->row_step + part->column;
        tile.right_step = right->row_step;
    } else {
        lay_out_panel(product, part, panel);
        tile.right = panel;
        tile.right_step = COLUMNS;
    }
    for (size_t row = 0; row < part->rows; row += ROWS) {
        size_t rows = lesser(ROWS, part->rows - row), first = part->row + row;
        double *out = product->out + first * product->out_step + part->column;
        bool inside = rows == ROWS && part->columns == COLUMNS;
        tile.sums = inside ? out : beside;
        tile.sums_step = inside ? product->out_step : COLUMNS;
        EACH_ROW {
            tile.left[i] = left->cells + (first + (i < rows ? i : 0)) * left->row_step +
                           part->term * left->column_step;
        }
        for (size_t i = 0; !inside && part->term > 0 && i < rows; i++) {
            memcpy(beside + i * COLUMNS, out + i * product->out_step, part->columns * sizeof *out);
        }
        tile_add(&tile);
        for (size_t i = 0; !inside && i < rows; i++) {
            memcpy(out + i * product->out_step, beside + i * COLUMNS, part->columns * sizeof *out);
        }
    }
}

/* Computes a result of one column. Rows past the end repeat the last one and are dropped. */
static void run_column(const struct product *product) {
    const struct product_operand *left = &product->left, *right = &product->right;
    for (size_t row = 0; row < product->rows; row += ABREAST) {
        size_t rows = lesser(ABREAST, product->rows - row);
        const double *from[ABREAST];
        double sums[ABREAST];
        for (size_t i = 0; i < ABREAST; i++) {
            from[i] = left->cells + (row + lesser(i, rows - 1)) * left->row_step;
            sums[i] = product->onto_zeros ? 0.0 : -0.0;
        }
        for (size_t k = 0; k < product->inner; k++) {
            double factor = right->cells[k * right->row_step];
            _Pragma("GCC unroll 8") for (size_t i = 0; i < ABREAST; i++) {
                sums[i] += from[i][k] * factor;
            }
        }
        for (size_t i = 0; i < rows; i++) {
            product->out[(row + i) * product->out_step] = sums[i];
        }
    }
}

/* Computes a small result cell by cell. */
static void run_cells(const struct product *product) {
    const struct product_operand *left = &product->left, *right = &product->right;
    for (size_t i = 0; i < product->rows; i++) {
        for (size_t j = 0; j < product->columns; j++) {
            const double *row = left->cells + i * left->row_step;
            const double *column = right->cells + j * right->column_step;
            double sum = product->onto_zeros ? 0.0 : -0.0;
            for (size_t k = 0; k < product->inner; k++) {
                sum += row[k * left->column_step] * column[k * right->row_step];
            }
            product->out[i * product->out_step + j] = sum;
        }
    }
}

void product_run(const struct product *product) {
    struct part part;
    if (product->rows * product->columns <= FEW_CELLS) {
        run_cells(product);
        return;
    }
    if (product->columns == 1 && product->left.column_step == 1) {
        run_column(product);
        return;
    }
    for (part.row = 0; part.row < product->rows; part.row += BAND) {
        part.rows = lesser(BAND, product->rows - part.row);
        for (part.term = 0; part.term < product->inner; part.term += TERMS) {
            part.terms = lesser(TERMS, product->inner - part.term);
            for (part.column = 0; part.column < product->columns; part.column += COLUMNS) {
                part.columns = lesser(COLUMNS, product->columns - part.column);
                add_product_part(product, &part);
            }
        }
    }
}
