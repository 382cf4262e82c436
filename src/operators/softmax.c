/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* softmax and its kin: each turns a line of scores into shares.
 *
 * All but sparsemax do the same: weigh every score by a function that is never negative, add up the
 * weights, divide each by the sum. They differ in the function, and in whether the largest score is
 * subtracted first. Subtracting it changes no share, for exp(x - m) / Σ exp(x - m) has the factor
 * exp(-m) above and below; it keeps exp from overflowing. */
#include "operators/call.h"
#include "operators/line.h"

#include "base/failure.h"
#include "base/memory.h"

/* A share of a sum of 0 is 0, because 0 / 0 would be nan. */
static double share_of(double part, double sum) {
    return sum == 0 ? 0.0 : part / sum;
}

static const struct scalar scalar_share = {
    .name = "share", .pattern = "%1 / %2", .precedence = PRECEDENCE_MULTIPLY, .two = share_of};

/* How a normaliser computes its shares. */
struct sharing {
    bool shifted;                /* the largest score is subtracted first */
    bool keeps_sign;             /* x itself is divided, not its weight */
    const struct scalar *weigh;  /* the weight of a score */
    const struct scalar *divide; /* the share of a weight in the sum */
    const char *stage;           /* the heading of the weights' column */
};

static const struct sharing by_exp = {
    .shifted = true, .weigh = &scalar_exp, .divide = &scalar_divide, .stage = "exp"};
static const struct sharing by_exp_unshifted = {
    .weigh = &scalar_exp, .divide = &scalar_divide, .stage = "exp"};
static const struct sharing by_size = {
    .keeps_sign = true, .weigh = &scalar_abs, .divide = &scalar_share, .stage = "|x|"};
static const struct sharing by_relu = {
    .weigh = &scalar_relu, .divide = &scalar_share, .stage = "relu"};

static void share_line(const struct sharing *sharing, const struct line *line, const double *x,
                       double *out) {
    double largest =
        sharing->shifted ? line_largest(line, x) : 0; /* subtracting 0 leaves x unchanged */
    const double *part = sharing->keeps_sign ? x : out;
    double sum = -0.0; /* the neutral start: -0 + x is x */
    for (size_t i = 0; i < line->length; i++) {
        size_t at = line_cell(line, i);

        out[at] = sharing->weigh->one(x[at] - largest);
        sum += out[at];
    }
    for (size_t i = 0; i < line->length; i++) {
        size_t at = line_cell(line, i);

        out[at] = sharing->divide->two(part[at], sum);
    }
}

static bool share_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    struct lines lines = call_lines(call, failure);
    struct line line;
    while (lines_next(&lines, &line)) {
        share_line(call->op->detail, &line, call->argument[0].value->cells, result->cells);
    }
    return !lines.stopped;
}

/* Returns how fast a cell's weight changes its share: the slope of |x| or relu, which is 1, −1 or
 * 0, divided by the sum. */
static double share_slope(const struct sharing *sharing, double x, double sum) {
    return x > 0 ? 1.0 / sum : x < 0 && sharing->keeps_sign ? -1.0 / sum : 0.0;
}

/* yᵢ = wᵢ / Σ w: each score lifts its own share, and lowers all through the sum. With uᵢ = ∂L/∂yᵢ,
 * ∂L/∂xᵢ = (uᵢ − Σⱼ uⱼ yⱼ) · wᵢ′ / Σ w, where wᵢ′ is the weight's slope. (l1 divides x itself: its
 * first uᵢ goes without the slope's sign.) A line of zeros stays 0. */
static void share_back(const struct sharing *sharing, const struct line *line,
                       const double *const from[3], double *gradient) {
    const double *x = from[0], *y = from[1], *up = from[2];
    double sum = 0, dot = 0;
    for (size_t i = 0; i < line->length; i++) {
        size_t at = line_cell(line, i);

        dot = i == 0 ? up[at] * y[at] : dot + up[at] * y[at];
        sum = i == 0 ? sharing->weigh->one(x[at]) : sum + sharing->weigh->one(x[at]);
    }
    for (size_t i = 0; sum != 0 && i < line->length; i++) {
        size_t at = line_cell(line, i);
        double slope = share_slope(sharing, x[at], sum);

        gradient[at] += sharing->keeps_sign ? up[at] / sum - dot * slope : (up[at] - dot) * slope;
    }
}

