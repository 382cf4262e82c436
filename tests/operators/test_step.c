/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests the named functions of one or two numbers, and the lists of steps made of them. */
#include "operators/step.h"

#include "base/number.h"
#include "operators/operator.h"
#include "operators/trial.h"

#include <check.h>
#include <math.h>

static const struct {
    const struct scalar *scalar;
    const char *pattern;
    int precedence;
    double left, right, value;
} scalars[] = {
    {&scalar_add, "%1 + %2", PRECEDENCE_ADD, 2, 3, 5},
    {&scalar_subtract, "%1 - %2", PRECEDENCE_ADD, 2, 3, -1},
    {&scalar_multiply, "%1 * %2", PRECEDENCE_MULTIPLY, 2, 3, 6},
    {&scalar_divide, "%1 / %2", PRECEDENCE_MULTIPLY, 3, 2, 1.5},
    {&scalar_power, "%1 ** %2", PRECEDENCE_POWER, 2, 3, 8},
    {&scalar_negate, "-%1", PRECEDENCE_NEGATE, 2, 0, -2},
    {&scalar_maximum, "max(%1, %2)", PRECEDENCE_ATOM, 2, 3, 3},
    {&scalar_maximum, "max(%1, %2)", PRECEDENCE_ATOM, NAN, 3, NAN},
    {&scalar_maximum, "max(%1, %2)", PRECEDENCE_ATOM, 3, NAN, NAN},
    {&scalar_minimum, "min(%1, %2)", PRECEDENCE_ATOM, 2, 3, 2},
    {&scalar_minimum, "min(%1, %2)", PRECEDENCE_ATOM, NAN, 3, NAN},
    {&scalar_exp, "exp(%1)", PRECEDENCE_ATOM, 0, 0, 1},
    {&scalar_log, "log(%1)", PRECEDENCE_ATOM, 1, 0, 0},
    {&scalar_sqrt, "sqrt(%1)", PRECEDENCE_ATOM, 9, 0, 3},
    {&scalar_abs, "abs(%1)", PRECEDENCE_ATOM, -9, 0, 9},
    {&scalar_tanh, "tanh(%1)", PRECEDENCE_ATOM, INFINITY, 0, 1},
    {&scalar_sigmoid, "sigmoid(%1)", PRECEDENCE_ATOM, 0, 0, 0.5},
    {&scalar_sigmoid, "sigmoid(%1)", PRECEDENCE_ATOM, -1000, 0, 0},
    {&scalar_relu, "relu(%1)", PRECEDENCE_ATOM, -2, 0, 0},
    {&scalar_relu, "relu(%1)", PRECEDENCE_ATOM, NAN, 0, NAN},
    {&scalar_erf, "erf(%1)", PRECEDENCE_ATOM, 0, 0, 0},
    {&scalar_sin, "sin(%1)", PRECEDENCE_ATOM, 0, 0, 0},
    {&scalar_cos, "cos(%1)", PRECEDENCE_ATOM, 0, 0, 1},
    {&scalar_arccos, "arccos(%1)", PRECEDENCE_ATOM, 1, 0, 0},
    {&scalar_arccos, "arccos(%1)", PRECEDENCE_ATOM, 2, 0, NAN},
};

static long apply(struct steps *steps, const struct scalar *scalar, double left, double right) {
    long a = steps_number(steps, left, NULL);
    return steps_apply(steps, scalar, a,
                       scalar->two ? steps_number(steps, right, NULL) : STEP_NONE);
}

START_TEST(scalars_compute_and_are_written) {
    const struct scalar *scalar = scalars[_i].scalar;
    struct steps steps = {0};
    long at = apply(&steps, scalar, scalars[_i].left, scalars[_i].right);
    ck_assert_str_eq(scalar->pattern, scalars[_i].pattern);
    ck_assert_int_eq(scalar->precedence, scalars[_i].precedence);
    ck_assert_msg(number_same(steps.list[at].value, scalars[_i].value), "%s", scalar->name);
    ck_assert((scalar->one == NULL) != (scalar->two == NULL));
    steps_release(&steps);
}
END_TEST

static double read_ten(void *context, int operand, size_t cell) {
    (void)context;
    return operand == 1 && cell == 7 ? 10 : NAN;
}

/* Replaying reads the operands again instead of repeating the values in the steps. */
START_TEST(replay_reads_operands) {
    struct steps steps = {0};
    long x = steps_cell(&steps, 1, 7, 2);
    steps_apply(&steps, &scalar_multiply, x, x);
    ck_assert_double_eq(steps.list[1].value, 4);
    ck_assert_double_eq(trial_replay(&steps, read_ten, NULL), 100);
    steps_release(&steps);
}
END_TEST

START_TEST(terms_are_counted_by_form) {
    struct steps steps = {.form = STEPS_CHAIN};
    for (size_t i = 0; i < 3; i++) {
        steps_stage(&steps, steps_number(&steps, 1, NULL), STAGE_TERM, i);
    }
    steps_number(&steps, 1, "n");
    steps_stage(&steps, steps_number(&steps, 1, NULL), "÷ n", 0);
    steps_stage(&steps, steps_number(&steps, 1, NULL), STAGE_TERM, 3);
    ck_assert_uint_eq(steps_terms(&steps), 2);
    steps.form = STEPS_LEDGER;
    ck_assert_uint_eq(steps_terms(&steps), 4);
    steps.form = STEPS_NUMBER;
    ck_assert_uint_eq(steps_terms(&steps), 1);
    steps_clear(&steps);
    steps.form = STEPS_LEDGER;
    ck_assert_uint_eq(steps_terms(&steps), 1);
    steps_release(&steps);
}
END_TEST

Suite *operators_step_suite(void);

Suite *operators_step_suite(void) {
    Suite *suite = suite_create("operators_step");
    TCase *core = tcase_create("core");
    tcase_add_loop_test(core, scalars_compute_and_are_written, 0,
                        sizeof scalars / sizeof scalars[0]);
    tcase_add_test(core, replay_reads_operands);
    tcase_add_test(core, terms_are_counted_by_form);
    suite_add_tcase(suite, core);
    return suite;
}
