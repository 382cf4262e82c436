/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* operator: the contract of a row. One const row is all the program knows about an operator.
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

/* --- how it is written, and how it turns over in the other convention: data only -------------- */

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
    WRITING_CALL,     /* name(arguments): a row that says nothing else */
    WRITING_INFIX,    /* a SYMBOL b */
    WRITING_PREFIX,   /* SYMBOL a */
    WRITING_POSTFIX,  /* a SYMBOL */
    WRITING_MATRIX,   /* [[a, b], [c, d]] */
    WRITING_SUBSCRIPT /* a[…] */
};

/* What becomes of f(a, b) when every value is shown transposed. T(a) is the
 * argument rewritten; U(a) is an expression of the other convention with the value of a untouched.
 */
enum transposition {
    TRANSPOSE_SAME,    /* f(T(a), T(b)), each= flipped : a row that says nothing else */
    TRANSPOSE_SWAP,    /* T(b) f T(a) : the matrix product */
    TRANSPOSE_PARTNER, /* PARTNER(T(a)) : rows ↔ columns */
    TRANSPOSE_FLIP,    /* .T itself */
    TRANSPOSE_LITERAL, /* a written matrix: rows become columns */
    TRANSPOSE_INDEX,   /* a subscript: the last two swap */
    TRANSPOSE_WRAP     /* f(U(a), …).T : sources and all that has no rule */
};

/* In a template %1 … %6 are the arguments in parameter order, written in that notation. An argument
 * of a call row's template stands bare between brackets, braces, bars and commas, and gets brackets
 * elsewhere ("√%1") where it needs them. In NumPy a default is written out, an optional argument
 * that is absent is None, words stand in double quotes, a count is a Python integer, sizes are a
 * tuple with its brackets, every other value has two axes or more, and %each% is the axis of each=:
 * -1 for row, -2 for column, (-2, -1) for whole. */
