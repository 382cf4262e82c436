/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* evaluation: what the files of evaluate share: a tree's walk, the arguments of an operator, its
 * subscripts. What each does fails as evaluate.h says. */
#ifndef QKV_NOTEBOOK_EVALUATION_H
#define QKV_NOTEBOOK_EVALUATION_H

#include "notebook/notebook.h"

/* A definition while it is evaluated. */
struct evaluation {
    const struct notebook *notebook;
    const struct definition *owner; /* what MADE is inside of, or MADE */
    struct definition *made;
    const struct definition *old; /* made before of the same formula, whose results are taken where
                                     nothing has changed, unless it is OWN; NULL: nothing was */
    struct failure *failure;
    size_t sources; /* with a seed, or made one, so far */
    bool own;       /* nothing it holds is to be held by another */
    bool changed;   /* something of what is being evaluated is not as it was in OLD */
};

/* What a node evaluates to. */
struct operand {
    const struct tensor *value;
    struct origin origin;
    const char *text; /* of a text, which only some arguments take; else NULL */
};

/* What NODE evaluates to: true means that there is a value. */
bool evaluation_node(struct evaluation *evaluation, const struct node *node,
                     struct operand *operand);

/* The same of a name, which may be a text's, and of a lone number. */
bool evaluation_name(struct evaluation *evaluation, const struct node *node,
                     struct operand *operand);
bool evaluation_number(struct evaluation *evaluation, double number, struct operand *operand);

/* Whether DEFINITION had the row labels that it has now when the definition was made before. */
bool evaluation_same_words(const struct evaluation *evaluation,
                           const struct definition *definition);

/* What NAME means in a formula of OWNER's, or inside of it; NULL: nothing. */
struct definition *evaluation_find(const struct notebook *notebook, const struct definition *owner,
                                   const char *name);

/* Fills argument INDEX of OPERATION, an operator's, from its node as the parameter's kind asks. */
bool evaluation_argument(struct evaluation *evaluation, struct operation *operation, int index);

/* Fills the ranges of OPERATION, whose first argument is filled, from its subscripts. */
bool evaluation_subscripts(struct evaluation *evaluation, struct operation *operation);

#endif
