/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* Each row's derivative against central differences, on random shapes with repeated axes and
 * stacks. QKV_DERIVATIVES=1000 draws so many cases a row instead of a few dozen. */
#include "operators/call.h"
#include "operators/trial.h"

#include "base/failure.h"
#include "base/heap.h"
#include "base/number.h"
#include "base/text.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 40 };

static const double kink = 1e-3, step = 2e-4;

static bool is_row(const struct trial *trial, const char *name) {
    return text_same(trial->call.op->name, name);
}

static size_t cells_of(const struct tensor *tensor) {
    return shape_cells(&tensor->shape);
}

/* --- drawing a case --------------------------------------------------------------------------- */

/* Moves cells at which the row is undefined, or too steep for differences. */
static void make_tame(struct trial *trial) {
    static const char *const positive[] = {"log", "sqrt", "entropy", "**"};
    for (size_t i = 0; i < sizeof positive / sizeof positive[0]; i++) {
        for (size_t j = 0; is_row(trial, positive[i]) && j < cells_of(trial->held[0]); j++) {
            trial->held[0]->cells[j] = fabs(trial->held[0]->cells[j]) + 0.3;
        }
    }
    for (size_t j = 0; is_row(trial, "arccos") && j < cells_of(trial->held[0]); j++) {
        trial->held[0]->cells[j] = 0.9 * tanh(trial->held[0]->cells[j]);
    }
    for (size_t j = 0; is_row(trial, "/") && j < cells_of(trial->held[1]); j++) {
        trial->held[1]->cells[j] += trial->held[1]->cells[j] < 0 ? -0.4 : 0.4;
    }
}

/* Draws some of the numbers that are options: eps, mean, std, low, high. */
static void draw_numbers(struct trial *trial, struct random *random) {
    double first = -random_uniform(random), second = 1.0 + random_uniform(random);
    int eps = operator_parameter(trial->call.op, "eps", 3);

    if (eps >= 0) {
        trial->call.argument[eps].number = 0.3 + random_uniform(random);
    }
    if (is_row(trial, "normal") || is_row(trial, "uniform")) {
        trial->call.argument[1].number = first;
        trial->call.argument[2].number = second;
    }
}

/* Returns the smallest distance from cell CELL of the row's one operand to the others of its
 * line. */
static double distance(const struct trial *trial, size_t cell, const char *each) {
    const struct tensor *x = trial->held[0];
    struct place at = tensor_place(&x->shape, cell);
    double least = INFINITY;
    for (size_t i = 0; i < cells_of(x); i++) {
        struct place other = tensor_place(&x->shape, i);
        bool alike = other.at[0] == at.at[0] && other.at[1] == at.at[1];

        alike = alike && (!text_same(each, "row") || other.at[AXIS_ROW] == at.at[AXIS_ROW]);
        alike =
            alike && (!text_same(each, "column") || other.at[AXIS_COLUMN] == at.at[AXIS_COLUMN]);
        if (alike && i != cell) {
            least = fmin(least, fabs(x->cells[i] - x->cells[cell]));
        }
    }
    return least;
}

/* True when a small step would change which shares of sparsemax are 0. */
static bool near_border(const struct trial *trial, const struct tensor *result) {
    struct trial moved = *trial;
    struct failure failure = {0};
    bool near = false;
    for (size_t cell = 0; !near && cell < cells_of(trial->held[0]); cell++) {
        for (int sign = -1; !near && sign <= 1; sign += 2) {
            double before = trial->held[0]->cells[cell];
            struct tensor *after;

            trial->held[0]->cells[cell] = before + sign * kink;
            after = call_run(&moved.call, &failure);
            trial->held[0]->cells[cell] = before;
            for (size_t i = 0; i < cells_of(result); i++) {
                near = near || (after->cells[i] > 0) != (result->cells[i] > 0);
            }
            tensor_release(after);
        }
    }
    return near;
}

