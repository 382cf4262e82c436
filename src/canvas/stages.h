/* stages: what the stages of an explanation's steps are, in the order in which they open. */
#ifndef QKV_CANVAS_STAGES_H
#define QKV_CANVAS_STAGES_H

#include "operators/step.h"

enum { STAGES_MOST = 12 }; /* no operator has more; what would come later is not drawn */

struct stage {
    const char *name;
    size_t count, last; /* how many steps, and the index of the last */
    bool column;        /* a step an entry: "x", "exp"; else its last step counts: "max", "Σ" */
    bool odd;           /* neither of the two: many rows at once, as inside a loss */
};

struct stages {
    struct stage list[STAGES_MOST];
    size_t count;
    size_t entries; /* rows of a column */
};

/* Borrows the names of STEPS. */
struct stages stages_of(const struct steps *steps);

/* The stage called NAME (which may be NULL), or NULL. */
const struct stage *stages_find(const struct stages *stages, const char *name);

/* Whether one stage is one of a ledger's own two. */
bool stage_is_term(const char *name);
bool stage_is_total(const char *name);

/* A ledger's first step after its terms and totals: the tail ("÷ n", "√"). */
size_t stages_tail(const struct steps *steps);

#endif
