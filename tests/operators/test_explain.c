/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Every cell of every operator is explained, and replaying the explanation gives the cell, bit for
 * bit. */
#include "ground/runner.h"
#include "operators/trial.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/number.h"
#include "base/text.h"

#include <check.h>
#include <math.h>

#define TRIALS RUNNER_SAMPLES(40, 8)

static void check_steps(const struct steps *steps, const char *name) {
    ck_assert_uint_gt(steps->count, 0);
    ck_assert_uint_gt(steps_terms(steps), 0);
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];

        if (step->kind != STEP_APPLY) {
            continue;
        }
        ck_assert_msg((step->right == STEP_NONE) == (step->scalar->one != NULL), "%s", name);
        ck_assert(step->left >= 0 && step->left < (long)i && step->right < (long)i);
    }
}

static void check_cell(struct trial *trial, const struct tensor *result, size_t cell) {
    const char *name = trial->call.op->name;
    struct steps steps = {0};
    struct failure failure = {0};
    double replayed;
    ck_assert(call_explain(&trial->call, result, cell, &steps, &failure));
    check_steps(&steps, name);
    replayed = trial_replay(&steps, trial_read, trial);
    ck_assert_msg(number_same(replayed, result->cells[cell]), "%s, cell %zu: %a is explained as %a",
                  name, cell, result->cells[cell], replayed);
    ck_assert(number_same(steps.list[steps.count - 1].value, replayed));
    steps_release(&steps);
}

/* Computing again into cells with other numbers must leave none of those. */
static void check_again(const struct trial *trial, const struct tensor *result) {
    struct failure failure = {0};
    struct call call = trial->call;
    struct tensor *again = tensor_copy(result, &failure);
    call.shape = result->shape;
    for (size_t cell = 0; cell < shape_cells(&result->shape); cell++) {
        again->cells[cell] = 77;
    }
    ck_assert(call.op->compute(&call, again, &failure));
    ck_assert_msg(tensor_same_cells(again, result), "%s", call.op->name);
    tensor_release(again);
}

static void check_trial(const struct op *row, struct random *random, bool special) {
    struct failure failure = {0};
    struct tensor *result;
    struct trial trial;
    size_t cells;
    if (row->of_file || row->expands) {
        return;
    }
    trial_make(&trial, row, random, special);
    result = call_run(&trial.call, &failure);
    ck_assert_msg(result != NULL, "%s: %s", row->name, failure.message);
    check_again(&trial, result);
    cells = shape_cells(&result->shape);
    for (size_t cell = 0; cell < cells; cell += 1 + cells / 150) {
        check_cell(&trial, result, cell);
    }
    tensor_release(result);
    trial_release(&trial);
}

START_TEST(replay_is_exact) {
    const struct op *row = operator_at((size_t)_i);
    struct random random;
    random_seed(&random, random_word(1, row->name, strlen(row->name)));
    for (int i = 0; i < TRIALS; i++) {
        check_trial(row, &random, i % 2 == 1);
    }
}
END_TEST

/* Whichever allocation fails, the failure is reported and nothing leaks. */
START_TEST(memory_may_run_out) {
    const struct op *row = operator_at((size_t)_i);
    size_t blocks;
    struct random random;
    struct trial trial;
    random_seed(&random, 99);
    trial_make(&trial, row, &random, false);
    blocks = memory_blocks();
    for (size_t k = 1; k < 200 && !row->of_file && !row->expands; k++) {
        struct failure failure = {0};
        struct steps steps = {0};
        struct tensor *result;
        bool explained;

        memory_fail(k, false);
        result = call_run(&trial.call, &failure);
        explained = result && call_explain(&trial.call, result, 0, &steps, &failure);
        memory_fail(0, false);
        ck_assert(explained != failure.set);
        tensor_release(result);
        steps_release(&steps);
        ck_assert_msg(memory_blocks() == blocks, "%s leaks at allocation %zu", row->name, k);
        if (explained) {
            break;
        }
        ck_assert_str_eq(failure.message, "out of memory");
    }
    trial_release(&trial);
}
END_TEST

/* --- the forms -------------------------------------------------------------------------------- */

static void explain(struct trial *trial, size_t cell, struct steps *steps) {
    struct failure failure = {0};
    struct tensor *result = call_run(&trial->call, &failure);
    ck_assert_msg(result != NULL, "%s", failure.message);
    ck_assert(call_explain(&trial->call, result, cell, steps, &failure));
    tensor_release(result);
}

static size_t stage_count(const struct steps *steps, const char *stage) {
    size_t count = 0;
    for (size_t i = 0; i < steps->count; i++) {
        count += steps->list[i].stage && text_same(steps->list[i].stage, stage);
    }
    return count;
}