struct writing {
    enum writing_form form;
    enum precedence precedence; /* of what has a symbol, and of a subscript */
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

/* --- what it takes ---------------------------------------------------------------------------- */

enum parameter_kind {
    PARAMETER_NONE,     /* ends the list */
    PARAMETER_VALUE,    /* any tensor */
    PARAMETER_COUNT,    /* a whole number ≥ 0 that decides a shape: causal(n) */
    PARAMETER_NUMBER,   /* a lone number: mean=, std= */
    PARAMETER_SEED,     /* a lone number; when left out, source_seed's */
    PARAMETER_WORD,     /* one of WORDS, bare or in quotes: each=row, approximate="tanh" */
    PARAMETER_TEXT,     /* words in quotes, a list of such, or the name of a text */
    PARAMETER_WORDS,    /* a text, or a value whose row labels are the words */
    PARAMETER_SIZES,    /* two to four counts in a row: normal(50, 5, 3) */
    PARAMETER_ORDER,    /* a lone row (or column) of whole numbers from 1: permute(x, [3, 1, 2]) */
    PARAMETER_VALUES,   /* any number of tensors from one on, the last parameter of its row */
    PARAMETER_OPERATOR, /* the name of an operator of one's own */
    PARAMETER_SUBSCRIPTS, /* what stands between the brackets of a[…]; only the row "[ ]" */
    PARAMETER_CELLS       /* any number of 1×1 values, row by row; only the row "matrix" */
};

struct parameter {
    const char *name;
    enum parameter_kind kind;
    const char *standard; /* default as it would be written; NULL: must be given */
    const char *words;    /* PARAMETER_WORD: "row column" */
    bool of_file;         /* WORDS: a text in quotes is the name of a vocabulary in a file */
    bool optional;        /* may be left out without a default (the call then has no value) */
    const char *sentence; /* what it is, for help */
};

/* One resolved subscript: positions FIRST … LAST of an axis (from 0, both ends), or all of it, or
 * those that a row of numbers picks, in any order and as often as it says; several such rows pick
 * from a matrix once each, which gives a stack. */
struct range {
    bool all, single; /* single: one position; on a leading axis the axis is dropped */
    size_t first, last;
    const size_t *picks; /* COUNT positions, of rows or columns; NULL: a range */
    size_t count;
    const struct tensor *numbers; /* that `first`, or the picks, were read from; NULL: no such */
    size_t batch; /* so many times COUNT, a matrix of the result each; 0: once, and no stack */
    struct labels
        *labels; /* of the picks, for an axis that has none itself; NULL: none. Borrowed */
};

/* One argument of a call, indexed as the row's parameters. */
struct argument {
    bool given;                 /* written by the learner, or a default */
    const struct tensor *value; /* VALUE, ORDER, WORDS; held by whoever made the call. NULL when
                                   optional and absent */
    double number;              /* COUNT, NUMBER, SEED */
    const char *word;           /* WORD, TEXT, WORDS; a batch of texts ends each with a newline */
    const char *written; /* the argument as the learner wrote it (without `name=`), for messages;
                            NULL for a default */
};

struct call;

/* How the arguments came about, for a row whose value hangs on that (grad): asked of whoever
 * evaluates. */
struct graph {
    /* Fills RESULT, of zeros and the second argument's sizes, with ∂(first)/∂(second). */
    bool (*derivative)(const void *context, const struct call *call, struct tensor *result,
                       struct failure *failure);
    /* The steps of one cell of that. */
    void (*steps)(const void *context, size_t cell, struct steps *steps);
    const void *context;
};

/* An operator applied to values. Whoever evaluates owns all it points to. */
struct call {
    const struct op *op;
    struct argument argument[CALL_ARGUMENTS];
    size_t sizes[AXIS_COUNT]; /* SIZES, left-aligned */
    size_t size_count;
    struct range range[AXIS_COUNT]; /* SUBSCRIPTS: one an axis of the operand, left-aligned */
    size_t range_count;
    const struct tensor *const *values; /* VALUES, VALUE_COUNT of them, and as they were written */
    const char *const *values_written;
    size_t value_count;
    const double *numbers; /* CELLS: the cells of a written matrix, and its shape */
    const char *const *cells_written;
    struct shape
        shape; /* CELLS: sizes written; in compute, explain and origin the result's shape */
    const struct graph *graph; /* rows that are `of_graph`; NULL elsewhere */
    bool own;                  /* the result is to be written to: it is no `part` of an argument */
};

/* A step of the backward pass. UPSTREAM, of RESULT's sizes, holds ∂L/∂result for some number L, and
 * no -0, as what was added to zeros. What is handed on to argument i is added into GRADIENT[i],
 * zeros of that argument's sizes (1×1 for a NUMBER), or NULL where nobody wants it; one at least is
 * wanted. */
struct backward {
    const struct tensor *result, *upstream;
    struct tensor **gradient;
};

struct op {
    const char *name; /* what the learner writes before ( , or the symbol: "@", ".T" */
    const char
        *family; /* "arithmetic", "normalisers", … ; NULL: the row before's (operator_heading) */
    const char *sentence; /* one sentence of help */
    const char *example;  /* an expression that runs on its own, "softmax([1, 2, 3])", after what it
                             defines: "w = [1, 2]; grad(sum(w), w)" */
    struct parameter parameters[CALL_ARGUMENTS];
    struct writing writing;
    bool moves;            /* it only moves numbers: no finer grain than the operation */
    bool shares;           /* each line of the result shares out 1 */
    int axes;              /* how many more its result has than its widest operand */
    bool source;           /* makes its value from words, sizes or a seed */
    bool of_file;          /* a source whose value is read from a file where the formula is
                              read, before it is evaluated (files/reading.h) */
    bool literal_in_numpy; /* exported by value (words, gradients) */
    bool expands;          /* a call of an operator of one's own, worked out before anything is
                              computed: it has neither shape nor cells of its own */
    bool of_graph;         /* its value hangs on how its arguments came about */
    const struct scalar *scalar; /* elementwise rows: the function of each cell; NULL elsewhere */

