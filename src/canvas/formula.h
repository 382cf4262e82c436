/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* formula: the scalar steps of an explanation as one line of arithmetic: 0.2·0 + 0.2·(-0.5).
 *
 * A step is written out as far as the form of its explanation asks; below that it is given as its
 * number. Negative numbers get brackets beside an operator, x·x is written x², long sums lose their
 * middle. */
#ifndef QKV_CANVAS_FORMULA_H
#define QKV_CANVAS_FORMULA_H

#include "operators/step.h"

#include "canvas/ladder.h"

/* --- stages ----------------------------------------------------------------------------------- */

/* The stages of an explanation's steps, in the order in which they open. */

enum { STAGES_MOST = 12 }; /* no operator has more; what would come later is not drawn */

struct steps_stage {
    const char *name;
    size_t count, last; /* how many steps, and the index of the last */
    bool column;        /* a step an entry: "x", "exp"; else its last step counts: "max", "Σ" */
    bool odd;           /* neither of the two: many rows at once, as inside a loss */
};

struct stages {
    struct steps_stage list[STAGES_MOST];
    size_t count;
    size_t entries; /* rows of a column */
};

/* Returns the stages of STEPS, whose names it borrows. */
struct stages stages_of(const struct steps *steps);

/* True when a stage (NULL: none) is one of a ledger's own two. */
bool stage_is_term(const char *name);
bool stage_is_total(const char *name);

/* Returns the stage called NAME (which may be NULL), or NULL. */
struct steps_stage *stages_find(struct stages *stages, const char *name);

/* Returns the scalar that combines a ledger's terms: that of its totals, + when there is but one
 * term. */
const struct scalar *stages_scalar(const struct steps *steps);

/* --- formula -------------------------------------------------------------------------------- */

enum { FORMULA_TERMS = 8 }; /* most operands of a sum that are written out */

struct formula {
    const struct ladder *view;
    struct text *out;
    bool symbols; /* cells by address and constants by what they are, instead of their values */

    /* Private to the formula. */
    struct stages stages;
    size_t root, tail; /* TAIL: a ledger's first step after its terms and totals ("÷ n", "√") */
    bool rounded;      /* some number that was written is not shown exactly */
};

/* Returns a formula that is ready to write into OUT. */
struct formula formula_make(const struct ladder *view, struct text *out);

/* Appends step AT of the view's explanation. */
void formula_write(struct formula *formula, size_t at);

/* Appends a number by itself, and notes whether it is rounded. */
void formula_number(struct formula *formula, double value);

/* Appends only the first COUNT terms of a ledger, then "?": 0.2·0 + 0.2·0.6 + ?. */
void formula_write_reached(struct formula *formula, size_t count);

#endif
