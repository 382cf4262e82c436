/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* definition: a name, its tree, and everything evaluating it gave.
 *
 * A definition never changes once it is made: an edit, a pin or a change upstream makes another
 * one. So a notebook can be copied by counting holders, undo is keeping the old ones, and a
 * transaction that fails simply drops the new ones.
 *
 * A formula that calls operators of one's own holds definitions of its own: what each parameter was
 * given, and each line of the body. They are ordinary definitions whose names are paths, `H.Q`,
 * `H.A`, made with H (expand.h) and held by it; the notebook lists only H. An operator of one's own
 * is a definition too, without a value, called `scores()`; the notebook lists those apart. */
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

/* Where a value came from: a definition, an earlier operation of the same definition, or neither: a
 * number as written. */
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

/* What can be called by a path. */
struct inside {
    const char *path;              /* "H.A" */
    struct definition *definition; /* called so too; or, when a parameter was given a bare name,
                                      what that means: Q. Held */
};

struct definition {
    size_t references;
    char *name;          /* "" for an expression that was only asked for */
    size_t hash;         /* of the name */
    struct tree *tree;   /* as it is written */
    struct tree *worked; /* what is evaluated: the same, or that with its calls worked out */
    bool leaf;           /* no names below: its cells may be edited */
    const char *text;    /* of a text, and of a name for one; else NULL. VALUE numbers its words */
    struct overlays edits; /* of a leaf */
    struct overlays pins;  /* of a computed one */
    struct operation *operations;
    size_t operation_count, operation_capacity;
    const struct tensor *computed; /* what the tree gives, before edits and pins */
    struct tensor *value;          /* with them */
    struct definition **uses;      /* what it uses directly, each once, held */
    size_t use_count, use_capacity;

    /* With calls: what is inside, in order of evaluation, and what it needs of the notebook, itself
     * and all inside, each once, held: values and operators. An operator needs those it calls. */
    struct inside *inside;
    size_t inside_count, inside_capacity;
    struct definition **needs;
    size_t need_count, need_capacity;
    const char *
        *others; /* of an operator: names that are not its own, those of what it calls too */
    size_t other_count, other_capacity;

    /* Kept for the operations' calls. */
    struct arena arena;      /* what is written of the arguments */
    struct tensor **numbers; /* lone numbers among the arguments */
    size_t number_count, number_capacity;
    bool bare_labels; /* a word in a subscript was taken for a label: what it means depends on the
                         names */
    size_t position;  /* where it stands in the notebook it was put into last: looked at first */
    size_t place;     /* its position in the list of a walk over definitions, which checks it */
    struct definition *dying; /* definition_release's list */
};

/* What finds a name of LENGTH bytes among many. */
size_t definition_hash(const char *name, size_t length);

/* A definition with nothing but a name and a tree (retained). NULL without memory. */
struct definition *definition_create(const char *name, struct tree *tree, struct failure *failure);
struct definition *definition_retain(struct definition *definition);
void definition_release(struct definition *definition); /* NULL is allowed */

/* TEXT's bytes, kept as long as DEFINITION is; TEXT is released. NULL after a failure. */
const char *definition_text(struct definition *definition, struct text *text,
                            struct failure *failure);

/* Adds one that DEFINITION uses directly, or needs of the notebook; each is held once. */
bool definition_use(struct definition *definition, struct definition *used,
                    struct failure *failure);
bool definition_need(struct definition *definition, struct definition *needed,
                     struct failure *failure);

/* What is called PATH inside of DEFINITION, or NULL. */
struct definition *definition_inside(const struct definition *definition, const char *path);
/* What it holds itself at INDEX of what is inside; NULL where a path means something else. */
struct definition *definition_held(const struct definition *definition, size_t index);
/* Whether INSIDE is one of those it holds. */
bool definition_holds(const struct definition *definition, const struct definition *inside);
/* What DEFINITION needs of the notebook, COUNT of them: what it uses, through all inside. */
struct definition *const *definition_needs(const struct definition *definition, size_t *count);
/* The length of the name in the notebook that PATH begins with: of H.A that of H. */
size_t definition_root(const char *path);
/* Whether it is an operator of one's own. */
bool definition_is_operator(const struct definition *definition);

/* What is set by hand: the edits of a leaf, the pins of a computed one. */
const struct overlays *definition_overlays(const struct definition *definition);

/* The overlay of CELL, or NULL. */
const struct overlay *overlays_find(const struct overlays *overlays, size_t cell);

/* The number of a leaf's cell. */
double definition_number(const struct definition *leaf, size_t cell);

/* The same cells set to the same bits. */
bool overlays_same(const struct overlays *a, const struct overlays *b);

/* The operation that made the definition's value as a whole (its last), or NULL for a bare name or
 * number. */
const struct operation *definition_last(const struct definition *definition);

/* --- where a cell stands, by labels and positions from 1, as it is typed back in -------------*/

/* Appends "[I,am]", "[1,2]", "[3,1,2]" for a stack. In COLUMNS the last two are swapped. */
void address_write(const struct shape *shape, size_t cell, bool columns, struct text *out);

/* Appends position AT (from 0) of one axis: its label, in quotes where it does not read back bare,
 * or its number where there is no label, or none that can be quoted. */
void address_position(const struct labels *labels, size_t at, struct text *out);

/* False for a lone number without labels, whose name is its address. */
bool address_needed(const struct shape *shape);

/* Appends an expression that a subscript is to follow, in brackets when it is LOOSE. */
void address_expression(const char *written, bool loose, struct text *out);
/* Appends a cell's address: S[I,am], with positions where there are no labels, as S[1,2]. In
 * columns the last two are swapped. */
void definition_address(const struct definition *definition, size_t cell, bool columns,
                        struct text *out);

/* --- what it is made of -------------------------------------------------------------------------
 */

/* True when DEFINITION depends on NAME, directly or through others (or is it); also without
 * memory. */
bool definition_depends(const struct definition *definition, const char *name);

/* How many axes its value has, as struct lens_names asks. NULL: 1. */
int definition_axes(const struct definition *definition);

/* Whether words are all that DEFINITION takes from USED: it is a text, or a table whose labels are
 * read, and no number of it is in the value. */
bool definition_takes_words(const struct definition *definition, const struct definition *used);

/* Appends the names of the leaves DEFINITION depends on: "X, W_q and W_k". */
void definition_leaves(const struct definition *definition, struct text *out);

#endif
