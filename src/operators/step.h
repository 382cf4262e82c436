/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* step: lists the arithmetic of one number as scalar steps.
 *
 * A step is an operand's cell, a constant, or a named function of one or two earlier steps.
 * Replaying the list from the operands' cells gives the computed cell bit for bit. Sentence, ledger
 * and unrolled softmax are all drawn from the list.
 *
 * Steps are grouped in stages ("term", "x", "x − max", "exp", "Σ", "÷"): one line of a ledger or
 * one column of a table. Within a stage ROW distinguishes the lines. */
#ifndef QKV_OPERATORS_STEP_H
#define QKV_OPERATORS_STEP_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

struct failure;

/* Cells for which a function of two numbers is computed: OUT[i] from A[i] and B[i], or from a
 * single A or B for all of them (its STEP is 0). */
struct scalar_run {
    const double *a, *b;
    double *out;
    size_t step[2], count;
};

/* A function of one or two numbers. Each is one line in step.c. */
struct scalar {
    const char *name;    /* "add", "exp" */
    const char *pattern; /* how it is written: "%1 + %2", "exp(%1)", "max(%1, %2)" */
    const char *sign;    /* between the terms of a fold: "+"; NULL: NAME(term, term) */
    int precedence;      /* of the pattern, as in operator.h, to decide on brackets */
    double (*one)(double);
    double (*two)(double, double);
    void (*run)(const struct scalar_run *run); /* two for many cells; each operator has it */
    double (*slope)(double x, double y);       /* dy/dx for one number; 0 at a kink */
    bool entries; /* written with the cells from which its operands were made: argmax(.2, .7) */
};

/* Does what scalar_maximum does, for loops that would spend their time calling it. A nan on either
 * side wins, as in NumPy, because an undefined number must not be hidden. */
static inline double scalar_larger(double a, double b) {
    return a > b || isnan(a) ? a : b;
}

extern const struct scalar scalar_add, scalar_subtract, scalar_multiply, scalar_divide,
    scalar_power, scalar_negate, scalar_maximum, scalar_minimum, scalar_exp, scalar_log,
    scalar_sqrt, scalar_abs, scalar_tanh, scalar_sigmoid, scalar_relu, scalar_erf, scalar_sin,
    scalar_cos, scalar_arccos, scalar_less, scalar_at_most, scalar_greater, scalar_at_least,
    scalar_equal, scalar_different, scalar_chosen, scalar_otherwise;

enum step_kind {
    STEP_CELL,   /* a cell of an operand */
    STEP_NUMBER, /* a constant of the operator or an option (n, eps, 0 of a causal mask) */
    STEP_APPLY   /* SCALAR of one or two earlier steps */
};

enum { STEP_NONE = -1 };

struct step { /* small, because a sum may have very many */
    enum step_kind kind;
    int operand; /* STEP_CELL: which argument of the call, and which cell of it (flat index) */
    size_t cell;
    double value;                /* the step's result */
    const char *note;            /* STEP_NUMBER: the constant's name, "n" or "eps"; may be NULL */
    const struct scalar *scalar; /* STEP_APPLY */
    int left, right;             /* earlier steps; STEP_NONE when not used */
    const char *stage;           /* static text */
    size_t row;                  /* line within the stage, from 0 */
};

/* The stages of a ledger: its terms (ROW says which), and the running totals from the second term
 * on. Steps before a term or after the last total have other stages, or none. */
#define STAGE_TERM "term"
#define STAGE_TOTAL "total"

/* How the explanation is best drawn. */
enum steps_form {
    STEPS_MOVE,   /* one cell copied (transpose, join, subscript…): a single STEP_CELL */
    STEPS_NUMBER, /* a number from a source: a single STEP_NUMBER, or a short chain */
    STEPS_CHAIN,  /* a line a stage: elementwise functions, layer norm */
    STEPS_LEDGER, /* terms with a running total: products and sums */
    STEPS_COLUMNS /* stages side by side, a row an entry: softmax and its kin */
};

enum { STEPS_LIMIT = 1 << 18 };

struct steps {
    struct step *list;
    size_t count, capacity;
    enum steps_form form;
    size_t entry;  /* STEPS_COLUMNS: which entry of the line is the explained cell */
    bool failed;   /* no memory, or too long: the list must not be used */
    bool too_long; /* more than a person would read */
};

/* A zeroed struct steps is empty. Each adder returns the new step's index (STEP_NONE on failure,
 * and then all that follows fails too, so that rows need not check). */
void steps_release(struct steps *steps);
void steps_clear(struct steps *steps);
/* Declares the list too long to read; no more steps are added. */
void steps_mark_too_long(struct steps *steps);
long steps_cell(struct steps *steps, int operand, size_t cell, double value);
long steps_number(struct steps *steps, double value, const char *note);
long steps_apply(struct steps *steps, const struct scalar *scalar, long left, long right);
/* Names the stage and line of step AT (and returns AT). */
long steps_stage(struct steps *steps, long at, const char *stage, size_t row);
/* Applies SCALAR in a stage of its own. */
long steps_apply_stage(struct steps *steps, const struct scalar *scalar, long left, long right,
                       const char *stage);
/* Adds TERM in line ROW of a ledger to the running TOTAL (none at ROW 0); returns the new total. */
long steps_term(struct steps *steps, long total, long term, size_t row);

/* Returns the number of lines of an explanation (the terms of the `term` grain): for a ledger its
 * terms, for columns and chains the different stages in the list, else 1. */
size_t steps_terms(const struct steps *steps);

#endif
