/* revision: some definitions of a notebook made anew, together, and all that depends on them. */
#ifndef QKV_NOTEBOOK_REVISION_H
#define QKV_NOTEBOOK_REVISION_H

#include "notebook/recipe.h"

/* Makes the COUNT definitions of RECIPES (different names), each in its own place, or at the end
 * when its name is new; recomputes what depends on them. What then stands before something it uses
 * moves behind it; otherwise the order stays. Only the whole must stand: a formula may use what
 * another recipe defines, and a dependent is asked when all it uses is there. A transaction: fails
 * as the first formula does that fails, "S = Q @ K.T would fail: …" when it is a dependent's, and
 * when formulas use each other. *DROPPED grows by the edits and pins that are no more. */
bool revision_run(struct notebook *notebook, const struct recipe *recipes, size_t count,
                  size_t *dropped, struct failure *failure);

/* Marks, by position, what depends on the definitions already marked in DEPENDS. */
void revision_mark(const struct notebook *notebook, bool *depends);

#endif
