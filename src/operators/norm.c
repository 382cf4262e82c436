/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* norm: layer normalisation (Ba, Kiros and Hinton 2016) brings each token's numbers to mean 0 and
 * variance 1, then scales them by a learnt gain and shifts them by a learnt bias. RMSNorm (Zhang
 * and Sennrich 2019) divides by the root of the mean square alone, which is the same with a mean of
 * 0 and no bias. */
#include "operators/call.h"
#include "operators/line.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

enum { LAYERNORM_X, LAYERNORM_GAIN, LAYERNORM_BIAS };

static bool is_centred(const struct call *call) {
    return text_same(call->op->name, "layernorm");
}

static int eps_of(const struct call *call) {
    return operator_parameter(call->op, "eps", strlen("eps"));
}

static bool layernorm_shape(const struct call *call, struct shape *result,
                            struct failure *failure) {
    if (!(call->argument[eps_of(call)].number >= 0)) {
        return call_refuse(call, failure, "eps must not be negative; it is usually 1e-5");
    }
    return broadcast_join(call, AXIS_COUNT, result, failure);
}

/* The number subtracted from each number, and the mean square of the differences. */
struct moments {
    double mean, variance;
};

static struct moments moments_of(const struct call *call, const struct line *line,
                                 const double *x) {
    if (is_centred(call)) {
        return (struct moments){line_mean(line, x), line_variance(line, x)};
    }
    return (struct moments){0, line_sum(line, x, line_square) / (double)line->length};
}

/* Computes (x − mean) / √(variance + eps), with the variance over n. */
static void normalise_line(const struct call *call, const struct line *line, const double *x,
                           double *out) {
    struct moments moments = moments_of(call, line, x);
    double mean = moments.mean;
    double deviation = sqrt(moments.variance + call->argument[eps_of(call)].number);
    for (size_t i = 0; i < line->length; i++) {
        out[line_cell(line, i)] = (x[line_cell(line, i)] - mean) / deviation;
    }
}

static struct tensor *normalised(const struct call *call, struct failure *failure) {
    const struct tensor *x = call->argument[LAYERNORM_X].value;
    struct tensor *normal = tensor_create(&x->shape, failure);
    struct lines lines = call_lines(call, failure);
    struct line line;
    while (normal && lines_next(&lines, &line)) {
        normalise_line(call, &line, x->cells, normal->cells);
    }
    if (lines.stopped) {
        tensor_release(normal);
        normal = NULL;
    }
    return normal;
}

/* Returns the row of OPERAND for the result's row that begins at cell START, and its STEP from cell
 * to cell. */
static const double *operand_row(const struct tensor *operand, const struct shape *result,
                                 size_t start, size_t *step) {
    *step = shape_columns(&operand->shape) > 1;
    return operand->cells + broadcast_cell(&operand->shape, result, start);
}

static bool layernorm_compute(const struct call *call, struct tensor *result,
                              struct failure *failure) {
    const struct tensor *gain = call->argument[LAYERNORM_GAIN].value;
    const struct tensor *bias = is_centred(call) ? call->argument[LAYERNORM_BIAS].value : NULL;
    struct tensor *normal = normalised(call, failure);
    size_t cells = shape_cells(&result->shape), columns = shape_columns(&result->shape);
    bool good = normal != NULL;

    for (size_t start = 0; good && start < cells; start += columns) {
        size_t x_step, gain_step = 0, bias_step = 0;
        const double *x = operand_row(normal, &result->shape, start, &x_step);
        const double *g = gain ? operand_row(gain, &result->shape, start, &gain_step) : NULL;
        const double *b = bias ? operand_row(bias, &result->shape, start, &bias_step) : NULL;

        for (size_t i = 0; i < columns; i++) {
            double y = g ? x[i * x_step] * g[i * gain_step] : x[i * x_step];

            result->cells[start + i] = b ? y + b[i * bias_step] : y;
        }
        good = checkpoint(columns, failure);
    }
    tensor_release(normal);
    return good;
}

