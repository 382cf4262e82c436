/* kind: which picture of the value looked at is best understood where the learner stands. */
#ifndef QKV_PANELS_KIND_H
#define QKV_PANELS_KIND_H

#include "panels/scene.h"

enum kind {
    KIND_NOTHING,    /* there is no value */
    KIND_LEARNING,   /* a training that runs */
    KIND_MATRIX,     /* the numbers, the heat map, the zoomed matrix */
    KIND_DIFFERENCE, /* old → new against the baseline */
    KIND_MOVED,      /* old → new of all that the last change moved */
    KIND_UNROLLED,   /* the arithmetic of the present cell as a table */
    KIND_PRODUCT     /* corner layout */
};

enum kind kind_of(const struct scene *scene);

#endif
