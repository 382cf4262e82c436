/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* choice: comparisons, which give 1 and 0, and operators that choose between numbers, cell by cell.
 * The gradient goes to the number that was chosen; the condition has none. */
#include "operators/call.h"

#include "base/checkpoint.h"

#include <math.h>

/* The cells of the two or three operands that belong to one cell of the result. */
struct operands {
    double values[3];
    size_t from[3];
};

static struct operands operands_at(const struct call *call, const struct shape *result,
                                   size_t cell) {
    struct operands operands = {0};
    for (int i = 0; i < 3 && call->argument[i].value; i++) {
        const struct tensor *value = call->argument[i].value;

        operands.from[i] = broadcast_cell(&value->shape, result, cell);
        operands.values[i] = value->cells[operands.from[i]];
    }
    return operands;
}

/* Returns which operand a cell is taken from. */
struct choice {
    int (*choose)(const double values[3]);
};

static int chosen_operand(const struct call *call, const struct operands *operands) {
    const struct choice *choice = call->op->detail;
    return choice->choose(operands->values);
}

static bool chosen_compute(const struct call *call, struct tensor *result,
                           struct failure *failure) {
    size_t cells = shape_cells(&result->shape);
    for (size_t cell = 0; cell < cells; cell++) {
        struct operands operands = operands_at(call, &result->shape, cell);

        if (!checkpoint_at(cell, failure)) {
            return false;
        }
        result->cells[cell] = operands.values[chosen_operand(call, &operands)];
    }
    return true;
}

static bool chosen_differentiate(const struct call *call, const struct backward *back,
                                 struct failure *failure) {
    const struct tensor *upstream = back->upstream;
    size_t cells = shape_cells(&upstream->shape);
    for (size_t cell = 0; cell < cells; cell++) {
        struct operands operands = operands_at(call, &upstream->shape, cell);
        int chosen = chosen_operand(call, &operands);

        if (!checkpoint_at(cell, failure)) {
            return false;
        }
        if (back->gradient[chosen]) {
            back->gradient[chosen]->cells[operands.from[chosen]] += upstream->cells[cell];
        }
    }
    return true;
}

/* As in NumPy, everything but 0 counts as true, nan too. */
static int where_choose(const double values[3]) {
    return values[0] != 0 ? 1 : 2;
}

/* As in the scalars a nan wins, and among equals the second, so that maximum(x, 0) has the slope of
 * relu(x). */
static int maximum_choose(const double values[3]) {
    return values[0] > values[1] || isnan(values[0]) ? 0 : 1;
}

static int minimum_choose(const double values[3]) {
    return values[0] < values[1] || isnan(values[0]) ? 0 : 1;
}

/* As NumPy's min(max(x, low), high), this is high when high is below low. */
static int clip_choose(const double values[3]) {
    int raised = maximum_choose(values);
    return minimum_choose((const double[3]){values[raised], values[2]}) == 0 ? raised : 2;
}

static const struct choice choice_where = {where_choose}, choice_clip = {clip_choose},
                           choice_maximum = {maximum_choose}, choice_minimum = {minimum_choose};

static void where_explain(const struct call *call, size_t cell, struct steps *steps) {
    struct operands operands = operands_at(call, &call->shape, cell);
    int chosen = chosen_operand(call, &operands);
    const struct scalar *scalar = chosen == 1 ? &scalar_chosen : &scalar_otherwise;
    long condition = steps_cell(steps, 0, operands.from[0], operands.values[0]);
    long taken = steps_cell(steps, chosen, operands.from[chosen], operands.values[chosen]);
    steps->form = STEPS_CHAIN;
    steps_apply_stage(steps, scalar, condition, taken, "where");
}

static void clip_explain(const struct call *call, size_t cell, struct steps *steps) {
    struct operands operands = operands_at(call, &call->shape, cell);
    long operand[3];
    for (int i = 0; i < 3; i++) {
        operand[i] = steps_cell(steps, i, operands.from[i], operands.values[i]);
    }
    steps->form = STEPS_CHAIN;
    long raised = steps_apply_stage(steps, &scalar_maximum, operand[0], operand[1], "at least low");
    steps_apply_stage(steps, &scalar_minimum, raised, operand[2], "at most high");
}