/* Adds FACTOR · UPSTREAM (FACTOR NULL: 1) to GRADIENT, whose cells are repeated over the result. */
static bool add_repeated(const struct tensor *upstream, const struct tensor *factor,
                         struct tensor *gradient, struct failure *failure) {
    size_t cells = gradient ? shape_cells(&upstream->shape) : 0;
    for (size_t cell = 0; cell < cells; cell++) {
        double share = upstream->cells[cell];

        if (!checkpoint_at(cell, failure)) {
            return false;
        }
        if (factor) {
            share *= factor->cells[broadcast_cell(&factor->shape, &upstream->shape, cell)];
        }
        gradient->cells[broadcast_cell(&gradient->shape, &upstream->shape, cell)] += share;
    }
    return true;
}

/* With zᵢ = (xᵢ − mean) / s, s = √(variance + eps), and gᵢ = ∂L/∂zᵢ: changing xᵢ changes zᵢ, the
 * mean and the variance, and ∂L/∂xᵢ = (gᵢ − mean(g) − zᵢ · mean(g·z)) / s, without mean(g) for
 * RMSNorm. Returns ∂L/∂eps of the line, −½ Σ g·z / s². */
static double normalise_back(const struct call *call, const struct line *line,
                             const double *const from[3], double *gradient) {
    const double *z = from[1], *g = from[2];
    double n = (double)line->length, sum = 0, dot = 0;
    double variance = moments_of(call, line, from[0]).variance;
    variance += call->argument[eps_of(call)].number;
    for (size_t i = 0; i < line->length; i++) {
        size_t at = line_cell(line, i);

        sum += is_centred(call) ? g[at] : 0;
        dot += g[at] * z[at];
    }
    for (size_t i = 0; gradient && i < line->length; i++) {
        size_t at = line_cell(line, i);

        gradient[at] += (g[at] - sum / n - z[at] * (dot / n)) / sqrt(variance);
    }
    return -0.5 * (dot / variance);
}

static bool layernorm_back(const struct call *call, const struct tensor *normal,
                           const struct tensor *scaled, struct tensor **gradient,
                           struct failure *failure) {
    const struct tensor *x = call->argument[LAYERNORM_X].value;
    const double *const from[] = {x->cells, normal->cells, scaled->cells};
    double *cells = gradient[LAYERNORM_X] ? gradient[LAYERNORM_X]->cells : NULL;
    struct lines lines = call_lines(call, failure);
    struct line line;

    while (lines_next(&lines, &line)) {
        double eps = normalise_back(call, &line, from, cells);

        if (gradient[eps_of(call)]) {
            gradient[eps_of(call)]->cells[0] += eps;
        }
    }
    return !lines.stopped;
}

static bool layernorm_differentiate(const struct call *call, const struct backward *back,
                                    struct failure *failure) {
    const struct tensor *x = call->argument[LAYERNORM_X].value, *up = back->upstream;
    struct tensor *normal = normalised(call, failure);
    struct tensor *scaled = normal ? tensor_create(&x->shape, failure) : NULL;
    struct tensor *bias = is_centred(call) ? back->gradient[LAYERNORM_BIAS] : NULL;
    bool good = scaled && add_repeated(up, normal, back->gradient[LAYERNORM_GAIN], failure) &&
                add_repeated(up, NULL, bias, failure) &&
                add_repeated(up, call->argument[LAYERNORM_GAIN].value, scaled, failure) &&
                layernorm_back(call, normal, scaled, back->gradient, failure);
    tensor_release(normal);
    tensor_release(scaled);
    return good;
}

/* Scales or shifts Y by the operand's cell; returns Y itself without such an operand. */
static long explain_operand(const struct call *call, int argument, size_t cell, long y,
                            struct steps *steps) {
    const struct tensor *operand = call->argument[argument].value;
    bool gain = argument == LAYERNORM_GAIN;
    size_t from;
    if (!operand) {
        return y;
    }
    from = broadcast_cell(&operand->shape, &call->shape, cell);
    return steps_apply_stage(steps, gain ? &scalar_multiply : &scalar_add, y,
                             steps_cell(steps, argument, from, operand->cells[from]),
                             gain ? "gain" : "bias");
}

