/* pair: one definition old → new, as a change or a baseline has it. */
#ifndef QKV_PANELS_PAIR_H
#define QKV_PANELS_PAIR_H

#include "panels/scene.h"

/* One definition that moved. OLD is NULL where it was not there before. */
struct pair {
    const struct definition *old, *new;
};

/* The first cell (as stored) that differs; 0 when none does. */
size_t pair_first(const struct pair *pair);

/* Its cells can be held together; it is a lone number, now and before. */
bool pair_same_sizes(const struct pair *pair);
bool pair_is_number(const struct pair *pair);

/* Rows of a picture, one more for a line about a shape that changed; of a lone number one. */
size_t pair_rows(const struct scene *scene, const struct pair *pair);

/* Draws PAIR; the cursor's matrix of what is looked at, else the first that moved. *USED is how
 * many rows it took. */
bool pair_draw(struct scene *scene, struct box box, const struct pair *pair, size_t *used);

#endif