/* True when a small step would change the chosen operand, or a comparison. */
static bool near_choice(const struct trial *trial, const struct shape *shape) {
    bool by_size = !is_row(trial, "where");
    size_t operands = operator_parameter_count(trial->call.op);
    for (size_t i = 0; i < (by_size ? operands : 1); i++) {
        for (size_t j = by_size ? i + 1 : 0; j < (by_size ? operands : 1); j++) {
            for (size_t cell = 0; cell < shape_cells(shape); cell++) {
                const struct tensor *a = trial->held[i], *b = trial->held[j];
                double x = a->cells[broadcast_cell(&a->shape, shape, cell)];
                double y = by_size ? b->cells[broadcast_cell(&b->shape, shape, cell)] : 0;

                if (fabs(x - y) < 2 * kink) {
                    return true;
                }
            }
        }
    }
    return false;
}

static bool at_kink(const struct trial *trial, const struct tensor *result) {
    static const char *const at_zero[] = {"relu", "abs", "l1", "relu_norm"};
    int option = operator_parameter(trial->call.op, "each", 4);
    const char *each = option < 0 ? "" : trial->call.argument[option].word;
    const struct tensor *x = trial->held[0];
    if (is_row(trial, "sparsemax")) {
        return near_border(trial, result);
    }
    if (text_same(operator_heading(trial->call.op), "choosing")) {
        return near_choice(trial, &result->shape);
    }
    for (size_t i = 0; x && i < cells_of(x); i++) {
        for (size_t j = 0; j < sizeof at_zero / sizeof at_zero[0]; j++) {
            if (is_row(trial, at_zero[j]) && fabs(x->cells[i]) < (j < 2 ? kink : 0.05)) {
                return true;
            }
        }
        if (is_row(trial, "count") && fabs(x->cells[i]) < kink) {
            return true;
        }
        if ((is_row(trial, "max") || is_row(trial, "min") || is_row(trial, "sort") ||
             is_row(trial, "topk")) &&
            distance(trial, i, each) < 2 * kink) {
            return true;
        }
    }
    for (size_t i = 0; i < cells_of(result); i++) {
        if ((is_row(trial, "std") || is_row(trial, "norm")) && fabs(result->cells[i]) < 0.2 &&
            result->cells[i] != 0) {
            return true;
        }
    }
    return false;
}

/* Draws a case away from every kink; returns its result. */
static struct tensor *draw(struct trial *trial, const struct op *row, struct random *random) {
    struct failure failure = {0};
    for (;;) {
        struct tensor *result;

        trial_make(trial, row, random, false);
        trial->call.own = true; /* its operands are changed afterwards */
        make_tame(trial);
        draw_numbers(trial, random);
        result = call_run(&trial->call, &failure);
        ck_assert_msg(result != NULL, "%s: %s", row->name, failure.message);
        if (!at_kink(trial, result)) {
            return result;
        }
        tensor_release(result);
        trial_release(trial);
    }
}

/* --- central differences ---------------------------------------------------------------------- */

/* Returns L = Σ upstream · f(x), with *CELL moved by AWAY. */
static double loss(const struct trial *trial, const struct tensor *upstream, double *cell,
                   double away) {
    struct failure failure = {0};
    double before = *cell, sum = 0;
    struct tensor *result;
    *cell = before + away;
    result = call_run(&trial->call, &failure);
    *cell = before;
    ck_assert_msg(result != NULL, "%s", failure.message);
    for (size_t i = 0; i < cells_of(result); i++) {
        sum += upstream->cells[i] * result->cells[i];
    }
    tensor_release(result);
    return sum;
}

/* The four-point formula, whose error falls with the fourth power of the step. */
static double difference(const struct trial *trial, const struct tensor *upstream, double *cell) {
    double far = loss(trial, upstream, cell, 2 * step) - loss(trial, upstream, cell, -2 * step);
    double near = loss(trial, upstream, cell, step) - loss(trial, upstream, cell, -step);
    return (8 * near - far) / (12 * step);
}

