/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* loss: one number that says how wrong a prediction is. */
#include "operators/call.h"
#include "operators/line.h"

#include "base/failure.h"
#include "base/memory.h"

#include <math.h>

/* One number a matrix. Repeating a row of targets would hide a mistake, so the matrices must have
 * the same size; only leading axes are repeated. */
static bool loss_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *a = call_shape(call, 0), *b = call_shape(call, 1);
    const struct parameter *parameters = call->operator->parameters;
    char left[64], right[64];

    if (a->size[AXIS_ROW] == b->size[AXIS_ROW] && a->size[AXIS_COLUMN] == b->size[AXIS_COLUMN])
        return broadcast_join(call, AXIS_ROW, result, failure);
    return call_refuse(call, failure, "%s is %s and %s %s; the two must have the same size",
                       parameters[0].name, shape_text(a, left), parameters[1].name,
                       shape_text(b, right));
}

/* The two matrices that meet in matrix MATRIX of the result, and where their cells start. */
struct pair {
    const double *left, *right;
    size_t left_start, right_start;
    double *room; /* for a line's exp(x − max), where these are asked for again */
};

static struct pair pair_at(const struct call *call, const struct shape *result, size_t matrix) {
    const struct tensor *a = call->argument[0].value, *b = call->argument[1].value;
    size_t cells = shape_rows(&a->shape) * shape_columns(&a->shape);
    struct pair pair = {.left = a->cells, .right = b->cells};

    pair.left_start = broadcast_matrix(&a->shape, result, matrix) * cells;
    pair.right_start = broadcast_matrix(&b->shape, result, matrix) * cells;
    return pair;
}

static bool mse_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    const struct shape *a = call_shape(call, 0);
    size_t count = shape_rows(a) * shape_columns(a), matrices = shape_matrices(&result->shape);

    (void)failure;
    for (size_t m = 0; m < matrices; m++) {
        struct pair pair = pair_at(call, &result->shape, m);
        double sum = 0;

        for (size_t i = 0; i < count; i++) {
            double error = pair.left[pair.left_start + i] - pair.right[pair.right_start + i];
            double square = error * error;

            sum = i == 0 ? square : sum + square;
        }
        result->cells[m] = sum / (double)count;
    }
    return true;
}

/* What one matrix hands on to the left operand, SIGN 1, or to the right one, -1. */
static void mse_back(const struct pair *pair, size_t count, double upstream, double sign,
                     double *gradient) {
    const double *left = pair->left + pair->left_start, *right = pair->right + pair->right_start;

    for (size_t i = 0; i < count; i++)
        gradient[i] += sign * (upstream * (2.0 * (left[i] - right[i]) / (double)count));
}

static bool mse_differentiate(const struct call *call, const struct tensor *result,
                              const struct tensor *upstream,
                              struct tensor *gradient[CALL_ARGUMENTS], struct failure *failure) {
    const struct shape *a = call_shape(call, 0);
    size_t count = shape_rows(a) * shape_columns(a), matrices = shape_matrices(&result->shape);

    (void)failure;
    for (size_t m = 0; m < matrices; m++) {
        struct pair pair = pair_at(call, &result->shape, m);

        if (gradient[0])
            mse_back(&pair, count, upstream->cells[m], 1, gradient[0]->cells + pair.left_start);
        if (gradient[1])
            mse_back(&pair, count, upstream->cells[m], -1, gradient[1]->cells + pair.right_start);
    }
    return true;
}

static void mse_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct shape *a = call_shape(call, 0);
    struct pair pair = pair_at(call, &call->shape, cell);
    struct unroll left = {steps, {pair.left_start, 1, shape_rows(a) * shape_columns(a)}};
    struct unroll right = {steps, {pair.right_start, 1, left.line.length}};
    long x = unroll_cells(&left, 0, pair.left, NULL);
    long y = unroll_cells(&right, 1, pair.right, NULL);
    long error = unroll_pairs(&left, x, &scalar_subtract, y, "a − b");
    long square = unroll_pairs(&left, error, &scalar_multiply, error, STAGE_TERM);

    steps->form = STEPS_LEDGER;
    unroll_mean(&left, unroll_total(&left, square), "÷ n");
}

/* The lines of one matrix, seen from its first cell. */
static struct line pair_line(const struct shape *shape, enum each each, size_t number,
                             size_t start) {
    struct line line = line_at(shape, each, number);

    line.start += start;
    return line;
}

static size_t pair_lines(const struct shape *shape, enum each each) {
    return each == EACH_ROW ? shape_rows(shape) : shape_columns(shape);
}

/* Σ exp(x − max) over LINE, and that largest; each exp into ROOM, unless it is NULL. */
static double exp_sum(const struct line *line, const double *x, double *largest, double *room) {
    double sum = -0.0; /* which changes nothing it is added to */

    *largest = line_largest(line, x);
    for (size_t i = 0; i < line->length; i++) {
        double weight = exp(x[line_cell(line, i)] - *largest);

        sum += weight;
        if (room)
            room[i] = weight;
    }
    return sum;
}

