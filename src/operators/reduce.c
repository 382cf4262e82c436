/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* reduce: turns a line of numbers into one number. Each reduction is two functions side by side:
 * one computes it, the other lists the same steps in the same order. */
#include "operators/call.h"
#include "operators/line.h"

#include <math.h>

static bool reduce_shape(const struct call *call, struct shape *result, struct failure *failure) {
    (void)failure;
    *result = line_reduced(call_shape(call, 0), call_each(call));
    return true;
}

/* The numbers of a line that its derivatives share. */
struct facts {
    double result, mean, count;
    size_t chosen; /* for max and min: the cell that was taken */
};

/* A row's own functions. BACK returns the derivative of a line's result by its cell X; MEASURE
 * fills the facts BACK uses, but for the result. */
struct reduction {
    double (*reduce)(const struct line *line, const double *x);
    void (*unroll)(const struct unroll *unroll, const double *x);
    struct facts (*measure)(const struct line *line, const double *x);
    double (*back)(const struct facts *facts, double x, size_t at);
};

static bool reduce_compute(const struct call *call, struct tensor *result,
                           struct failure *failure) {
    const struct reduction *reduction = call->op->detail;
    struct lines lines = call_lines(call, failure);
    struct line line;
    for (size_t i = 0; lines_next(&lines, &line); i++) {
        result->cells[i] = reduction->reduce(&line, call->argument[0].value->cells);
    }
    return !lines.stopped;
}

static void reduce_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct tensor *x = call->argument[0].value;
    const struct reduction *reduction = call->op->detail;
    struct unroll unroll = {steps, line_at(&x->shape, call_each(call), cell)};
    steps->form = STEPS_LEDGER;
    reduction->unroll(&unroll, x->cells);
}

static bool reduce_differentiate(const struct call *call, const struct backward *back,
                                 struct failure *failure) {
    const double *x = call->argument[0].value->cells;
    const struct reduction *reduction = call->op->detail;
    struct lines lines = call_lines(call, failure);
    struct line line;
    for (size_t i = 0; lines_next(&lines, &line); i++) {
        struct facts facts = reduction->measure(&line, x);

        facts.result = back->result->cells[i];
        for (size_t j = 0; j < line.length; j++) {
            size_t at = line_cell(&line, j);

            back->gradient[0]->cells[at] +=
                back->upstream->cells[i] * reduction->back(&facts, x[at], at);
        }
    }
    return !lines.stopped;
}

static double sum_line(const struct line *line, const double *x) {
    return line_fold(line, x, &scalar_add);
}

static void sum_unroll(const struct unroll *unroll, const double *x) {
    unroll_total(unroll, unroll_cells(unroll, 0, x, STAGE_TERM));
}

static void mean_unroll(const struct unroll *unroll, const double *x) {
    long total = unroll_total(unroll, unroll_cells(unroll, 0, x, STAGE_TERM));
    unroll_mean(unroll, total, "÷ n");
}

static long var_steps(const struct unroll *unroll, const double *x) {
    enum { MOST_SPREAD = 4096 }; /* each number takes five steps */
    if (unroll->line.length > MOST_SPREAD) {
        steps_mark_too_long(unroll->steps);
        return STEP_NONE;
    }
    long entry = unroll_cells(unroll, 0, x, "x");
    long mean = unroll_mean(unroll, unroll_fold(unroll, entry, &scalar_add, "mean"), "mean");
    long centred = unroll_apply(unroll, entry, &scalar_subtract, mean, "x − mean");
    long square = unroll_pairs(unroll, centred, &scalar_multiply, centred, STAGE_TERM);

    return unroll_mean(unroll, unroll_total(unroll, square), "÷ n");
}

static void var_unroll(const struct unroll *unroll, const double *x) {
    var_steps(unroll, x);
}

static double std_line(const struct line *line, const double *x) {
    return sqrt(line_variance(line, x));
}

static void std_unroll(const struct unroll *unroll, const double *x) {
    steps_apply_stage(unroll->steps, &scalar_sqrt, var_steps(unroll, x), STEP_NONE, "√");
}

/* Gives 1 for a number that is not 0, so that a sum counts them. */
static double count_nonzero(double x) {
    return scalar_different.two(x, 0.0);
}

