/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* loss: gives one number for how wrong a prediction is. */
#include "operators/call.h"
#include "operators/line.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/* The result has one number for each matrix. Repeating a row of targets would hide a mistake, so
 * the matrices must have the same size; only leading axes are repeated. */
static bool loss_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *a = call_shape(call, 0), *b = call_shape(call, 1);
    const struct parameter *parameters = call->op->parameters;
    char left[64], right[64];
    if (a->size[AXIS_ROW] == b->size[AXIS_ROW] && a->size[AXIS_COLUMN] == b->size[AXIS_COLUMN]) {
        return broadcast_join(call, AXIS_ROW, result, failure);
    }
    return call_refuse(call, failure, "%s is %s and %s %s; the two must have the same size",
                       parameters[0].name, shape_text(a, left), parameters[1].name,
                       shape_text(b, right));
}

/* A pair of matching lines, one of each operand, in the cells X and Y. */
struct pair {
    const double *x, *y;
    struct line left, right;
};

/* Returns lines NUMBER of the two matrices from which matrix MATRIX of the result is computed. */
static struct pair pair_at(const struct call *call, const struct shape *result, size_t matrix,
                           enum each each, size_t number) {
    const struct tensor *a = call->argument[0].value, *b = call->argument[1].value;
    size_t cells = shape_rows(&a->shape) * shape_columns(&a->shape);
    struct line line = line_at(&a->shape, each, number);
    struct pair pair = {a->cells, b->cells, line, line};
    pair.left.start += broadcast_matrix(&a->shape, result, matrix) * cells;
    pair.right.start += broadcast_matrix(&b->shape, result, matrix) * cells;
    return pair;
}

static bool mse_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    size_t matrices = shape_matrices(&result->shape);
    (void)failure;
    for (size_t m = 0; m < matrices; m++) {
        struct pair pair = pair_at(call, &result->shape, m, EACH_WHOLE, 0);
        double sum = 0;

        for (size_t i = 0; i < pair.left.length; i++) {
            double error = pair.x[pair.left.start + i] - pair.y[pair.right.start + i];

            sum += error * error;
        }
        result->cells[m] = sum / (double)pair.left.length;
    }
    return true;
}

/* Adds SHARE to cell AT of GRADIENT unless that is NULL. */
static void add_share(struct tensor *gradient, size_t at, double share) {
    if (gradient) {
        gradient->cells[at] += share;
    }
}

/* Adds the gradients of one matrix, given UPSTREAM; the right operand gets the opposite of the left
 * one's. */
static void mse_back(const struct pair *pair, double upstream, struct tensor **gradient) {
    size_t count = pair->left.length;
    for (size_t i = 0; i < count; i++) {
        size_t a = pair->left.start + i, b = pair->right.start + i;
        double share = upstream * (2.0 * (pair->x[a] - pair->y[b]) / (double)count);

        add_share(gradient[0], a, share);
        add_share(gradient[1], b, -share);
    }
}

static bool mse_differentiate(const struct call *call, const struct backward *back,
                              struct failure *failure) {
    const struct shape *result = &back->result->shape;
    (void)failure;
    for (size_t m = 0; m < shape_matrices(result); m++) {
        struct pair pair = pair_at(call, result, m, EACH_WHOLE, 0);

        mse_back(&pair, back->upstream->cells[m], back->gradient);
    }
    return true;
}

static void mse_explain(const struct call *call, size_t cell, struct steps *steps) {
    struct pair pair = pair_at(call, &call->shape, cell, EACH_WHOLE, 0);
    struct unroll left = {steps, pair.left}, right = {steps, pair.right};
    long x = unroll_cells(&left, 0, pair.x, NULL);
    long y = unroll_cells(&right, 1, pair.y, NULL);
    long error = unroll_pairs(&left, x, &scalar_subtract, y, "a − b");
    long square = unroll_pairs(&left, error, &scalar_multiply, error, STAGE_TERM);
    steps->form = STEPS_LEDGER;
    unroll_mean(&left, unroll_total(&left, square), "÷ n");
}

/* Returns how many lines each matrix of SHAPE has. */
static size_t pair_lines(const struct shape *shape, enum each each) {
    return each == EACH_ROW ? shape_rows(shape) : shape_columns(shape);
}