/* The same for weights by exp: wᵢ′ / Σ w is the share yᵢ itself. */
static void exp_back(const struct line *line, const double *y, const double *up, double *gradient) {
    double dot = -0.0; /* the neutral start: -0 + x is x */
    for (size_t i = 0; i < line->length; i++) {
        dot += up[line_cell(line, i)] * y[line_cell(line, i)];
    }
    for (size_t i = 0; i < line->length; i++) {
        size_t at = line_cell(line, i);

        gradient[at] += (up[at] - dot) * y[at];
    }
}

static bool share_differentiate(const struct call *call, const struct backward *back,
                                struct failure *failure) {
    const double *const from[] = {call->argument[0].value->cells, back->result->cells,
                                  back->upstream->cells};
    const struct sharing *sharing = call->op->detail;
    struct lines lines = call_lines(call, failure);
    struct line line;
    while (lines_next(&lines, &line)) {
        if (sharing->weigh == &scalar_exp) {
            exp_back(&line, from[1], from[2], back->gradient[0]->cells);
        } else {
            share_back(sharing, &line, from, back->gradient[0]->cells);
        }
    }
    return !lines.stopped;
}

/* Adds the last column of an unrolled line, with the explained entry at the end, because the list
 * must end with its value. */
static void explain_shares(const struct unroll *unroll, long column, const struct scalar *scalar,
                           long sum) {
    struct steps *steps = unroll->steps;
    size_t entry = steps->entry;
    for (size_t i = 0; i < unroll->line.length; i++) {
        if (i != entry) {
            steps_stage(steps, steps_apply(steps, scalar, column + (long)i, sum), "÷", i);
        }
    }
    steps_stage(steps, steps_apply(steps, scalar, column + (long)entry, sum), "÷", entry);
}

/* Unrolls the line of a cell: x, x − max, exp, Σ, ÷ side by side, the cell's own share last. */
static void share_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct sharing *sharing = call->op->detail;
    struct unroll unroll = {steps, call_line_of(call, cell, &steps->entry)};
    long x = unroll_cells(&unroll, 0, call->argument[0].value->cells, "x");
    long weight = x, sum;
    steps->form = STEPS_COLUMNS;
    if (sharing->shifted) {
        long largest = unroll_fold(&unroll, x, &scalar_maximum, "max");

        weight = unroll_apply(&unroll, x, &scalar_subtract, largest, "x − max");
    }
    weight = unroll_apply(&unroll, weight, sharing->weigh, STEP_NONE, sharing->stage);
    sum = unroll_fold(&unroll, weight, &scalar_add, "Σ");
    explain_shares(&unroll, sharing->keeps_sign ? x : weight, sharing->divide, sum);
}

/* Sparsemax (Martins and Astudillo 2016, algorithm 1): the nearest point of the simplex. With the
 * scores sorted downwards, z₁ ≥ z₂ ≥ …, the support is the first k for which 1 + k·z_k > z₁ + … +
 * z_k, the threshold τ = (z₁ + … + z_k - 1) / k, and each share max(z - τ, 0). The largest score is
 * subtracted first, as for softmax. */

/* Fills SCORES, sorted, and returns how many of them are in the support: at least one; 0 with
 * FAILURE. */
static size_t sparse_support(const struct line *line, const double *x, struct ranked *scores,
                             struct failure *failure) {
    double largest = line_largest(line, x), sum;
    size_t support = 1;
    for (size_t i = 0; i < line->length; i++) {
        scores[i] = (struct ranked){x[line_cell(line, i)] - largest, i};
    }
    if (!ranked_sort(scores, line->length, ranked_falling, failure)) {
        return 0;
    }
    sum = scores[0].value;
    for (size_t k = 2; k <= line->length; k++) {
        sum += scores[k - 1].value;
        if (!(1 + (double)k * scores[k - 1].value > sum)) {
            break;
        }
        support = k;
    }
    return support;
}

