/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* lights: how much light falls on each value of a scene at the present stop. It reads the scene,
 * the cast and the plan; nothing else decides. */
#ifndef QKV_PANELS_LIGHTS_H
#define QKV_PANELS_LIGHTS_H

#include "stage/plan.h"
#include "stage/stage.h"

struct scene; /* panels/scene.h */

/* One value of the cast. */
struct value_light {
    const struct definition *definition; /* NULL: not computed yet */
    size_t index;                        /* of it in the scene's notebook */
    enum light light;
    bool meets;               /* the present number was made from cells of it, */
    size_t first[2], last[2]; /* from row and column FIRST to LAST, as shown */
    size_t matrix;            /* in this matrix of it */
    bool whole;               /* but the stop is about all of its cells */
    size_t term;              /* flat index of the present term's cell; SIZE_MAX */
    bool moved;               /* the last change moved it */
    bool turn;                /* the open exercise lets it be changed */
};

struct lights {
    struct value_light *list; /* one a value of the cast */
    bool stepping;            /* an operation is stepped through: only what meets is lit */
};

/* False only without memory; release the lights also then. */
bool lights_make(struct lights *lights, struct scene *scene, const struct stage *stage);
void lights_release(struct lights *lights);

#endif
