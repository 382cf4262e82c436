/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* The properties that define softmax and its relatives. */
#include "operators/trial.h"

#include "base/failure.h"
#include "base/number.h"

#include <check.h>
#include <float.h>
#include <math.h>

static struct tensor *run(const char *name, struct tensor *x) {
    struct failure failure = {0};
    struct trial trial;
    struct tensor *result;
    trial_begin(&trial, trial_row(name));
    trial_give(&trial, 0, x, "S");
    result = call_run(&trial.call, &failure);
    ck_assert_msg(result != NULL, "%s", failure.message);
    trial_release(&trial);
    return result;
}

/* Returns scores around 0, some far apart. */
static struct tensor *random_scores(struct random *random, size_t rows, size_t columns) {
    struct shape shape = shape_matrix(rows, columns);
    struct failure failure = {0};
    struct tensor *scores = tensor_create(&shape, &failure);
    for (size_t i = 0; i < rows * columns; i++) {
        scores->cells[i] = random_normal(random) * (i % 7 == 0 ? 40 : 2);
    }
    return scores;
}

static const char *const summing[] = {"softmax", "softmax_unshifted", "sparsemax"};

/* The sum has n roundings of numbers of at most 1. */
START_TEST(rows_sum_to_one) {
    struct random random;
    random_seed(&random, 1);
    for (size_t n = 1; n < 200; n = n * 2 + 1) {
        struct tensor *shares = run(summing[_i], random_scores(&random, 4, n));

        for (size_t i = 0; i < 4; i++) {
            double sum = 0;

            for (size_t j = 0; j < n; j++) {
                ck_assert_double_ge(shares->cells[i * n + j], 0);
                ck_assert_double_le(shares->cells[i * n + j], 1);
                sum += shares->cells[i * n + j];
            }
            ck_assert_double_le(fabs(sum - 1), 4 * (double)n * DBL_EPSILON);
        }
        tensor_release(shares);
    }
}
END_TEST

/* Whole numbers shift exactly, so the shares are the same bits. */
START_TEST(shift_changes_nothing) {
    struct tensor *plain = run("softmax", trial_tensor("1x4 1 3 -2 0"));
    struct tensor *shifted = run("softmax", trial_tensor("1x4 1001 1003 998 1000"));
    ck_assert(tensor_same_cells(plain, shifted));
    tensor_release(plain);
    tensor_release(shifted);
}
END_TEST

START_TEST(rows_do_not_see_each_other) {
    struct random random;
    struct tensor *scores, *shares, *swapped;
    random_seed(&random, 3);
    scores = random_scores(&random, 2, 9);
    swapped = tensor_copy(scores, &(struct failure){0});
    for (size_t j = 0; j < 9; j++) {
        swapped->cells[j] = scores->cells[9 + j];
        swapped->cells[9 + j] = scores->cells[j];
    }
    shares = run("softmax", scores);
    swapped = run("softmax", swapped);
    for (size_t j = 0; j < 18; j++) {
        ck_assert(number_same(shares->cells[j], swapped->cells[(j + 9) % 18]));
    }
    tensor_release(shares);
    tensor_release(swapped);
}
END_TEST

START_TEST(order_is_kept) {
    struct tensor *shares = run("softmax", trial_tensor("1x4 0.5 -1 2 0.5"));
    ck_assert(shares->cells[1] < shares->cells[0] && shares->cells[0] < shares->cells[2]);
    ck_assert(number_same(shares->cells[0], shares->cells[3]));
    tensor_release(shares);
}
END_TEST

START_TEST(masked_scores_get_nothing) {
    struct tensor *shares = run("softmax", trial_tensor("2x3 1 -inf 1 -inf -inf -inf"));
    ck_assert(number_same(shares->cells[0], 0.5));
    ck_assert(number_same(shares->cells[1], 0.0));
    for (size_t j = 3; j < 6; j++) {
        ck_assert(isnan(shares->cells[j])); /* every score is masked, so there are no shares */
    }
    tensor_release(shares);
}
END_TEST

START_TEST(unshifted_overflows) {
    struct tensor *wrong = run("softmax_unshifted", trial_tensor("1x2 710 0"));
    struct tensor *right = run("softmax", trial_tensor("1x2 710 0"));
    ck_assert(isnan(wrong->cells[0]));
    ck_assert(number_same(right->cells[0], 1.0));
    tensor_release(wrong);
    tensor_release(right);
}
END_TEST

