/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* trial: an operator applied to arguments made up for it, of every kind its row asks for: stacks,
 * repeated axes, labels, options. Reader and evaluation stand on higher floors, so tests of the
 * table fill the calls here. */
#ifndef QKV_TESTS_OPERATORS_TRIAL_H
#define QKV_TESTS_OPERATORS_TRIAL_H

#include "base/random.h"
#include "operators/operator.h"

enum { PICKS = 8 };

struct trial {
    struct call call;
    struct tensor *held[CALL_ARGUMENTS];
    double numbers[64];                          /* CELLS */
    const struct tensor *values[CALL_ARGUMENTS]; /* VALUES */
    const char *values_written[CALL_ARGUMENTS];
    size_t picks[AXIS_COUNT][PICKS]; /* of SUBSCRIPTS */
    struct graph graph;
    bool special; /* sprinkle in 0, -0, inf and -inf */
};

/* A tensor of the sizes written as "2x3x4", with cells from the text after, if any: "2x2 1 2 3 4"
 * (fewer are repeated, what is too many is left; inf and nan may stand there). */
struct tensor *trial_tensor(const char *written);

/* The tensor with words for the rows and columns (NULL: none). */
struct tensor *trial_labelled(const char *written, const char *rows, const char *columns);

/* Gives argument AT of the call this value (kept until trial_release) under this name. */
void trial_give(struct trial *trial, int at, struct tensor *value, const char *written);

/* A call of ROW with the defaults of its options. */
void trial_begin(struct trial *trial, const struct op *row);

/* A call of ROW with random arguments. */
void trial_make(struct trial *trial, const struct op *row, struct random *random, bool special);
void trial_release(struct trial *trial);

/* A whole number from LOW to HIGH. */
size_t trial_between(struct random *random, size_t low, size_t high);

/* Reads the cells of the call's operands, for steps_replay. */
double trial_read(void *trial, int operand, size_t cell);

/* The row called NAME, which must be there. */
const struct op *trial_row(const char *name);

#endif
