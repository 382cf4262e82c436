/* naming: how an explained cell is called, and whether it simply stands there as it was written. */
#ifndef QKV_CANVAS_NAMING_H
#define QKV_CANVAS_NAMING_H

#include "notebook/explain.h"

struct text;

/* Appends the cell's address: "S[I,am]", "d_k", "(Q @ K.T)[I,am]" inside a definition. */
void naming_cell(const struct explanation *explanation, bool columns, struct text *out);

/* Appends the operation as a formula of its own: "columns(Q)", in COLUMNS as the lens shows it.
 * True when a subscript on it needs brackets. */
bool naming_formula(const struct explanation *explanation, bool columns, struct text *out);

/* Whether the number stands in the definition's own text, in a written matrix that was at most
 * moved. */
bool naming_is_written(const struct explanation *explanation);

#endif