static double count_line(const struct line *line, const double *x) {
    return line_sum(line, x, count_nonzero);
}

static void count_unroll(const struct unroll *unroll, const double *x) {
    long zero = steps_number(unroll->steps, 0.0, NULL);
    long entry = unroll_cells(unroll, 0, x, "x");
    unroll_total(unroll, unroll_apply(unroll, entry, &scalar_different, zero, STAGE_TERM));
}

static void max_unroll(const struct unroll *unroll, const double *x) {
    unroll_fold(unroll, unroll_cells(unroll, 0, x, STAGE_TERM), &scalar_maximum, STAGE_TOTAL);
}

static double min_line(const struct line *line, const double *x) {
    return line_fold(line, x, &scalar_minimum);
}

static void min_unroll(const struct unroll *unroll, const double *x) {
    unroll_fold(unroll, unroll_cells(unroll, 0, x, STAGE_TERM), &scalar_minimum, STAGE_TOTAL);
}

/* Returns the length of a vector, √Σ x²; of a whole matrix the Frobenius norm. */
static double norm_line(const struct line *line, const double *x) {
    return sqrt(line_sum(line, x, line_square));
}

static void norm_unroll(const struct unroll *unroll, const double *x) {
    long entry = unroll_cells(unroll, 0, x, "x");
    long sum =
        unroll_total(unroll, unroll_pairs(unroll, entry, &scalar_multiply, entry, STAGE_TERM));
    steps_apply_stage(unroll->steps, &scalar_sqrt, sum, STEP_NONE, "√");
}

/* Returns the surprise of an event of probability p in nats: -log p, and +0 for a certain one. */
static double surprise(double p) {
    return 0.0 - log(p);
}

static const struct scalar scalar_surprise = {
    .name = "surprise", .pattern = "-log(%1)", .precedence = PRECEDENCE_NEGATE, .one = surprise};

/* The terms of the mean surprise Σ p·(-log p) (Shannon 1948); an impossible event adds 0. */
static double entropy_term(double p) {
    return p == 0 ? 0.0 : p * surprise(p);
}

static double entropy_line(const struct line *line, const double *x) {
    return line_sum(line, x, entropy_term);
}

static long entropy_step(struct steps *steps, size_t at, double p) {
    long x;
    if (p == 0) {
        return steps_number(steps, 0.0, "0·log 0");
    }
    x = steps_cell(steps, 0, at, p);
    return steps_apply(steps, &scalar_multiply, x,
                       steps_apply(steps, &scalar_surprise, x, STEP_NONE));
}

static void entropy_unroll(const struct unroll *unroll, const double *x) {
    long total = STEP_NONE;
    for (size_t i = 0; i < unroll->line.length; i++) {
        size_t at = line_cell(&unroll->line, i);

        total = steps_term(unroll->steps, total, entropy_step(unroll->steps, at, x[at]), i);
    }
}

/* argmax is the place of the largest, from 1: of the first of several, and of the first nan if
 * there is one, as in NumPy. */
static bool equal_or_nan(double a, double b) {
    return a == b || (isnan(a) && isnan(b));
}

static size_t position_of_number(const struct line *line, const double *x, double number) {
    size_t at = 0;
    while (!equal_or_nan(x[line_cell(line, at)], number)) {
        at++;
    }
    return at;
}

static size_t largest_at(const struct line *line, const double *x) {
    return position_of_number(line, x, line_largest(line, x));
}

static double argmax_line(const struct line *line, const double *x) {
    return (double)largest_at(line, x) + 1.0;
}

static double mark_equal(double x, double largest) {
    return equal_or_nan(x, largest) ? 1.0 : 0.0;
}

static double first_nonzero(double found, double next) {
    return found != 0 ? found : next;
}

static const struct scalar scalar_marks = {.name = "is the largest",
                                           .pattern = "[%1 is %2]",
                                           .precedence = PRECEDENCE_ATOM,
                                           .two = mark_equal};
static const struct scalar scalar_first = {.name = "argmax",
                                           .pattern = "argmax(%1, %2)",
                                           .precedence = PRECEDENCE_ATOM,
                                           .two = first_nonzero,
                                           .entries = true};

/* Each cell is compared with the largest, which marks its place if they are equal; the first marked
 * place is the result. */