static double sparse_threshold(const struct ranked *scores, size_t support) {
    double sum = scores[0].value;
    for (size_t i = 1; i < support; i++) {
        sum += scores[i].value;
    }
    return (sum - 1.0) / (double)support;
}

static bool sparsemax_line(const struct line *line, const double *x, struct ranked *scores,
                           double *out, struct failure *failure) {
    double largest = line_largest(line, x), threshold;
    size_t support = sparse_support(line, x, scores, failure);
    if (support == 0) {
        return false;
    }
    threshold = sparse_threshold(scores, support);
    for (size_t i = 0; i < line->length; i++) {
        size_t at = line_cell(line, i);

        out[at] = scalar_relu.one((x[at] - largest) - threshold);
    }
    return true;
}

static bool sparsemax_compute(const struct call *call, struct tensor *result,
                              struct failure *failure) {
    struct lines lines = call_lines(call, failure);
    struct line line;
    struct ranked *scores =
        memory_allocate(line_at(lines.shape, lines.each, 0).length, sizeof *scores);
    bool good = scores || failure_memory(failure);

    while (good && lines_next(&lines, &line)) {
        good =
            sparsemax_line(&line, call->argument[0].value->cells, scores, result->cells, failure);
    }
    memory_free(scores);
    return good && !lines.stopped;
}

/* Inside the support each share changes with its score, less the mean change of the support, which
 * τ subtracts. Outside it nothing changes (Martins and Astudillo 2016, section 2.5). */
static void sparsemax_back(const struct line *line, const double *y, const double *up,
                           double *gradient) {
    double sum = 0, support = 0;
    for (size_t i = 0; i < line->length; i++) {
        size_t at = line_cell(line, i);

        sum += y[at] > 0 ? up[at] : 0.0;
        support += y[at] > 0 ? 1.0 : 0.0;
    }
    for (size_t i = 0; i < line->length; i++) {
        size_t at = line_cell(line, i);

        gradient[at] += y[at] > 0 ? up[at] - sum / support : 0.0;
    }
}

static bool sparsemax_differentiate(const struct call *call, const struct backward *back,
                                    struct failure *failure) {
    struct lines lines = call_lines(call, failure);
    struct line line;
    while (lines_next(&lines, &line)) {
        sparsemax_back(&line, back->result->cells, back->upstream->cells, back->gradient[0]->cells);
    }
    return !lines.stopped;
}

/* Adds τ from the column of shifted scores: the support's sum, less 1, divided by its size. */
static long explain_threshold(struct steps *steps, long shifted, const struct ranked *scores,
                              size_t support) {
    long sum = shifted + (long)scores[0].at;
    for (size_t i = 1; i < support; i++) {
        sum = steps_stage(steps, steps_apply(steps, &scalar_add, sum, shifted + (long)scores[i].at),
                          "Σ", i);
    }
    sum = steps_apply(steps, &scalar_subtract, sum, steps_number(steps, 1.0, NULL));
    return steps_apply_stage(steps, &scalar_divide, sum, steps_number(steps, (double)support, "k"),
                             "τ");
}

static void sparsemax_explain(const struct call *call, size_t cell, struct steps *steps) {
    struct unroll unroll = {steps, call_line_of(call, cell, &steps->entry)};
    const double *cells = call->argument[0].value->cells;
    struct ranked *scores = memory_allocate(unroll.line.length, sizeof *scores);
    struct failure failure = {0};
    size_t support = scores ? sparse_support(&unroll.line, cells, scores, &failure) : 0;
    long x, shifted, threshold, above;
    steps->form = STEPS_COLUMNS;
    if (support == 0) {
        memory_free(scores);
        steps->failed = true;
        return;
    }
    x = unroll_cells(&unroll, 0, cells, "x");
    shifted = unroll_apply(&unroll, x, &scalar_subtract,
                           unroll_fold(&unroll, x, &scalar_maximum, "max"), "x − max");
    threshold = explain_threshold(steps, shifted, scores, support);
    above = unroll_apply(&unroll, shifted, &scalar_subtract, threshold, "− τ");
    explain_shares(&unroll, above, &scalar_relu, STEP_NONE);
    memory_free(scores);
}

