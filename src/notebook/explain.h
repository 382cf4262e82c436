/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* explain: explains how one number was computed, ready to be drawn or said.
 *
 * The explanation of a cell consists of its operation's scalar steps, with the operands named as
 * the learner wrote them. A pinned or edited cell is one step, and so is a cell of a written
 * matrix: its number (given), or the expression written there. Running the steps again gives the
 * cell bit for bit. */
#ifndef QKV_NOTEBOOK_EXPLAIN_H
#define QKV_NOTEBOOK_EXPLAIN_H

#include "notebook/definition.h"

struct text;

enum explanation_kind {
    EXPLAINED_STEPS,  /* by the operation's steps */
    EXPLAINED_PINNED, /* forced by hand */
    EXPLAINED_EDITED, /* a leaf's cell set by hand */
    EXPLAINED_GIVEN,  /* a number as written */
    EXPLAINED_NAME    /* the definition is another name for a cell (B = A) */
};

struct explanation {
    enum explanation_kind kind;
    const struct definition *definition; /* borrowed */
    const struct operation *operation;   /* borrowed; NULL for a bare name or number */
    size_t cell;
    double value;
    struct steps steps;
};

/* Explains cell CELL of the result of operation OPERATION (the last one, or SIZE_MAX: the
 * definition's value, with its edits and pins). Borrows from the definition, which has to stay
 * alive. After a failure nothing is to be released; steps.too_long says whether the list was too
 * long. */
bool explain_cell(const struct definition *definition, size_t operation, size_t cell,
                  struct explanation *explanation, struct failure *failure);
void explanation_release(struct explanation *explanation);

/* Appends OPERATION of DEFINITION as a formula of its own: "columns(Q)", in COLUMNS as the lens
 * shows it. True when a subscript on it needs brackets. */
bool explanation_formula(const struct definition *definition, const struct operation *operation,
                         bool columns, struct text *out);

/* Appends the address of a cell of its result: "(Q @ K.T)[I,am]". */
void explanation_result(const struct definition *definition, const struct operation *operation,
                        size_t cell, bool columns, struct text *out);

/* Appends the address of the operand cell a STEP_CELL step reads: "Q[I,2]", "(S /
 * sqrt(d_k))[I,am]". */
void explanation_operand(const struct explanation *explanation, const struct step *step,
                         bool columns, struct text *out);

/* Finds the definition and cell that an operand step leads to, for why and for diving in: false
 * when it is an unnamed number. When the operand is an operation inside the same definition,
 * *OPERATION is its index and *DEFINITION the same definition; else *OPERATION is that definition's
 * last operation (or SIZE_MAX when it has none). */
bool explanation_follow(const struct explanation *explanation, const struct step *step,
                        const struct definition **definition, size_t *operation, size_t *cell);

#endif
