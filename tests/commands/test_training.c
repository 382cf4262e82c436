/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* train: against the same trainings in NumPy, as one step of undo, in a lesson, and its errors. */
#include "desk.h"

#include "base/number.h"
#include "notebook/train.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct desk desk;

static void setup(void) {
    desk_open(&desk, NULL);
}

static void teardown(void) {
    desk_close(&desk);
}

static const struct definition *definition(const char *name) {
    return notebook_find(session_notebook(&desk.session), name);
}

/* --- tests/reference/training.py ----------------------------------------------------------------
 */

START_TEST(references_hold) {
    ck_assert_uint_eq(desk_holds(&desk, "training.txt", 1e-9), 33);
}
END_TEST

/* --- at the prompt ------------------------------------------------------------------------------
 */

static void type_line_fit(void) {
    ck_assert(desk_types(&desk, "x = tokens(\"a b\", [[1, 2], [0, 1]], columns=\"p q\")"));
    ck_assert(desk_types(&desk, "w = [[0.5], [0.25]]"));
    ck_assert(desk_types(&desk, "s = 2"));
    ck_assert(desk_types(&desk, "y = x @ w * s"));
    ck_assert(desk_types(&desk, "L = sum((y - [[1], [2]]) ** 2)"));
}

/* dL/dw = 2 s xᵀ(y − t), by hand: y = (2, 0.5), y − t = (1, −1.5), so (4, 2) after 2 s xᵀ. */
START_TEST(one_step_by_hand) {
    type_line_fit();
    ck_assert_str_eq(desk_says(&desk, "train w minimise L steps=1 rate=0.0625"),
                     "    step   L\n"
                     "       0   3.25\n"
                     "       1   3.0625\n");
    ck_assert(definition("w")->value->cells[0] == 0.5 - 0.0625 * 4);
    ck_assert(definition("w")->value->cells[1] == 0.25 - 0.0625 * 2);
    ck_assert(desk_types(&desk, "undo"));
    /* Adam's first step is the rate, whatever the derivative. */
    ck_assert(desk_types(&desk, "train w minimise L steps=1 rate=0.125 method=adam"));
    ck_assert_double_eq_tol(definition("w")->value->cells[0], 0.375, 1e-8);
    ck_assert_double_eq_tol(definition("w")->value->cells[1], 0.125, 1e-8);
}
END_TEST

START_TEST(one_undo) {
    double after;
    type_line_fit();
    ck_assert(desk_types(&desk, "train w x s minimise L steps=20 rate=0.01"));
    after = desk_number(&desk, "L");
    ck_assert(after < 3);
    ck_assert_str_eq(definition("x")->value->shape.labels[AXIS_COLUMN]->names[1], "q");
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_number(&desk, "L") == 3.25 && desk_number(&desk, "s") == 2);
    ck_assert(desk_types(&desk, "redo"));
    ck_assert(desk_number(&desk, "L") == after);
    ck_assert(desk_types(&desk, "reset"));
    ck_assert(desk_number(&desk, "L") == 3.25);
}
END_TEST

/* What was learned is a number like any other: later changes do not train again. */
START_TEST(learned_once) {
    double learned;
    type_line_fit();
    ck_assert(desk_types(&desk, "w[1,1] = 3; train w minimise L steps=20 rate=0.01"));
    learned = definition("w")->value->cells[0];
    ck_assert(desk_types(&desk, "s = 3"));
    ck_assert(definition("w")->value->cells[0] == learned);
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_number(&desk, "w[1,1]") == 0.5);
}
END_TEST

static bool third_step(void *context, const struct training_moment *moment) {
    size_t *seen = context;
    ck_assert_str_eq(moment->training->loss, "L");
    ck_assert_uint_eq(++*seen, moment->step);
    ck_assert(notebook_find(moment->notebook, "L")->value->cells[0] ==
              moment->losses[moment->step]);
    return moment->step < 3;
}

/* A watcher can stop it: what was learned is kept. */
START_TEST(stopped_on_the_way) {
    size_t seen = 0;
    struct training_watch watch = {third_step, &seen};
    double after;
    type_line_fit();
    ck_assert(desk_types(&desk, "train w minimise L steps=3 rate=0.01"));
    after = desk_number(&desk, "L");
    ck_assert(desk_types(&desk, "undo"));
    desk.session.front.watch = &watch;
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "train w minimise L steps=20 rate=0.01"),
                                 "\n  stopped after 3 of 20 steps\n"));
    ck_assert(desk_number(&desk, "L") == after);
    ck_assert(desk_types(&desk, "undo"));
    ck_assert(desk_number(&desk, "L") == 3.25);
}
END_TEST

