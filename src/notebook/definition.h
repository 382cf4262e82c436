/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* definition: a name, its tree, and everything that evaluating it gave.
 *
 * A definition never changes once it is made: an edit, a pin or a change upstream makes another
 * one. So copying a notebook only counts references, undo keeps the old definitions, and a
 * transaction that fails simply drops the new ones.
 *
 * A formula that calls user-defined operators owns definitions of its own: the value of each
 * parameter, and each line of the body. They are ordinary definitions whose names are paths, `H.Q`,
 * `H.A`. They are made with H (expand.h) and owned by it; the notebook lists only H. A user-defined
 * operator is a definition, too, without a value, called `scores()`; the notebook lists those
 * apart. */
#ifndef QKV_NOTEBOOK_DEFINITION_H
#define QKV_NOTEBOOK_DEFINITION_H

#include "language/tree.h"

struct text;

/* A cell set by hand: an edit of a leaf, or a pin of a computed definition. */
struct overlay {
    size_t cell; /* flat index */
    double number;
};

struct overlays {
    struct overlay *list; /* by cell, each cell once */
    size_t count;
};

/* Where a value came from: a definition, an earlier operation of the same definition, or neither,
 * for a number as written. */
struct origin {
    const struct definition *definition; /* one of `uses`, or NULL */
    long operation;                      /* index, or ORIGIN_NONE */
};

enum { ORIGIN_NONE = -1 };

/* One operator inside a definition, in the order of evaluation (`S = Q @ K.T / sqrt(d_k)`: .T @
 * sqrt /). A written matrix counts as one operation that moves numbers; a number alone (`-2` too)
 * as none. */
struct operation {
    const struct node *node;
    struct call call; /* arguments point to the results of earlier operations or of definitions; its
                         shape is the result's */
    struct tensor *result;                /* before the definition's own edits and pins */
    struct origin origin[CALL_ARGUMENTS]; /* of VALUE, COUNT, NUMBER and ORDER arguments */
    const struct origin *cells;  /* of a written matrix: where each cell came from; else NULL */
    const struct origin *values; /* of VALUES, one each; else NULL */
};

/* A definition that can be found by a path. */
struct inside {
    const char *path;              /* "H.A" */
    struct definition *definition; /* has the same name; or, when a parameter was given a bare name,
                                      what that name means: Q. Retained */
};

struct definition {
    size_t references;
    char *name;          /* "" for an expression to be evaluated once */
    size_t hash;         /* of the name */
    struct tree *tree;   /* as written */
    struct tree *worked; /* the tree that is evaluated: TREE, or TREE with its calls expanded */
    bool leaf;           /* uses no names: its cells may be edited */
    const char *text;    /* of a text, and of a name for one; else NULL. VALUE numbers its words */
    struct overlays edits; /* of a leaf */
    struct overlays pins;  /* of a computed one */
    struct operation *operations;
    size_t operation_count, operation_capacity;
    const struct tensor *computed; /* what the tree gives, before edits and pins */
    struct tensor *value;          /* COMPUTED with edits and pins applied */
    struct definition **uses;      /* what it uses directly, each once, retained */
    size_t use_count, use_capacity;

    /* With calls: the definitions inside, in order of evaluation, and the values and operators that
     * all of this needs from the notebook, each once, retained. An operator needs those it
     * calls. */
    struct inside *inside;
    size_t inside_count, inside_capacity;
    struct definition **needs;
    size_t need_count, need_capacity;
    /* Of an operator: the outside names that it and the operators it calls use. */
    const char **others;
    size_t other_count, other_capacity;

    /* Storage for the operations' calls. */
    struct arena arena;      /* the arguments as written */
    struct tensor **numbers; /* lone numbers among the arguments */
    size_t number_count, number_capacity;
    bool bare_labels; /* a word in a subscript was taken for a label, so its meaning depends on
                         which names are defined */
    size_t position;  /* index in the notebook that it was added to last: searches begin there */
    size_t place;     /* index in the list of a walk over definitions; the walk verifies it */
    struct definition *dying; /* definition_release's list */
};