/* The fields of every row: its parameters, and that its lines are shares. */
#define NORMALISER                                                                                 \
    .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "the scores"},               \
                   EACH_PARAMETER("row", "row column")},                                           \
    .shares = true, .shape = elementwise_shape
/* The functions of a row that computes its shares in the common way. */
#define SHARING(BY)                                                                                \
    .detail = (BY), .compute = share_compute, .explain = share_explain,                            \
    .differentiate = share_differentiate

static const struct op rows[] = {
    {
        .name = "softmax",
        .family = "normalisers",
        .sentence = "Weights by exp: positive, and each row sums to 1; the row's largest score is "
                    "subtracted first.",
        .example = "softmax([1, 2, 3])",
        .writing = {.numpy = "qkv_softmax(%1, %each%)",
                    .numpy_help = "def qkv_softmax(x, axis):\n"
                                  "    e = np.exp(x - np.max(x, axis=axis, keepdims=True))\n"
                                  "    return e / np.sum(e, axis=axis, keepdims=True)\n"},
        NORMALISER,
        SHARING(&by_exp),
    },
    {
        .name = "softmax_unshifted",
        .sentence = "Softmax without subtracting the largest score: above 709.78 exp overflows.",
        .example = "softmax_unshifted([1, 2, 3])",
        .writing = {.numpy = "qkv_softmax_unshifted(%1, %each%)",
                    .numpy_help = "def qkv_softmax_unshifted(x, axis):\n"
                                  "    e = np.exp(x)\n"
                                  "    return e / np.sum(e, axis=axis, keepdims=True)\n"},
        NORMALISER,
        SHARING(&by_exp_unshifted),
    },
    {
        .name = "sparsemax",
        .sentence =
            "Weights that sum to 1 and may be exactly 0: the nearest such row to the scores.",
        .example = "sparsemax([1, 2, 2.5])",
        .writing = {.numpy = "qkv_sparsemax(%1, %each%)",
                    .numpy_help =
                        "def qkv_sparsemax(x, axis):\n"
                        "    z = np.swapaxes(x - np.max(x, axis=axis, keepdims=True), axis, -1)\n"
                        "    ordered = -np.sort(-z, axis=-1)\n"
                        "    sums = np.cumsum(ordered, axis=-1)\n"
                        "    k = np.arange(1, z.shape[-1] + 1)\n"
                        "    count = np.sum(1 + k * ordered > sums, axis=-1, keepdims=True)\n"
                        "    total = np.take_along_axis(sums, count - 1, axis=-1)\n"
                        "    return np.swapaxes(np.maximum(z - (total - 1) / count, 0.0), axis, "
                        "-1)\n"},
        NORMALISER,
        .compute = sparsemax_compute,
        .explain = sparsemax_explain,
        .differentiate = sparsemax_differentiate,
    },
    {
        .name = "l1",
        .sentence = "Each cell divided by the sum of the row's sizes |x|; a row of zeros stays 0.",
        .example = "l1([1, -2, 5])",
        .writing = {.numpy = "qkv_l1(%1, %each%)",
                    .numpy_help = "def qkv_l1(x, axis):\n"
                                  "    total = np.sum(np.abs(x), axis=axis, keepdims=True)\n"
                                  "    return x / np.where(total == 0, np.inf, total)\n"},
        NORMALISER,
        SHARING(&by_size),
    },
    {
        .name = "relu_norm",
        .sentence = "Weights from the positive scores: relu, divided by the row's sum; a row "
                    "without a positive score becomes zeros.",
        .example = "relu_norm([1, -2, 3])",
        .writing = {.numpy = "qkv_relu_norm(%1, %each%)",
                    .numpy_help = "def qkv_relu_norm(x, axis):\n"
                                  "    weight = np.maximum(x, 0.0)\n"
                                  "    total = np.sum(weight, axis=axis, keepdims=True)\n"
                                  "    return weight / np.where(total == 0, np.inf, total)\n"},
        NORMALISER,
        SHARING(&by_relu),
    },
};

OPERATOR_FAMILY(softmax);
