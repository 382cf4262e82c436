/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* order: computes the running sums of a line, and sorts its numbers. Equal numbers keep their
 * order, and nan comes last, as in NumPy. */
#include "base/least.h"
#include "operators/call.h"
#include "operators/line.h"

#include "base/checkpoint.h"
#include "base/failure.h"
#include "base/memory.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- running sums ----------------------------------------------------------------------------- */

static bool cumsum_compute(const struct call *call, struct tensor *result,
                           struct failure *failure) {
    const double *x = call->argument[0].value->cells;
    struct lines lines = call_lines(call, failure);
    struct line line;
    while (lines_next(&lines, &line)) {
        double sum = -0.0; /* the neutral start: -0 + x is x */

        for (size_t i = 0; i < line.length; i++) {
            sum += x[line_cell(&line, i)];
            result->cells[line_cell(&line, i)] = sum;
        }
    }
    return !lines.stopped;
}

static void cumsum_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t at;
    struct unroll unroll = {steps, call_line_of(call, cell, &at)};
    unroll.line.length = at + 1;
    steps->form = STEPS_LEDGER;
    unroll_total(&unroll, unroll_cells(&unroll, 0, call->argument[0].value->cells, STAGE_TERM));
}

/* A number is in its own running sum and all later ones. */
static bool cumsum_differentiate(const struct call *call, const struct backward *back,
                                 struct failure *failure) {
    struct lines lines = call_lines(call, failure);
    struct line line;
    while (lines_next(&lines, &line)) {
        double sum = 0;

        for (size_t i = line.length; i-- > 0;) {
            sum += back->upstream->cells[line_cell(&line, i)];
            back->gradient[0]->cells[line_cell(&line, i)] += sum;
        }
    }
    return !lines.stopped;
}

/* --- sorting ---------------------------------------------------------------------------------- */