/* Hashes a name of LENGTH bytes. */
size_t definition_hash(const char *name, size_t length);

/* Returns a definition with nothing but a name and a tree (retained); NULL without memory. */
struct definition *definition_create(const char *name, struct tree *tree, struct failure *failure);
struct definition *definition_retain(struct definition *definition);
void definition_release(struct definition *definition); /* NULL is allowed */

/* Returns TEXT's bytes, which live as long as DEFINITION; TEXT is released. NULL after a
 * failure. */
const char *definition_text(struct definition *definition, struct text *text,
                            struct failure *failure);

/* Adds a definition that DEFINITION uses directly, or needs from the notebook; each is retained
 * once. */
bool definition_use(struct definition *definition, struct definition *used,
                    struct failure *failure);
bool definition_need(struct definition *definition, struct definition *needed,
                     struct failure *failure);

/* Returns the definition with PATH inside DEFINITION, or NULL. */
struct definition *definition_inside(const struct definition *definition, const char *path);
/* Returns the definition at INDEX inside DEFINITION when DEFINITION owns it; NULL where the path is
 * another name for something outside. */
struct definition *definition_owned_at(const struct definition *definition, size_t index);
/* True when DEFINITION owns INSIDE. */
bool definition_owns(const struct definition *definition, const struct definition *inside);
/* Returns the COUNT definitions of the notebook that DEFINITION and everything inside it uses. */
struct definition *const *definition_needs(const struct definition *definition, size_t *count);
/* Returns the length of the notebook's name that PATH begins with: for H.A that of H. */
size_t definition_root(const char *path);
/* True for a user-defined operator. */
bool definition_is_operator(const struct definition *definition);

/* Returns the cells set by hand: the edits of a leaf, the pins of a computed definition. */
const struct overlays *definition_overlays(const struct definition *definition);

/* Returns the overlay of CELL, or NULL. */
const struct overlay *overlays_find(const struct overlays *overlays, size_t cell);

/* Returns the number in a leaf's cell. */
double definition_number(const struct definition *leaf, size_t cell);

/* True when the same cells are set to the same bits. */
bool overlays_same(const struct overlays *a, const struct overlays *b);

/* Returns the last operation, which made the definition's value as a whole; NULL for a bare name or
 * number. */
const struct operation *definition_last(const struct definition *definition);

/* --- addresses of cells, by labels and positions from 1, as they can be typed ---------------- */

/* Appends "[I,am]", "[1,2]", "[3,1,2]" for a stack. In COLUMNS the last two are swapped. */
void address_write(const struct shape *shape, size_t cell, bool columns, struct text *out);

/* Appends position AT (from 0) of one axis: its label, in quotes where it does not read back bare,
 * or its number where there is no label, or none that can be quoted. */
void address_position(const struct labels *labels, size_t at, struct text *out);

/* False for a lone number: its name is its address. */
bool address_needed(const struct shape *shape);

/* Appends an expression that a subscript follows, in brackets when it is LOOSE. */
void address_expression(const char *written, bool loose, struct text *out);
/* Appends a cell's address: S[I,am], with positions where there are no labels, as S[1,2]. In
 * columns the last two are swapped. */
void definition_address(const struct definition *definition, size_t cell, bool columns,
                        struct text *out);

/* --- dependencies -------------------------------------------------------------------------------
 */

/* True when DEFINITION is NAME or depends on it, directly or through others; true also without
 * memory. */
bool definition_depends(const struct definition *definition, const char *name);

/* Returns the number of axes of the definition's value, as struct lens_names wants it. NULL: 1. */
int definition_axes(const struct definition *definition);

/* True when DEFINITION takes only words from USED, a text or a matrix whose labels it reads, and
 * none of USED's numbers enter its value. */
bool definition_takes_words(const struct definition *definition, const struct definition *used);

/* Appends the names of the leaves DEFINITION depends on: "X, W_q and W_k". */
void definition_leaves(const struct definition *definition, struct text *out);

#endif
