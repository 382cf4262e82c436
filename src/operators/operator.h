/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* operator: defines the row that is all the program knows about an operator.
 *
 * The reader resolves what a learner wrote into the row's parameters; evaluation fills a struct
 * call with the arguments' values and asks the row for the result's shape and cells; the stepper
 * and `explain` ask it for scalar steps; the writer, the lens of `convention columns`, the exports,
 * help and completion read the rest. Adding an operator is adding a row to one family's file. */
#ifndef QKV_OPERATORS_OPERATOR_H
#define QKV_OPERATORS_OPERATOR_H

#include "operators/step.h"
#include "tensor/tensor.h"

#include <stdbool.h>
#include <stddef.h>

struct failure;
struct text;

enum { CALL_ARGUMENTS = 6 };

/* --- how it is written, and transposed in the other convention: data only --------------------- */

/* Python's precedences, loosest first. */
enum precedence {
    PRECEDENCE_COMPARE = 1, /* < <= > >= == != : not chained */
    PRECEDENCE_ADD,         /* + - */
    PRECEDENCE_MULTIPLY,    /* @ * / */
    PRECEDENCE_NEGATE,      /* -x */
    PRECEDENCE_POWER,       /* **, right to left */
    PRECEDENCE_POSTFIX,     /* .T [ ] */
    PRECEDENCE_ATOM,
    PRECEDENCE_LOOSEST = PRECEDENCE_COMPARE
};

enum writing_form {
    WRITING_CALL,     /* name(arguments): the default */
    WRITING_INFIX,    /* a SYMBOL b */
    WRITING_PREFIX,   /* SYMBOL a */
    WRITING_POSTFIX,  /* a SYMBOL */
    WRITING_MATRIX,   /* [[a, b], [c, d]] */
    WRITING_SUBSCRIPT /* a[…] */
};

/* What f(a, b) becomes when every value is shown transposed. T(a) is the rewritten argument; U(a)
 * is an expression in the other convention with the value of a unchanged. */
enum transposition {
    TRANSPOSE_SAME,    /* f(T(a), T(b)), each= flipped: the default */
    TRANSPOSE_SWAP,    /* T(b) f T(a) : the matrix product */
    TRANSPOSE_PARTNER, /* PARTNER(T(a)) : rows ↔ columns */
    TRANSPOSE_FLIP,    /* .T itself */
    TRANSPOSE_LITERAL, /* a written matrix: rows become columns */
    TRANSPOSE_INDEX,   /* a subscript: the last two swap */
    TRANSPOSE_WRAP     /* f(U(a), …).T : sources and everything without a rule */
};

/* In a template %1 … %6 are the arguments in parameter order, written in that notation. In the
 * template of a call, an argument between brackets, braces, bars and commas needs no brackets;
 * elsewhere ("√%1") it gets them when needed. In NumPy a default is written out, an absent optional
 * argument is None, words are in double quotes, a count is a Python integer, sizes are a tuple with
 * its brackets, every other value has two axes or more, and %each% is the axis of each=: -1 for
 * row, -2 for column, (-2, -1) for whole. */
struct writing {
    enum writing_form form;
    enum precedence precedence; /* of rows with a symbol, and of subscripts */
    const char *symbol;         /* infix, prefix, postfix: "@", "*", ".T" */
    const char *unicode; /* template with %1 %2 …, NULL: as plain ("%1 %2", "%1ᵀ", "√%1") */
    const char *latex;   /* template: "\\frac{%1}{%2}", NULL: \operatorname{name}(…) */
    const char
        *numpy; /* template: "np.exp(%1)"; NULL: the row has a `numpy` hook or is a literal */
    const char
        *numpy_help; /* Python lines a script needs before it uses the template; may be NULL */
    enum transposition transposition;
    const char *partner; /* TRANSPOSE_PARTNER */
};

/* --- parameters and arguments ----------------------------------------------------------------- */

enum parameter_kind {
    PARAMETER_NONE,     /* ends the list */
    PARAMETER_VALUE,    /* any tensor */
    PARAMETER_COUNT,    /* a whole number ≥ 0 that decides a shape: causal(n) */
    PARAMETER_NUMBER,   /* a lone number: mean=, std= */
    PARAMETER_SEED,     /* a lone number; by default source_seed's */
    PARAMETER_WORD,     /* one of WORDS, bare or in quotes: each=row, approximate="tanh" */
    PARAMETER_TEXT,     /* words in quotes, a list of them, or the name of a text */
    PARAMETER_WORDS,    /* a text, or a value whose row labels are the words */
    PARAMETER_SIZES,    /* two to four counts in a row: normal(50, 5, 3) */
    PARAMETER_ORDER,    /* a lone row (or column) of whole numbers from 1: permute(x, [3, 1, 2]) */
    PARAMETER_VALUES,   /* one tensor or more; the last parameter of its row */
    PARAMETER_OPERATOR, /* the name of a user's operator */
    PARAMETER_SUBSCRIPTS, /* what is between the brackets of a[…]; only for the row "[ ]" */
    PARAMETER_CELLS       /* any number of 1×1 values, row by row; only for the row "matrix" */
};