static int compare_values(double a, double b) {
    if (isnan(a) || isnan(b)) {
        return isnan(a) - isnan(b);
    }
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

enum {
    RUN = 1 << 14,
    COMPARE_WORK = 64
}; /* numbers sorted without a break; the cost of sorting one */

/* Merges the sorted lists from BOUNDS[0] to BOUNDS[1] and from there to BOUNDS[2] into OUT. */
static bool merge_lists(const struct ranked *list, const size_t bounds[3], struct ranked *out,
                        int (*compare)(const void *, const void *), struct failure *failure) {
    size_t left = bounds[0], right = bounds[1];
    for (size_t i = bounds[0]; i < bounds[2]; i++) {
        bool first =
            right == bounds[2] || (left < bounds[1] && compare(&list[left], &list[right]) <= 0);

        if (!checkpoint_at(i, failure)) {
            return false;
        }
        out[i] = first ? list[left++] : list[right++];
    }
    return true;
}

/* Sorts COUNT numbers whose runs are sorted already; ROOM holds as many. */
static bool merge_runs(struct ranked *ranked, size_t count, struct ranked *room,
                       int (*compare)(const void *, const void *), struct failure *failure) {
    struct ranked *from = ranked, *to = room;
    for (size_t length = RUN; length < count; length *= 2) {
        struct ranked *other = from;

        for (size_t at = 0; at < count; at += 2 * length) {
            size_t bounds[] = {at, lesser(at + length, count), lesser(at + 2 * length, count)};

            if (!merge_lists(from, bounds, to, compare, failure)) {
                return false;
            }
        }
        from = to;
        to = other;
    }
    if (from != ranked) {
        memcpy(ranked, from, count * sizeof *ranked);
    }
    return true;
}

bool ranked_sort(struct ranked *ranked, size_t count, int (*compare)(const void *, const void *),
                 struct failure *failure) {
    struct ranked *room;
    bool good = true;
    for (size_t at = 0; good && at < count; at += RUN) {
        size_t length = lesser(count - at, RUN);

        good = length < RUN || checkpoint(COMPARE_WORK * length, failure);
        if (good) {
            qsort(ranked + at, length, sizeof *ranked, compare);
        }
    }
    if (!good || count <= RUN) {
        return good;
    }
    room = memory_room(count * sizeof *room);
    good = room ? merge_runs(ranked, count, room, compare, failure) : failure_memory(failure);
    memory_free(room);
    return good;
}

/* Maps X to a whole number that is smaller the earlier X comes: equal for equal numbers, largest
 * for nan; reversed when FALLING. */
static uint64_t order_of(double x, bool falling) {
    uint64_t bits, sign = (uint64_t)1 << 63;
    x = x == 0 ? 0.0 : x;
    memcpy(&bits, &x, sizeof bits);
    bits = isnan(x) ? UINT64_MAX : bits & sign ? ~bits : bits | sign;
    return falling ? ~bits : bits;
}

/* Returns the position in its line of the number of rank K, without allocating: finds its order
 * byte by byte, the highest first, by counting the numbers that agree with the bytes found so
 * far. */
static size_t position_of_rank(const struct line *line, const double *x, size_t k, bool falling) {
    enum { BYTES = 8, VALUES = 256 };
    uint64_t found = 0, mask = 0;
    for (unsigned shift = 8 * (BYTES - 1), byte = 0; byte < BYTES; byte++, shift -= 8) {
        size_t counts[VALUES] = {0}, value = 0;

        for (size_t i = 0; i < line->length; i++) {
            uint64_t order = order_of(x[line_cell(line, i)], falling);

            counts[order >> shift & 0xff] += (order & mask) == found;
        }
        for (; k >= counts[value]; value++) {
            k -= counts[value];
        }
        found |= (uint64_t)value << shift;
        mask |= (uint64_t)0xff << shift;
    }
    for (size_t i = 0; i < line->length; i++) {
        if (order_of(x[line_cell(line, i)], falling) == found && k-- == 0) {
            return i;
        }
    }
    return 0; /* not reached: K is less than the line's length */
}

/* The sorted axis loses its labels, because each line has another order. */
static bool sorted_shape(const struct call *call, struct shape *result, struct failure *failure) {
    int axis = call_each(call) == EACH_ROW ? AXIS_COLUMN : AXIS_ROW;
    if (!elementwise_shape(call, result, failure)) {
        return false;
    }
    labels_release(result->labels[axis]);
    result->labels[axis] = NULL;
    return true;
}

/* Sorts each line of the operand and calls USE with it and the cells A and B (which may be
 * NULL). */
static bool for_each_sorted_line(const struct call *call, double *a, const double *b,
                                 struct failure *failure,
                                 void (*use)(const struct line *line, const struct ranked *ranked,
                                             double *a, const double *b)) {
    const double *x = call->argument[0].value->cells;
    struct lines lines = call_lines(call, failure);
    struct line line;
    struct ranked *ranked =
        memory_allocate(line_at(lines.shape, lines.each, 0).length, sizeof *ranked);

    bool good = ranked || failure_memory(failure);

    while (good && lines_next(&lines, &line)) {
        for (size_t i = 0; i < line.length; i++) {
            ranked[i] = (struct ranked){x[line_cell(&line, i)], i};
        }
        good = ranked_sort(ranked, line.length, compare_ranked, failure);
        if (good) {
            use(&line, ranked, a, b);
        }
    }
    memory_free(ranked);
    return good && !lines.stopped;
}

static void write_sorted_values(const struct line *line, const struct ranked *ranked, double *a,
                                const double *b) {
    (void)b;
    for (size_t i = 0; i < line->length; i++) {
        a[line_cell(line, i)] = ranked[i].value;
    }
}

static void write_sorted_positions(const struct line *line, const struct ranked *ranked, double *a,
                                   const double *b) {
    (void)b;
    for (size_t i = 0; i < line->length; i++) {
        a[line_cell(line, i)] = (double)ranked[i].at + 1.0;
    }
}

static void add_shares_back(const struct line *line, const struct ranked *ranked, double *a,
                            const double *b) {
    for (size_t i = 0; i < line->length; i++) {
        a[line_cell(line, ranked[i].at)] += b[line_cell(line, i)];
    }
}

static bool sort_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    return for_each_sorted_line(call, result->cells, NULL, failure, write_sorted_values);
}

static bool argsort_compute(const struct call *call, struct tensor *result,
                            struct failure *failure) {
    return for_each_sorted_line(call, result->cells, NULL, failure, write_sorted_positions);
}

static bool sort_differentiate(const struct call *call, const struct backward *back,
                               struct failure *failure) {
    return for_each_sorted_line(call, back->gradient[0]->cells, back->upstream->cells, failure,
                                add_shares_back);
}

/* Returns the operand's cell from which a sorted result's cell comes, and its place in its line. */
static size_t sorted_from(const struct call *call, size_t cell, size_t *place) {
    size_t at;
    struct line line = call_line_of(call, cell, &at);
    *place = position_of_rank(&line, call->argument[0].value->cells, at, false);
    return line_cell(&line, *place);
}

static void sort_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    size_t place;
    *argument = 0;
    *from = sorted_from(call, cell, &place);
}

static double second_number(double x, double at) {
    (void)x;
    return at;
}

static const struct scalar scalar_place = {.name = "place",
                                           .pattern = "[place of %1] %2",
                                           .precedence = PRECEDENCE_ATOM,
                                           .two = second_number};

static void argsort_explain(const struct call *call, size_t cell, struct steps *steps) {
    size_t place, from = sorted_from(call, cell, &place);
    long operand = steps_cell(steps, 0, from, call->argument[0].value->cells[from]);
    long position = steps_number(steps, (double)place + 1.0, NULL);
    steps->form = STEPS_CHAIN;
    steps_apply_stage(steps, &scalar_place, operand, position, "place");
}

