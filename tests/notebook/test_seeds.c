/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Sources without a seed: what they draw depends only on the name that is defined and on their
 * position in its formula. */
#include "notebook/notebook.h"

#include "base/heap.h"
#include "room.h"

#include <check.h>

static struct notebook notebook;

static void setup(void) {
    notebook_init(&notebook);
}

static void teardown(void) {
    notebook_release(&notebook);
    ck_assert_uint_eq(memory_blocks(), 0);
}

static struct tensor *value(const char *name) {
    struct definition *definition = notebook_find(&notebook, name);
    ck_assert_msg(definition != NULL, "no %s", name);
    return definition->value;
}

START_TEST(two_names_draw_two_matrices) {
    room_run(&notebook, "W_q = normal(3, 3)\nW_k = normal(3, 3)\nU = uniform(3, 3)\nV = "
                        "uniform(3, 3)");
    ck_assert(!tensor_same(value("W_q"), value("W_k")));
    ck_assert(!tensor_same(value("U"), value("V")));
}
END_TEST

START_TEST(one_name_draws_the_same_whenever_it_is_defined) {
    struct tensor *before;
    room_run(&notebook, "X = [[1]]\nW = normal(3, 3)");
    before = tensor_retain(value("W"));
    room_run(&notebook, "W = [[0]]\nY = normal(3, 3)\nW = normal(3, 3)");
    ck_assert(tensor_same(value("W"), before));
    room_run(&notebook, "W = 0 * X + normal(3, 3)"); /* nor does what else is in the formula */
    ck_assert(tensor_same(value("W"), before));
    tensor_release(before);
}
END_TEST

START_TEST(two_sources_in_one_formula_differ) {
    room_run(&notebook, "W = normal(1, 4) - normal(1, 4)\nV = normal(1, 4, seed=5) - normal(1, 4)\n"
                        "U = normal(1, 4, mean=max(normal(1, 4))) - normal(1, 4)");
    for (size_t i = 0; i < 4; i++) {
        ck_assert(value("W")->cells[i] != 0);
        ck_assert(value("V")->cells[i] != 0);
        ck_assert(value("U")->cells[i] != 0);
    }
}
END_TEST

START_TEST(a_seed_that_is_written_counts) {
    room_run(&notebook, "A = normal(2, 2, seed=0)\nB = normal(2, 2, seed=0)");
    ck_assert(tensor_same(value("A"), value("B")));
    ck_assert_double_eq(value("A")->cells[1], room_number(&notebook, "normal(2, 2, seed=0)[1,2]"));
}
END_TEST

START_TEST(a_word_has_the_same_vector_under_any_name) {
    room_run(&notebook, "E = vectors(\"I am\", 3)\nF = vectors(\"am I\", 3)");
    ck_assert_double_eq(room_number(&notebook, "max(abs(E[1,:] - F[2,:]))"), 0);
}
END_TEST

Suite *notebook_seeds_suite(void);

Suite *notebook_seeds_suite(void) {
    Suite *suite = suite_create("notebook/seeds");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, two_names_draw_two_matrices);
    tcase_add_test(core, one_name_draws_the_same_whenever_it_is_defined);
    tcase_add_test(core, two_sources_in_one_formula_differ);
    tcase_add_test(core, a_seed_that_is_written_counts);
    tcase_add_test(core, a_word_has_the_same_vector_under_any_name);
    suite_add_tcase(suite, core);
    return suite;
}