    /* The result's sizes and labels (labels retained for the caller, who releases the shape also
     * after a failure). Messages name both shapes and the operands as written. */
    bool (*shape)(const struct call *call, struct shape *result, struct failure *failure);
    /* For rows that move numbers: whether they stand side by side already where `origin` says that
     * the first comes from, so that the result is a part of that argument. NULL: never. */
    bool (*part)(const struct call *call);
    /* Fills the cells of RESULT, which has that shape: each one, for they hold nothing yet, or what
     * was computed in them before. Sums run in the order of the inner index, each product rounded
     * before it is added. Fails only for lack of memory or for a value that no cell can have
     * (argmax of an empty row). */
    bool (*compute)(const struct call *call, struct tensor *result, struct failure *failure);
    /* The steps that make cell CELL (flat index) of the result. NULL for `moves` rows that have
     * ORIGIN instead. Memory failure shows in steps->failed. */
    void (*explain)(const struct call *call, size_t cell, struct steps *steps);
    /* For rows that move numbers: which argument and cell the result's cell comes from. */
    void (*origin)(const struct call *call, size_t cell, int *argument, size_t *from);
    /* Writes the call as a NumPy expression, for rows whose expression hangs on labels or sizes;
     * the arguments' WRITTEN then hold their NumPy text. NULL: the template does. */
    bool (*numpy)(const struct call *call, struct text *out);
    /* Reverse differentiation: adds to the gradients that are wanted what the result hands on. Each
     * cell's shares are added in the order of the result's cells (of a stack: matrix by matrix). A
     * repeated operand gets the sum over its repetitions. NULL: the row only moves numbers
     * (ORIGIN), or its value does not hang on that of any argument. A row without a derivative
     * refuses. */
    bool (*differentiate)(const struct call *call, const struct backward *back,
                          struct failure *failure);
    const void *detail; /* what the functions of its family ask about it, nobody else */
};

/* A family file hands over its rows. */
struct operator_family {
    const struct op *rows;
    size_t count;
};

/* The row of the calls of all operators of one's own, which is not in THE TABLE: it says how such a
 * call is read, written and turned over. What is computed is its body (notebook/expand.h). */
extern const struct op operator_own;

/* THE TABLE (operators.c): every row, family by family. operator_at returns NULL past the end. */
const struct op *operator_at(size_t index);
const struct op *operator_find(const char *name, size_t length);
/* The heading in help that ROW stands under. */
const char *operator_heading(const struct op *row);
/* The nearest name for a did-you-mean, or NULL. */
const char *operator_nearest(const char *name);
/* The index of the parameter called NAME, or -1. */
int operator_parameter(const struct op *op, const char *name, size_t length);
size_t operator_parameter_count(const struct op *op);

/* The seed of a source that is not given one: so that two matrices of chance differ, and are the
 * same tomorrow, it hangs on the NAME that is defined ("": none) and on the source's PLACE (from 0)
 * among those of its formula. A whole number below a million: `save` writes it. */
double source_seed(const char *name, size_t place);

/* Runs a call whose arguments are filled: shape, then compute. The new tensor is the caller's; NULL
 * after a failure. Compute, explain and origin see a copy of the call with the result's shape in
 * it; CALL itself stays as it is. */
struct tensor *call_run(const struct call *call, struct failure *failure);

/* ∂L/∂arguments from ∂L/∂result (struct backward), as the row's `differentiate` says, or back along
 * its `origin`. */
bool call_differentiate(const struct call *call, const struct tensor *result,
                        const struct tensor *upstream, struct tensor *gradient[CALL_ARGUMENTS],
                        struct failure *failure);

/* The steps of one cell of RESULT, whichever of explain and origin the row has. */
bool call_explain(const struct call *call, const struct tensor *result, size_t cell,
                  struct steps *steps, struct failure *failure);

#endif
