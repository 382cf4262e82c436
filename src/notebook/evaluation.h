/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* evaluation: shared by the files of evaluate: the walk of a tree, the arguments of an operator,
 * its subscripts. Everything here fails as evaluate.h says. */
#ifndef QKV_NOTEBOOK_EVALUATION_H
#define QKV_NOTEBOOK_EVALUATION_H

#include "notebook/notebook.h"

/* A definition during its evaluation. */
struct evaluation {
    const struct notebook *notebook;
    const struct definition *owner; /* what MADE is inside of, or MADE */
    struct definition *made;
    /* An earlier definition of the same formula, whose results are used where nothing has changed,
     * unless OWN; NULL: there is none. */
    const struct definition *old;
    struct failure *failure;
    size_t sources; /* number of random sources so far */
    bool own;       /* its values may not be shared */
    bool changed;   /* an input of what is being evaluated differs from what it was for OLD */
};

/* The result of evaluating a node. */
struct operand {
    const struct tensor *value;
    struct origin origin;
    const char *text; /* of a text, which only some arguments accept; else NULL */
};

/* Evaluates NODE: true means that there is a value. */
bool evaluation_node(struct evaluation *evaluation, const struct node *node,
                     struct operand *operand);

/* Evaluates a name, which may be a text's, and a lone number. */
bool evaluation_name(struct evaluation *evaluation, const struct node *node,
                     struct operand *operand);
bool evaluation_number(struct evaluation *evaluation, double number, struct operand *operand);

/* True when DEFINITION has the row labels that it had when the definition was made before. */
bool evaluation_labels_unchanged(const struct evaluation *evaluation,
                                 const struct definition *definition);

/* Returns what NAME means in a formula of OWNER, or inside it; NULL: nothing. */
struct definition *evaluation_find(const struct notebook *notebook, const struct definition *owner,
                                   const char *name);

/* Fills argument INDEX of OPERATION, an operator's, from its node according to the parameter's
 * kind. */
bool evaluation_argument(struct evaluation *evaluation, struct operation *operation, int index);

/* Fills the ranges of OPERATION, whose first argument is filled, from its subscripts. */
bool evaluation_subscripts(struct evaluation *evaluation, struct operation *operation);

#endif
