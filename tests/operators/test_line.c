/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums along rows, columns and whole matrices have one order: the bits are those that pure Python
 * gave (tests/reference/products.py). With exp in between, whose last bit is the C library's, they
 * are compared with a plain loop here. */
#include "operators/trial.h"

#include "base/failure.h"
#include "base/file.h"
#include "base/number.h"
#include "base/random.h"
#include "base/text.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 33 };

static struct tensor *scores(size_t rows, size_t columns) {
    struct shape shape = shape_matrix(rows, columns);
    struct failure failure = {0};
    struct tensor *x = tensor_create(&shape, &failure);
    struct random random;
    ck_assert(x != NULL);
    random_seed(&random, 1);
    for (size_t i = 0; i < rows * columns; i++) {
        x->cells[i] = 2 * random_uniform(&random) - 1;
    }
    return x;
}

static struct tensor *run(const char *name, const char *each, struct tensor *x) {
    const struct op *row = trial_row(name);
    int at = operator_parameter(row, "each", 4);
    struct failure failure = {0};
    struct trial trial;
    struct tensor *result;
    trial_begin(&trial, row);
    trial_give(&trial, 0, x, "S");
    trial.call.argument[at].word = trial.call.argument[at].written = each;
    result = call_run(&trial.call, &failure);
    ck_assert_msg(result != NULL, "%s", failure.message);
    trial_release(&trial);
    return result;
}

static uint64_t hashed(uint64_t state, const struct tensor *tensor) {
    for (size_t i = 0; i < shape_cells(&tensor->shape); i++) {
        uint64_t bits;

        memcpy(&bits, &tensor->cells[i], sizeof bits);
        state = (state ^ bits) * 0x100000001B3;
    }
    return state;
}

static uint64_t reference(const char *key) {
    struct text text = {0};
    struct failure failure = {0};
    uint64_t number = 0;
    ck_assert(
        file_read(QKV_SOURCE_DIR "/tests/reference/products.txt", FILE_LIMIT, &text, &failure));
    const char *line = strstr(text_string(&text), key);
    ck_assert_msg(line != NULL, "no %s in products.txt", key);
    number = strtoull(line + strlen(key), NULL, 16);
    text_release(&text);
    return number;
}

static const char *const summed[][2] = {
    {"sum", "row"},          {"sum", "column"},  {"sum", "whole"},  {"mean", "row"},
    {"mean", "column"},      {"mean", "whole"},  {"var", "row"},    {"var", "column"},
    {"var", "whole"},        {"std", "row"},     {"std", "column"}, {"std", "whole"},
    {"norm", "row"},         {"norm", "column"}, {"norm", "whole"}, {"layernorm", "row"},
    {"layernorm", "column"}, {"l1", "row"},      {"l1", "column"},  {"relu_norm", "row"},
    {"relu_norm", "column"}};

START_TEST(every_small_size_as_in_python) {
    const char *name = summed[_i][0], *each = summed[_i][1];
    uint64_t state = 0xCBF29CE484222325;
    char key[64];
    for (size_t rows = 1; rows <= MOST; rows++) {
        for (size_t columns = 1; columns <= MOST; columns++) {
            struct tensor *result = run(name, each, scores(rows, columns));

            state = hashed(state, result);
            tensor_release(result);
        }
    }
    snprintf(key, sizeof key, "\n%s %s ", name, each);
    ck_assert_msg(state == reference(key), "%s: not what Python gave", key + 1);
}
END_TEST

/* Adds up exp(x − max) from the first to the last, then divides each weight by the sum. */
static void plain_softmax(const double *x, size_t count, size_t step, double *out) {
    double largest = x[0], sum;
    for (size_t i = 1; i < count; i++) {
        largest = x[i * step] > largest ? x[i * step] : largest;
    }
    sum = exp(x[0] - largest);
    for (size_t i = 1; i < count; i++) {
        sum = sum + exp(x[i * step] - largest);
    }
    for (size_t i = 0; i < count; i++) {
        out[i * step] = exp(x[i * step] - largest) / sum;
    }
}

START_TEST(softmax_as_in_a_plain_loop) {
    double want[MOST * MOST];
    for (size_t rows = 1; rows <= MOST; rows++) {
        for (size_t columns = 1; columns <= MOST; columns++) {
            struct tensor *x = scores(rows, columns), *by_row, *by_column;

            tensor_retain(x);
            tensor_retain(x);
            by_row = run("softmax", "row", x);
            for (size_t i = 0; i < rows; i++) {
                plain_softmax(x->cells + i * columns, columns, 1, want + i * columns);
            }
            ck_assert_mem_eq(by_row->cells, want, rows * columns * sizeof *want);
            by_column = run("softmax", "column", x);
            for (size_t i = 0; i < columns; i++) {
                plain_softmax(x->cells + i, rows, columns, want + i);
            }
            ck_assert_mem_eq(by_column->cells, want, rows * columns * sizeof *want);
            tensor_release(by_row);
            tensor_release(by_column);
            tensor_release(x);
        }
    }
}
END_TEST

Suite *operators_line_suite(void);

Suite *operators_line_suite(void) {
    Suite *suite = suite_create("operators/line");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, every_small_size_as_in_python, 0, sizeof summed / sizeof summed[0]);
    tcase_add_test(core, softmax_as_in_a_plain_loop);
    suite_add_tcase(suite, core);
    return suite;
}
