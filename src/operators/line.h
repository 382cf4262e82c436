/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* line: the cells from which one normalised row, or one reduced number, is computed.
 *
 * Normalisers, reductions and losses walk a stack line by line: each row, each column, or each
 * whole matrix (row by row). Line numbers run matrix by matrix, so that with each=row line k is row
 * k of the stack, and the result of reducing line k is cell k.
 *
 * EVERY SUM HAS ONE ORDER: a line is summed from its first cell to its last, every term rounded
 * before it is added to the sum so far. So are the weights of a softmax (each exp(x − max)), which
 * are then divided by the sum; a mean is the sum divided by the count; a variance takes the mean
 * first and sums the squares (x − mean)² afterwards. A sum is never split to be faster: `explain`
 * replays it term by term, to the same bits. (Products: tensor/product.h.) */
#ifndef QKV_OPERATORS_LINE_H
#define QKV_OPERATORS_LINE_H

#include "operators/operator.h"

enum each { EACH_ROW, EACH_COLUMN, EACH_WHOLE };

struct line {
    size_t start, step, length; /* LENGTH cells: start, start + step, … */
};

/* The `each=` parameter of every such row. */
#define EACH_PARAMETER(STANDARD, WORDS)                                                            \
    {                                                                                              \
        .name = "each", .kind = PARAMETER_WORD, .standard = (STANDARD), .words = (WORDS),          \
        .sentence = "what is treated as one piece"                                                 \
    }

/* Returns the call's option each=, or its default. */
enum each call_each(const struct call *call);

/* Return how many lines all matrices have together; line NUMBER of them (from 0). */
size_t line_count(const struct shape *shape, enum each each);
struct line line_at(const struct shape *shape, enum each each, size_t number);

/* Goes through the lines of a call's first operand, as its each= says. */
struct lines {
    const struct shape *shape;
    enum each each;
    size_t count, next;
    struct failure *failure;
    bool stopped;
};
struct lines call_lines(const struct call *call, struct failure *failure);
/* Gives the next line; false when there is none, and with FAILURE when the work is STOPPED. */
bool lines_next(struct lines *lines, struct line *line);

/* Returns the line that cell CELL belongs to, and sets *AT to its place in it (from 0). */
struct line call_line_of(const struct call *call, size_t cell, size_t *at);

static inline size_t line_cell(const struct line *line, size_t at) {
    return line->start + at * line->step;
}

/* Folds a line's numbers in X into one by SCALAR, from the first on: their sum, their largest. */
double line_fold(const struct line *line, const double *x, const struct scalar *scalar);

/* The same with scalar_maximum, without calling it. */
double line_largest(const struct line *line, const double *x);

/* Returns the sum of TERM of each number. */
double line_sum(const struct line *line, const double *x, double (*term)(double x));

/* Returns x·x; to be used as a TERM. */
double line_square(double x);

/* Return the sum divided by n; and the mean of (x − mean)², divided by n as in NumPy. */
double line_mean(const struct line *line, const double *x);
double line_variance(const struct line *line, const double *x);

/* A number and its position in its line. */
struct ranked {
    double value;
    size_t at;
};
/* Compares for qsort: larger numbers come first, equal ones in their order, and nan before all. */
int ranked_falling(const void *left, const void *right);
/* Sorts COUNT numbers. False with FAILURE: no memory, or stopped. */
bool ranked_sort(struct ranked *ranked, size_t count, int (*compare)(const void *, const void *),
                 struct failure *failure);

/* Returns the shape that remains when each line of SHAPE becomes one number: n×1, 1×n or 1×1
 * matrices, with the labels of the axes that remain. */
struct shape line_reduced(const struct shape *shape, enum each each);

/* --- explaining a line -------------------------------------------------------------------------
 *
 * A column is one step for each cell of a line, one after another in the list, so the index of its
 * first step identifies it. */
struct unroll {
    struct steps *steps;
    struct line line;
};

/* Adds the line's cells in X, the cells of argument OPERAND, as a column. */
long unroll_cells(const struct unroll *unroll, int operand, const double *x, const char *stage);

/* Adds a column: SCALAR of each entry of COLUMN, with the step RIGHT (or STEP_NONE) as second
 * operand. */
long unroll_apply(const struct unroll *unroll, long column, const struct scalar *scalar, long right,
                  const char *stage);

/* Adds a column: SCALAR of the entries of two columns, pair by pair. */
long unroll_pairs(const struct unroll *unroll, long left, const struct scalar *scalar, long right,
                  const char *stage);

/* Folds a column by SCALAR from its first entry on; returns the last of the running totals. */
long unroll_fold(const struct unroll *unroll, long column, const struct scalar *scalar,
                 const char *stage);

/* Adds up a column as a ledger's running total. */
long unroll_total(const struct unroll *unroll, long column);

/* Divides TOTAL by the line's length: the mean. */
long unroll_mean(const struct unroll *unroll, long total, const char *stage);

#endif
