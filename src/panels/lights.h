/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* lights: how much light falls on each value of a scene at the present stop. It reads the scene
 * and the cast; nothing else decides. */
#ifndef QKV_PANELS_LIGHTS_H
#define QKV_PANELS_LIGHTS_H

#include "stage/plan.h"
#include "stage/stage.h"

struct scene; /* panels/scene.h */

/* One value of the cast. */
struct value_light {
    const struct definition *definition; /* NULL: not computed yet */
    const struct definition *old;        /* before the last change; NULL: it was not there */
    enum light light;
    struct meeting meeting; /* its cells that the present number was made from */
    size_t first;           /* the first stop of the page that needs it, or what is made from it */
    bool turned;    /* it is shown transposed: in columns, or as an operand K.T; not as both */
    bool moved;     /* the last change moved it */
    bool turn;      /* the open exercise lets it be changed */
    bool hidden;    /* an open question hides its numbers */
    bool elsewhere; /* it is drawn where the plan leaves room, or beside the words */
};

struct lights {
    struct value_light *list; /* one a value of the cast */
    bool stepping;            /* an operation is stepped through, row by row or finer, or the lesson
                                 explains a cell: only what meets is lit */
    size_t question; /* the first stop of the page with a question that is not answered yet */
};

/* Lights the values of SCENE. False only without memory. */
bool lights_make(struct scene *scene);

#endif
