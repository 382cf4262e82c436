/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* elementwise: apply one function to the cells at the same place. A row names its scalar; GELU,
 * which is several scalars deep, has its own functions. */
#include "operators/call.h"

#include "base/checkpoint.h"
#include "base/text.h"

#include <math.h>

bool elementwise_shape(const struct call *call, struct shape *result, struct failure *failure) {
    return broadcast_join(call, AXIS_COUNT, result, failure);
}

static bool one_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    const double *x = call->argument[0].value->cells;
    double (*function)(double) = call->op->scalar->one;
    size_t cells = shape_cells(&result->shape);
    for (size_t i = 0; i < cells; i++) {
        if (!checkpoint_at(i, failure)) {
            return false;
        }
        result->cells[i] = function(x[i]);
    }
    return true;
}

static void one_explain(const struct call *call, size_t cell, struct steps *steps) {
    long x = steps_cell(steps, 0, cell, call->argument[0].value->cells[cell]);
    steps->form = STEPS_CHAIN;
    steps_apply_stage(steps, call->op->scalar, x, STEP_NONE, call->op->name);
}

/* Returns how many consecutive cells of the result take from each operand either as many
 * consecutive cells (STEP 1) or a single one (STEP 0): the last axes, as far as no operand is
 * repeated along only some of them. */
static size_t cells_that_meet(const struct call *call, const struct shape *result, size_t step[2]) {
    size_t count = 1, own[2] = {1, 1};
    step[0] = step[1] = 0;
    for (int axis = AXIS_COUNT; axis-- > 0;) {
        size_t more = count * result->size[axis];

        for (int i = 0; i < 2; i++) {
            own[i] *= call_shape(call, i)->size[axis];
            if (own[i] != more && own[i] != 1) {
                return count;
            }
        }
        for (int i = 0; i < 2; i++) {
            step[i] = own[i] > 1;
        }
        count = more;
    }
    return count;
}

bool elementwise_two(const struct call *call, struct tensor *result, struct failure *failure) {
    const struct tensor *a = call->argument[0].value, *b = call->argument[1].value;
    size_t cells = shape_cells(&result->shape);
    struct scalar_run run;
    run.count = cells_that_meet(call, &result->shape, run.step);
    for (size_t start = 0; start < cells; start += run.count) {
        if (!checkpoint(run.count * CHECKPOINT_WORK, failure)) {
            return false;
        }
        run.a = a->cells + broadcast_cell(&a->shape, &result->shape, start);
        run.b = b->cells + broadcast_cell(&b->shape, &result->shape, start);
        run.out = result->cells + start;
        call->op->scalar->run(&run);
    }
    return true;
}

void elementwise_explain_two(const struct call *call, size_t cell, struct steps *steps) {
    long operand[2];
    for (int i = 0; i < 2; i++) {
        const struct tensor *value = call->argument[i].value;
        size_t from = broadcast_cell(&value->shape, &call->shape, cell);

        operand[i] = steps_cell(steps, i, from, value->cells[from]);
    }
    steps->form = STEPS_CHAIN;
    steps_apply_stage(steps, call->op->scalar, operand[0], operand[1], call->op->name);
}

/* Multiplies UPSTREAM by SLOPE, as the chain rule says. A 0 stays 0 however large the slope is, so
 * that the log of a masked 0 spoils no gradient. */
static double chain_slope(double upstream, double slope) {
    return upstream == 0 ? 0.0 : upstream * slope;
}

/* Differentiates a function of one cell; SLOPE gives dy/dx from x and y. */
static bool differentiate_cells(const struct call *call, const struct backward *back,
                                double (*slope)(double x, double y), struct failure *failure) {
    const double *x = call->argument[0].value->cells, *y = back->result->cells;
    size_t cells = shape_cells(&back->result->shape);
    for (size_t i = 0; i < cells; i++) {
        if (!checkpoint_at(i, failure)) {
            return false;
        }
        back->gradient[0]->cells[i] += chain_slope(back->upstream->cells[i], slope(x[i], y[i]));
    }
    return true;
}

static bool one_differentiate(const struct call *call, const struct backward *back,
                              struct failure *failure) {
    return differentiate_cells(call, back, call->op->scalar->slope, failure);
}

/* A run of cells of the result y = f(a, b), their upstream gradients, and the operands' cells they
 * are made from. */
struct pair_row {
    const double *y, *upstream;
    const double *x[2];
    size_t step[2], count;
};