static void argmax_unroll(const struct unroll *unroll, const double *x) {
    long entry = unroll_cells(unroll, 0, x, "x");
    long largest = unroll_fold(unroll, entry, &scalar_maximum, "max");
    long mark = unroll_apply(unroll, entry, &scalar_marks, largest, "is max");
    long place = (long)unroll->steps->count;
    for (size_t i = 0; i < unroll->line.length; i++) {
        steps_number(unroll->steps, (double)i + 1.0, "place");
    }
    place = unroll_pairs(unroll, mark, &scalar_multiply, place, "place");
    unroll_fold(unroll, place, &scalar_first, "first");
    unroll->steps->form = STEPS_COLUMNS;
    unroll->steps->entry = largest_at(&unroll->line, x);
}

/* --- derivatives ------------------------------------------------------------------------------ */

static struct facts line_facts(const struct line *line, const double *x) {
    return (struct facts){.mean = line_mean(line, x), .count = (double)line->length};
}

static double sum_back(const struct facts *facts, double x, size_t at) {
    (void)facts;
    (void)x;
    (void)at;
    return 1.0;
}

static double mean_back(const struct facts *facts, double x, size_t at) {
    (void)x;
    (void)at;
    return 1.0 / facts->count;
}

/* The mean changes too, but since Σ (x − mean) = 0 that adds nothing. */
static double var_back(const struct facts *facts, double x, size_t at) {
    (void)at;
    return 2.0 * (x - facts->mean) / facts->count;
}

/* If all numbers are equal there is a kink; the derivative given is 0. */
static double std_back(const struct facts *facts, double x, size_t at) {
    (void)at;
    return facts->result == 0 ? 0.0 : (x - facts->mean) / (facts->count * facts->result);
}

static double norm_back(const struct facts *facts, double x, size_t at) {
    (void)at;
    return facts->result == 0 ? 0.0 : x / facts->result;
}

/* p log p is infinitely steep at p = 0. An impossible event is left out of the sum and of its
 * derivative, so that a masked weight, which cannot change, spoils no gradient. */
static double entropy_back(const struct facts *facts, double x, size_t at) {
    (void)facts;
    (void)at;
    return x == 0 ? 0.0 : surprise(x) - 1.0;
}

/* The derivative goes to the largest alone, the first of equals. */
static struct facts max_facts(const struct line *line, const double *x) {
    return (struct facts){.chosen = line_cell(line, largest_at(line, x))};
}

static struct facts min_facts(const struct line *line, const double *x) {
    return (struct facts){.chosen =
                              line_cell(line, position_of_number(line, x, min_line(line, x)))};
}

static double chosen_back(const struct facts *facts, double x, size_t at) {
    (void)x;
    return at == facts->chosen ? 1.0 : 0.0;
}

static bool argmax_differentiate(const struct call *call, const struct backward *back,
                                 struct failure *failure) {
    (void)back;
    return call_refuse(
        call, failure,
        "argmax has no derivative: its place jumps from one whole number to another; "
        "a loss is made of the numbers themselves");
}

static const struct reduction reduction_sum = {sum_line, sum_unroll, line_facts, sum_back};
static const struct reduction reduction_mean = {line_mean, mean_unroll, line_facts, mean_back};
static const struct reduction reduction_std = {std_line, std_unroll, line_facts, std_back};
static const struct reduction reduction_var = {line_variance, var_unroll, line_facts, var_back};
static const struct reduction reduction_max = {line_largest, max_unroll, max_facts, chosen_back};
static const struct reduction reduction_min = {min_line, min_unroll, min_facts, chosen_back};
static const struct reduction reduction_count = {count_line, count_unroll, NULL, NULL};
static const struct reduction reduction_norm = {norm_line, norm_unroll, line_facts, norm_back};
static const struct reduction reduction_entropy = {entropy_line, entropy_unroll, line_facts,
                                                   entropy_back};
static const struct reduction reduction_argmax = {argmax_line, argmax_unroll, NULL, NULL};

/* The fields of every row; EACH is the default of each=. */
#define REDUCTION(NAME, EACH)                                                                      \
    .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "the numbers"},              \
                   EACH_PARAMETER(EACH, "row column whole")},                                      \
    .detail = &reduction_##NAME, .shape = reduce_shape, .compute = reduce_compute,                 \
    .explain = reduce_explain

