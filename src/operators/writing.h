/* writing: how an operator is written and how it turns over in the other convention. Data only. */
#ifndef QKV_OPERATORS_WRITING_H
#define QKV_OPERATORS_WRITING_H

/* Python's precedences, loosest first. */
enum precedence {
    PRECEDENCE_ADD = 1,  /* + - */
    PRECEDENCE_MULTIPLY, /* @ * / */
    PRECEDENCE_NEGATE,   /* -x */
    PRECEDENCE_POWER,    /* **, right to left */
    PRECEDENCE_POSTFIX,  /* .T [ ] */
    PRECEDENCE_ATOM
};

enum writing_form {
    WRITING_CALL,     /* name(arguments) */
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
    TRANSPOSE_SAME,    /* f(T(a), T(b)) : elementwise, reductions of the whole */
    TRANSPOSE_SWAP,    /* T(b) f T(a) : the matrix product */
    TRANSPOSE_EACH,    /* f(T(a), each= flipped) : normalisers, reductions, join, heads, losses */
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
    enum precedence precedence;
    const char *symbol;  /* infix, prefix, postfix: "@", "*", ".T" */
    const char *unicode; /* template with %1 %2 …, NULL: as plain ("%1 %2", "%1ᵀ", "√%1") */
    const char *latex;   /* template: "\\frac{%1}{%2}", NULL: \operatorname{name}(…) */
    const char
        *numpy; /* template: "np.exp(%1)"; NULL: the row has a `numpy` hook or is a literal */
    const char
        *numpy_help; /* Python lines a script needs before it uses the template; may be NULL */
    enum transposition transposition;
    const char *partner; /* TRANSPOSE_PARTNER */
};

#endif
