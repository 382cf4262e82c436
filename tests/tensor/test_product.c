/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* A product's bits are those of a plain loop; and the plain loop's are those that pure Python gave
 * (tests/reference/products.py). */
#include "ground/runner.h"
#include "tensor/product.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/heap.h"
#include "base/number.h"
#include "base/random.h"
#include "base/text.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_STEP RUNNER_SAMPLES(1, 8)
enum { MOST = 33 };

/* The operands of one test, and results. */
static struct { double *left, *right, *want, *got; } cells;

static void make_cells(size_t left, size_t right, size_t out) {
    cells.left = memory_allocate(left, sizeof(double));
    cells.right = memory_allocate(right, sizeof(double));
    cells.want = memory_allocate(out, sizeof(double));
    cells.got = memory_allocate(out, sizeof(double));
    ck_assert(cells.left && cells.right && cells.want && cells.got);
}

static void free_cells(void) {
    memory_free(cells.left);
    memory_free(cells.right);
    memory_free(cells.want);
    memory_free(cells.got);
    ck_assert_uint_eq(memory_blocks(), 0);
}

/* Fills with numbers from -1 to 1. */
static void fill(double *to, uint64_t seed, size_t count) {
    struct random random;
    random_seed(&random, seed);
    for (size_t i = 0; i < count; i++) {
        to[i] = 2 * random_uniform(&random) - 1;
    }
}

static void sprinkle(double *to, size_t count) {
    static const double special[] = {INFINITY, -INFINITY, NAN, -0.0, 0.0, 5e-324, -2e-308, 1e308};
    for (size_t i = 0; i < count; i += 13) {
        to[i] = special[i / 13 % 8];
    }
}

/* The definition that every product has to match. */
static void plain_loop(const struct product *product) {
    for (size_t i = 0; i < product->rows; i++) {
        for (size_t j = 0; j < product->columns; j++) {
            register const double *left = product->left.cells + i * product->left.row_step;
            register const double *right = product->right.cells + j * product->right.column_step;
            size_t inner = product->inner, left_step = product->left.column_step,
                   right_step = product->right.row_step;
            register double sum = *left * *right; /* tests are not optimised */

            for (size_t k = 1; k < inner; k++) {
                left += left_step;
                right += right_step;
                sum += *left * *right;
            }
            product->out[i * product->out_step + j] = sum;
        }
    }
}

static uint64_t hashed(uint64_t state, const double *from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        uint64_t bits = 0x7FF8000000000000;

        if (!isnan(from[i])) {
            memcpy(&bits, &from[i], sizeof bits);
        }
        state = (state ^ bits) * 0x100000001B3;
    }
    return state;
}

static const uint64_t hash_start = 0xCBF29CE484222325;

/* Returns the number after KEY in the reference. */
static uint64_t reference(const char *key) {
    struct text text = {0};
    struct failure failure = {0};
    uint64_t number = 0;
    ck_assert_msg(
        file_read(QKV_SOURCE_DIR "/tests/reference/products.txt", FILE_LIMIT, &text, &failure),
        "%s", failure.message);
    const char *line = strstr(text_string(&text), key);
    ck_assert_msg(line != NULL, "no %s in products.txt", key);
    number = strtoull(line + strlen(key), NULL, 16);
    text_release(&text);
    return number;
}

/* Computes PRODUCT and compares it with WANT. */
static void check_product(struct product product) {
    size_t count = product.rows * product.columns;
    memset(cells.got, 0x55, count * sizeof(double));
    product.out = cells.got;
    product_run(&product);
    if (memcmp(cells.got, cells.want, count * sizeof(double)) == 0) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        if (!number_same(cells.got[i], cells.want[i])) {
            ck_abort_msg("%zu×%zu×%zu: cell %zu is %.17g and not %.17g", product.rows,
                         product.inner, product.columns, i, cells.got[i], cells.want[i]);
        }
    }
}

/* Checks all inner and outer sizes up to 33, for ROWS rows. */
static void check_rows(const char *name, size_t rows) {
    uint64_t state = hash_start;
    char key[64];
    for (size_t inner = 1; inner <= MOST; inner++) {
        for (size_t columns = 1; columns <= MOST; columns++) {
            struct product product = product_plain(cells.want, cells.left, cells.right,
                                                   (size_t[]){rows, inner, columns});
            plain_loop(&product);
            state = hashed(state, cells.want, rows * columns);
            check_product(product);
        }
    }
    snprintf(key, sizeof key, "%s %zu ", name, rows);
    ck_assert_msg(state == reference(key), "%s: not what Python gave", key);
}

START_TEST(every_small_size) {
    make_cells(MOST * MOST, MOST * MOST, MOST * MOST);
    fill(cells.left, 1, MOST * MOST);
    fill(cells.right, 2, MOST * MOST);
    for (size_t rows = 1; rows <= MOST; rows += ROWS_STEP) {
        check_rows("small", rows);
    }
    free_cells();
}
END_TEST