static const struct op rows[] = {
    {
        .name = "sum",
        .family = "reductions",
        .sentence = "All numbers added up.",
        .example = "sum([[1, 2], [3, 4]], each=row)",
        .writing = {.numpy = "np.sum(%1, axis=%each%, keepdims=True)"},
        REDUCTION(sum, "whole"),
        .differentiate = reduce_differentiate,
    },
    {
        .name = "mean",
        .sentence = "The sum divided by how many numbers there are.",
        .example = "mean([[1, 2], [3, 4]])",
        .writing = {.numpy = "np.mean(%1, axis=%each%, keepdims=True)"},
        REDUCTION(mean, "whole"),
        .differentiate = reduce_differentiate,
    },
    {
        .name = "std",
        .sentence = "The standard deviation, the root of var: how far numbers lie from their mean.",
        .example = "std([1, 2, 3, 4])",
        .writing = {.numpy = "np.std(%1, axis=%each%, keepdims=True)"},
        REDUCTION(std, "whole"),
        .differentiate = reduce_differentiate,
    },
    {
        .name = "var",
        .sentence = "The variance: the mean squared distance from the mean, divided by n.",
        .example = "var([1, 2, 3, 4])",
        .writing = {.numpy = "np.var(%1, axis=%each%, keepdims=True)"},
        REDUCTION(var, "whole"),
        .differentiate = reduce_differentiate,
    },
    {
        .name = "max",
        .sentence = "The largest number.",
        .example = "max([[1, 5], [3, 4]], each=row)",
        .writing = {.numpy = "np.max(%1, axis=%each%, keepdims=True)"},
        REDUCTION(max, "whole"),
        .differentiate = reduce_differentiate,
    },
    {
        .name = "min",
        .sentence = "The smallest number.",
        .example = "min([[1, 5], [3, 4]], each=column)",
        .writing = {.numpy = "np.min(%1, axis=%each%, keepdims=True)"},
        REDUCTION(min, "whole"),
        .differentiate = reduce_differentiate,
    },
    {
        .name = "count",
        .sentence = "How many numbers are not 0: count(A > 0) how many are positive.",
        .example = "count([[1, 5], [3, 4]] > 2, each=column)",
        .writing = {.numpy = "np.sum(np.not_equal(%1, 0.0), axis=%each%, keepdims=True, "
                             "dtype=float)"},
        REDUCTION(count, "whole"),
    },
    {
        .name = "norm",
        .sentence = "The length of a vector: the root of the sum of squares.",
        .example = "norm([3, 4])",
        .writing = {.numpy = "np.sqrt(np.sum(np.square(%1), axis=%each%, keepdims=True))"},
        REDUCTION(norm, "whole"),
        .differentiate = reduce_differentiate,
    },
    {
        .name = "entropy",
        .sentence =
            "The entropy of each row, in nats: 0 when one weight is 1, log(n) when all are equal.",
        .example = "entropy([0.5, 0.25, 0.25])",
        .writing = {.numpy = "qkv_entropy(%1, %each%)",
                    .numpy_help = "def qkv_entropy(p, axis):\n"
                                  "    surprise = 0.0 - np.log(np.where(p == 0, 1.0, p))\n"
                                  "    return np.sum(p * surprise, axis=axis, keepdims=True)\n"},
        REDUCTION(entropy, "row"),
        .differentiate = reduce_differentiate,
    },
    {
        .name = "argmax",
        .sentence =
            "The position of the largest number in each row, from 1; the first of equal ones.",
        .example = "argmax([0.1, 0.7, 0.2])",
        .writing = {.numpy = "qkv_argmax(%1, %each%)",
                    .numpy_help =
                        "def qkv_argmax(x, axis):\n"
                        "    if isinstance(axis, tuple):\n"
                        "        x, axis = x.reshape(x.shape[:-2] + (1, -1)), -1\n"
                        "    return np.expand_dims(np.argmax(x, axis=axis), axis) + 1.0\n"},
        REDUCTION(argmax, "row"),
        .differentiate = argmax_differentiate,
    },
};

OPERATOR_FAMILY(reduce);
