/* moved: what a change moved, old → new. */
#ifndef QKV_PANELS_MOVED_H
#define QKV_PANELS_MOVED_H

#include "panels/scene.h"

/* How many of at most MOST rows it takes to show what the last change moved. */
size_t moved_rows(const struct scene *scene, size_t most);

/* The value looked at, and as many of the definitions that the last change moved as there is room
 * for: attention weights first, then those furthest down; what is left out is named. */
bool moved_draw(struct scene *scene, struct box box);

/* Appends the last change in a few words: "W_q[1,2]  0.2 → 5"; nothing when nothing was changed. */
void moved_title(const struct scene *scene, struct text *out);

/* --- baseline --------------------------------------------------------------------------------- */

/* The definition looked at against a baseline: Δ as colours, and old → new. */

/* The definition looked at as the baseline has it; NULL when there is none, or nothing to compare.
 */
const struct definition *baseline_of(const struct scene *scene);

/* It old → new, and where there is room Δ above that as colours; under `heat` Δ alone. */
size_t baseline_rows(const struct scene *scene);
bool baseline_draw(struct scene *scene, struct box box);

#endif
