/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences: which definitions changed, and where each changed most. */
#include "notebook/difference.h"

#include "base/heap.h"
#include "room.h"

#include <check.h>
#include <math.h>
#include <string.h>

static struct notebook before, now;
static struct difference difference;
static struct failure failure;

static void setup(void) {
    notebook_init(&before);
    room_run(&before, "X = tokens(\"I am\", [[1, 2], [3, 4]])\n"
                      "W = [[1, 0], [0, 1]]\n"
                      "Q = X @ W\n"
                      "M = causal(2)\n"
                      "S = Q @ Q.T + M\n"
                      "A = softmax(S)\n");
    notebook_copy(&now, &before);
}

static void teardown(void) {
    difference_release(&difference);
    notebook_release(&before);
    notebook_release(&now);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static void find(void) {
    difference_release(&difference);
    ck_assert(difference_find(&before, &now, &difference, &failure));
}

START_TEST(nothing_differs_from_a_copy) {
    find();
    ck_assert_uint_eq(difference.count, 0);
    room_run(&now, "W[1,2] = -0.0\n");
    find();
    ck_assert_uint_eq(difference.count, 0);
}
END_TEST

/* exp(x) / (3 exp(x)) is a third whatever x is; a change of its last bit is not worth reporting. */
START_TEST(rounding_is_no_difference) {
    notebook_release(&before);
    notebook_release(&now);
    room_run(&before, "x = 0.3\nthird = exp(x) / (3 * exp(x))\ny = third + x * 1e-14\n");
    notebook_copy(&now, &before);
    room_run(&now, "x = 5\n");
    find();
    ck_assert_uint_eq(difference.count, 1);
    ck_assert_str_eq(difference.list[0].newer->name, "x");
}
END_TEST

START_TEST(the_cause_comes_first_and_each_has_its_largest_change) {
    room_run(&now, "W[2,1] = 0.5\n");
    find();
    ck_assert_uint_eq(difference.count, 4);
    ck_assert_str_eq(difference.list[0].newer->name, "W");
    ck_assert_uint_eq(difference.list[0].cells, 1);
    ck_assert_uint_eq(difference.list[0].most, 2);
    ck_assert(difference.list[0].change == 0.5);
    ck_assert_str_eq(difference.list[1].newer->name, "Q");
    ck_assert_uint_eq(difference.list[1].cells, 2);
    ck_assert_uint_eq(difference.list[1].most, 2);
    ck_assert(difference.list[1].change == 2);
    ck_assert_ptr_eq(difference.list[1].old, notebook_find(&before, "Q"));
}
END_TEST

START_TEST(a_change_with_a_size_goes_before_one_without) {
    room_run(&now, "S = Q @ Q.T\nQ = X @ W * 2\n");
    find();
    ck_assert_str_eq(difference.list[1].newer->name, "S");
    ck_assert_uint_eq(difference.list[1].cells, 4);
    ck_assert_uint_eq(difference.list[1].most, 3); /* 25 to 100; [1,2] came from -inf */
    ck_assert(difference.list[1].change == 75);
    room_run(&now, "Q = X @ W\n");
    find();
    ck_assert_str_eq(difference.list[0].newer->name, "S");
    ck_assert_uint_eq(difference.list[0].cells, 1);
    ck_assert_uint_eq(difference.list[0].most, 1);
    ck_assert(difference.list[0].change == INFINITY);
}
END_TEST

START_TEST(what_is_new_gone_or_of_another_size_is_told_apart) {
    room_run(&now, "W = [[1], [1]]\nB = 5\n");
    notebook_release(&before);
    room_run(&before, "old = 1\nX = tokens(\"I am\", [[1, 2], [3, 4]])\nW = [[1, 0], [0, 1]]\n"
                      "Q = X @ W\nM = causal(2)\nS = Q @ Q.T + M\nA = softmax(S)\n");
    find();
    ck_assert_uint_eq(difference.count, 6);
    ck_assert(difference.list[0].resized && difference.list[1].resized);
    ck_assert(!difference.list[2].resized);
    ck_assert_str_eq(difference.list[4].newer->name, "B");
    ck_assert_ptr_null(difference.list[4].old);
    ck_assert_str_eq(difference.list[5].old->name, "old");
    ck_assert_ptr_null(difference.list[5].newer);
}
END_TEST

START_TEST(a_value_less_another_is_0_where_nothing_changed) {
    room_run(&now, "S = Q @ Q.T + 1\n");
    struct tensor *value = difference_value(notebook_find(&before, "S")->value,
                                            notebook_find(&now, "S")->value, &failure);
    ck_assert(value->cells[0] == 1 && value->cells[1] == INFINITY && value->cells[2] == 1);
    tensor_release(value);
    value = difference_value(notebook_find(&before, "M")->value, notebook_find(&now, "M")->value,
                             &failure);
    ck_assert(value->cells[0] == 0 && value->cells[1] == 0);
    tensor_release(value);
}
END_TEST

Suite *notebook_difference_suite(void);

Suite *notebook_difference_suite(void) {
    Suite *suite = suite_create("notebook/difference");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, nothing_differs_from_a_copy);
    tcase_add_test(core, rounding_is_no_difference);
    tcase_add_test(core, the_cause_comes_first_and_each_has_its_largest_change);
    tcase_add_test(core, a_change_with_a_size_goes_before_one_without);
    tcase_add_test(core, what_is_new_gone_or_of_another_size_is_told_apart);
    tcase_add_test(core, a_value_less_another_is_0_where_nothing_changed);
    suite_add_tcase(suite, core);
    return suite;
}
