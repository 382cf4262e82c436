/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "operators/line.h"
#include "base/checkpoint.h"

#include "base/text.h"
#include "operators/call.h"

enum each call_each(const struct call *call) {
    const char *word = call_word(call, "each");

    if (text_same(word, "column")) {
        return EACH_COLUMN;
    }
    return text_same(word, "whole") ? EACH_WHOLE : EACH_ROW;
}

size_t line_count(const struct shape *shape, enum each each) {
    size_t matrices = shape_matrices(shape);
    switch (each) {
    case EACH_ROW:
        return matrices * shape_rows(shape);
    case EACH_COLUMN:
        return matrices * shape_columns(shape);
    case EACH_WHOLE:
        break;
    }
    return matrices;
}

struct line line_at(const struct shape *shape, enum each each, size_t number) {
    size_t rows = shape_rows(shape), columns = shape_columns(shape);

    switch (each) {
    case EACH_ROW:
        return (struct line){number * columns, 1, columns};
    case EACH_COLUMN:
        return (struct line){number / columns * rows * columns + number % columns, columns, rows};
    case EACH_WHOLE:
        break;
    }
    return (struct line){number * rows * columns, 1, rows * columns};
}

struct lines call_lines(const struct call *call, struct failure *failure) {
    const struct shape *shape = call_shape(call, 0);
    enum each each = call_each(call);

    return (struct lines){shape, each, line_count(shape, each), 0, failure, false};
}

bool lines_next(struct lines *lines, struct line *line) {
    if (lines->next == lines->count) {
        return false;
    }
    *line = line_at(lines->shape, lines->each, lines->next++);
    lines->stopped = !checkpoint(CHECKPOINT_WORK * line->length, lines->failure);
    return !lines->stopped;
}

struct line call_line_of(const struct call *call, size_t cell, size_t *at) {
    const struct shape *shape = call_shape(call, 0);
    enum each each = call_each(call);
    size_t columns = shape_columns(shape), matrix = shape_rows(shape) * columns;
    size_t inside = cell % matrix, number = cell / matrix;

    if (each == EACH_ROW) {
        number = cell / columns;
    } else if (each == EACH_COLUMN) {
        number = number * columns + inside % columns;
    }
    *at = each == EACH_ROW ? inside % columns : each == EACH_COLUMN ? inside / columns : inside;
    return line_at(shape, each, number);
}

double line_fold(const struct line *line, const double *x, const struct scalar *scalar) {
    double folded = x[line->start];
    for (size_t i = 1; i < line->length; i++) {
        folded = scalar->two(folded, x[line_cell(line, i)]);
    }
    return folded;
}

double line_largest(const struct line *line, const double *x) {
    double largest = x[line->start];
    for (size_t i = 1; i < line->length; i++) {
        largest = scalar_larger(largest, x[line_cell(line, i)]);
    }
    return largest;
}

double line_sum(const struct line *line, const double *x, double (*term)(double x)) {
    double sum = term(x[line->start]);
    for (size_t i = 1; i < line->length; i++) {
        sum += term(x[line_cell(line, i)]);
    }
    return sum;
}

double line_square(double x) {
    return x * x;
}

double line_mean(const struct line *line, const double *x) {
    double sum = x[line->start];
    for (size_t i = 1; i < line->length; i++) {
        sum += x[line_cell(line, i)];
    }
    return sum / (double)line->length;
}

double line_variance(const struct line *line, const double *x) {
    double mean = line_mean(line, x), sum = 0;
    for (size_t i = 0; i < line->length; i++) {
        double centred = x[line_cell(line, i)] - mean;

        sum += centred * centred;
    }
    return sum / (double)line->length;
}

struct shape line_reduced(const struct shape *shape, enum each each) {
    struct shape reduced = shape_copy(shape);

    for (int axis = AXIS_ROW; axis < AXIS_COUNT; axis++) {
        if ((each == EACH_ROW && axis == AXIS_ROW) ||
            (each == EACH_COLUMN && axis == AXIS_COLUMN)) {
            continue;
        }
        labels_release(reduced.labels[axis]);
        reduced.labels[axis] = NULL;
        reduced.size[axis] = 1;
    }
    return reduced;
}

long unroll_cells(const struct unroll *unroll, int operand, const double *x, const char *stage) {
    long first = (long)unroll->steps->count;
    for (size_t i = 0; i < unroll->line.length; i++) {
        size_t at = line_cell(&unroll->line, i);

        steps_stage(unroll->steps, steps_cell(unroll->steps, operand, at, x[at]), stage, i);
    }
    return first;
}

long unroll_apply(const struct unroll *unroll, long column, const struct scalar *scalar, long right,
                  const char *stage) {
    long first = (long)unroll->steps->count;
    for (size_t i = 0; i < unroll->line.length; i++) {
        steps_stage(unroll->steps, steps_apply(unroll->steps, scalar, column + (long)i, right),
                    stage, i);
    }
    return first;
}

long unroll_pairs(const struct unroll *unroll, long left, const struct scalar *scalar, long right,
                  const char *stage) {
    long first = (long)unroll->steps->count;
    for (size_t i = 0; i < unroll->line.length; i++) {
        steps_stage(unroll->steps,
                    steps_apply(unroll->steps, scalar, left + (long)i, right + (long)i), stage, i);
    }
    return first;
}

long unroll_fold(const struct unroll *unroll, long column, const struct scalar *scalar,
                 const char *stage) {
    long total = column;
    for (size_t i = 1; i < unroll->line.length; i++) {
        total = steps_stage(unroll->steps,
                            steps_apply(unroll->steps, scalar, total, column + (long)i), stage, i);
    }
    return total;
}

long unroll_total(const struct unroll *unroll, long column) {
    return unroll_fold(unroll, column, &scalar_add, STAGE_TOTAL);
}

long unroll_mean(const struct unroll *unroll, long total, const char *stage) {
    long count = steps_number(unroll->steps, (double)unroll->line.length, "n");
    return steps_apply_stage(unroll->steps, &scalar_divide, total, count, stage);
}
