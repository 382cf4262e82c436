/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* tree: what the reader makes of a text, and what evaluation, writer and lens walk over.
 *
 * A tree is immutable once made and shared by counting holders. All its nodes, and a copy of the
 * text they were read from, live in its own arena. Spans are bytes of that text. Numbers that were
 * read from a file, or learned, are no nodes: the node that stands for them has them as an array,
 * which the tree holds with whoever computes with it. */
#ifndef QKV_LANGUAGE_TREE_H
#define QKV_LANGUAGE_TREE_H

#include "base/arena.h"
#include "base/failure.h"
#include "operators/operator.h"

#include <stdbool.h>
#include <stddef.h>

enum { TREE_DEPTH = 200 };     /* nesting beyond this is an error of the reader */
enum { TEXT_LIMIT = 1 << 20 }; /* bytes in quotes; more is an error of the reader */

enum node_kind {
    NODE_NUMBER, /* 0.5, inf, nan, pi: TEXT keeps the spelling */
    NODE_TEXT,   /* "I saw a saw": TEXT without the quotes; of a list each ends with a newline */
    NODE_WORD,   /* an option word, bare or quoted: each=row */
    NODE_NAME,   /* another definition; `H.A`: one inside of it */
    NODE_APPLY,  /* an operator's row applied to arguments. Of one of one's own, whose row is
                    operator_own, TEXT is the name and CELLS are the values; a value written with a
                    name, f(x, y=2), is that NODE_WORD, for the error */
    NODE_BODY,   /* the root of an operator of one's own: TEXT its name, CELLS its parameters, which
                    are PARAMETERS NODE_NAMEs, then its lines, then its value */
    NODE_LINE    /* a line of a body: TEXT its name, ARGUMENT[0] its formula */
};

/* One axis of a subscript, as written: `:`, `2`, `1:2`, `"it"`. */
struct subscript {
    struct span span;
    bool all;               /* `:` alone */
    bool range;             /* FROM and TO, either of which may be NULL (open) */
    struct node *from, *to; /* a number expression or NODE_TEXT; a single one has only FROM */
};

struct node {
    enum node_kind kind;
    int depth; /* levels of nodes, itself included: a leaf has 1; at most TREE_DEPTH as read */
    struct span span; /* with the brackets around it, where they were written */
    double number;    /* NODE_NUMBER */
    const char *text; /* NODE_NUMBER (spelling), NODE_TEXT, NODE_WORD, NODE_NAME, a name */

    /* NODE_APPLY */
    const struct op *op;
    struct node *argument[CALL_ARGUMENTS]; /* by parameter; NULL where not written. For SIZES the
                                              nodes are in CELLS */
    bool named[CALL_ARGUMENTS];            /* written as name=value */
    struct node **cells;                   /* a written matrix's cells in order, SIZES, VALUES */
    size_t cell_count;
    int axes;                     /* a written matrix: nesting depth (1 and 2 both give 2 axes) */
    size_t size[AXIS_COUNT];      /* right-aligned */
    struct subscript *subscripts; /* a[…]: as many as written, trailing `:` dropped */
    size_t subscript_count;
    struct tensor *array; /* its value, where that is not computed: what a row that is `of_file` was
                             read as, or all cells of a matrix, instead of CELLS; NULL elsewhere */
    size_t parameters;    /* NODE_BODY */
};

/* A text that all the trees read from one line share; counted like a tree. */
struct tree_text {
    size_t references;
    char *bytes;
};

struct held_array; /* tree.c */

struct tree {
    size_t references;
    struct arena arena;
    struct held_array *arrays;
    struct node *root;
    const char *text;         /* what was read (or, after a rewriting, written): SHARED's bytes */
    struct tree_text *shared; /* held by the tree */
};

/* A copy of LENGTH bytes with one holder; NULL without memory. */
struct tree_text *tree_text_create(const char *bytes, size_t length, struct failure *failure);
void tree_text_release(struct tree_text *text);

/* An empty tree with one holder, which also holds TEXT (NULL: none yet); NULL without memory. */
struct tree *tree_create(struct tree_text *text, struct failure *failure);
struct tree *tree_retain(struct tree *tree);
void tree_release(struct tree *tree);

/* TREE holds ARRAY, which one of its nodes is to have, as long as it lives. */
bool tree_hold(struct tree *tree, struct tensor *array, struct failure *failure);

/* The node of a matrix that has its cells as the array VALUE, which is not held. */
struct node tree_matrix(struct tensor *value);

/* A leaf of the numbers of VALUE, without its labels, as one array that the tree holds. */
struct tree *tree_array(struct tensor *value, struct failure *failure);

/* The number at AT of a matrix's cells, where that is one as written, with its sign or without; or
 * as its array has it. */
bool tree_number(const struct node *matrix, size_t at, double *number);

/* Whether NODE is a number as written, with its sign or without. */
bool tree_is_number(const struct node *node, double *number);

/* Calls VISIT for each node right below NODE, left to right; stops and returns false when VISIT
 * does. */
bool tree_children(const struct node *node, bool (*visit)(void *context, const struct node *child),
                   void *context);

/* The levels of NODE whose children have theirs: what its field DEPTH is to be. */
int tree_depth(const struct node *node);

/* Same structure: kinds, operators, numbers by bits, texts, arguments; spans and spelling (of
 * numbers, of the order of named options, of [[1, 2]] for [1, 2]) do not count, and an option
 * written with its default is the same as one left out; of two that were read from files the
 * numbers count too. */
bool tree_same(const struct node *a, const struct node *b);

/* Calls VISIT for each NODE_NAME below NODE, left to right; stops and returns false when VISIT
 * does. */
bool tree_names(const struct node *node, bool (*visit)(void *context, const struct node *name),
                void *context);

/* Gives every source of TREE, which nobody else holds yet, that has no seed written, the seed 0. */
bool tree_seed_zero(struct tree *tree, struct failure *failure);

/* Whether a parameter or a line of BODY, a NODE_BODY, has NAME. */
bool tree_is_bodys(const struct node *body, const char *name);
/* The operator of one's own that NODE calls, itself or through layers(…); NULL: it calls none. */
const char *tree_called(const struct node *node);
/* Whether NODE or a node below calls one. */
bool tree_calls(const struct node *node);
/* The first such in NODE, from left to right, that VISIT returns false for; NULL: none. */
const struct node *tree_find_call(const struct node *node,
                                  bool (*visit)(void *context, const struct node *call),
                                  void *context);

/* Whether NODE, as it is written, does not hold together before a subscript: a + b, -a. */
static inline bool tree_is_loose(const struct node *node) {
    return node->kind == NODE_APPLY &&
           (node->op->writing.form == WRITING_INFIX || node->op->writing.form == WRITING_PREFIX);
}

/* No names below: a definition of such a tree is a leaf, whose cells may be edited. */
bool tree_is_leaf(const struct node *node);

#endif
