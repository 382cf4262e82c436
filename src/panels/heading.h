/* heading: the rule above the picture, with the formula of what is looked at. */
#ifndef QKV_PANELS_HEADING_H
#define QKV_PANELS_HEADING_H

#include "panels/scene.h"

/* "── scores = Q @ K.T   3×3 ────────" into the first row of BOX. */
bool heading_draw(struct scene *scene, struct box box);

#endif