static void check_cell(const struct trial *trial, const struct tensor *upstream, double *cell,
                       double derivative) {
    double wanted = difference(trial, upstream, cell);
    double size = fmax(fabs(wanted), fabs(derivative));
    ck_assert_msg(fabs(wanted - derivative) <= 1e-6 * size + 1e-9,
                  "%s: the derivative is %.12g, differences give %.12g", trial->call.op->name,
                  derivative, wanted);
}

/* --- a case ----------------------------------------------------------------------------------- */

static struct tensor *zeros_like(const struct shape *shape) {
    struct failure failure = {0};
    struct shape plain = *shape;
    memset(plain.labels, 0, sizeof plain.labels);
    return tensor_create(&plain, &failure);
}

/* Returns a tensor for the derivative of argument AT; NULL when it has none. */
static struct tensor *gradient_for(const struct trial *trial, size_t at) {
    const struct parameter *parameter = &trial->call.op->parameters[at];
    struct failure failure = {0};
    if (parameter->kind == PARAMETER_VALUE && trial->held[at]) {
        return zeros_like(&trial->held[at]->shape);
    }
    if (parameter->kind == PARAMETER_NUMBER && !text_same(parameter->name, "seed")) {
        return tensor_number(0, &failure);
    }
    return NULL;
}

static void check_argument(struct trial *trial, const struct tensor *upstream,
                           const struct tensor *gradient, size_t at) {
    if (!gradient) {
        return;
    }
    if (!trial->held[at]) {
        check_cell(trial, upstream, &trial->call.argument[at].number, gradient->cells[0]);
        return;
    }
    for (size_t i = 0; i < cells_of(gradient); i++) {
        check_cell(trial, upstream, &trial->held[at]->cells[i], gradient->cells[i]);
    }
}

static void check_case(struct trial *trial, const struct tensor *result, struct random *random) {
    struct tensor *gradient[CALL_ARGUMENTS] = {0};
    struct tensor *upstream = zeros_like(&result->shape);
    struct failure failure = {0};
    for (size_t i = 0; i < cells_of(upstream); i++) {
        upstream->cells[i] = random_normal(random);
    }
    for (size_t i = 0; i < operator_parameter_count(trial->call.op); i++) {
        gradient[i] = gradient_for(trial, i);
    }
    ck_assert_msg(call_differentiate(&trial->call, result, upstream, gradient, &failure), "%s: %s",
                  trial->call.op->name, failure.message);
    for (size_t i = 0; i < CALL_ARGUMENTS; i++) {
        check_argument(trial, upstream, gradient[i], i);
        tensor_release(gradient[i]);
    }
    tensor_release(upstream);
}

static int case_count(void) {
    const char *cases = getenv("QKV_DERIVATIVES");
    return cases && atoi(cases) > 0 ? atoi(cases) : CASES;
}

/* True for rows without a derivative, or without a computed value. */
static bool refuses(const struct op *row) {
    return text_same(row->name, "argmax") || text_same(row->name, "argsort") || row->of_graph ||
           row->of_file || row->expands || text_same(row->name, "stack"); /* in notebook/own */
}

START_TEST(agrees_with_differences) {
    const struct op *row = operator_at((size_t)_i);
    struct random random;
    random_seed(&random, random_word(7000, row->name, strlen(row->name)));
    for (int i = 0; i < case_count() && !refuses(row); i++) {
        struct trial trial;
        struct tensor *result = draw(&trial, row, &random);

        check_case(&trial, result, &random);
        tensor_release(result);
        trial_release(&trial);
    }
}
END_TEST

/* --- where there is no slope, or none that is finite ------------------------------------------ */

/* Returns the derivative of ROW by its first operand, at the value WRITTEN with the upstream
 * gradient DOWN. */
