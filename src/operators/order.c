/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* order: the numbers of a line one after the other: their sums so far, and put in order. Of equals
 * the first comes first, and nan after all, as in NumPy. */
#include "operators/call.h"
#include "operators/line.h"

#include "base/failure.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* --- sums so far -------------------------------------------------------------------------------
 */

static bool cumsum_compute(const struct call *call, struct tensor *result,
                           struct failure *failure) {
    const double *x = call->argument[0].value->cells;
    struct lines lines = call_lines(call);
    struct line line;

    (void)failure;
    while (lines_next(&lines, &line)) {
        double sum = -0.0; /* which changes nothing it is added to */

        for (size_t i = 0; i < line.length; i++) {
            sum += x[line_cell(&line, i)];
            result->cells[line_cell(&line, i)] = sum;
        }
    }
    return true;
}

static void cumsum_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t at;
    struct unroll unroll = {steps, call_line_of(call, cell, &at)};

    unroll.line.length = at + 1;
    steps->form = STEPS_LEDGER;
    unroll_total(&unroll, unroll_cells(&unroll, 0, call->argument[0].value->cells, STAGE_TERM));
}

/* A number is in all sums from its own on. */
static bool cumsum_differentiate(const struct call *call, const struct backward *back,
                                 struct failure *failure) {
    struct lines lines = call_lines(call);
    struct line line;

    (void)failure;
    while (lines_next(&lines, &line)) {
        double sum = 0;

        for (size_t i = line.length; i-- > 0;) {
            sum += back->upstream->cells[line_cell(&line, i)];
            back->gradient[0]->cells[line_cell(&line, i)] += sum;
        }
    }
    return true;
}

/* --- in order ----------------------------------------------------------------------------------
 */

static int compare_values(double a, double b) {
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return (a > b) - (a < b);
}

static int compare_ranked(const void *left, const void *right) {
    const struct ranked *a = left, *b = right;
    int order = compare_values(a->value, b->value);

    return order != 0 ? order : (a->at > b->at) - (a->at < b->at);
}

int ranked_falling(const void *left, const void *right) {
    const struct ranked *a = left, *b = right;
    int order = compare_values(b->value, a->value);

    return order != 0 ? order : (a->at > b->at) - (a->at < b->at);
}

static void rank_line(const struct line *line, const double *x, struct ranked *ranked) {
    for (size_t i = 0; i < line->length; i++)
        ranked[i] = (struct ranked){x[line_cell(line, i)], i};
    qsort(ranked, line->length, sizeof *ranked, compare_ranked);
}

/* Where in its line the number stands that comes at place K, without memory: the first of all,
 * then K times the first of those behind it. */
static size_t place_of(const struct line *line, const double *x, size_t k,
                       int (*compare)(const void *, const void *)) {
    struct ranked found = {0};

    for (size_t place = 0; place <= k; place++) {
        struct ranked last = found;
        bool any = false;

        for (size_t i = 0; i < line->length; i++) {
            struct ranked here = {x[line_cell(line, i)], i};

            if ((place == 0 || compare(&here, &last) > 0) && (!any || compare(&here, &found) < 0)) {
                found = here;
                any = true;
            }
        }
    }
    return found.at;
}

/* What stood in order has labels no more: each row has another order. */
static bool sorted_shape(const struct call *call, struct shape *result, struct failure *failure) {
    int axis = call_each(call) == EACH_ROW ? AXIS_COLUMN : AXIS_ROW;

    if (!elementwise_shape(call, result, failure))
        return false;
    labels_release(result->labels[axis]);
    result->labels[axis] = NULL;
    return true;
}

/* Hands each line of X in order to TAKE, with its numbers in A and B (which may be NULL). */
static bool each_sorted(const struct call *call, double *a, const double *b,
                        struct failure *failure,
                        void (*take)(const struct line *line, const struct ranked *ranked,
                                     double *a, const double *b)) {
    struct lines lines = call_lines(call);
    struct line line;
    struct ranked *ranked =
        memory_allocate(line_at(lines.shape, lines.each, 0).length, sizeof *ranked);

    while (ranked && lines_next(&lines, &line)) {
        rank_line(&line, call->argument[0].value->cells, ranked);
        take(&line, ranked, a, b);
    }
    memory_free(ranked);
    return ranked || failure_memory(failure);
}

