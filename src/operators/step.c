/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "operators/step.h"

#include "base/memory.h"
#include "base/text.h"
#include "operators/operator.h"

#include <math.h>

/* THE SCALARS: the name of each in an explanation, how it is written there, and its value.
 * Comparisons are in brackets, because after = they would be misread. */
#define TWO(NAME, CALLED, PATTERN, PRECEDENCE, VALUE)                                              \
    SIGNED(NAME, NULL, CALLED, PATTERN, PRECEDENCE, VALUE)
#define SIGNED(NAME, SIGN, CALLED, PATTERN, PRECEDENCE, VALUE)                                     \
    static double NAME##_of(double a, double b) {                                                  \
        (void)a;                                                                                   \
        return VALUE;                                                                              \
    }                                                                                              \
    static void NAME##_run(const struct scalar_run *run) {                                         \
        for (size_t i = 0; i < run->count; i++) {                                                  \
            run->out[i] = NAME##_of(run->a[i * run->step[0]], run->b[i * run->step[1]]);           \
        }                                                                                          \
    }                                                                                              \
    const struct scalar scalar_##NAME = {.name = (CALLED),                                         \
                                         .pattern = (PATTERN),                                     \
                                         .sign = (SIGN),                                           \
                                         .precedence = (PRECEDENCE),                               \
                                         .two = NAME##_of,                                         \
                                         .run = NAME##_run};

SIGNED(add, "+", "add", "%1 + %2", PRECEDENCE_ADD, a + b)
TWO(subtract, "subtract", "%1 - %2", PRECEDENCE_ADD, a - b)
SIGNED(multiply, "×", "multiply", "%1 * %2", PRECEDENCE_MULTIPLY, (a * b))
TWO(divide, "divide", "%1 / %2", PRECEDENCE_MULTIPLY, a / b)
TWO(power, "power", "%1 ** %2", PRECEDENCE_POWER, pow(a, b))
TWO(maximum, "max", "max(%1, %2)", PRECEDENCE_ATOM, scalar_larger(a, b))
TWO(minimum, "min", "min(%1, %2)", PRECEDENCE_ATOM, a < b || isnan(a) ? a : b)
TWO(less, "less", "(%1 < %2)", PRECEDENCE_ATOM, a < b)
TWO(at_most, "at most", "(%1 <= %2)", PRECEDENCE_ATOM, a <= b)
TWO(greater, "greater", "(%1 > %2)", PRECEDENCE_ATOM, a > b)
TWO(at_least, "at least", "(%1 >= %2)", PRECEDENCE_ATOM, a >= b)
TWO(equal, "equal", "(%1 == %2)", PRECEDENCE_ATOM, a == b)
TWO(different, "different", "(%1 != %2)", PRECEDENCE_ATOM, a != b)
TWO(chosen, "where", "where(%1, %2, ·)", PRECEDENCE_ATOM, b)
TWO(otherwise, "where", "where(%1, ·, %2)", PRECEDENCE_ATOM, b)

/* Returns 1 / (1 + exp(-x)), written so that exp never takes a positive number and never
 * overflows. */
static double logistic(double x) {
    double e = exp(-fabs(x));
    return (x >= 0 ? 1.0 : e) / (1.0 + e);
}

/* The same for one number x: y, and its slope dy/dx. */
#define ONE(NAME, PATTERN, PRECEDENCE, VALUE, SLOPE)                                               \
    static double NAME##_of(double x) {                                                            \
        return VALUE;                                                                              \
    }                                                                                              \
    static double NAME##_slope(double x, double y) {                                               \
        (void)x;                                                                                   \
        (void)y;                                                                                   \
        return SLOPE;                                                                              \
    }                                                                                              \
    const struct scalar scalar_##NAME = {.name = #NAME,                                            \
                                         .pattern = (PATTERN),                                     \
                                         .precedence = (PRECEDENCE),                               \
                                         .one = NAME##_of,                                         \
                                         .slope = NAME##_slope};

