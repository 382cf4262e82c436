/* table: an explanation as a table, a line an entry: operands, products and the running total of a
 * ledger; x, x − max, exp and ÷ of a softmax, with max and Σ below their columns. */
#ifndef QKV_CANVAS_TABLE_H
#define QKV_CANVAS_TABLE_H

#include "canvas/ledger.h"

/* Appends the table of a ledger or of columns. *ROUNDED is set when some number is not shown
 * exactly. */
bool table_print(const struct ledger_view *view, const struct paint *paint, struct text *out,
                 int *rounded, struct failure *failure);

#endif
