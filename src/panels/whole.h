/* whole: the picture of a value that is not stepped through. */
#ifndef QKV_PANELS_WHOLE_H
#define QKV_PANELS_WHOLE_H

#include "panels/scene.h"

/* Of DEFINITION, whose value as shown is SHOWN: name, axes, scale; no cursor. Both are borrowed by
 * it. */
struct picture whole_picture(const struct scene *scene, const struct definition *definition,
                             const struct tensor *shown);

/* How many rows it takes in all: its name, its column heads, its rows. */
size_t whole_rows(const struct scene *scene, const struct definition *definition);

#endif
