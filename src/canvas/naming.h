/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* naming: the address of an explained cell, and of a line of those it was made from; and whether it
 * is simply as written. */
#ifndef QKV_CANVAS_NAMING_H
#define QKV_CANVAS_NAMING_H

#include "notebook/explain.h"

struct failure;
struct text;

/* Appends the cell's address: "S[I,am]", "d_k", "(Q @ K.T)[I,am]" inside a definition. */
void naming_cell(const struct explanation *explanation, bool columns, struct text *out);

/* Returns the operand that a STEP_CELL step reads. */
const struct shape *naming_operand(const struct explanation *explanation, const struct step *step);

/* Returns the axis along which the operand's cells of STEP and OTHER differ; AXIS_COUNT when there
 * are several, the columns when there is none. */
int naming_axis(const struct explanation *explanation, const struct step *step,
                const struct step *other);

/* Appends the address of the line of an operand's cells that STEP's is one of, "Q[I,:]": they
 * differ along AXIS (AXIS_COUNT: all of the matrix). */
void naming_line(const struct explanation *explanation, const struct step *step, int axis,
                 bool columns, struct text *out);

/* True when the convention with COLUMNS swaps the operands of the explained operation, a
 * product. */
bool naming_swaps(const struct explanation *explanation, bool columns);

/* A number: a cell of the result of an operation of a definition, or (SIZE_MAX) of its value. */
struct number_place {
    const struct definition *definition;
    size_t operation, cell;
};

/* Passes operations of FROM that have no name and only pass a number on (`.T` in Q @ K.T): AT
 * becomes where it comes from. */
bool naming_pass_moves(const struct definition *from, struct number_place *at,
                       struct failure *failure);

/* Explains where a number that was only moved comes from within its definition. False: it comes
 * from elsewhere, or has no explanation. SOURCE is to be released in any case. */
bool naming_source(const struct explanation *explanation, struct explanation *source);

/* True when the number is in the definition's own text, in a written matrix that was at most
 * moved. */
bool naming_is_written(const struct explanation *explanation);

#endif