START_TEST(errors) {
    static const char *const lines[][2] = {
        {"train y minimise L", "y is computed, from x, w and s: train what is given"},
        {"train w minimise y",
         "y is 2×1; only one number can be made small, such as a loss or a mean(…)"},
        {"train v minimise L", "no value is called v"},
        {"train w minimise M", "no value is called M"},
        {"train w w minimise L", "w is named twice"},
        {"train w o minimise L", "L does not depend on o: training could not move it"},
        {"train w", "train takes names and what to minimise: train W_q W_k minimise L"},
        {"train minimise L", "train takes names and what to minimise: train W_q W_k minimise L"},
        {"train w minimise L steps=1.5", "steps is a whole number from 1 to 100000"},
        {"train w minimise L steps=0", "steps is a whole number from 1 to 100000"},
        {"train w minimise L rate=-1", "rate is a number from 0 to 1000000"},
        {"train w minimise L method=best", "method is sgd or adam, not `best`"},
        {"train w minimise L lr=0.1",
         "`lr=0.1` is none of steps=500, rate=0.1, method=sgd, pace=100, batch=64, seed=0, "
         "decay=0.01 and clip=1"},
        {"train w minimise L fast",
         "`fast` is none of steps=500, rate=0.1, method=sgd, pace=100, batch=64, seed=0, "
         "decay=0.01 and clip=1"},
        {"train w minimise N",
         "argmax(y, each=column): argmax has no derivative: its place jumps from one "
         "whole number to another; a loss is made of the numbers themselves"},
        {"train w minimise sum(w ** 2) * o batch=2",
         "batch= takes some of many examples: the rows of a matrix, a stack, such as normal(50, 5, "
         "3), or a list of texts"},
        {"train w minimise L * 2 batch=9", "there are 2 examples, and batch=9 takes more"},
        {"train w minimise sum(concat(x @ w * B)) batch=9",
         "there are 3 examples, and batch=9 takes more"},
        {"train w minimise x @ w", "x @ w is 2×1; only one number can be made small, such as a "
                                   "loss or a mean(…)"},
        {"train w minimise sum(w) + no", "no value is called no; did you mean o?"},
        {"train w minimise sum(", "this `(` is never closed: `)` is missing"},
        {"train w minimise L clip=-1", "clip is a number from 0 to 1000000"},
        {"train w minimise L rate=100",
         "after 43 steps L is inf: the steps are too large; try a rate below 100"},
    };

    type_line_fit();
    ck_assert(desk_types(&desk, "N = sum(argmax(y, each=column)); o = 1; B = ones(3, 2, 1)"));
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        ck_assert_str_eq(desk_says(&desk, lines[i][0]), lines[i][1]);
    }
    ck_assert(desk_number(&desk, "L") == 3.25);
}
END_TEST

/* --- in a lesson --------------------------------------------------------------------------------
 */

static const char lesson[] = "# T\n\n```qkv\nx = [1, 2]\nw = [[0.5], [0.25]]\ny = x @ w\n"
                             "L = mse(y, [[3]])\n```\n\n```qkv\n"
                             "train w minimise L steps=50 rate=0.05\nz = y + 1\n```\n";

START_TEST(forward_and_back) {
    desk_close(&desk);
    desk_open(&desk, lesson);
    ck_assert(desk_types(&desk, "goto z"));
    ck_assert_double_eq_tol(desk_number(&desk, "z"), 4, 1e-9);
    ck_assert(desk_types(&desk, "back"));
    ck_assert(desk_types(&desk, "back"));
    ck_assert(desk_number(&desk, "y") == 1);
    /* The lesson trains on the present values. */
    ck_assert(desk_types(&desk, "x[1,1] = 0"));
    ck_assert_ptr_nonnull(strstr(desk_says(&desk, "next"), "       0   6.25\n"));
    ck_assert(desk_number(&desk, "w[1,1]") == 0.5);
    ck_assert_double_eq_tol(desk_number(&desk, "w[2,1]"), 1.5, 1e-9);
    /* A later edit replaces what was learned, and survives back and next. */
    ck_assert(desk_types(&desk, "w[2,1] = 7"));
    ck_assert(desk_types(&desk, "back"));
    ck_assert(desk_number(&desk, "w[2,1]") == 0.25);
    ck_assert(desk_types(&desk, "next"));
    ck_assert(desk_number(&desk, "w[2,1]") == 7);
}
END_TEST

Suite *commands_training_suite(void);

Suite *commands_training_suite(void) {
    Suite *suite = suite_create("commands training");
    TCase *core = tcase_create("core");
    tcase_add_checked_fixture(core, setup, teardown);
    tcase_add_test(core, references_hold);
    tcase_add_test(core, one_step_by_hand);
    tcase_add_test(core, one_undo);
    tcase_add_test(core, learned_once);
    tcase_add_test(core, stopped_on_the_way);
    tcase_add_test(core, errors);
    tcase_add_test(core, forward_and_back);
    suite_add_tcase(suite, core);
    return suite;
}