/* One row's loss: Σ target · surprise, where the surprise of class j is -log softmax(x)ⱼ =
 * log Σ exp(x - max) - (xⱼ - max). No exp overflows so, and no log meets a 0. A class with target 0
 * adds nothing, however surprising it is. */
static double cross_line(const struct line *line, const double *logits, const double *targets,
                         size_t target_start) {
    double largest = 0, spread = 0, loss = 0;
    bool first = true;

    for (size_t i = 0; i < line->length; i++) {
        double target = targets[target_start + i * line->step];
        double term;

        if (target == 0)
            continue;
        if (first)
            spread = log(exp_sum(line, logits, &largest, NULL));
        term = target * (spread - (logits[line_cell(line, i)] - largest));
        loss = first ? term : loss + term;
        first = false;
    }
    return loss;
}

static bool cross_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    const struct shape *shape = call_shape(call, 0);
    enum each each = call_each(call);
    size_t lines = pair_lines(shape, each), matrices = shape_matrices(&result->shape);

    (void)failure;
    for (size_t m = 0; m < matrices; m++) {
        struct pair pair = pair_at(call, &result->shape, m);
        double sum = 0;

        for (size_t i = 0; i < lines; i++) {
            struct line line = pair_line(shape, each, i, pair.left_start);
            struct line target = pair_line(shape, each, i, pair.right_start);
            double loss = cross_line(&line, pair.left, pair.right, target.start);

            sum = i == 0 ? loss : sum + loss;
        }
        result->cells[m] = sum / (double)lines;
    }
    return true;
}

/* Adds SHARE to the cell AT of GRADIENT, where one is wanted. */
static void hand_on(struct tensor *gradient, size_t at, double share) {
    if (gradient)
        gradient->cells[at] += share;
}

/* One row, of which SHARE comes down: a logit's share is (Σ targets) · softmax − target, so the row
 * pulls each probability towards what is wanted; a target's is its surprise. */
static void cross_back(const struct pair *pair, const struct line *line, size_t target_start,
                       double share, struct tensor *gradient[CALL_ARGUMENTS]) {
    const double *logits = pair->left, *targets = pair->right + target_start;
    double largest, sum = exp_sum(line, logits, &largest, pair->room), logged = log(sum);
    double wanted = targets[0];

    for (size_t i = 1; i < line->length; i++)
        wanted += targets[i * line->step];
    for (size_t i = 0; i < line->length; i++) {
        size_t at = line_cell(line, i);
        double shifted = logits[at] - largest;

        hand_on(gradient[0], at,
                share * (wanted * (pair->room[i] / sum) - targets[i * line->step]));
        hand_on(gradient[1], target_start + i * line->step, share * (logged - shifted));
    }
}

static bool cross_differentiate(const struct call *call, const struct tensor *result,
                                const struct tensor *upstream,
                                struct tensor *gradient[CALL_ARGUMENTS], struct failure *failure) {
    const struct shape *shape = call_shape(call, 0);
    enum each each = call_each(call);
    size_t lines = pair_lines(shape, each), matrices = shape_matrices(&result->shape);
    double *room = memory_allocate(line_at(shape, each, 0).length, sizeof *room);

    if (!room)
        return failure_memory(failure);
    for (size_t m = 0; m < matrices; m++) {
        struct pair pair = pair_at(call, &result->shape, m);

        pair.room = room;
        for (size_t i = 0; i < lines; i++) {
            struct line line = pair_line(shape, each, i, pair.left_start);
            struct line target = pair_line(shape, each, i, pair.right_start);

            cross_back(&pair, &line, target.start, upstream->cells[m] / (double)lines, gradient);
        }
    }
    memory_free(room);
    return true;
}

/* The surprise of each class of a line: a column. */
static long cross_surprise(const struct unroll *unroll, const double *logits) {
    struct steps *steps = unroll->steps;
    long x = unroll_cells(unroll, 0, logits, "x");
    long largest = unroll_fold(unroll, x, &scalar_maximum, "max");
    long shifted = unroll_apply(unroll, x, &scalar_subtract, largest, "x − max");
    long e = unroll_apply(unroll, shifted, &scalar_exp, STEP_NONE, "exp");
    long spread =
        steps_apply(steps, &scalar_log, unroll_fold(unroll, e, &scalar_add, "Σ"), STEP_NONE);
    long first = (long)steps->count;

    steps_stage(steps, spread, "log Σ", 0);
    for (size_t i = 0; i < unroll->line.length; i++)
        steps_stage(steps, steps_apply(steps, &scalar_subtract, spread, shifted + (long)i),
                    "−log softmax", i);
    return first;
}

/* Σ target · surprise of one line; 0 when no class is wanted. */
static long cross_loss(const struct unroll *unroll, long surprise, const double *targets,
                       size_t target_start) {
    struct steps *steps = unroll->steps;
    long loss = STEP_NONE;

    for (size_t i = 0; i < unroll->line.length; i++) {
        size_t at = target_start + i * unroll->line.step;
        long term;

        if (targets[at] == 0)
            continue;
        term = steps_apply(steps, &scalar_multiply, steps_cell(steps, 1, at, targets[at]),
                           surprise + (long)i);
        loss = loss == STEP_NONE ? term : steps_apply(steps, &scalar_add, loss, term);
    }
    return loss == STEP_NONE ? steps_number(steps, 0.0, "no target") : loss;
}