ONE(negate, "-%1", PRECEDENCE_NEGATE, -x, -1.0)
ONE(exp, "exp(%1)", PRECEDENCE_ATOM, exp(x), y)
ONE(log, "log(%1)", PRECEDENCE_ATOM, log(x), 1.0 / x)
ONE(sqrt, "sqrt(%1)", PRECEDENCE_ATOM, sqrt(x), 0.5 / y)
ONE(abs, "abs(%1)", PRECEDENCE_ATOM, fabs(x), x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0)
ONE(sin, "sin(%1)", PRECEDENCE_ATOM, sin(x), cos(x))
ONE(cos, "cos(%1)", PRECEDENCE_ATOM, cos(x), -sin(x))
ONE(arccos, "arccos(%1)", PRECEDENCE_ATOM, acos(x), -1.0 / sqrt(1.0 - x * x))
ONE(tanh, "tanh(%1)", PRECEDENCE_ATOM, tanh(x), 1.0 - y * y)
ONE(sigmoid, "sigmoid(%1)", PRECEDENCE_ATOM, logistic(x), (1.0 - y) * y)
ONE(relu, "relu(%1)", PRECEDENCE_ATOM, scalar_larger(x, 0.0), x > 0 ? 1.0 : 0.0)

const struct scalar scalar_erf = {
    .name = "erf", .pattern = "erf(%1)", .precedence = PRECEDENCE_ATOM, .one = erf};

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

void steps_mark_too_long(struct steps *steps) {
    steps->failed = steps->too_long = true;
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

long steps_apply(struct steps *steps, const struct scalar *scalar, long left, long right) {
    struct step step = {.kind = STEP_APPLY, .scalar = scalar};
    step.left = (int)left; /* below STEPS_LIMIT */
    step.right = (int)right;
    if (steps->failed) {
        return STEP_NONE;
    }
    double first = steps->list[left].value;
    double second = right == STEP_NONE ? NAN : steps->list[right].value;
    step.value = scalar->one ? scalar->one(first) : scalar->two(first, second);
    return steps_push(steps, &step);
}

long steps_stage(struct steps *steps, long at, const char *stage, size_t row) {
    if (at != STEP_NONE && !steps->failed) {
        steps->list[at].stage = stage;
        steps->list[at].row = row;
    }
    return at;
}

long steps_apply_stage(struct steps *steps, const struct scalar *scalar, long left, long right,
                       const char *stage) {
    return steps_stage(steps, steps_apply(steps, scalar, left, right), stage, 0);
}

long steps_term(struct steps *steps, long total, long term, size_t row) {
    steps_stage(steps, term, STAGE_TERM, row);
    if (row == 0) {
        return term;
    }
    return steps_stage(steps, steps_apply(steps, &scalar_add, total, term), STAGE_TOTAL, row);
}

/* True when step AT is the first of its stage. A list has few stages, each in long runs, so this
 * rarely looks back beyond the previous run. */
static bool opens_stage(const struct steps *steps, size_t at) {
    const char *stage = steps->list[at].stage;
    if (!stage) {
        return false;
    }
    for (size_t i = at; i > 0; i--) {
        const char *earlier = steps->list[i - 1].stage;

        if (earlier && text_same(earlier, stage)) {
            return false;
        }
    }
    return true;
}

size_t steps_terms(const struct steps *steps) {
    size_t terms = 0;
    if (steps->form == STEPS_MOVE || steps->form == STEPS_NUMBER) {
        return 1;
    }
    for (size_t i = 0; i < steps->count; i++) {
        const char *stage = steps->list[i].stage;

        if (steps->form == STEPS_LEDGER ? stage && text_same(stage, STAGE_TERM)
                                        : opens_stage(steps, i)) {
            terms++;
        }
    }
    return terms ? terms : 1;
}