/* Adds the gradients of a run to operand I, from OUT on. It is inlined for every SLOPE, and again
 * for a single b, whose own factor (1 / b) is then computed once. */
static inline __attribute__((always_inline)) void
add_operand_shares(const struct pair_row *row, int i, double *out,
                   double (*slope)(double a, double b, double y)) {
    const double *a = row->x[0], *b = row->x[1], *y = row->y, *upstream = row->upstream;
    size_t a_step = row->step[0], b_step = row->step[1], out_step = row->step[i];
    if (b_step == 0) {
        double single = *b;

        for (size_t j = 0; j < row->count; j++) {
            out[j * out_step] += chain_slope(upstream[j], slope(a[j * a_step], single, y[j]));
        }
        return;
    }
    for (size_t j = 0; j < row->count; j++) {
        out[j * out_step] += chain_slope(upstream[j], slope(a[j * a_step], b[j], y[j]));
    }
}

/* ADD_SHARES adds a run's gradients to operand a, and to operand b. */
static bool two_differentiate(const struct call *call, const struct backward *back,
                              void (*const add_shares[2])(const struct pair_row *row, double *out),
                              struct failure *failure) {
    const struct shape *shape = &back->result->shape;
    struct pair_row row;
    size_t cells = shape_cells(shape), from[2];

    row.count = cells_that_meet(call, shape, row.step);
    for (size_t cell = 0; cell < cells; cell += row.count) {
        if (!checkpoint(CHECKPOINT_WORK + row.count, failure)) {
            return false;
        }
        row.y = back->result->cells + cell;
        row.upstream = back->upstream->cells + cell;
        for (int i = 0; i < 2; i++) {
            from[i] = broadcast_cell(call_shape(call, i), shape, cell);
            row.x[i] = call->argument[i].value->cells + from[i];
        }
        for (int i = 0; i < 2; i++) {
            if (back->gradient[i]) {
                add_shares[i](&row, back->gradient[i]->cells + from[i]);
            }
        }
    }
    return true;
}

/* Defines a row's `differentiate` from the slopes of its two operands, written with a, b and y. */
#define SLOPES(NAME, LEFT, RIGHT)                                                                  \
    static double NAME##_left(double a, double b, double y) {                                      \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        (void)y;                                                                                   \
        return LEFT;                                                                               \
    }                                                                                              \
    static double NAME##_right(double a, double b, double y) {                                     \
        (void)a;                                                                                   \
        (void)b;                                                                                   \
        (void)y;                                                                                   \
        return RIGHT;                                                                              \
    }                                                                                              \
    static void NAME##_to_left(const struct pair_row *row, double *out) {                          \
        add_operand_shares(row, 0, out, NAME##_left);                                              \
    }                                                                                              \
    static void NAME##_to_right(const struct pair_row *row, double *out) {                         \
        add_operand_shares(row, 1, out, NAME##_right);                                             \
    }                                                                                              \
    static bool NAME##_differentiate(const struct call *call, const struct backward *back,         \
                                     struct failure *failure) {                                    \
        static void (*const add_shares[])(const struct pair_row *, double *) = {NAME##_to_left,    \
                                                                                NAME##_to_right};  \
        return two_differentiate(call, back, add_shares, failure);                                 \
    }

SLOPES(add, 1.0, 1.0)
SLOPES(subtract, 1.0, -1.0)
SLOPES(multiply, b, a)
SLOPES(divide, 1.0 / b, -y / b)
/* aᵇ: b·aᵇ⁻¹ and aᵇ·log a; 0ᵇ stays 0 as b grows. */
SLOPES(power, b == 0 ? 0.0 : b * pow(a, b - 1.0), a == 0 && b > 0 ? 0.0 : y * log(a))

/* SiLU, or swish (Elfwing, Uchibe and Doya 2017): x·sigmoid(x). */
static bool silu_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    const double *x = call->argument[0].value->cells;
    size_t cells = shape_cells(&result->shape);
    for (size_t i = 0; i < cells; i++) {
        if (!checkpoint_at(i, failure)) {
            return false;
        }
        result->cells[i] = x[i] * scalar_sigmoid.one(x[i]);
    }
    return true;
}

static double silu_slope(double x, double y) {
    double gate = scalar_sigmoid.one(x);
    return gate + y * (1.0 - gate);
}

static bool silu_differentiate(const struct call *call, const struct backward *back,
                               struct failure *failure) {
    return differentiate_cells(call, back, silu_slope, failure);
}

