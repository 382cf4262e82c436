/* baseline: the definition looked at against a baseline: Δ as colours, and old → new. */
#ifndef QKV_PANELS_BASELINE_H
#define QKV_PANELS_BASELINE_H

#include "panels/scene.h"

/* The definition looked at as the baseline has it; NULL when there is none, or nothing to compare.
 */
const struct definition *baseline_of(const struct scene *scene);

/* It old → new, and where there is room Δ above that as colours; under `heat` Δ alone. */
size_t baseline_rows(const struct scene *scene);
bool baseline_draw(struct scene *scene, struct box box);

#endif
