/* debt: cells that are computed later, when they are looked at or when there is time.
 *
 * A notebook that is LAZY (notebook.h) does not compute, when a number changes, what is large: the
 * results of operations owe those cells (tensor.h), and those that stay as they were, which would
 * have to be copied. They are computed by the same operators from the same operands, so that when
 * it is done changes no digit.
 *
 * Whoever looks at a notebook that may owe something either settles it, or wants the cells it will
 * look at and looks at no other. */
#ifndef QKV_NOTEBOOK_DEBT_H
#define QKV_NOTEBOOK_DEBT_H

#include "notebook/notebook.h"

/* Results of so many cells are owed; what is smaller is computed at once. For tests: 0 owes all
 * that can be. */
void debt_from(size_t cells);
size_t debt_least(void);

/* Whether all of DEFINITION's operations can wait: their rows can say what they need, and no number
 * of another kind than VALUE is computed; or they hang on nothing that could change. */
bool debt_allowed(const struct definition *definition);

/* Computes all that the definitions of NOTEBOOK owe. Fails without memory, and when it is stopped:
 * what is left is still owed then. */
bool debt_settle(const struct notebook *notebook, struct failure *failure);

/* Computes some of it, up to about CELLS cells; *DONE is true when nothing was owed any more. */
bool debt_settle_some(const struct notebook *notebook, size_t cells, bool *done,
                      struct failure *failure);

/* Computes the cells in REGION of a result of DEFINITION, which is in NOTEBOOK: of operation
 * OPERATION, SIZE_MAX: of its value. */
bool debt_want(const struct notebook *notebook, const struct definition *definition,
               size_t operation, const struct region *region, struct failure *failure);
/* One cell, and those of its operands that explain it. */
bool debt_want_explained(const struct notebook *notebook, const struct definition *definition,
                         size_t operation, size_t cell, struct failure *failure);

#endif
