/* slopes: ∂L/∂ the leaves as heat maps, orange where L rises with a cell, blue where it falls. */
#ifndef QKV_PANELS_SLOPES_H
#define QKV_PANELS_SLOPES_H

#include "panels/scene.h"

/* What `gradient` was asked for last, COLUMNS wide and as high as it takes, for a cover to show a
 * part of: what was said of it, then the heat maps, several beside each other where there is room;
 * none is higher than MOST rows. CANVAS is uninitialised, and to be released also after a failure.
 */
bool slopes_make(struct scene *scene, size_t columns, size_t most, struct canvas *canvas);

#endif
