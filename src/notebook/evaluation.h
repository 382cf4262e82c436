/* evaluation: a definition while it is evaluated; shared by the parts of evaluate.h: evaluate.c
 * walks the tree, subscript.c knows what stands in brackets. */
#ifndef QKV_NOTEBOOK_EVALUATION_H
#define QKV_NOTEBOOK_EVALUATION_H

#include "notebook/evaluate.h"

struct evaluation {
    const struct notebook *notebook;
    struct definition *made;
    struct failure *failure;
};

/* What a node evaluates to. */
struct operand {
    const struct tensor *value;
    struct origin origin;
};

/* What NODE evaluates to: true means that there is a value. */
bool evaluation_node(struct evaluation *evaluation, const struct node *node,
                     struct operand *operand);

/* Gives OPERATION, a subscript whose first argument has its value, the ranges its node asks for. */
bool evaluation_subscripts(struct evaluation *evaluation, struct operation *operation);

#endif