static void cross_explain(const struct call *call, size_t cell, struct steps *steps) {
    const struct shape *shape = call_shape(call, 0);
    enum each each = call_each(call);
    struct pair pair = pair_at(call, &call->shape, cell);
    size_t lines = pair_lines(shape, each);
    long total = STEP_NONE, loss;

    steps->form = STEPS_LEDGER;
    for (size_t i = 0; i < lines; i++) {
        struct unroll unroll = {steps, pair_line(shape, each, i, pair.left_start)};
        struct line target = pair_line(shape, each, i, pair.right_start);
        long surprise = cross_surprise(&unroll, pair.left);

        loss = cross_loss(&unroll, surprise, pair.right, target.start);
        steps_stage(steps, loss, STAGE_TERM, i);
        total = i == 0 ? loss
                       : steps_stage(steps, steps_apply(steps, &scalar_add, total, loss),
                                     STAGE_TOTAL, i);
    }
    loss = steps_number(steps, (double)lines, "n");
    steps_stage(steps, steps_apply(steps, &scalar_divide, total, loss), "÷ n", 0);
}

enum { GRAD_OF, GRAD_BY };

static bool grad_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *of = call_shape(call, GRAD_OF);
    char sizes[64];

    if (!shape_is_number(of))
        return call_refuse(call, failure,
                           "the first is %s; a gradient is taken of one number, such as a loss or "
                           "a mean(…)",
                           shape_text(of, sizes));
    *result = shape_copy(call_shape(call, GRAD_BY));
    return true;
}

static bool grad_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    return call->graph->derivative(call->graph->context, call, result, failure);
}

static void grad_explain(const struct call *call, size_t cell, struct steps *steps) {
    call->graph->steps(call->graph->context, cell, steps);
}

static bool grad_differentiate(const struct call *call, const struct tensor *result,
                               const struct tensor *upstream,
                               struct tensor *gradient[CALL_ARGUMENTS], struct failure *failure) {
    (void)result;
    (void)upstream;
    (void)gradient;
    return call_refuse(call, failure, "a gradient of a gradient cannot be taken here");
}

static const struct operator rows[] = {
    {
        .name = "crossentropy",
        .family = "loss",
        .sentence =
            "How surprised softmax(logits) is by the targets, in nats: the mean over the rows "
            "of the sum of -target · log softmax(logits).",
        .example = "crossentropy([[2, 0], [0, 1]], [[1, 0], [0, 1]])",
        .parameters = {{.name = "logits",
                        .kind = PARAMETER_VALUE,
                        .sentence = "a row of scores for each example, before softmax"},
                       {.name = "targets",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the probabilities wanted, of the same size"},
                       EACH_PARAMETER("row", "row column")},
        .writing = {.numpy = "qkv_crossentropy(%1, %2, %each%)",
                    .numpy_help =
                        "def qkv_crossentropy(logits, targets, axis):\n"
                        "    x = logits - np.max(logits, axis=axis, keepdims=True)\n"
                        "    spread = np.log(np.sum(np.exp(x), axis=axis, keepdims=True))\n"
                        "    terms = np.where(targets == 0, 0.0, targets * (spread - x))\n"
                        "    loss = np.sum(terms, axis=axis, keepdims=True)\n"
                        "    return np.mean(loss, axis=(-2, -1), keepdims=True)\n",
                    .transposition = TRANSPOSE_EACH},
        .shape = loss_shape,
        .compute = cross_compute,
        .explain = cross_explain,
        .differentiate = cross_differentiate,
    },
    {
        .name = "mse",
        .sentence = "The mean squared error: the mean of (a - b)² over all cells.",
        .example = "mse([1, 2, 3], [1, 2, 5])",
        .parameters = {{.name = "a", .kind = PARAMETER_VALUE, .sentence = "what came out"},
                       {.name = "b",
                        .kind = PARAMETER_VALUE,
                        .sentence = "what was wanted, of the same size"}},
        .writing = {.numpy =
                        "np.mean(np.square(np.subtract(%1, %2)), axis=(-2, -1), keepdims=True)"},
        .shape = loss_shape,
        .compute = mse_compute,
        .explain = mse_explain,
        .differentiate = mse_differentiate,
    },
    {
        .name = "grad",
        .sentence = "The derivative of one number by every cell of a value: how fast the number "
                    "rises as that cell does.",
        .example = "w = [1, 2]; grad(sum(w ** 2), w)",
        .parameters = {{.name = "of",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the number, such as a loss"},
                       {.name = "by",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the name of a value it is made of"}},
        .writing = {.unicode = "∂%1/∂%2", .latex = "\\frac{\\partial %1}{\\partial %2}"},
        .literal_in_numpy = true,
        .of_graph = true,
        .shape = grad_shape,
        .compute = grad_compute,
        .explain = grad_explain,
        .differentiate = grad_differentiate,
    },
};

OPERATOR_FAMILY(loss);
