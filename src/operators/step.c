/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "operators/step.h"

#include "base/memory.h"
#include "base/text.h"
#include "operators/operator.h"

#include <math.h>

static double add(double a, double b) {
    return a + b;
}

static double subtract(double a, double b) {
    return a - b;
}

static double multiply(double a, double b) {
    return a * b;
}

static double divide(double a, double b) {
    return a / b;
}

static double negate(double x) {
    return -x;
}

static double minimum(double a, double b) {
    return a < b || isnan(a) ? a : b;
}

/* 1 / (1 + exp(-x)), written so that exp never gets a positive number and so never overflows. */
static double sigmoid(double x) {
    double e = exp(-fabs(x));

    return (x >= 0 ? 1.0 : e) / (1.0 + e);
}

static double relu(double x) {
    return scalar_larger(x, 0.0);
}

static double less(double a, double b) {
    return a < b;
}

static double at_most(double a, double b) {
    return a <= b;
}

static double greater(double a, double b) {
    return a > b;
}

static double at_least(double a, double b) {
    return a >= b;
}

static double equal(double a, double b) {
    return a == b;
}

static double different(double a, double b) {
    return a != b;
}

static double second(double a, double b) {
    (void)a;
    return b;
}

const struct scalar scalar_add = {
    .name = "add", .pattern = "%1 + %2", .precedence = PRECEDENCE_ADD, .two = add};
const struct scalar scalar_subtract = {
    .name = "subtract", .pattern = "%1 - %2", .precedence = PRECEDENCE_ADD, .two = subtract};
const struct scalar scalar_multiply = {
    .name = "multiply", .pattern = "%1 * %2", .precedence = PRECEDENCE_MULTIPLY, .two = multiply};
const struct scalar scalar_divide = {
    .name = "divide", .pattern = "%1 / %2", .precedence = PRECEDENCE_MULTIPLY, .two = divide};
const struct scalar scalar_power = {
    .name = "power", .pattern = "%1 ** %2", .precedence = PRECEDENCE_POWER, .two = pow};
const struct scalar scalar_negate = {
    .name = "negate", .pattern = "-%1", .precedence = PRECEDENCE_NEGATE, .one = negate};
const struct scalar scalar_maximum = {
    .name = "max", .pattern = "max(%1, %2)", .precedence = PRECEDENCE_ATOM, .two = scalar_larger};
const struct scalar scalar_minimum = {
    .name = "min", .pattern = "min(%1, %2)", .precedence = PRECEDENCE_ATOM, .two = minimum};
const struct scalar scalar_exp = {
    .name = "exp", .pattern = "exp(%1)", .precedence = PRECEDENCE_ATOM, .one = exp};
const struct scalar scalar_log = {
    .name = "log", .pattern = "log(%1)", .precedence = PRECEDENCE_ATOM, .one = log};
const struct scalar scalar_sqrt = {
    .name = "sqrt", .pattern = "sqrt(%1)", .precedence = PRECEDENCE_ATOM, .one = sqrt};
const struct scalar scalar_abs = {
    .name = "abs", .pattern = "abs(%1)", .precedence = PRECEDENCE_ATOM, .one = fabs};
const struct scalar scalar_tanh = {
    .name = "tanh", .pattern = "tanh(%1)", .precedence = PRECEDENCE_ATOM, .one = tanh};
const struct scalar scalar_sigmoid = {
    .name = "sigmoid", .pattern = "sigmoid(%1)", .precedence = PRECEDENCE_ATOM, .one = sigmoid};
const struct scalar scalar_relu = {
    .name = "relu", .pattern = "relu(%1)", .precedence = PRECEDENCE_ATOM, .one = relu};
const struct scalar scalar_erf = {
    .name = "erf", .pattern = "erf(%1)", .precedence = PRECEDENCE_ATOM, .one = erf};
const struct scalar scalar_sin = {
    .name = "sin", .pattern = "sin(%1)", .precedence = PRECEDENCE_ATOM, .one = sin};
const struct scalar scalar_cos = {
    .name = "cos", .pattern = "cos(%1)", .precedence = PRECEDENCE_ATOM, .one = cos};
const struct scalar scalar_arccos = {
    .name = "arccos", .pattern = "arccos(%1)", .precedence = PRECEDENCE_ATOM, .one = acos};

/* In brackets: a comparison beside = would be read as one. */
const struct scalar scalar_less = {
    .name = "less", .pattern = "(%1 < %2)", .precedence = PRECEDENCE_ATOM, .two = less};
const struct scalar scalar_at_most = {
    .name = "at most", .pattern = "(%1 <= %2)", .precedence = PRECEDENCE_ATOM, .two = at_most};
