/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* naming: how an explained cell is called, and a line of those it was made from; whether it simply
 * stands there as it was written. */
#ifndef QKV_CANVAS_NAMING_H
#define QKV_CANVAS_NAMING_H

#include "notebook/explain.h"

struct failure;
struct text;

/* Appends the cell's address: "S[I,am]", "d_k", "(Q @ K.T)[I,am]" inside a definition. */
void naming_cell(const struct explanation *explanation, bool columns, struct text *out);

/* The operand that a STEP_CELL step reads. */
const struct shape *naming_operand(const struct explanation *explanation, const struct step *step);

/* The axis along which the operand's cells of STEP and OTHER differ; AXIS_COUNT when there are
 * several, the columns when there is none. */
int naming_axis(const struct explanation *explanation, const struct step *step,
                const struct step *other);

/* Appends the address of the line of an operand's cells that STEP's is one of, "Q[I,:]": along AXIS
 * (AXIS_COUNT: all of the matrix) they differ. */
void naming_line(const struct explanation *explanation, const struct step *step, int axis,
                 bool columns, struct text *out);

/* Whether the convention with COLUMNS swaps the operands of the explained operation, a product. */
bool naming_swaps(const struct explanation *explanation, bool columns);

/* A number: a cell of the result of an operation of a definition, or (SIZE_MAX) of its value. */
struct number_place {
    const struct definition *definition;
    size_t operation, cell;
};

/* Passes operations of FROM that have no name and only hand a number on (`.T` in Q @ K.T): AT
 * becomes where it comes from. */
bool naming_pass_moves(const struct definition *from, struct number_place *at,
                       struct failure *failure);

/* Whether the number stands in the definition's own text, in a written matrix that was at most
 * moved. */
bool naming_is_written(const struct explanation *explanation);

#endif
