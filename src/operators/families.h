/* families: what operators.c puts together into THE TABLE. A family's file holds its functions
 * above and its rows below. */
#ifndef QKV_OPERATORS_FAMILIES_H
#define QKV_OPERATORS_FAMILIES_H

#include "operators/operator.h"

extern const struct operator_family product_family, elementwise_family, softmax_family, norm_family,
    reduce_family, shape_family, subscript_family, words_family, source_family, loss_family;

/* The last line of a family's file: its rows, handed over. */
#define OPERATOR_FAMILY(NAME)                                                                      \
    const struct operator_family NAME##_family = {rows, sizeof rows / sizeof rows[0]}

#endif