static void silu_explain(const struct call *call, size_t cell, struct steps *steps) {
    long x = steps_cell(steps, 0, cell, call->argument[0].value->cells[cell]);
    long gate = steps_apply_stage(steps, &scalar_sigmoid, x, STEP_NONE, "sigmoid");
    steps->form = STEPS_CHAIN;
    steps_apply_stage(steps, &scalar_multiply, x, gate, "silu");
}

/* GELU (Hendrycks and Gimpel 2016): x·Φ(x), Φ the normal distribution function,
 * Φ(x) = ½ (1 + erf(x / √2)), or its approximation ½ (1 + tanh(√(2/π) (x + 0.044715 x³))). */
static const double square_root_2 = 1.41421356237309504880;
static const double square_root_2_over_pi = 0.79788456080286535588;
static const double cubic_share = 0.044715;

static bool gelu_uses_tanh(const struct call *call) {
    return text_same(call_word(call, "approximate"), "tanh");
}

static double gelu_curve(double x, bool approximate) {
    if (approximate) {
        return scalar_tanh.one(square_root_2_over_pi * (x + cubic_share * (x * x * x)));
    }
    return scalar_erf.one(x / square_root_2);
}

static bool gelu_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    const double *x = call->argument[0].value->cells;
    bool approximate = gelu_uses_tanh(call);
    size_t cells = shape_cells(&result->shape);
    for (size_t i = 0; i < cells; i++) {
        if (!checkpoint_at(i, failure)) {
            return false;
        }
        result->cells[i] = 0.5 * x[i] * (1.0 + gelu_curve(x[i], approximate));
    }
    return true;
}

/* The product rule on ½x · (1 + curve) gives half of 1 + curve, and ½x times the slope of the
 * curve: for erf twice the normal density, 2·exp(−x²/2)/√(2π), for tanh (1 − tanh²) times the slope
 * of √(2/π) (x + 0.044715 x³). */
static double gelu_slope(double x, bool approximate) {
    double curve = gelu_curve(x, approximate), curve_slope;
    if (approximate) {
        curve_slope =
            (1.0 - curve * curve) * (square_root_2_over_pi * (1.0 + 3.0 * cubic_share * (x * x)));
    } else {
        curve_slope = square_root_2_over_pi * exp(-0.5 * (x * x));
    }
    return 0.5 * (1.0 + curve) + 0.5 * x * curve_slope;
}

static double erf_slope(double x, double y) {
    (void)y;
    return gelu_slope(x, false);
}

static double tanh_slope(double x, double y) {
    (void)y;
    return gelu_slope(x, true);
}

static bool gelu_differentiate(const struct call *call, const struct backward *back,
                               struct failure *failure) {
    return differentiate_cells(call, back, gelu_uses_tanh(call) ? tanh_slope : erf_slope, failure);
}

static long gelu_explain_erf(struct steps *steps, long x) {
    long inner = steps_apply(steps, &scalar_divide, x, steps_number(steps, square_root_2, "√2"));
    steps_stage(steps, inner, "x / √2", 0);
    return steps_apply_stage(steps, &scalar_erf, inner, STEP_NONE, "erf");
}

static long gelu_explain_tanh(struct steps *steps, long x) {
    long square = steps_apply(steps, &scalar_multiply, x, x);
    long cube = steps_apply_stage(steps, &scalar_multiply, square, x, "x³");
    long share = steps_number(steps, cubic_share, NULL);
    long cubic = steps_apply(steps, &scalar_multiply, share, cube);
    long sum = steps_apply_stage(steps, &scalar_add, x, cubic, "x + 0.044715 x³");
    long factor = steps_number(steps, square_root_2_over_pi, "√(2/π)");
    return steps_apply_stage(steps, &scalar_tanh,
                             steps_apply_stage(steps, &scalar_multiply, factor, sum, "· √(2/π)"),
                             STEP_NONE, "tanh");
}

static void gelu_explain(const struct call *call, size_t cell, struct steps *steps) {
    long x = steps_cell(steps, 0, cell, call->argument[0].value->cells[cell]);
    long curve = gelu_uses_tanh(call) ? gelu_explain_tanh(steps, x) : gelu_explain_erf(steps, x);
    long half = steps_apply_stage(steps, &scalar_multiply, steps_number(steps, 0.5, "½"), x, "½ x");
    long sum =
        steps_apply_stage(steps, &scalar_add, steps_number(steps, 1.0, NULL), curve, "1 + …");
    steps->form = STEPS_CHAIN;
    steps_apply_stage(steps, &scalar_multiply, half, sum, "gelu");
}