static void take_values(const struct line *line, const struct ranked *ranked, double *a,
                        const double *b) {
    (void)b;
    for (size_t i = 0; i < line->length; i++)
        a[line_cell(line, i)] = ranked[i].value;
}

static void take_places(const struct line *line, const struct ranked *ranked, double *a,
                        const double *b) {
    (void)b;
    for (size_t i = 0; i < line->length; i++)
        a[line_cell(line, i)] = (double)ranked[i].at + 1.0;
}

static void give_back(const struct line *line, const struct ranked *ranked, double *a,
                      const double *b) {
    for (size_t i = 0; i < line->length; i++)
        a[line_cell(line, ranked[i].at)] += b[line_cell(line, i)];
}

static bool sort_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    return each_sorted(call, result->cells, NULL, failure, take_values);
}

static bool argsort_compute(const struct call *call, struct tensor *result,
                            struct failure *failure) {
    return each_sorted(call, result->cells, NULL, failure, take_places);
}

static bool sort_differentiate(const struct call *call, const struct backward *back,
                               struct failure *failure) {
    return each_sorted(call, back->gradient[0]->cells, back->upstream->cells, failure, give_back);
}

/* The cell of the operand that a sorted result's cell comes from, and its place in its line. */
static size_t sorted_from(const struct call *call, size_t cell, size_t *place) {
    size_t at;
    struct line line = call_line_of(call, cell, &at);

    *place = place_of(&line, call->argument[0].value->cells, at, compare_ranked);
    return line_cell(&line, *place);
}

static void sort_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    size_t place;

    *argument = 0;
    *from = sorted_from(call, cell, &place);
}

static double place_is(double x, double at) {
    (void)x;
    return at;
}

static const struct scalar scalar_place = {
    .name = "place", .pattern = "[place of %1] %2", .precedence = PRECEDENCE_ATOM, .two = place_is};

static void argsort_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t place, from = sorted_from(call, cell, &place);
    long operand = steps_cell(steps, 0, from, call->argument[0].value->cells[from]);
    long stands = steps_number(steps, (double)place + 1.0, NULL);

    steps->form = STEPS_CHAIN;
    steps_line(steps, &scalar_place, operand, stands, "place");
}

static bool argsort_differentiate(const struct call *call, const struct backward *back,
                                  struct failure *failure) {
    (void)back;
    return call_refuse(call, failure,
                       "argsort has no derivative: a place jumps from one whole number to another");
}

/* --- the largest of a row ----------------------------------------------------------------------
 */

enum { TOPK_X, TOPK_K, SPARE = 64 };

static struct line only_row(const struct shape *shape) {
    return line_at(shape, EACH_ROW, 0);
}

/* The K largest, in order, in a list that is the caller's; NULL without memory. What is smaller
 * than K numbers met before it is left out, so that a vocabulary is not put in order for its first
 * five. */
static struct ranked *largest(const struct tensor *x, size_t k, struct failure *failure) {
    struct line line = only_row(&x->shape);
    size_t room = line.length - k > k + SPARE ? 2 * k + SPARE : line.length, count = 0;
    struct ranked *ranked = memory_allocate(room, sizeof *ranked);
    bool cut = false;

    if (!ranked) {
        failure_memory(failure);
        return NULL;
    }
    for (size_t i = 0; i < line.length; i++) {
        struct ranked here = {x->cells[line_cell(&line, i)], i};

        if (cut && ranked_falling(&here, &ranked[k - 1]) > 0)
            continue;
        ranked[count++] = here;
        if (count == room) {
            qsort(ranked, count, sizeof *ranked, ranked_falling);
            count = k;
            cut = true;
        }
    }
    qsort(ranked, count, sizeof *ranked, ranked_falling);
    return ranked;
}

static bool topk_labels(const struct tensor *x, size_t k, struct shape *result,
                        struct failure *failure) {
    struct ranked *ranked = largest(x, k, failure);
    size_t *places = memory_allocate(k, sizeof *places);
    bool good = places != NULL || failure_memory(failure);

    for (size_t i = 0; ranked && places && i < k; i++)
        places[i] = ranked[i].at;
    if (ranked && places)
        result->labels[AXIS_COLUMN] = labels_pick(x->shape.labels[AXIS_COLUMN], places, k, failure);
    memory_free(ranked);
    memory_free(places);
    return good && result->labels[AXIS_COLUMN] != NULL;
}

