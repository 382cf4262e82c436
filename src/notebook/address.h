/* address: where a cell stands, by labels and positions from 1, as it is typed back in. */
#ifndef QKV_NOTEBOOK_ADDRESS_H
#define QKV_NOTEBOOK_ADDRESS_H

#include "tensor/tensor.h"

struct text;

/* Appends "[I,am]", "[1,2]", "[3,1,2]" for a stack. In COLUMNS the last two are swapped. */
void address_write(const struct shape *shape, size_t cell, bool columns, struct text *out);

/* Appends position AT (from 0) of one axis: its label, in quotes where it does not read back bare,
 * or its number where there is no label, or none that can be quoted. */
void address_position(const struct labels *labels, size_t at, struct text *out);

/* False for a lone number without labels, whose name is its address. */
bool address_needed(const struct shape *shape);

/* Appends an expression that a subscript is to follow, in brackets when it is LOOSE. */
void address_expression(const char *written, bool loose, struct text *out);

#endif
