/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* gradient, and explain of a derivative. */
#include "desk.h"

#include <check.h>

static struct desk desk;

static void setup(void) {
    desk_open(&desk, NULL);
    ck_assert(desk_types(&desk, "X = tokens(\"I saw\", [[1, 2], [3, 4]])"));
    ck_assert(desk_types(&desk, "W = [[1, 0], [0.5, -1]]"));
    ck_assert(desk_types(&desk, "b = 2"));
    ck_assert(desk_types(&desk, "T = [1, 2]"));
    ck_assert(desk_types(&desk, "Q = X @ W"));
    ck_assert(desk_types(&desk, "L = sum(Q) * b"));
}

static void teardown(void) {
    desk_close(&desk);
}

START_TEST(every_leaf) {
    ck_assert_str_eq(desk_says(&desk, "gradient L"), "dL/dX   2×2\n"
                                                     "         1   2\n"
                                                     "    I    2  −1\n"
                                                     "  saw    2  −1\n"
                                                     "dL/dW   2×2\n"
                                                     "       1   2\n"
                                                     "  1    8   8\n"
                                                     "  2   12  12\n"
                                                     "dL/db = 1\n"
                                                     "L moves most with W[2,1]: 12.\n");
}
END_TEST

START_TEST(those_named) {
    ck_assert_str_eq(desk_says(&desk, "gradient L Q T"), "dL/dQ   2×2\n"
                                                         "        1  2\n"
                                                         "    I   2  2\n"
                                                         "  saw   2  2\n"
                                                         "L moves most with Q[I,1]: 2.\n"
                                                         "dL/dT = 0: L does not depend on T.\n");
}
END_TEST

START_TEST(one_of_them) {
    ck_assert_str_eq(desk_says(&desk, "explain dL/dW[2,1]"),
                     "dL/dW[2,1] = 12: as W[2,1] rises, L rises 12 times as fast.\n"
                     "  through Q = X @ W = 12, the sum of\n"
                     "    dL/dQ[saw,1] · slope = 2 · 4 = 8\n"
                     "    dL/dQ[I,1] · slope = 2 · 2 = 4\n"
                     "  On its way to L it passes Q.\n");
    ck_assert_str_eq(desk_says(&desk, "explain dL/dX[\"saw\",2]"),
                     "dL/dX[saw,2] = -1: as X[saw,2] rises, L falls just as fast.\n"
                     "  through Q = X @ W = -1, the sum of\n"
                     "    dL/dQ[saw,2] · slope = 2 · (-1) = -2\n"
                     "    dL/dQ[saw,1] · slope = 2 · 0.5 = 1\n"
                     "  On its way to L it passes Q.\n");
    ck_assert_str_eq(desk_says(&desk, "explain dL/db"),
                     "dL/db = 1: as b rises, L rises just as fast.\n"
                     "  through L = sum(Q) * b = 1, which is\n"
                     "    dL/dL · slope = 1 · 1 = 1\n");
    ck_assert_str_eq(desk_says(&desk, "explain dL/dT[1,1]"),
                     "dL/dT[1,1] = 0: L does not move with it.\n");
}
END_TEST

/* Addresses and formulas as shown there, the same numbers. */
START_TEST(in_columns) {
    ck_assert(desk_types(&desk, "convention columns"));
    ck_assert_str_eq(desk_says(&desk, "explain dL/dW[1,2]"),
                     "dL/dW[1,2] = 12: as W[1,2] rises, L rises 12 times as fast.\n"
                     "  through Q = W @ X = 12, the sum of\n"
                     "    dL/dQ[1,saw] · slope = 2 · 4 = 8\n"
                     "    dL/dQ[1,I] · slope = 2 · 2 = 4\n"
                     "  On its way to L it passes Q.\n");
    ck_assert_str_eq(desk_says(&desk, "gradient L W"), "dL/dW   2×2\n"
                                                       "       1   2\n"
                                                       "  1    8  12\n"
                                                       "  2    8  12\n"
                                                       "L moves most with W[1,2]: 12.\n");
    ck_assert(desk_types(&desk, "G = grad(L, W)"));
    ck_assert_str_eq(desk_says(&desk, "G - [[8, 12], [8, 12]]"), "      1  2\n"
                                                                 "  1   0  0\n"
                                                                 "  2   0  0\n");
}
END_TEST

START_TEST(errors) {
    ck_assert_str_eq(desk_says(&desk, "gradient Q"),
                     "Q is 2×2; a gradient is taken of one number, such as a loss or a mean(…)");
    ck_assert_str_eq(desk_says(&desk, "gradient M"), "no value is called M");
    ck_assert_str_eq(desk_says(&desk, "explain dQ/dW[1,1]"),
                     "Q is 2×2; a gradient is taken of one number, such as a loss or a mean(…)");
    ck_assert_str_eq(desk_says(&desk, "explain dL/dW"), "W is 2×2; name one cell, such as W[1,1]");
    ck_assert_str_eq(desk_says(&desk, "explain dL/dW[3,1]"), "W has no row 3: the last is 2");
    ck_assert_uint_eq(desk.failure.span.start, 14);
    ck_assert_str_eq(desk_says(&desk, "explain dN/dW[1,1]"),
                     "write a name or cells of one, such as A or A[1,2]");
    ck_assert(desk_types(&desk, "M = sum(argmax(Q))"));
    ck_assert_str_eq(desk_says(&desk, "gradient M"),
                     "argmax(Q): argmax has no derivative: its place jumps from one whole number "
                     "to another; a loss is made of the numbers themselves");
}
END_TEST

/* d = columns(R) uses W, but its derivative is 0. */
START_TEST(a_count_is_not_on_the_way) {
    ck_assert(desk_types(&desk, "R = X @ W; d = columns(R); Z = sum(R / d)"));
    ck_assert_ptr_nonnull(
        strstr(desk_says(&desk, "explain dZ/dW[1,1]"), "\n  On its way to Z it passes R.\n"));
}
END_TEST

Suite *commands_deriving_suite(void);

Suite *commands_deriving_suite(void) {
    Suite *suite = suite_create("commands deriving");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, a_count_is_not_on_the_way);
    tcase_add_test(core, every_leaf);
    tcase_add_test(core, those_named);
    tcase_add_test(core, one_of_them);
    tcase_add_test(core, in_columns);
    tcase_add_test(core, errors);
    suite_add_tcase(suite, core);
    return suite;
}
