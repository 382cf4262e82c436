/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* gradient: computes ∂L/∂ every value that a lone number L depends on, by backpropagation.
 *
 * Definitions are visited back from L, each after all that use it, and within a definition the
 * operations from the last to the first; each passes on what its row's `differentiate` says. A
 * pinned cell passes nothing on; an edited cell is a number like any other.
 *
 * The order of sums: what one operation contributes to one of its operands is summed by itself, in
 * the row's own order. Those contributions are then added up, later definitions before those they
 * use, later operations first, left operands first; definitions that do not use each other go in
 * the reverse of the order in which a search from L down, left operands first, finishes them. So
 * the digits depend on the formulas alone, not on their order in the notebook. */
#ifndef QKV_NOTEBOOK_GRADIENT_H
#define QKV_NOTEBOOK_GRADIENT_H

#include "notebook/definition.h"

/* L: the value of a definition, or the result of one of its operations. Borrowed. */
struct gradient_source {
    const struct definition *definition;
    size_t operation; /* SIZE_MAX: the value */
};

/* The definitions that L depends on, each after those it uses, L's definition last. */
struct gradient {
    const struct definition **list; /* borrowed from L's definition */
    struct tensor **
        by; /* ∂L/∂list[i], of its sizes and labels; NULL: not wanted, or L does not depend on it */
    size_t count, capacity;

    /* Kept from one update to the next. By definition: whether its gradient is wanted or passes
     * through it, and where its operations start; by operation, of all: whether something needed is
     * below it, and ∂L/∂ its result so far (NULL: nothing yet). */
    bool *needed, *passes;
    size_t *starts;
    struct tensor **results;
    struct tensor **pool; /* every tensor made on the way, in that order */
    size_t pool_count, pool_capacity, pool_next;
};

/* The values whose gradient is wanted. */
struct gradient_wanted {
    const struct definition *const *list;
    size_t count;
};

/* Computes the gradient of LOSS by those WANTED, or by all leaves when it is NULL. Fails for a LOSS
 * that is not 1×1, and for an operator on the way that has no derivative. GRADIENT (uninitialised)
 * is to be released after a success. */
bool gradient_make(struct gradient *gradient, const struct gradient_source *loss,
                   const struct gradient_wanted *wanted, struct failure *failure);
/* Computes it again for the same definitions with other numbers in them. GRADIENT was made with the
 * same LOSS; it still has to be released, also after a failure. */
bool gradient_update(struct gradient *gradient, const struct gradient_source *loss,
                     struct failure *failure);
void gradient_release(struct gradient *gradient);

/* Returns ∂L/∂DEFINITION, or NULL where it is 0 everywhere. */
const struct tensor *gradient_by(const struct gradient *gradient,
                                 const struct definition *definition);

/* --- contributions to one number of it ----------------------------------------------------------
 */

/* Contributions through a result of more cells than this are not listed cell by cell. */
enum { CONTRIBUTION_CELLS = 4096 };

/* One cell of the result of an operation that uses the number: ∂L/∂cell, and ∂cell/∂number. */
struct contribution_term {
    size_t cell;
    double upstream, slope;
};

/* One use of the number: an operation of a later value, and the gradient that comes back through
 * it. */
struct contribution {
    const struct definition *through;
    size_t operation; /* SIZE_MAX: another name for it (B = A) */
    double share;
    struct contribution_term *terms; /* by cell, without zeros; none when there are too many */
    size_t count, capacity;
    bool exact; /* the terms upstream · slope sum to the share bit for bit */
};

/* The uses in the order in which their shares are added up to ∂L/∂cell. */
struct contributions {
    const struct definition *of;
    size_t cell;
    struct contribution *list;
    size_t count, capacity;
    double total;
};

/* Lists the contributions to cell CELL of OF; after a failure there is nothing to release. */
bool gradient_contributions(struct contributions *contributions, const struct gradient_source *loss,
                            const struct definition *of, size_t cell, struct failure *failure);
void contributions_release(struct contributions *contributions);

/* Returns the graph for the call of an operation of MADE, whose arguments came from ORIGIN; it
 * lives in MADE's arena. NULL without memory. */
const struct graph *gradient_graph(struct definition *made, const struct origin *origin);

#endif