START_TEST(product_is_a_ledger) {
    struct trial trial;
    struct steps steps = {0};
    trial_begin(&trial, trial_row("@"));
    trial_give(&trial, 0, trial_tensor("2x3 1 2 3 4 5 6"), "A");
    trial_give(&trial, 1, trial_tensor("3x2 1 0 10 0 100 1"), "B");
    explain(&trial, 0, &steps);
    ck_assert_int_eq(steps.form, STEPS_LEDGER);
    ck_assert_uint_eq(steps_terms(&steps), 3);
    ck_assert_uint_eq(stage_count(&steps, STAGE_TERM), 3);
    ck_assert_uint_eq(stage_count(&steps, STAGE_TOTAL), 2); /* the first term is the first total */
    ck_assert_double_eq(steps.list[steps.count - 1].value, 321);
    ck_assert_ptr_eq(steps.list[2].scalar, &scalar_multiply);
    ck_assert_uint_eq(steps.list[7].cell, 2); /* the third pair begins with A[1,3] */
    steps_clear(&steps);
    explain(&trial, 3, &steps);
    ck_assert_int_eq(steps.list[0].operand, 0);
    ck_assert_uint_eq(steps.list[0].cell, 3); /* A[2,1] */
    ck_assert_int_eq(steps.list[1].operand, 1);
    ck_assert_uint_eq(steps.list[1].cell, 1); /* B[1,2] */
    steps_release(&steps);
    trial_release(&trial);
}
END_TEST

START_TEST(softmax_is_columns) {
    static const char *const stages[] = {"x", "x − max", "exp", "÷"};
    struct trial trial;
    struct steps steps = {0};
    trial_begin(&trial, trial_row("softmax"));
    trial_give(&trial, 0, trial_tensor("2x3 1 2 4 0 0 0"), "S");
    explain(&trial, 1, &steps);
    ck_assert_int_eq(steps.form, STEPS_COLUMNS);
    ck_assert_uint_eq(steps.entry, 1);
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        ck_assert_uint_eq(stage_count(&steps, stages[i]), 3);
    }
    ck_assert_uint_eq(stage_count(&steps, "max"), 2);
    ck_assert_uint_eq(stage_count(&steps, "Σ"), 2);
    ck_assert_uint_eq(steps_terms(&steps), 6);
    ck_assert_uint_eq(steps.list[steps.count - 1].row, 1); /* its own share comes last */
    steps_release(&steps);
    trial_release(&trial);
}
END_TEST

START_TEST(layernorm_is_a_chain) {
    struct trial trial;
    struct steps steps = {0};
    trial_begin(&trial, trial_row("layernorm"));
    trial_give(&trial, 0, trial_tensor("1x4 1 2 3 6"), "X");
    trial_give(&trial, 1, trial_tensor("1x4 2"), "g");
    explain(&trial, 3, &steps);
    ck_assert_int_eq(steps.form, STEPS_CHAIN);
    ck_assert_uint_eq(steps_terms(&steps), 4); /* mean, variance, normalise, gain */
    ck_assert_uint_eq(stage_count(&steps, "gain"), 1);
    ck_assert_uint_eq(stage_count(&steps, "bias"), 0);
    steps_release(&steps);
    trial_release(&trial);
}
END_TEST

START_TEST(moves_are_one_cell) {
    struct trial trial;
    struct steps steps = {0};
    trial_begin(&trial, trial_row(".T"));
    trial_give(&trial, 0, trial_tensor("2x3 1 2 3 4 5 6"), "K");
    explain(&trial, 1, &steps); /* row 1, column 2 of K.T is row 2, column 1 of K */
    ck_assert_int_eq(steps.form, STEPS_MOVE);
    ck_assert_uint_eq(steps.count, 1);
    ck_assert_uint_eq(steps.list[0].cell, 3);
    ck_assert_uint_eq(steps_terms(&steps), 1);
    steps_release(&steps);
    trial_release(&trial);
}
END_TEST

START_TEST(an_empty_list_is_nan) {
    struct steps steps = {0};
    ck_assert(isnan(trial_replay(&steps, trial_read, NULL)));
    ck_assert_int_eq(steps_stage(&steps, STEP_NONE, "x", 0), STEP_NONE);
}
END_TEST

Suite *operators_explain_suite(void);

Suite *operators_explain_suite(void) {
    Suite *suite = suite_create("operators_explain");
    TCase *rows = tcase_create("rows");
    TCase *forms = tcase_create("forms");
    int count = 0;
    while (operator_at((size_t)count)) {
        count++;
    }
    tcase_add_loop_test(rows, replay_is_exact, 0, count);
    tcase_add_loop_test(rows, memory_may_run_out, 0, count);
    tcase_add_test(forms, product_is_a_ledger);
    tcase_add_test(forms, softmax_is_columns);
    tcase_add_test(forms, layernorm_is_a_chain);
    tcase_add_test(forms, moves_are_one_cell);
    tcase_add_test(forms, an_empty_list_is_nan);
    suite_add_tcase(suite, rows);
    suite_add_tcase(suite, forms);
    return suite;
}