#define COMPARISON(SIGN, SCALAR, SENTENCE, UNICODE, LATEX, NUMPY)                                  \
    {                                                                                              \
        .name = (SIGN), .family = "choosing", .sentence = (SENTENCE),                              \
        .example = "[1, 2, 3] " SIGN " 2",                                                         \
        .writing = {.form = WRITING_INFIX,                                                         \
                    .precedence = PRECEDENCE_COMPARE,                                              \
                    .symbol = (SIGN),                                                              \
                    .unicode = "%1 " UNICODE " %2",                                                \
                    .latex = "%1 " LATEX " %2",                                                    \
                    .numpy = NUMPY "(%1, %2) * 1.0"},                                              \
        .scalar = &(SCALAR), ELEMENTWISE_TWO,                                                      \
    }
/* The fields of a row each of whose cells is a cell of an operand. */
#define CHOOSES(NAME) .detail = &choice_##NAME, .differentiate = chosen_differentiate

static const struct op rows[] = {
    COMPARISON("<", scalar_less, "1 where the left cell is less, else 0.", "<", "<", "np.less"),
    COMPARISON("<=", scalar_at_most, "1 where the left cell is less or equal, else 0.", "≤", "\\le",
               "np.less_equal"),
    COMPARISON(">", scalar_greater, "1 where the left cell is greater, else 0.", ">", ">",
               "np.greater"),
    COMPARISON(">=", scalar_at_least, "1 where the left cell is greater or equal, else 0.", "≥",
               "\\ge", "np.greater_equal"),
    COMPARISON("==", scalar_equal, "1 where both cells are the same number, else 0.", "==", "=",
               "np.equal"),
    COMPARISON("!=", scalar_different, "1 where the cells differ, else 0.", "≠", "\\ne",
               "np.not_equal"),
    {
        .name = "where",
        .family = "choosing",
        .sentence = "Takes each cell from a where c is not 0, and from b where it is.",
        .example = "where([1, 2, 3] > 2, [10, 20, 30], 0)",
        .parameters = {{.name = "c", .kind = PARAMETER_VALUE, .sentence = "what decides: 1 or 0"},
                       {.name = "a", .kind = PARAMETER_VALUE, .sentence = "taken where c is not 0"},
                       {.name = "b", .kind = PARAMETER_VALUE, .sentence = "taken where c is 0"}},
        .writing = {.numpy = "np.where(%1, %2, %3)"},
        .shape = elementwise_shape,
        .compute = chosen_compute,
        .explain = where_explain,
        CHOOSES(where),
    },
    {
        .name = "maximum",
        .sentence = "The larger of two cells at the same place; max(x) is that of a whole value.",
        .example = "maximum([1, 5, 3], 2)",
        .writing = {.numpy = "np.maximum(%1, %2)"},
        .scalar = &scalar_maximum,
        ELEMENTWISE_TWO,
        CHOOSES(maximum),
    },
    {
        .name = "minimum",
        .sentence = "The smaller of two cells at the same place; min(x) is that of a whole value.",
        .example = "minimum([1, 5, 3], 2)",
        .writing = {.numpy = "np.minimum(%1, %2)"},
        .scalar = &scalar_minimum,
        ELEMENTWISE_TWO,
        CHOOSES(minimum),
    },
    {
        .name = "clip",
        .sentence = "Limits each cell to the range from low to high.",
        .example = "clip([-3, 0.5, 7], -1, 1)",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "the value"},
                       {.name = "low", .kind = PARAMETER_VALUE, .sentence = "the smallest allowed"},
                       {.name = "high",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the largest allowed"}},
        .writing = {.numpy = "np.clip(%1, %2, %3)"},
        .shape = elementwise_shape,
        .compute = chosen_compute,
        .explain = clip_explain,
        CHOOSES(clip),
    },
};

OPERATOR_FAMILY(choice);
