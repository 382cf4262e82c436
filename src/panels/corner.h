/* corner: a product in corner layout: who meets whom. */
#ifndef QKV_PANELS_CORNER_H
#define QKV_PANELS_CORNER_H

#include "panels/scene.h"

/* The present value as a picture: name, axes, marks, scale, what is reached. NAME is borrowed by
 * it; REACH has to live as long as it. */
struct reach {
    const struct scene *scene;
    size_t rows, columns; /* of a stored matrix */
};
struct picture corner_value(struct scene *scene, const char *name, struct reach *reach);

/* True when the value looked at is the result of a matrix product. */
bool corner_possible(const struct scene *scene);
/* How many rows it wants. */
size_t corner_rows(const struct scene *scene);
/* Draws the product; *DRAWN is false when it does not fit BOX. False only for lack of memory. */
bool corner_draw(struct scene *scene, struct box box, bool *drawn);

#endif