static struct tensor *derivative(const char *row, const char *written, const char *down) {
    struct trial trial;
    struct failure failure = {0};
    struct tensor *gradient[CALL_ARGUMENTS] = {0}, *upstream = trial_tensor(down), *result;
    trial_begin(&trial, trial_row(row));
    trial_give(&trial, 0, trial_tensor(written), "x");
    result = call_run(&trial.call, &failure);
    gradient[0] = zeros_like(&trial.held[0]->shape);
    ck_assert(call_differentiate(&trial.call, result, upstream, gradient, &failure));
    tensor_release(result);
    tensor_release(upstream);
    trial_release(&trial);
    return gradient[0];
}

static const struct {
    const char *row, *at, *upstream, *gradient;
} corners[] = {
    {"relu", "1x3 -1 0 2", "1x3 1", "1x3 0 0 1"},
    {"abs", "1x3 -1 0 2", "1x3 1", "1x3 -1 0 1"},
    {"max", "1x3 2 5 5", "1x1 1", "1x3 0 1 0"},
    {"min", "1x3 2 2 5", "1x1 1", "1x3 1 0 0"},
    {"std", "1x3 4", "1x1 1", "1x3 0"},
    {"norm", "1x3 0", "1x1 1", "1x3 0"},
    {"l1", "1x3 0", "1x3 1 2 3", "1x3 0"},
    {"relu_norm", "1x3 -1 -2 0", "1x3 1 2 3", "1x3 0"},
    {"softmax", "1x3 0 0 -inf", "1x3 1 -1 7", "1x3 0.5 -0.5 0"},
    {"sparsemax", "1x3 0 0 -inf", "1x3 1 -1 7", "1x3 1 -1 0"},
    {"entropy", "1x2 0 1", "1x1 1", "1x2 0 -1"},
    {"log", "1x2 0 2", "1x2 0 1", "1x2 0 0.5"},
    {"arccos", "1x3 1 0 -1", "1x3 0 2 0", "1x3 0 -2 0"},
    {"sqrt", "1x2 0 4", "1x2 0 1", "1x2 0 0.25"},
    {"rows", "2x2 1", "1x1 1", "2x2 0"},
};

START_TEST(corners_are_as_written_down) {
    struct tensor *gradient = derivative(corners[_i].row, corners[_i].at, corners[_i].upstream);
    struct tensor *wanted = trial_tensor(corners[_i].gradient);
    for (size_t i = 0; i < cells_of(wanted); i++) {
        ck_assert_msg(gradient->cells[i] == wanted->cells[i], "%s: cell %zu is %g and not %g",
                      corners[_i].row, i, gradient->cells[i], wanted->cells[i]);
    }
    tensor_release(gradient);
    tensor_release(wanted);
}
END_TEST

START_TEST(argmax_refuses) {
    struct trial trial;
    struct failure failure = {0};
    struct tensor *gradient[CALL_ARGUMENTS] = {0}, *result;
    trial_begin(&trial, trial_row("argmax"));
    trial_give(&trial, 0, trial_tensor("1x3 1 3 2"), "S");
    result = call_run(&trial.call, &failure);
    ck_assert(call_differentiate(&trial.call, result, result, gradient, &failure));
    gradient[0] = zeros_like(&trial.held[0]->shape);
    ck_assert(!call_differentiate(&trial.call, result, result, gradient, &failure));
    ck_assert_str_eq(failure.message,
                     "argmax(S): argmax has no derivative: its place jumps from one whole number "
                     "to another; a loss is made of the numbers themselves");
    tensor_release(gradient[0]);
    tensor_release(result);
    trial_release(&trial);
}
END_TEST

/* A repeated cell gets the sum, and an unwanted argument stays untouched. */
START_TEST(shares_are_added) {
    struct trial trial;
    struct failure failure = {0};
    struct tensor *gradient[CALL_ARGUMENTS] = {0}, *result, *upstream = trial_tensor("1x2 1");
    trial_begin(&trial, trial_row("*"));
    trial_give(&trial, 0, trial_tensor("1x2 3 4"), "a");
    trial_give(&trial, 1, trial_tensor("1x1 10"), "b");
    result = call_run(&trial.call, &failure);
    gradient[1] = trial_tensor("1x1 0");
    ck_assert(call_differentiate(&trial.call, result, upstream, gradient, &failure));
    ck_assert(gradient[1]->cells[0] == 7);
    tensor_release(gradient[1]);
    tensor_release(result);
    tensor_release(upstream);
    trial_release(&trial);
}
END_TEST

