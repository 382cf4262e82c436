/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* formula: the scalar steps of an explanation as one line of arithmetic: 0.2·0 + 0.2·(-0.5); and
 * the stages that they form.
 *
 * A step is written out as far as the form of its explanation asks; below that it is given as its
 * number. Negative numbers get brackets beside an operator, x·x is written x², long sums lose their
 * middle. */
#ifndef QKV_CANVAS_FORMULA_H
#define QKV_CANVAS_FORMULA_H

#include "canvas/ladder.h"
#include "operators/step.h"

enum { FORMULA_TERMS = 8 }; /* most operands of a sum that are written out */
enum { STAGES_MOST = 12 };  /* no operator has more; what would come later is not drawn */

struct steps_stage {
    const char *name;
    size_t count, last; /* how many steps, and the index of the last */
    size_t begun;       /* how many of them do not go on with another */
    size_t squares;     /* the sum of those of their rows */
    bool column;        /* its entries are side by side, each row once: "x", "exp" */
    bool odd; /* nor does each step go on with the one before, so that the last one counts ("max",
                 "Σ"): many rows at once, as inside a loss */
};

struct stages {
    struct steps_stage list[STAGES_MOST];
    size_t count;
    size_t entries; /* rows of a column */

    /* Of a ledger. */
    const struct scalar *scalar; /* that combines its terms; + when there is but one */
    size_t tail;                 /* its first step after terms and totals: "÷ n", "√" */
};

/* Returns the stages of STEPS, whose names it borrows, in the order in which they open. */
struct stages stages_of(const struct steps *steps);

/* True when STAGE (NULL: none) is the one called NAME. */
bool stage_is(const char *stage, const char *name);

/* Appends step AT of LADDER's explanation; with SYMBOLS cells by address and constants by what they
 * are, instead of their values. True when a number that was written is not shown exactly. */
bool formula_write(const struct ladder *ladder, size_t at, bool symbols, struct text *out);

/* Appends what is reached, of a sum its first terms, then "?": 0.2·0 + 0.2·0.6 + ?. */
void formula_write_reached(const struct ladder *ladder, struct text *out);

#endif