START_TEST(sparsemax_leaves_out) {
    struct tensor *shares = run("sparsemax", trial_tensor("2x3 0 0.5 0.25 0 2 0.5"));
    ck_assert_double_eq_tol(shares->cells[0], 1.0 / 12, 1e-15);
    ck_assert_double_eq_tol(shares->cells[1], 7.0 / 12, 1e-15);
    ck_assert_double_eq_tol(shares->cells[2], 4.0 / 12, 1e-15);
    ck_assert(number_same(shares->cells[3], 0.0));
    ck_assert(number_same(shares->cells[4], 1.0));
    ck_assert(number_same(shares->cells[5], 0.0));
    tensor_release(shares);
}
END_TEST

START_TEST(nothing_shared_is_nothing) {
    struct tensor *l1 = run("l1", trial_tensor("1x3 0 0 0"));
    struct tensor *relu = run("relu_norm", trial_tensor("2x2 -1 -2 3 1"));
    ck_assert(number_same(l1->cells[1], 0.0));
    ck_assert(number_same(relu->cells[0], 0.0));
    ck_assert(number_same(relu->cells[1], 0.0));
    ck_assert(number_same(relu->cells[2], 0.75));
    tensor_release(l1);
    tensor_release(relu);
}
END_TEST

/* Entropy is 0 for certainty (and +0, which reads better than -0), log n for n equal shares. */
START_TEST(entropy_has_its_bounds) {
    struct tensor *certain = run("entropy", trial_tensor("2x1 1"));
    struct tensor *even = run("entropy", trial_tensor("1x4 0.25"));
    ck_assert(number_same(certain->cells[0], 0.0));
    ck_assert_double_eq_tol(even->cells[0], log(4), 1e-15);
    tensor_release(certain);
    tensor_release(even);
}
END_TEST

/* argmax is the first of equal numbers, and finds a nan. */
START_TEST(argmax_is_the_first) {
    struct tensor *place = run("argmax", trial_tensor("3x3 1 2 2 1 nan nan -inf -inf -inf"));
    struct tensor *largest = run("max", trial_tensor("1x3 nan 5 1"));
    ck_assert_double_eq(place->cells[0], 2);
    ck_assert_double_eq(place->cells[1], 2);
    ck_assert_double_eq(place->cells[2], 1);
    ck_assert(isnan(largest->cells[0]));
    tensor_release(place);
    tensor_release(largest);
}
END_TEST

/* eps=0 is allowed, as in the textbook formula. */
START_TEST(layernorm_takes_no_eps) {
    struct failure failure = {0};
    struct trial trial;
    struct tensor *result;
    trial_begin(&trial, trial_row("layernorm"));
    trial_give(&trial, 0, trial_tensor("1x2 1 3"), "X");
    trial.call.argument[3].number = 0;
    result = call_run(&trial.call, &failure);
    ck_assert_msg(result != NULL, "%s", failure.message);
    ck_assert_double_eq(result->cells[0], -1);
    ck_assert_double_eq(result->cells[1], 1);
    tensor_release(result);
    trial_release(&trial);
}
END_TEST

Suite *operators_softmax_suite(void);

Suite *operators_softmax_suite(void) {
    Suite *suite = suite_create("operators_softmax");
    TCase *core = tcase_create("core");
    TCase *limits = tcase_create("limits");
    tcase_add_loop_test(core, rows_sum_to_one, 0, 3);
    tcase_add_test(core, shift_changes_nothing);
    tcase_add_test(core, rows_do_not_see_each_other);
    tcase_add_test(core, order_is_kept);
    tcase_add_test(core, sparsemax_leaves_out);
    tcase_add_test(core, entropy_has_its_bounds);
    tcase_add_test(limits, argmax_is_the_first);
    tcase_add_test(limits, layernorm_takes_no_eps);
    tcase_add_test(limits, masked_scores_get_nothing);
    tcase_add_test(limits, unshifted_overflows);
    tcase_add_test(limits, nothing_shared_is_nothing);
    suite_add_tcase(suite, core);
    suite_add_tcase(suite, limits);
    return suite;
}
