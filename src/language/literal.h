/* literal: a value as an expression that gives it again, bit for bit. */
#ifndef QKV_LANGUAGE_LITERAL_H
#define QKV_LANGUAGE_LITERAL_H

#include "tensor/tensor.h"

struct text;

/* Appends "[[1, 2], [3, 4]]"; with labels on its rows or columns `tokens("I am", [[1, 2], [3,
 * 4]])`. White space in a label becomes `_`, a double quote a single one. */
void literal_write(const struct tensor *tensor, struct text *out);

#endif