const struct scalar scalar_greater = {
    .name = "greater", .pattern = "(%1 > %2)", .precedence = PRECEDENCE_ATOM, .two = greater};
const struct scalar scalar_at_least = {
    .name = "at least", .pattern = "(%1 >= %2)", .precedence = PRECEDENCE_ATOM, .two = at_least};
const struct scalar scalar_equal = {
    .name = "equal", .pattern = "(%1 == %2)", .precedence = PRECEDENCE_ATOM, .two = equal};
const struct scalar scalar_different = {
    .name = "different", .pattern = "(%1 != %2)", .precedence = PRECEDENCE_ATOM, .two = different};
const struct scalar scalar_chosen = {
    .name = "where", .pattern = "where(%1, %2, ·)", .precedence = PRECEDENCE_ATOM, .two = second};
const struct scalar scalar_otherwise = {
    .name = "where", .pattern = "where(%1, ·, %2)", .precedence = PRECEDENCE_ATOM, .two = second};

void steps_release(struct steps *steps) {
    memory_free(steps->list);
    *steps = (struct steps){0};
}

void steps_clear(struct steps *steps) {
    steps->count = 0;
    steps->form = STEPS_MOVE;
    steps->entry = 0;
    steps->failed = steps->too_long = false;
}

static long steps_push(struct steps *steps, const struct step *step) {
    steps->too_long |= steps->count == STEPS_LIMIT;
    if (steps->failed || steps->too_long ||
        !memory_reserve(&steps->list, &steps->capacity, steps->count + 1, sizeof *steps->list)) {
        steps->failed = true;
        return STEP_NONE;
    }
    steps->list[steps->count] = *step;
    return (long)steps->count++;
}

long steps_cell(struct steps *steps, int operand, size_t cell, double value) {
    struct step step = {.kind = STEP_CELL, .value = value, .operand = operand, .cell = cell};

    step.left = step.right = STEP_NONE;
    return steps_push(steps, &step);
}

long steps_number(struct steps *steps, double value, const char *note) {
    struct step step = {.kind = STEP_NUMBER, .value = value, .note = note};

    step.left = step.right = STEP_NONE;
    return steps_push(steps, &step);
}

static double scalar_apply(const struct scalar *scalar, double left, double right) {
    return scalar->one ? scalar->one(left) : scalar->two(left, right);
}

long steps_apply(struct steps *steps, const struct scalar *scalar, long left, long right) {
    struct step step = {.kind = STEP_APPLY, .scalar = scalar, .left = left, .right = right};

    if (steps->failed)
        return STEP_NONE;
    step.value = scalar_apply(scalar, steps->list[left].value,
                              right == STEP_NONE ? NAN : steps->list[right].value);
    return steps_push(steps, &step);
}

long steps_stage(struct steps *steps, long at, const char *stage, size_t row) {
    if (at != STEP_NONE && !steps->failed) {
        steps->list[at].stage = stage;
        steps->list[at].row = row;
    }
    return at;
}

static double step_replay(const struct step *step, const double *values,
                          double (*read)(void *context, int operand, size_t cell), void *context) {
    switch (step->kind) {
    case STEP_CELL:
        return read(context, step->operand, step->cell);
    case STEP_NUMBER:
        return step->value;
    case STEP_APPLY:
        break;
    }
    return scalar_apply(step->scalar, values[step->left],
                        step->right == STEP_NONE ? NAN : values[step->right]);
}

double steps_replay(const struct steps *steps,
                    double (*read)(void *context, int operand, size_t cell), void *context) {
    double *values = memory_allocate(steps->count, sizeof *values);
    double result = NAN;

    for (size_t i = 0; values && i < steps->count; i++)
        result = values[i] = step_replay(&steps->list[i], values, read, context);
    memory_free(values);
    return result;
}

static bool same_stage(const struct step *a, const struct step *b) {
    return a->stage && b->stage && text_same(a->stage, b->stage);
}

/* Whether step AT is the first of its stage. A list has few stages, each in long runs, so looking
 * back past the run before it is rare. */
static bool opens_stage(const struct steps *steps, size_t at) {
    const struct step *step = &steps->list[at];

    if (!step->stage)
        return false;
    for (size_t i = at; i > 0; i--)
        if (same_stage(&steps->list[i - 1], step))
            return false;
    return true;
}

size_t steps_terms(const struct steps *steps) {
    size_t terms = 0;

    if (steps->form == STEPS_MOVE || steps->form == STEPS_NUMBER)
        return 1;
    for (size_t i = 0; i < steps->count; i++) {
        const char *stage = steps->list[i].stage;

        if (steps->form == STEPS_LEDGER ? stage && text_same(stage, STAGE_TERM)
                                        : opens_stage(steps, i))
            terms++;
    }
    return terms ? terms : 1;
}
