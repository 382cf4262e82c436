/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* formula: the scalar steps of an explanation as one line of arithmetic: 0.2·0 + 0.2·(-0.5).
 *
 * A step is written out as far as the form of its explanation asks; behind that it stands as its
 * number. Negative numbers get brackets beside an operator, x·x is written x², long sums lose their
 * middle. */
#ifndef QKV_CANVAS_FORMULA_H
#define QKV_CANVAS_FORMULA_H

#include "operators/step.h"

#include "canvas/ladder.h"

/* --- stages ----------------------------------------------------------------------------------- */

/* What the stages of an explanation's steps are, in the order in which they open. */

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

/* Borrows the names of STEPS. */
struct stages stages_of(const struct steps *steps);

/* Whether a stage (NULL: none) is one of a ledger's own two. */
bool stage_is_term(const char *name);
bool stage_is_total(const char *name);

/* The stage called NAME (which may be NULL), or NULL. */
struct steps_stage *stages_find(struct stages *stages, const char *name);

/* What puts a ledger's terms together: the scalar of its totals, + when there is but one term. */
const struct scalar *stages_scalar(const struct steps *steps);

/* --- formula -------------------------------------------------------------------------------- */

enum { FORMULA_TERMS = 8 }; /* most operands of a sum that are written out */

struct formula {
    const struct ladder *view;
    struct text *out;
    bool symbols; /* cells by address and constants by what they are, instead of their values */

    /* The formula's own. */
    struct stages stages;
    size_t root, tail; /* TAIL: a ledger's first step after its terms and totals ("÷ n", "√") */
    bool rounded;      /* some number that was written is not shown exactly */
};

/* Ready to write into OUT. */
struct formula formula_make(const struct ladder *view, struct text *out);

/* Appends step AT of the view's explanation. */
void formula_write(struct formula *formula, size_t at);

/* Appends a number as it stands alone, and notes whether it is rounded. */
void formula_number(struct formula *formula, double value);

/* Only the first COUNT terms of a ledger, then "?": 0.2·0 + 0.2·0.6 + ?. */
void formula_write_reached(struct formula *formula, size_t count);

#endif
