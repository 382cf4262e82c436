/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* trial: applies an operator to random arguments of every kind its row takes: stacks, repeated
 * axes, labels, options. The reader and the evaluation are on higher floors, so tests of the table
 * fill the calls here. */
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

/* Returns a tensor of the sizes written as "2x3x4", with the cells written after them, if any: "2x2
 * 1 2 3 4" (too few are repeated, too many ignored; inf and nan are allowed). */
struct tensor *trial_tensor(const char *written);

/* Returns such a tensor with words for the rows and columns (NULL: none). */
struct tensor *trial_labelled(const char *written, const char *rows, const char *columns);

/* Sets argument AT of the call to VALUE (owned until trial_release), written as WRITTEN. */
void trial_give(struct trial *trial, int at, struct tensor *value, const char *written);

/* Begins a call of ROW with the defaults of its options. */
void trial_begin(struct trial *trial, const struct op *row);

/* Makes a call of ROW with random arguments. */
void trial_make(struct trial *trial, const struct op *row, struct random *random, bool special);
void trial_release(struct trial *trial);

/* Returns a random whole number from LOW to HIGH. */
size_t trial_between(struct random *random, size_t low, size_t high);

/* Runs the steps again, reading cells through READ (called with operand and cell). Returns the
 * result of the last; nan when there are none. */
double trial_replay(const struct steps *steps,
                    double (*read)(void *context, int operand, size_t cell), void *context);

/* Reads the cells of the call's operands, for trial_replay. */
double trial_read(void *trial, int operand, size_t cell);

/* Returns the row called NAME, which must exist. */
const struct op *trial_row(const char *name);

#endif