struct parameter {
    const char *name;
    enum parameter_kind kind;
    const char *standard; /* the default as it would be written; NULL when it must be given */
    const char *words;    /* PARAMETER_WORD: "row column" */
    bool of_file;         /* WORDS: a text in quotes names a vocabulary in a file */
    bool optional;        /* may be omitted without a default (then the call has no value) */
    const char *sentence; /* its description, for help */
};

/* One resolved subscript: positions FIRST … LAST of an axis (from 0, both included), or the whole
 * axis, or those that a row of numbers picks, in any order and number; several such rows each pick
 * from a matrix once, which gives a stack. */
struct range {
    bool all, single; /* single: one position; on a leading axis the axis is dropped */
    size_t first, last;
    const size_t *picks; /* COUNT positions of rows or columns; NULL for a range */
    size_t count;
    const struct tensor
        *numbers; /* the value from which `first` or the picks were read; else NULL */
    size_t batch; /* how many rows of COUNT picks, each a matrix of the result; 0 for a single row,
                     without a stack */
    struct labels
        *labels; /* labels of the picks, for an axis without labels; else NULL. Borrowed */
};

/* One argument of a call, with the index of its parameter. */
struct argument {
    bool given; /* written by the learner, or a default */
    const struct tensor
        *value;       /* VALUE, ORDER, WORDS; owned by the caller. NULL when optional and absent */
    double number;    /* COUNT, NUMBER, SEED */
    const char *word; /* WORD, TEXT, WORDS; a batch of texts ends each with a newline */
    const char *written; /* the argument as the learner wrote it (without `name=`), for messages;
                            NULL for a default */
};

struct call;

/* How the arguments were computed, for a row whose value depends on that (grad); the evaluator
 * provides it. */
struct graph {
    /* Fills RESULT (zeros, of the second argument's sizes) with ∂(first)/∂(second). */
    bool (*derivative)(const void *context, const struct call *call, struct tensor *result,
                       struct failure *failure);
    /* Adds the steps of one cell of it. */
    void (*steps)(const void *context, size_t cell, struct steps *steps);
    const void *context;
};

/* An operator applied to values. The evaluator owns everything it points to. */
struct call {
    const struct op *op;
    struct argument argument[CALL_ARGUMENTS];
    size_t sizes[AXIS_COUNT]; /* SIZES, left-aligned */
    size_t size_count;
    struct range range[AXIS_COUNT]; /* SUBSCRIPTS: one for each axis of the operand, left-aligned */
    size_t range_count;
    const struct tensor *const *values; /* VALUES: VALUE_COUNT of them, and as written */
    const char *const *values_written;
    size_t value_count;
    const double *numbers; /* CELLS: the cells of a written matrix, and its shape */
    const char *const *cells_written;
    struct shape
        shape; /* CELLS: sizes written; in compute, explain and origin the result's shape */
    const struct graph *graph; /* for rows that are `of_graph`; else NULL */
    bool own; /* the result will be written to, so it must not be a `part` of an argument */
};

/* A step of the backward pass. UPSTREAM, of RESULT's sizes, has ∂L/∂result for some number L, and
 * no -0, because it was added to zeros. The gradient of argument i is added to GRADIENT[i], which
 * starts as zeros of that argument's sizes (1×1 for a NUMBER), or is NULL when it is not wanted; at
 * least one is wanted. */
struct backward {
    const struct tensor *result, *upstream;
    struct tensor **gradient;
};

