/* unroll: the arithmetic of the present cell as a table: the columns of a softmax with a bar for
 * each share, the ledger of a sum. */
#ifndef QKV_PANELS_UNROLL_H
#define QKV_PANELS_UNROLL_H

#include "panels/scene.h"

/* True when the present cell is made by a ledger or by columns. */
bool unroll_possible(const struct scene *scene);

/* How many rows the table takes when there is room for all of it. */
size_t unroll_rows(const struct scene *scene);

/* Draws it; what replay has not reached is "?". */
bool unroll_draw(struct scene *scene, struct box box);

#endif
