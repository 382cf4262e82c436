/* renew: a definition made from another one of the same formula, recomputing what changed.
 *
 * From operation to operation goes which cells may have changed (regions, tensor/region.h); an
 * operator's row says which of its result hang on them, and those alone are computed, the others
 * copied; a result that none hang on is shared. Nothing is updated by its difference: every cell is
 * what its operator computes from the operands as they are now. */
#ifndef QKV_NOTEBOOK_RENEW_H
#define QKV_NOTEBOOK_RENEW_H

#include "notebook/notebook.h"

/* Whether LIKE can be renewed with NOTEBOOK's names: what it uses is there, with the same sizes and
 * labels, and no other number decides what its formula means. */
bool renew_fits(const struct definition *like, const struct notebook *notebook);

/* Whether it is known, of all that LIKE uses, which cells changed. */
bool renew_knows(const struct definition *like, const struct notebook *notebook);

/* LIKE's operations (and what is left over in it) with NOTEBOOK's values, as far as `computed`:
 * edits and pins are not laid over, and `changed` says where what is computed may differ. LIKE
 * fits. The caller's; NULL when it cannot be renewed after all, or without memory: evaluating the
 * tree then says why. */
struct definition *renew(struct definition *like, const struct notebook *notebook);

#endif