/* Returns Σ exp(x − max) over LINE and sets *LARGEST to max; each exp goes into ROOM, unless it is
 * NULL. */
static double exp_sum(const struct line *line, const double *x, double *largest, double *room) {
    double sum = -0.0; /* the neutral start: -0 + x is x */
    *largest = line_largest(line, x);
    for (size_t i = 0; i < line->length; i++) {
        double weight = exp(x[line_cell(line, i)] - *largest);

        sum += weight;
        if (room) {
            room[i] = weight;
        }
    }
    return sum;
}

/* Returns one row's loss, Σ target · surprise, where the surprise of class j is -log softmax(x)ⱼ =
 * log Σ exp(x - max) - (xⱼ - max). In this form no exp overflows and no log is of 0. A class with
 * target 0 adds nothing, however surprising it is. */
static double cross_line(const struct pair *pair) {
    double largest = 0, log_sum = 0, loss = 0;
    bool first = true;
    for (size_t i = 0; i < pair->left.length; i++) {
        double target = pair->y[line_cell(&pair->right, i)];
        double term;

        if (target == 0) {
            continue;
        }
        if (first) {
            log_sum = log(exp_sum(&pair->left, pair->x, &largest, NULL));
        }
        term = target * (log_sum - (pair->x[line_cell(&pair->left, i)] - largest));
        loss = first ? term : loss + term;
        first = false;
    }
    return loss;
}

static bool cross_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    enum each each = call_each(call);
    size_t lines = pair_lines(call_shape(call, 0), each), matrices = shape_matrices(&result->shape);
    for (size_t m = 0; m < matrices; m++) {
        double sum = -0.0; /* the neutral start: -0 + x is x */

        for (size_t i = 0; i < lines; i++) {
            struct pair pair = pair_at(call, &result->shape, m, each, i);

            if (!checkpoint(CHECKPOINT_WORK * pair.left.length, failure)) {
                return false;
            }
            sum += cross_line(&pair);
        }
        result->cells[m] = sum / (double)lines;
    }
    return true;
}

/* Adds the gradients of one row, given its upstream SHARE. A logit's derivative is (Σ targets) ·
 * softmax − target, which pulls each probability towards its target; a target's is its surprise.
 * ROOM is scratch for the exps. */
static void cross_back(const struct pair *pair, double share, double *room,
                       struct tensor **gradient) {
    double largest, sum = exp_sum(&pair->left, pair->x, &largest, room), log_sum = log(sum);
    double target_sum = line_fold(&pair->right, pair->y, &scalar_add);
    for (size_t i = 0; i < pair->left.length; i++) {
        size_t logit = line_cell(&pair->left, i), target = line_cell(&pair->right, i);
        double shifted = pair->x[logit] - largest;

        add_share(gradient[0], logit, share * (target_sum * (room[i] / sum) - pair->y[target]));
        add_share(gradient[1], target, share * (log_sum - shifted));
    }
}

static bool cross_differentiate(const struct call *call, const struct backward *back,
                                struct failure *failure) {
    const struct shape *shape = call_shape(call, 0), *result = &back->result->shape;
    enum each each = call_each(call);
    size_t lines = pair_lines(shape, each);
    double *room = memory_allocate(line_at(shape, each, 0).length, sizeof *room);
    bool good = true;
    if (!room) {
        return failure_memory(failure);
    }
    for (size_t i = 0; good && i < shape_matrices(result) * lines; i++) {
        struct pair pair = pair_at(call, result, i / lines, each, i % lines);
        double share = back->upstream->cells[i / lines] / (double)lines;

        good = checkpoint(CHECKPOINT_WORK * pair.left.length, failure);
        cross_back(&pair, share, room, back->gradient);
    }
    memory_free(room);
    return good;
}

