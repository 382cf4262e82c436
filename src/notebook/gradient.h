/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* gradient: ∂L/∂ every value that a lone number L is made of, by reverse differentiation.
 *
 * From L the definitions are walked back, each after all that use it, and within a definition its
 * operations from the last to the first; each hands on what its row's `differentiate` says. Through
 * a pinned cell nothing is handed on; an edited cell is a number like any other.
 *
 * The order of sums: what one operation hands on to one of its operands is summed by itself, in the
 * row's own order. Those shares are then added up, later definitions before those they use, later
 * operations first, left operands first; definitions that do not use each other go in the reverse
 * of the order in which a walk from L down, left operands first, has seen all that they are made
 * of. So the digits depend on the formulas alone, not on their order. */
#ifndef QKV_NOTEBOOK_GRADIENT_H
#define QKV_NOTEBOOK_GRADIENT_H

#include "notebook/definition.h"

/* L: a definition's value, or the result of one of its operations. Borrowed. */
struct gradient_source {
    const struct definition *definition;
    size_t operation; /* SIZE_MAX: the value */
};

/* What L is made of, each after what it uses, L's definition last. */
struct gradient {
    const struct definition **list; /* borrowed through L's */
    struct tensor **by; /* ∂L/∂list[i], of its sizes and labels; NULL: not asked for, or
                           no share reaches it */
    size_t count, capacity;

    /* Kept from one update to the next. By definition: whether a share of it is asked for or passes
     * through it, and where its operations start; by operation, of all: whether something needed is
     * below it, and ∂L/∂ its result so far (NULL: nothing yet). */
    bool *needed, *passes;
    size_t *starts;
    struct tensor **results;
    struct tensor **pool; /* every tensor that was made on the way, in that order */
    size_t pool_count, pool_capacity, pool_next;
};

/* The values a gradient is taken by. */
struct gradient_wanted {
    const struct definition *const *list;
    size_t count;
};

/* The gradient of LOSS by those WANTED, or by all leaves when it is NULL. Fails for a LOSS that is
 * not 1×1, and for an operator on the way that has no derivative. GRADIENT (uninitialised) is to be
 * released after a success. */
bool gradient_make(struct gradient *gradient, const struct gradient_source *loss,
                   const struct gradient_wanted *wanted, struct failure *failure);
/* The same again, of the same definitions with other numbers in them. GRADIENT was made with the
 * same LOSS; it stays to be released, also after a failure. */
bool gradient_update(struct gradient *gradient, const struct gradient_source *loss,
                     struct failure *failure);
void gradient_release(struct gradient *gradient);

/* ∂L/∂DEFINITION, or NULL where it is 0 everywhere. */
const struct tensor *gradient_by(const struct gradient *gradient,
                                 const struct definition *definition);

/* --- how one number of it came about ------------------------------------------------------------
 */

/* A result of more cells than that is not told cell by cell. */
enum { CONTRIBUTION_CELLS = 4096 };

/* One cell of the result of an operation that uses the number: ∂L/∂cell, and how fast it moves with
 * the number. */
struct contribution_term {
    size_t cell;
    double upstream, slope;
};

/* One use of the number: an operation of a later value, and what comes back through it. */
struct contribution {
    const struct definition *through;
    size_t operation; /* SIZE_MAX: another name for it (B = A) */
    double share;
    struct contribution_term
        *terms; /* those that are not 0, by cell; none when there are too many */
    size_t count, capacity;
    bool exact; /* the sum of the terms upstream · slope has the share's bits */
};

/* The uses in the order in which their shares are added up: ∂L/∂cell. */
struct contributions {
    const struct definition *of;
    size_t cell;
    struct contribution *list;
    size_t count, capacity;
    double total;
};

/* Those of cell CELL of OF; after a failure there is nothing to release. */
bool gradient_contributions(struct contributions *contributions, const struct gradient_source *loss,
                            const struct definition *of, size_t cell, struct failure *failure);
void contributions_release(struct contributions *contributions);

/* What an operation of MADE, whose arguments came from ORIGIN, gets as its call's graph; in MADE's
 * arena. NULL without memory. */
const struct graph *gradient_graph(struct definition *made, const struct origin *origin);

#endif