START_TEST(infinite_tiny_and_undefined_numbers) {
    make_cells(MOST * MOST, MOST * MOST, MOST * MOST);
    fill(cells.left, 3, MOST * MOST);
    fill(cells.right, 4, MOST * MOST);
    sprinkle(cells.left, MOST * MOST);
    sprinkle(cells.right, MOST * MOST);
    for (size_t rows = 1; rows <= MOST; rows += ROWS_STEP) {
        check_rows("special", rows);
    }
    free_cells();
}
END_TEST

static const size_t large[][3] = {{123, 456, 123}, {37, 600, 700}, {3000, 7, 5},
                                  {5, 9, 3000},    {1, 5000, 1},   {512, 512, 512}};

/* The last takes some seconds where the product is not optimised. */
#define LARGE RUNNER_SAMPLES(6, 5)

START_TEST(large_sizes) {
    const size_t *sizes = large[_i];
    size_t rows = sizes[0], inner = sizes[1], columns = sizes[2];
    char key[64];
    make_cells(rows * inner, inner * columns, rows * columns);
    fill(cells.left, 5, rows * inner);
    fill(cells.right, 6, inner * columns);
    struct product product = product_plain(cells.want, cells.left, cells.right, sizes);
    product_run(&product);
    snprintf(key, sizeof key, "large %zu %zu %zu ", rows, inner, columns);
    ck_assert_msg(hashed(hash_start, cells.want, rows * columns) == reference(key),
                  "%s: not what Python gave", key);
    check_product(product);
    free_cells();
}
END_TEST

/* _i says what is transposed: 1 the left operand, 2 the right one, 3 both. */
START_TEST(operands_lie_turned_over) {
    static const size_t sizes[][3] = {
        {5, 3, 4}, {33, 17, 40}, {70, 300, 90}, {9, 520, 600}, {19, 30, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t rows = sizes[i][0], inner = sizes[i][1], columns = sizes[i][2];

        make_cells(rows * inner, inner * columns, rows * columns);
        fill(cells.left, 9, rows * inner);
        fill(cells.right, 10, inner * columns);
        struct product product = product_plain(cells.want, cells.left, cells.right, sizes[i]);
        if (_i & 1) {
            product.left = (struct product_operand){cells.left, 1, rows};
        }
        if (_i & 2) {
            product.right = (struct product_operand){cells.right, 1, inner};
        }
        plain_loop(&product);
        check_product(product);
        free_cells();
    }
}
END_TEST

/* The whole sum is added to a 0, so that none is -0. */
START_TEST(sums_are_added_to_zeros) {
    static const size_t sizes[][3] = {{19, 1, 21}, {33, 17, 40}, {20, 600, 30}, {19, 1, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t rows = sizes[i][0], inner = sizes[i][1], columns = sizes[i][2];

        make_cells(rows * inner, inner * columns, rows * columns);
        fill(cells.right, 16, inner * columns);
        for (size_t k = 0; k < rows * inner; k++) {
            cells.left[k] = k / inner % 3 == 0 ? -0.0 : k % 2 == 0 ? 0.0 : 1 / (double)k;
        }
        struct product product = product_plain(cells.want, cells.left, cells.right, sizes[i]);
        plain_loop(&product);
        check_product(product);
        for (size_t k = 0; k < rows * columns; k++) {
            cells.want[k] = 0 + cells.want[k];
        }
        product.onto_zeros = true;
        check_product(product);
        free_cells();
    }
}
END_TEST

START_TEST(transposing_swaps_the_steps) {
    struct product_operand transposed = product_transposed((struct product_operand){NULL, 7, 1});
    ck_assert_uint_eq(transposed.row_step, 1);
    ck_assert_uint_eq(transposed.column_step, 7);
}
END_TEST

/* The result is part of a larger matrix, whose other cells must stay. */
START_TEST(nothing_else_is_written) {
    enum { ROWS = 19, INNER = 270, COLUMNS = 45, STEP = 50 };
    size_t columns = _i == 0 ? COLUMNS : 1;
    make_cells(ROWS * INNER, INNER * COLUMNS, ROWS * STEP);
    fill(cells.left, 11, ROWS * INNER);
    fill(cells.right, 12, INNER * COLUMNS);
    struct product product =
        product_plain(cells.want, cells.left, cells.right, (size_t[]){ROWS, INNER, columns});
    product.out_step = STEP;
    for (size_t i = 0; i < ROWS * STEP; i++) {
        cells.want[i] = cells.got[i] = (double)i;
    }
    plain_loop(&product);
    product.out = cells.got;
    product_run(&product);
    ck_assert_mem_eq(cells.got, cells.want, ROWS * STEP * sizeof(double));
    free_cells();
}
END_TEST

Suite *tensor_product_suite(void);

Suite *tensor_product_suite(void) {
    Suite *suite = suite_create("tensor/product");
    TCase *core = tcase_create("core");
    tcase_add_test(core, every_small_size);
    tcase_add_test(core, infinite_tiny_and_undefined_numbers);
    tcase_add_loop_test(core, large_sizes, 0, LARGE);
    tcase_add_loop_test(core, operands_lie_turned_over, 0, 4);
    tcase_add_test(core, transposing_swaps_the_steps);
    tcase_add_test(core, sums_are_added_to_zeros);
    tcase_add_loop_test(core, nothing_else_is_written, 0, 2);
    suite_add_tcase(suite, core);
    return suite;
}
