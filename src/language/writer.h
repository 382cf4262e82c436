/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* writer: turns a tree into text in four notations; all it knows about an operator is its row's
 * writing. */
#ifndef QKV_LANGUAGE_WRITER_H
#define QKV_LANGUAGE_WRITER_H

#include "language/tree.h"
#include "tensor/tensor.h"

struct text;

enum notation {
    NOTATION_PLAIN,   /* as the reader reads it: read(write(tree)) is the same tree */
    NOTATION_UNICODE, /* Kᵀ, ·, √, for display */
    NOTATION_LATEX,   /* W_q → W_{q}; softmax → \\operatorname{softmax} */
    NOTATION_NUMPY    /* a Python expression; writer_python_name makes names legal */
};

/* Appends NODE in NOTATION, with no more brackets than Python's precedences need. Options are
 * written as name=value if they were, or if they differ from the default. Literals above 8×8 are
 * written whole. NUMPY leaves rows that have a `numpy` hook or are literal_in_numpy to the export,
 * which passes SPECIAL (may be NULL): it is called first for each node (except the whole numbers of
 * counts and sizes), and returns true when it has written the node itself. */
struct writer_options {
    enum notation notation;
    bool (*special)(void *context, const struct node *node, struct text *out);
    void *context;
};

void writer_write(const struct node *node, const struct writer_options *options, struct text *out);

/* Writes NODE in the plain notation. */
void writer_plain(const struct node *node, struct text *out);

/* Writes what is between the brackets of a subscript, plain: "2, it". */
void writer_subscripts(const struct node *node, struct text *out);

/* Writes NODE plain and sets the span of each node to its position in OUT. The tree must not be
 * shared yet. */
void writer_place(struct node *node, struct text *out);

/* Writes how an operator is called, with its defaults: `layernorm(x, gain, bias, eps=1e-5)`, `a @
 * b`. */
void writer_signature(const struct op *op, struct text *out);

/* Writes a text in quotes of the notation. */
void writer_quoted(enum notation notation, const char *string, struct text *out);

/* Writes a name that Python accepts: W_q stays, A' → A_prime, lambda → lambda_, α stays (Python
 * allows it). */
void writer_python_name(const char *name, struct text *out);

/* Writes a name in LaTeX: W_q → W_{q}, scores → \\mathit{scores}, alpha' → \\mathit{alpha}'. */
void writer_latex_name(const char *name, struct text *out);

/* Appends a value as an expression that reproduces it bit for bit: "[[1, 2], [3, 4]]"; with labels
 * on its rows or columns `tokens("I am", [[1, 2], [3, 4]])`. White space in a label becomes `_`, a
 * double quote a single one. */
void writer_literal(const struct tensor *tensor, struct text *out);

#endif