static void layernorm_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct tensor *x = call->argument[LAYERNORM_X].value;
    size_t at, from = broadcast_cell(&x->shape, &call->shape, cell);
    struct unroll unroll = {steps, call_line_of(call, from, &at)};
    long entry = unroll_cells(&unroll, LAYERNORM_X, x->cells, NULL), centred = entry;
    const char *stage = is_centred(call) ? "variance" : "mean square";
    if (is_centred(call)) {
        long mean = unroll_mean(&unroll, unroll_fold(&unroll, entry, &scalar_add, "mean"), "mean");

        centred = unroll_apply(&unroll, entry, &scalar_subtract, mean, stage);
    }
    long square = unroll_pairs(&unroll, centred, &scalar_multiply, centred, stage);
    long variance = unroll_mean(&unroll, unroll_fold(&unroll, square, &scalar_add, stage), stage);
    long y = steps_apply(steps, &scalar_add, variance,
                         steps_number(steps, call->argument[eps_of(call)].number, "eps"));

    steps->form = STEPS_CHAIN;
    y = steps_apply_stage(steps, &scalar_sqrt, y, STEP_NONE, "normalise");
    y = steps_apply_stage(steps, &scalar_divide, centred + (long)at, y, "normalise");
    y = explain_operand(call, LAYERNORM_GAIN, cell, y, steps);
    if (is_centred(call)) {
        explain_operand(call, LAYERNORM_BIAS, cell, y, steps);
    }
}

static const struct op rows[] = {
    {
        .name = "layernorm",
        .family = "normalisers",
        .sentence =
            "Brings each row to mean 0 and variance 1, then multiplies by gain and adds bias.",
        .example = "layernorm([1, 2, 6])",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "the value"},
                       {.name = "gain",
                        .kind = PARAMETER_VALUE,
                        .optional = true,
                        .sentence = "a factor for each feature; 1 when left out"},
                       {.name = "bias",
                        .kind = PARAMETER_VALUE,
                        .optional = true,
                        .sentence = "what is added to each feature; 0 when left out"},
                       {.name = "eps",
                        .kind = PARAMETER_NUMBER,
                        .standard = "1e-5",
                        .sentence = "added to the variance, so that nothing is divided by 0"},
                       EACH_PARAMETER("row", "row column")},
        .writing = {.numpy = "qkv_layernorm(%1, %2, %3, %4, %each%)",
                    .numpy_help = "def qkv_layernorm(x, gain, bias, eps, axis):\n"
                                  "    mean = np.mean(x, axis=axis, keepdims=True)\n"
                                  "    variance = np.var(x, axis=axis, keepdims=True)\n"
                                  "    y = (x - mean) / np.sqrt(variance + eps)\n"
                                  "    y = y if gain is None else y * gain\n"
                                  "    return y if bias is None else y + bias\n"},
        .shape = layernorm_shape,
        .compute = layernorm_compute,
        .explain = layernorm_explain,
        .differentiate = layernorm_differentiate,
    },
    {
        .name = "rmsnorm",
        .sentence = "Divides each row by the root of its mean square, then multiplies by gain.",
        .example = "rmsnorm([1, 2, 6])",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "the value"},
                       {.name = "gain",
                        .kind = PARAMETER_VALUE,
                        .optional = true,
                        .sentence = "a factor for each feature; 1 when left out"},
                       {.name = "eps",
                        .kind = PARAMETER_NUMBER,
                        .standard = "1e-5",
                        .sentence = "added to the mean square, so that nothing is divided by 0"},
                       EACH_PARAMETER("row", "row column")},
        .writing = {.numpy = "qkv_rmsnorm(%1, %2, %3, %each%)",
                    .numpy_help = "def qkv_rmsnorm(x, gain, eps, axis):\n"
                                  "    square = np.mean(x * x, axis=axis, keepdims=True)\n"
                                  "    y = x / np.sqrt(square + eps)\n"
                                  "    return y if gain is None else y * gain\n"},
        .shape = layernorm_shape,
        .compute = layernorm_compute,
        .explain = layernorm_explain,
        .differentiate = layernorm_differentiate,
    },
};

OPERATOR_FAMILY(norm);
