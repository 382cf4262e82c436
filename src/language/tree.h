/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* tree: the parsed form of a text, which the evaluation, the writer and the lens go through.
 *
 * A tree is immutable once made and shared by reference counting. All its nodes, and a copy of the
 * text they were read from, live in its own arena. Spans are bytes of that text. Numbers read from
 * a file, or learned, are no nodes: their node has them as an array, which the tree shares with
 * those who compute with it. */
#ifndef QKV_LANGUAGE_TREE_H
#define QKV_LANGUAGE_TREE_H

#include "base/arena.h"
#include "base/failure.h"
#include "operators/operator.h"

#include <stdbool.h>
#include <stddef.h>

enum { TREE_DEPTH = 200 };     /* the reader refuses deeper nesting */
enum { TEXT_LIMIT = 1 << 20 }; /* bytes in quotes; the reader refuses more */

enum node_kind {
    NODE_NUMBER, /* 0.5, inf, nan, pi: TEXT is the spelling */
    NODE_TEXT, /* "I saw a saw": TEXT without the quotes; in a list each text ends with a newline */
    NODE_WORD, /* an option word, bare or quoted: each=row */
    NODE_NAME, /* another definition, or one inside it: `H.A` */
    NODE_APPLY, /* an operator's row applied to arguments. For a user's operator, whose row is
                   operator_user, TEXT is the name and CELLS are the values; the name in f(x, y=2)
                   is a NODE_WORD among them, for the error */
    NODE_BODY,  /* the root of a user's operator: TEXT is its name, CELLS are its parameters
                   (PARAMETERS NODE_NAMEs), its lines and its value */
    NODE_LINE   /* a line of a body: TEXT is its name, ARGUMENT[0] its formula */
};

/* One axis of a subscript, as written: `:`, `2`, `1:2`, `"it"`. */
struct subscript {
    struct span span;
    bool all;               /* `:` alone */
    bool range;             /* FROM and TO, either of which may be NULL (open) */
    struct node *from, *to; /* number expressions or NODE_TEXTs; a single position has only FROM */
};

struct node {
    enum node_kind kind;
    int depth; /* levels of nodes, this one included: a leaf has 1; at most TREE_DEPTH when read */
    struct span span; /* including any brackets around it */
    double number;    /* NODE_NUMBER */
    const char *text; /* NODE_NUMBER (spelling), NODE_TEXT, NODE_WORD, NODE_NAME, a name */

    /* NODE_APPLY */
    const struct op *op;
    struct node *argument[CALL_ARGUMENTS]; /* by parameter; NULL when not written. For SIZES the
                                              nodes are in CELLS */
    bool named[CALL_ARGUMENTS];            /* written as name=value */
    struct node **cells;                   /* a written matrix's cells in order, SIZES, VALUES */
    size_t cell_count;
    int axes;                     /* a written matrix: nesting depth (1 and 2 both mean 2 axes) */
    size_t size[AXIS_COUNT];      /* right-aligned */
    struct subscript *subscripts; /* a[…]: as written, without trailing `:` */
    size_t subscript_count;
    struct tensor *array; /* its value when that is not computed: what a row that is `of_file` was
                             read as, or all cells of a matrix, instead of CELLS; else NULL */
    size_t parameters;    /* NODE_BODY */
};

/* A text shared by all trees read from one line; reference-counted like a tree. */
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
    const char *text; /* the text that was read (or written by a rewriting): SHARED's bytes */
    struct tree_text *shared; /* retained by the tree */
    bool learned;             /* numbers that a training found, and nobody wrote */
};

/* Returns a copy of LENGTH bytes with one reference; NULL without memory. */
struct tree_text *tree_text_create(const char *bytes, size_t length, struct failure *failure);
void tree_text_release(struct tree_text *text);

/* Returns an empty tree with one reference that retains TEXT (NULL: none yet); NULL without
 * memory. */
struct tree *tree_create(struct tree_text *text, struct failure *failure);
struct tree *tree_retain(struct tree *tree);
void tree_release(struct tree *tree);

/* Makes TREE retain ARRAY, for one of its nodes, as long as it lives. */
bool tree_retain_array(struct tree *tree, struct tensor *array, struct failure *failure);

/* Returns the node of a matrix whose cells are the array VALUE, which is not retained. */
struct node tree_matrix(struct tensor *value);

/* Returns a leaf with the numbers of VALUE, without its labels, as one array that the tree
 * retains. */
struct tree *tree_array(struct tensor *value, struct failure *failure);

/* Gets the number at AT of a matrix's cells, when it is a number as written, with or without a
 * sign; or from its array. */
bool tree_number(const struct node *matrix, size_t at, double *number);

/* True when NODE is a number as written, with or without a sign. */
bool tree_is_number(const struct node *node, double *number);

/* Calls VISIT for each child of NODE, left to right; stops and returns false when VISIT does. */
bool tree_children(const struct node *node, bool (*visit)(void *context, const struct node *child),
                   void *context);

/* Returns the DEPTH of NODE, whose children have theirs. */
int tree_depth(const struct node *node);

/* True for the same structure: kinds, operators, numbers by bits, texts, arguments. Spans and
 * spelling (of numbers, of the order of named options, of [[1, 2]] for [1, 2]) do not count, and an
 * option written with its default equals an omitted one; for two values read from files the numbers
 * count too. */
bool tree_same(const struct node *a, const struct node *b);

/* Calls VISIT for each NODE_NAME below NODE, left to right; stops and returns false when VISIT
 * does. */
bool tree_names(const struct node *node, bool (*visit)(void *context, const struct node *name),
                void *context);

/* Gives the seed 0 to every source of TREE without a written seed; TREE must not be shared yet. */
bool tree_seed_zero(struct tree *tree, struct failure *failure);

/* True when a parameter or a line of BODY, a NODE_BODY, has NAME. */
bool tree_body_defines(const struct node *body, const char *name);
/* Returns the user's operator that NODE calls, itself or through layers(…); NULL for none. */
const char *tree_called_name(const struct node *node);
/* True when NODE or a node below calls one. */
bool tree_has_user_call(const struct node *node);
/* Returns the first such call in NODE, from left to right, for which VISIT returns false; NULL for
 * none. */
const struct node *tree_find_call(const struct node *node,
                                  bool (*visit)(void *context, const struct node *call),
                                  void *context);

/* True when NODE needs brackets before a subscript: a + b, -a. */
static inline bool tree_needs_brackets(const struct node *node) {
    return node->kind == NODE_APPLY &&
           (node->op->writing.form == WRITING_INFIX || node->op->writing.form == WRITING_PREFIX);
}

/* True when there are no names below: a definition of such a tree is a leaf, whose cells may be
 * edited. */
bool tree_is_leaf(const struct node *node);

#endif