struct op {
    const char *name;     /* the name written before "(", or the symbol: "@", ".T" */
    const char *family;   /* "arithmetic", "normalisers", … ; NULL: that of the row before
                             (operator_heading) */
    const char *sentence; /* one sentence of help */
    const char *example;  /* an expression that runs by itself, "softmax([1, 2, 3])", possibly after
                             definitions: "w = [1, 2]; grad(sum(w), w)" */
    struct parameter parameters[CALL_ARGUMENTS];
    struct writing writing;
    bool moves;   /* it only moves numbers: no finer grain than the operation */
    bool shares;  /* the lines of the result are shares, as softmax makes them */
    int axes;     /* how many more axes its result has than its widest operand */
    bool source;  /* makes its value from words, sizes or a seed */
    bool of_file; /* a source whose file is read when the formula is read, before it is evaluated
                     (files/reading.h) */
    bool literal_in_numpy; /* exported by value (words, gradients) */
    bool expands;  /* a call of a user's operator, expanded before anything is computed: it has
                      neither shape nor cells of its own */
    bool of_graph; /* its value depends on how its arguments were computed */
    const struct scalar *scalar; /* elementwise rows: the function of each cell; else NULL */

    /* Sets the result's sizes and labels (labels retained for the caller, who releases the shape
     * also after a failure). Messages name both shapes and the operands as written. */
    bool (*shape)(const struct call *call, struct shape *result, struct failure *failure);
    /* For rows that move numbers: true when the result's cells are consecutive in the argument
     * already, from the `origin` of the first on, so that the result is a part of that argument.
     * NULL: never. */
    bool (*part)(const struct call *call);
    /* Fills every cell of RESULT, which has that shape; they are uninitialised, or have older
     * results. Sums run in the order of the inner index, each product rounded before it is added.
     * Fails only for lack of memory or for a value that no cell can have (argmax of an empty
     * row). */
    bool (*compute)(const struct call *call, struct tensor *result, struct failure *failure);
    /* Adds the steps that compute cell CELL (flat index) of the result. NULL for `moves` rows that
     * have ORIGIN instead. A lack of memory sets steps->failed. */
    void (*explain)(const struct call *call, size_t cell, struct steps *steps);
    /* For rows that move numbers: sets the argument and cell from which the result's cell comes. */
    void (*origin)(const struct call *call, size_t cell, int *argument, size_t *from);
    /* Writes the call as a NumPy expression, for rows whose expression depends on labels or sizes;
     * each argument's WRITTEN then is its NumPy text. NULL: the template does. */
    bool (*numpy)(const struct call *call, struct text *out);
    /* Reverse differentiation: adds the result's contributions to the wanted gradients. Each
     * cell's contributions are added in the order of the result's cells (in a stack: matrix by
     * matrix). A repeated operand gets the sum over its repetitions. NULL: the row only moves
     * numbers (ORIGIN), or its value does not depend on any argument. A row without a derivative
     * refuses. */
    bool (*differentiate)(const struct call *call, const struct backward *back,
                          struct failure *failure);
    const void *detail; /* data for the functions of its family only */
};

/* The rows that a family's file exports. */
struct operator_family {
    const struct op *rows;
    size_t count;
};

/* The row for calls of users' operators, which is not in THE TABLE: it says how such a call is
 * read, written and transposed. What is computed is the operator's body (notebook/expand.h). */
extern const struct op operator_user;

/* THE TABLE (operators.c): every row, family by family. operator_at returns NULL past the end. */
const struct op *operator_at(size_t index);
const struct op *operator_find(const char *name, size_t length);
/* Returns the heading of ROW in help. */
const char *operator_heading(const struct op *row);
/* Returns the nearest name for a did-you-mean, or NULL. */
const char *operator_nearest(const char *name);
/* Returns the index of the parameter called NAME, or -1. */
int operator_parameter(const struct op *op, const char *name, size_t length);
size_t operator_parameter_count(const struct op *op);

/* Returns the seed of a source without one. It depends on the NAME that is defined ("" for none)
 * and on the source's PLACE (from 0) among those of its formula, so that two random matrices differ
 * and are the same tomorrow. It is a whole number below a million, because `save` writes it. */
double source_seed(const char *name, size_t place);

/* Runs a call whose arguments are filled: shape, then compute. The caller owns the new tensor; NULL
 * after a failure. Compute, explain and origin get a copy of the call with the result's shape in
 * it; CALL itself is unchanged. */
struct tensor *call_run(const struct call *call, struct failure *failure);

/* Computes ∂L/∂arguments from ∂L/∂result (struct backward), by the row's `differentiate`, or back
 * along its `origin`. */
bool call_differentiate(const struct call *call, const struct tensor *result,
                        const struct tensor *upstream, struct tensor *gradient[CALL_ARGUMENTS],
                        struct failure *failure);

/* Fills STEPS with those of one cell of RESULT, by the row's `explain` or `origin`. */
bool call_explain(const struct call *call, const struct tensor *result, size_t cell,
                  struct steps *steps, struct failure *failure);

#endif
