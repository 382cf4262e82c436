/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* call: gives every family a call's text for messages, its options, and the one loop for rows that
 * only move numbers. */
#ifndef QKV_OPERATORS_CALL_H
#define QKV_OPERATORS_CALL_H

#include "operators/operator.h"

/* Appends the call as the learner wrote it: "Q @ K.T", "softmax(S, each=column)". Operands get the
 * brackets they need; very long ones are cut. */
void call_write(const struct call *call, struct text *out);

/* The same with operand TRANSPOSED (an index, or -1) transposed: with a `.T`, or without the one it
 * has. */
void call_write_transposed(const struct call *call, int transposed, struct text *out);

/* Appends one argument as written, cut when it is very long. */
void call_write_operand(const struct call *call, int argument, struct text *out);

/* Appends one argument whole, in brackets when its loosest operator binds looser than NEEDED. */
void call_write_bracketed(const struct call *call, int argument, enum precedence needed,
                          struct text *out);

/* Fills FAILURE with "CALL: MESSAGE"; returns false. */
bool call_refuse(const struct call *call, struct failure *failure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Returns the shape of VALUE argument ARGUMENT, or NULL when it is absent. */
const struct shape *call_shape(const struct call *call, int argument);

/* Returns the shape that SIZES describe: 50, 5, 3 is a stack of 50 matrices of 5×3. */
struct shape call_sizes(const struct call *call);

/* Returns the word of the option NAME, or its default; "" when the row has no such option. */
const char *call_word(const struct call *call, const char *name);

/* Reads the NUMBER option at ARGUMENT as a whole number from 0; refuses others. */
bool call_read_whole(const struct call *call, int argument, size_t *number,
                     struct failure *failure);

/* Reads the count at ARGUMENT; refuses 0, fractions, and more than a tensor can hold. */
bool call_read_count(const struct call *call, int argument, size_t *count, struct failure *failure);

/* The `compute` of every row with an `origin`: copies each cell from its origin. */
bool call_move(const struct call *call, struct tensor *result, struct failure *failure);

/* --- broadcasting the shapes of several operands -------------------------------------------------
 *
 * Axes are compared from the right. Two sizes fit when they are equal or one of them is 1; an
 * operand of size 1 is then repeated along that axis, as in NumPy. Labels of an axis come from the
 * operands that are not repeated along it: equal labels, or those of one operand, stay; conflicting
 * ones are dropped. */

/* Fills RESULT with the sizes and labels on which all of the call's VALUE arguments agree, on the
 * axes before END: AXIS_ROW joins the leading axes only (the last two are then left 1×1 without
 * labels), AXIS_COUNT joins all. Refuses sizes that do not fit, naming the shapes. */
bool broadcast_join(const struct call *call, int end, struct shape *result,
                    struct failure *failure);

/* Appends "3×4 by 3×4": the shapes of the VALUE arguments with BETWEEN between them. */
void broadcast_shapes(const struct call *call, const char *between, struct text *out);

/* Returns which matrix of an operand's stack belongs to matrix MATRIX of the result. */
size_t broadcast_matrix(const struct shape *operand, const struct shape *result, size_t matrix);

/* Returns which cell of an operand belongs to cell CELL of the result, when all axes are joined. */
size_t broadcast_cell(const struct shape *operand, const struct shape *result, size_t cell);

/* --- elementwise rows (arithmetic.c) ------------------------------------------------------------
 *
 * Their shape joins the shapes of all operands. The other two functions are for rows that name a
 * scalar of two operands: they compute it, and explain it, for each pair of cells. */
bool elementwise_shape(const struct call *call, struct shape *result, struct failure *failure);
bool elementwise_two(const struct call *call, struct tensor *result, struct failure *failure);
void elementwise_explain_two(const struct call *call, size_t cell, struct steps *steps);

/* The fields of such a row of two operands, besides its scalar and its derivative. */
#define ELEMENTWISE_TWO                                                                            \
    .parameters = {{.name = "a", .kind = PARAMETER_VALUE, .sentence = "the left value"},           \
                   {.name = "b",                                                                   \
                    .kind = PARAMETER_VALUE,                                                       \
                    .sentence = "the right value; sizes are equal, or 1 and repeated"}},           \
    .shape = elementwise_shape, .compute = elementwise_two, .explain = elementwise_explain_two

/* A word that no learner can type: it keeps its position of a text as padding. */
#define WORDS_PADDING "\1"

/* --- a family: its file holds its functions above and its rows below -------------------------- */

extern const struct operator_family product_family, arithmetic_family, choice_family,
    softmax_family, norm_family, reduce_family, order_family, shape_family, subscript_family,
    words_family, bpe_family, source_family, loss_family;

/* The last line of a family's file: exports its rows. */
#define OPERATOR_FAMILY(NAME)                                                                      \
    const struct operator_family NAME##_family = {rows, sizeof rows / sizeof rows[0]}

#endif