#define ONE_FUNCTION                                                                               \
    .parameters = {{.name = "x",                                                                   \
                    .kind = PARAMETER_VALUE,                                                       \
                    .sentence = "the value, taken cell by cell"}},                                 \
    .shape = elementwise_shape, .compute = one_compute, .explain = one_explain,                    \
    .differentiate = one_differentiate

static const struct op rows[] = {
    {
        .name = "+",
        .family = "arithmetic",
        .sentence = "Adds cell by cell.",
        .example = "[[1, 2], [3, 4]] + [10, 20]",
        .writing = {.form = WRITING_INFIX,
                    .precedence = PRECEDENCE_ADD,
                    .symbol = "+",
                    .latex = "%1 + %2",
                    .numpy = "%1 + %2"},
        .scalar = &scalar_add,
        ELEMENTWISE_TWO,
        .differentiate = add_differentiate,
    },
    {
        .name = "-",
        .sentence = "Subtracts cell by cell.",
        .example = "[[1, 2], [3, 4]] - 1",
        .writing = {.form = WRITING_INFIX,
                    .precedence = PRECEDENCE_ADD,
                    .symbol = "-",
                    .unicode = "%1 − %2",
                    .latex = "%1 - %2",
                    .numpy = "%1 - %2"},
        .scalar = &scalar_subtract,
        ELEMENTWISE_TWO,
        .differentiate = subtract_differentiate,
    },
    {
        .name = "*",
        .sentence = "Multiplies cell by cell; the matrix product is @.",
        .example = "[[1, 2], [3, 4]] * [[10], [100]]",
        .writing = {.form = WRITING_INFIX,
                    .precedence = PRECEDENCE_MULTIPLY,
                    .symbol = "*",
                    .unicode = "%1 · %2",
                    .latex = "%1 \\cdot %2",
                    .numpy = "%1 * %2"},
        .scalar = &scalar_multiply,
        ELEMENTWISE_TWO,
        .differentiate = multiply_differentiate,
    },
    {
        .name = "/",
        .sentence = "Divides cell by cell.",
        .example = "[1, 2, 3] / sqrt(4)",
        .writing = {.form = WRITING_INFIX,
                    .precedence = PRECEDENCE_MULTIPLY,
                    .symbol = "/",
                    .latex = "\\frac{%1}{%2}",
                    .numpy = "%1 / %2"},
        .scalar = &scalar_divide,
        ELEMENTWISE_TWO,
        .differentiate = divide_differentiate,
    },
    {
        .name = "**",
        .sentence = "Raises to a power cell by cell.",
        .example = "[1, 2, 3] ** 2",
        .writing = {.form = WRITING_INFIX,
                    .precedence = PRECEDENCE_POWER,
                    .symbol = "**",
                    .latex = "{%1}^{%2}",
                    .numpy = "%1 ** %2"},
        .scalar = &scalar_power,
        ELEMENTWISE_TWO,
        .differentiate = power_differentiate,
    },
    {
        .name = "negate",
        .sentence = "Changes the sign of each cell; written -x.",
        .example = "-[1, 2, 3]",
        .writing = {.form = WRITING_PREFIX,
                    .precedence = PRECEDENCE_NEGATE,
                    .symbol = "-",
                    .unicode = "−%1",
                    .latex = "-%1",
                    .numpy = "-%1"},
        .scalar = &scalar_negate,
        ONE_FUNCTION,
    },
    {
        .name = "exp",
        .sentence = "e to the power of each cell: always positive, and steeper the larger it is.",
        .example = "exp([0, 1, 2])",
        .writing = {.latex = "\\exp(%1)", .numpy = "np.exp(%1)"},
        .scalar = &scalar_exp,
        ONE_FUNCTION,
    },
    {
        .name = "log",
        .sentence = "The natural logarithm of each cell: undoes exp.",
        .example = "log([1, 2, 3])",
        .writing = {.latex = "\\log(%1)", .numpy = "np.log(%1)"},
        .scalar = &scalar_log,
        ONE_FUNCTION,
    },
    {
        .name = "sqrt",
        .sentence = "The square root of each cell.",
        .example = "sqrt([1, 4, 9])",
        .writing = {.unicode = "√%1", .latex = "\\sqrt{%1}", .numpy = "np.sqrt(%1)"},
        .scalar = &scalar_sqrt,
        ONE_FUNCTION,
    },
    {
        .name = "abs",
        .sentence = "The size of each cell without its sign.",
        .example = "abs([-1, 0, 2])",
        .writing = {.unicode = "|%1|", .latex = "\\left|%1\\right|", .numpy = "np.abs(%1)"},
        .scalar = &scalar_abs,
        ONE_FUNCTION,
    },
    {
        .name = "sin",
        .sentence = "The sine of each cell, an angle in radians.",
        .example = "sin([0, pi / 2, pi])",
        .writing = {.latex = "\\sin(%1)", .numpy = "np.sin(%1)"},
        .scalar = &scalar_sin,
        ONE_FUNCTION,
    },
    {
        .name = "cos",
        .sentence = "The cosine of each cell, an angle in radians.",
        .example = "cos([0, pi / 2, pi])",
        .writing = {.latex = "\\cos(%1)", .numpy = "np.cos(%1)"},
        .scalar = &scalar_cos,
        ONE_FUNCTION,
    },
    {
        .name = "arccos",
        .sentence = "The angle whose cosine each cell is, in radians: * 180 / pi makes degrees.",
        .example = "arccos([1, 0, -1]) * 180 / pi",
        .writing = {.latex = "\\arccos(%1)", .numpy = "np.arccos(%1)"},
        .scalar = &scalar_arccos,
        ONE_FUNCTION,
    },
    {
        .name = "tanh",
        .sentence = "Squashes each cell into -1 … 1.",
        .example = "tanh([-1, 0, 2])",
        .writing = {.latex = "\\tanh(%1)", .numpy = "np.tanh(%1)"},
        .scalar = &scalar_tanh,
        ONE_FUNCTION,
    },
    {
        .name = "sigmoid",
        .sentence = "Squashes each cell into 0 … 1 by 1 / (1 + exp(-x)).",
        .example = "sigmoid([-1, 0, 2])",
        .writing = {.unicode = "σ(%1)",
                    .latex = "\\sigma(%1)",
                    .numpy = "qkv_sigmoid(%1)",
                    .numpy_help = "def qkv_sigmoid(x):\n"
                                  "    e = np.exp(-np.abs(x))\n"
                                  "    return np.where(x >= 0, 1.0, e) / (1.0 + e)\n"},
        .scalar = &scalar_sigmoid,
        ONE_FUNCTION,
    },
    {
        .name = "relu",
        .sentence = "Keeps positive cells and sets the rest to 0.",
        .example = "relu([-1, 0, 2])",
        .writing = {.numpy = "np.maximum(%1, 0.0)"},
        .scalar = &scalar_relu,
        ONE_FUNCTION,
    },
    {
        .name = "silu",
        .sentence = "A smooth relu: x times sigmoid(x).",
        .example = "silu([-1, 0, 2])",
        .parameters = {{.name = "x",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the value, taken cell by cell"}},
        .writing = {.numpy = "qkv_silu(%1)",
                    .numpy_help = "def qkv_silu(x):\n"
                                  "    e = np.exp(-np.abs(x))\n"
                                  "    return x * (np.where(x >= 0, 1.0, e) / (1.0 + e))\n"},
        .shape = elementwise_shape,
        .compute = silu_compute,
        .explain = silu_explain,
        .differentiate = silu_differentiate,
    },
    {
        .name = "gelu",
        .sentence =
            "A smooth relu: x times the probability that a standard normal number is below x.",
        .example = "gelu([-1, 0, 2])",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "the value"},
                       {.name = "approximate",
                        .kind = PARAMETER_WORD,
                        .standard = "none",
                        .words = "none tanh",
                        .sentence = "none: by erf, exactly; tanh: the common approximation"}},
        .writing =
            {.form = WRITING_CALL,
             .precedence = PRECEDENCE_ATOM,
             .numpy = "qkv_gelu(%1, %2)",
             .numpy_help =
                 "import math\n"
                 "def qkv_gelu(x, approximate):\n"
                 "    if approximate == \"tanh\":\n"
                 "        inner = math.sqrt(2.0 / math.pi) * (x + 0.044715 * (x * x * x))\n"
                 "        return 0.5 * x * (1.0 + np.vectorize(math.tanh)(inner))\n"
                 "    return 0.5 * x * (1.0 + np.vectorize(math.erf)(x / math.sqrt(2.0)))\n"},
        .shape = elementwise_shape,
        .compute = gelu_compute,
        .explain = gelu_explain,
        .differentiate = gelu_differentiate,
    },
};

OPERATOR_FAMILY(arithmetic);