/* Checks ∂L/∂x of one line of a softmax, cell by cell. */
static void check_softmax_line(const double *y, const double *up, const double *gradient,
                               size_t length) {
    double met = -0.0;
    for (size_t i = 0; i < length; i++) {
        met += up[i] * y[i];
    }
    for (size_t i = 0; i < length; i++) {
        ck_assert(number_same(gradient[i], 0 + (up[i] - met) * y[i]));
    }
}

/* Six lines of any length, since several lines, and several cells of each, may be computed at
 * once. */
START_TEST(lots_change_no_digit) {
    size_t length = (size_t)_i;
    char written[80];
    struct trial trial;
    struct failure failure = {0};
    struct tensor *gradient[CALL_ARGUMENTS] = {0}, *result, *upstream;
    snprintf(written, sizeof written, "6x%zu 0.3 -1.25 2 0.7 1.1 -0.4 0.05", length);
    trial_begin(&trial, trial_row("softmax"));
    trial_give(&trial, 0, trial_tensor(written), "S");
    result = call_run(&trial.call, &failure);
    snprintf(written, sizeof written, "6x%zu 0.5 -0.125 0.3 0 -0.9", length);
    upstream = trial_tensor(written);
    gradient[0] = zeros_like(&result->shape);
    ck_assert(call_differentiate(&trial.call, result, upstream, gradient, &failure));
    for (size_t at = 0; at < 6 * length; at += length) {
        check_softmax_line(result->cells + at, upstream->cells + at, gradient[0]->cells + at,
                           length);
    }
    tensor_release(gradient[0]);
    tensor_release(upstream);
    tensor_release(result);
    trial_release(&trial);
}
END_TEST

static void fail_differentiating(const char *row, size_t count) {
    struct random random;
    struct trial trial;
    struct failure failure = {0};
    struct tensor *gradient[CALL_ARGUMENTS] = {0}, *result;
    bool good;
    random_seed(&random, 5);
    trial_make(&trial, trial_row(row), &random, false);
    result = call_run(&trial.call, &failure);
    gradient[0] = zeros_like(&trial.held[0]->shape);
    memory_fail(count, false);
    good = call_differentiate(&trial.call, result, result, gradient, &failure);
    memory_fail(0, false);
    ck_assert_msg(!good && failure.message[0], "%s", row);
    tensor_release(gradient[0]);
    tensor_release(result);
    trial_release(&trial);
}

START_TEST(lack_of_memory_is_told) {
    size_t blocks = memory_blocks();
    for (size_t count = 1; count <= 2; count++) {
        fail_differentiating("layernorm", count);
    }
    fail_differentiating("topk", 1);
    fail_differentiating("sort", 1);
    ck_assert_uint_eq(memory_blocks(), blocks);
}
END_TEST

Suite *operators_derivatives_suite(void);

Suite *operators_derivatives_suite(void) {
    Suite *suite = suite_create("operators derivatives");
    TCase *loop = tcase_create("differences"), *core = tcase_create("core");
    int rows = 0;
    while (operator_at((size_t)rows)) {
        rows++;
    }
    tcase_set_timeout(loop, 600);
    tcase_add_loop_test(loop, agrees_with_differences, 0, rows);
    tcase_add_loop_test(core, corners_are_as_written_down, 0,
                        (int)(sizeof corners / sizeof corners[0]));
    tcase_add_test(core, argmax_refuses);
    tcase_add_test(core, shares_are_added);
    tcase_add_loop_test(core, lots_change_no_digit, 1, 20);
    tcase_add_test(core, lack_of_memory_is_told);
    suite_add_tcase(suite, loop);
    suite_add_tcase(suite, core);
    return suite;
}