static bool argsort_differentiate(const struct call *call, const struct backward *back,
                                  struct failure *failure) {
    (void)back;
    return call_refuse(call, failure,
                       "argsort has no derivative: a place jumps from one whole number to another");
}

/* --- the largest numbers of a row ------------------------------------------------------------- */

enum { TOPK_X, TOPK_K, SPARE = 64 };

static struct line only_row(const struct shape *shape) {
    return line_at(shape, EACH_ROW, 0);
}

/* Returns a new list that starts with the K largest in order; NULL with FAILURE. It skips a number
 * that is smaller than K earlier ones, so a vocabulary is not sorted whole for its first five. */
static struct ranked *find_largest(const struct tensor *x, size_t k, struct failure *failure) {
    struct line line = only_row(&x->shape);
    size_t room = line.length - k > k + SPARE ? 2 * k + SPARE : line.length, count = 0;
    struct ranked *ranked = memory_allocate(room, sizeof *ranked);
    bool cut = false, good = true;
    if (!ranked) {
        failure_memory(failure);
        return NULL;
    }
    for (size_t i = 0; good && i < line.length; i++) {
        struct ranked here = {x->cells[line_cell(&line, i)], i};

        good = checkpoint_at(i, failure);
        if (cut && ranked_falling(&here, &ranked[k - 1]) > 0) {
            continue;
        }
        ranked[count++] = here;
        if (count == room) {
            good = good && ranked_sort(ranked, count, ranked_falling, failure);
            count = k;
            cut = true;
        }
    }
    if (good && ranked_sort(ranked, count, ranked_falling, failure)) {
        return ranked;
    }
    memory_free(ranked);
    return NULL;
}

static bool topk_labels(const struct tensor *x, size_t k, struct shape *result,
                        struct failure *failure) {
    struct ranked *ranked = find_largest(x, k, failure);
    size_t *places = memory_allocate(k, sizeof *places);
    bool good = places != NULL || failure_memory(failure);
    for (size_t i = 0; ranked && places && i < k; i++) {
        places[i] = ranked[i].at;
    }
    if (ranked && places) {
        result->labels[AXIS_COLUMN] = labels_pick(x->shape.labels[AXIS_COLUMN], places, k, failure);
    }
    memory_free(ranked);
    memory_free(places);
    return good && result->labels[AXIS_COLUMN] != NULL;
}

static bool topk_compute(const struct call *call, struct tensor *result, struct failure *failure) {
    size_t k = shape_columns(&result->shape);
    struct ranked *ranked = find_largest(call->argument[TOPK_X].value, k, failure);
    for (size_t i = 0; ranked && i < k; i++) {
        result->cells[i] = ranked[i].value;
    }
    memory_free(ranked);
    return ranked != NULL;
}

static bool topk_differentiate(const struct call *call, const struct backward *back,
                               struct failure *failure) {
    size_t k = shape_columns(&back->result->shape);
    struct ranked *ranked = find_largest(call->argument[TOPK_X].value, k, failure);
    for (size_t i = 0; ranked && i < k; i++) {
        back->gradient[TOPK_X]->cells[ranked[i].at] += back->upstream->cells[i];
    }
    memory_free(ranked);
    return ranked != NULL;
}

static bool topk_shape(const struct call *call, struct shape *result, struct failure *failure) {
    const struct shape *x = call_shape(call, TOPK_X);
    char sizes[64];
    size_t k;
    if (!call_read_count(call, TOPK_K, &k, failure)) {
        return false;
    }
    if (shape_cells(x) != shape_columns(x)) {
        return call_refuse(call, failure, "this is %s; topk takes a single row, such as A[2,:]",
                           shape_text(x, sizes));
    }
    if (k > shape_columns(x)) {
        return call_refuse(call, failure, "there are only %zu numbers", shape_columns(x));
    }
    *result = shape_matrix(1, k);
    return !x->labels[AXIS_COLUMN] || topk_labels(call->argument[TOPK_X].value, k, result, failure);
}

static void topk_origin(const struct call *call, size_t cell, int *argument, size_t *from) {
    const struct tensor *x = call->argument[TOPK_X].value;
    struct line line = only_row(&x->shape);
    *argument = TOPK_X;
    *from = line_cell(&line, position_of_rank(&line, x->cells, cell, true));
}

#define EACH_LINE                                                                                  \
    {                                                                                              \
        {.name = "x", .kind = PARAMETER_VALUE, .sentence = "the numbers"},                         \
            EACH_PARAMETER("row", "row column")                                                    \
    }

static const struct op rows[] = {
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
        .sentence = "The positions of each row's numbers in increasing order, counted from 1.",
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