static bool topk_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    size_t k = shape_columns(&result->shape);
    struct ranked *ranked = largest(call->argument[TOPK_X].value, k, failure);

    for (size_t i = 0; ranked && i < k; i++)
        result->cells[i] = ranked[i].value;
    memory_free(ranked);
    return ranked != NULL;
}

static bool topk_differentiate(const struct call *call, const struct backward *back,
                               struct failure *failure) {
    size_t k = shape_columns(&back->result->shape);
    struct ranked *ranked = largest(call->argument[TOPK_X].value, k, failure);

    for (size_t i = 0; ranked && i < k; i++)
        back->gradient[TOPK_X]->cells[ranked[i].at] += back->upstream->cells[i];
    memory_free(ranked);
    return ranked != NULL;
}

static bool topk_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *x = call_shape(call, TOPK_X);
    char sizes[64];
    size_t k;

    if (!call_count(call, TOPK_K, &k, failure))
        return false;
    if (shape_cells(x) != shape_columns(x))
        return call_refuse(call, failure, "topk takes a single row, A[2,:], and this is %s",
                           shape_text(x, sizes));
    if (k > shape_columns(x))
        return call_refuse(call, failure, "there are only %zu numbers", shape_columns(x));
    *result = shape_matrix(1, k);
    return !x->labels[AXIS_COLUMN] || topk_labels(call->argument[TOPK_X].value, k, result, failure);
}

static void topk_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    const struct tensor *x = call->argument[TOPK_X].value;
    struct line line = only_row(&x->shape);

    *argument = TOPK_X;
    *from = line_cell(&line, place_of(&line, x->cells, cell, ranked_falling));
}

#define EACH_LINE                                                                                  \
    {                                                                                              \
        {.name = "x", .kind = PARAMETER_VALUE, .sentence = "the numbers"},                         \
            EACH_PARAMETER("row", "row column")                                                    \
    }

static const struct operator rows[] = {
    {
        .name = "cumsum",
        .family = "ordering",
        .sentence = "The sum of each row up to each of its numbers.",
        .example = "cumsum([1, 2, 3])",
        .parameters = EACH_LINE,
        .writing = {.numpy = "np.cumsum(%1, axis=%each%)"},
        .shape = elementwise_shape,
        .compute = cumsum_compute,
        .explain = cumsum_explain,
        .differentiate = cumsum_differentiate,
    },
    {
        .name = "sort",
        .sentence = "Puts the numbers of each row in order, the smallest first.",
        .example = "sort([3, 1, 2])",
        .parameters = EACH_LINE,
        .writing = {.numpy = "np.sort(%1, axis=%each%, kind=\"stable\")"},
        .moves = true,
        .shape = sorted_shape,
        .compute = sort_compute,
        .origin = sort_origin,
        .differentiate = sort_differentiate,
    },
    {
        .name = "argsort",
        .sentence = "Where the numbers of each row stand, from the smallest to the largest, "
                    "counted from 1.",
        .example = "argsort([3, 1, 2])",
        .parameters = EACH_LINE,
        .writing = {.numpy = "np.add(np.argsort(%1, axis=%each%, kind=\"stable\"), 1.0)"},
        .shape = sorted_shape,
        .compute = argsort_compute,
        .explain = argsort_explain,
        .differentiate = argsort_differentiate,
    },
    {
        .name = "topk",
        .sentence = "The k largest numbers of a single row, the largest first, with their labels.",
        .example = "topk([3, 1, 2], 2)",
        .parameters = {{.name = "x", .kind = PARAMETER_VALUE, .sentence = "the row"},
                       {.name = "k", .kind = PARAMETER_COUNT, .sentence = "how many"}},
        .writing = {.numpy = "np.sort(%1, axis=-1).reshape(1, -1)[:, ::-1][:, :%2]",
                    .transposition = TRANSPOSE_WRAP},
        .moves = true,
        .shape = topk_shape,
        .compute = topk_compute,
        .origin = topk_origin,
        .differentiate = topk_differentiate,
    },
};

OPERATOR_FAMILY(order);