/* Adds the surprise of each class of a line as a column. */
static long cross_surprise(const struct unroll *unroll, const double *logits) {
    struct steps *steps = unroll->steps;
    long x = unroll_cells(unroll, 0, logits, "x");
    long largest = unroll_fold(unroll, x, &scalar_maximum, "max");
    long shifted = unroll_apply(unroll, x, &scalar_subtract, largest, "x − max");
    long e = unroll_apply(unroll, shifted, &scalar_exp, STEP_NONE, "exp");
    long sum = unroll_fold(unroll, e, &scalar_add, "Σ");
    long log_sum = steps_apply_stage(steps, &scalar_log, sum, STEP_NONE, "log Σ");
    long first = (long)steps->count;
    for (size_t i = 0; i < unroll->line.length; i++) {
        steps_stage(steps, steps_apply(steps, &scalar_subtract, log_sum, shifted + (long)i),
                    "−log softmax", i);
    }
    return first;
}

/* Adds Σ target · surprise of one line; 0 when all targets are 0. */
static long cross_loss(struct steps *steps, const struct pair *pair) {
    long surprise = cross_surprise(&(struct unroll){steps, pair->left}, pair->x);
    long loss = STEP_NONE;
    for (size_t i = 0; i < pair->right.length; i++) {
        size_t at = line_cell(&pair->right, i);
        long term;

        if (pair->y[at] == 0) {
            continue;
        }
        term = steps_apply(steps, &scalar_multiply, steps_cell(steps, 1, at, pair->y[at]),
                           surprise + (long)i);
        loss = loss == STEP_NONE ? term : steps_apply(steps, &scalar_add, loss, term);
    }
    return loss == STEP_NONE ? steps_number(steps, 0.0, "no target") : loss;
}

static void cross_explain(const struct call *call, size_t cell, struct steps *steps) {
    enum each each = call_each(call);
    size_t lines = pair_lines(call_shape(call, 0), each);
    long total = STEP_NONE;
    steps->form = STEPS_LEDGER;
    for (size_t i = 0; i < lines; i++) {
        struct pair pair = pair_at(call, &call->shape, cell, each, i);

        total = steps_term(steps, total, cross_loss(steps, &pair), i);
    }
    steps_apply_stage(steps, &scalar_divide, total, steps_number(steps, (double)lines, "n"), "÷ n");
}

enum { GRAD_OF, GRAD_BY };

static bool grad_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *of = call_shape(call, GRAD_OF);
    char sizes[64];
    if (!shape_is_number(of)) {
        return call_refuse(call, failure,
                           "the first is %s; a gradient is taken of one number, such as a loss or "
                           "a mean(…)",
                           shape_text(of, sizes));
    }
    *result = shape_copy(call_shape(call, GRAD_BY));
    return true;
}

static bool grad_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    /* cells that nothing depends on stay 0 */
    memset(result->cells, 0, shape_cells(&result->shape) * sizeof *result->cells);
    return call->graph->derivative(call->graph->context, call, result, failure);
}

static void grad_explain(const struct call *call, size_t cell, struct steps *steps) {
    call->graph->steps(call->graph->context, cell, steps);
}

static bool grad_differentiate(const struct call *call, const struct backward *back,
                               struct failure *failure) {
    (void)back;
    return call_refuse(call, failure, "a gradient of a gradient cannot be taken here");
}

static const struct op rows[] = {
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
                        .sentence = "the target probabilities, of the same size"},
                       EACH_PARAMETER("row", "row column")},
        .writing = {.numpy = "qkv_crossentropy(%1, %2, %each%)",
                    .numpy_help =
                        "def qkv_crossentropy(logits, targets, axis):\n"
                        "    x = logits - np.max(logits, axis=axis, keepdims=True)\n"
                        "    spread = np.log(np.sum(np.exp(x), axis=axis, keepdims=True))\n"
                        "    terms = np.where(targets == 0, 0.0, targets * (spread - x))\n"
                        "    loss = np.sum(terms, axis=axis, keepdims=True)\n"
                        "    return np.mean(loss, axis=(-2, -1), keepdims=True)\n"},
        .shape = loss_shape,
        .compute = cross_compute,
        .explain = cross_explain,
        .differentiate = cross_differentiate,
    },
    {
        .name = "mse",
        .sentence = "The mean squared error: the mean of (a - b)² over all cells.",
        .example = "mse([1, 2, 3], [1, 2, 5])",
        .parameters = {{.name = "a", .kind = PARAMETER_VALUE, .sentence = "the predictions"},
                       {.name = "b",
                        .kind = PARAMETER_VALUE,
                        .sentence = "the targets, of the same size"}},
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
