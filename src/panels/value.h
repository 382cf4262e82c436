/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* value: one value drawn where a plan has no place for it. */
#ifndef QKV_PANELS_VALUE_H
#define QKV_PANELS_VALUE_H

#include "panels/scene.h"
#include "stage/plan.h"

/* A value that is measured by itself. */
struct loose_value {
    struct cast_value value;
    struct place_on_stage place; /* at the top left of its room */
    const struct definition *definition;
    struct scale scale;
    size_t size[2]; /* rows and columns that it takes, row labels included */
};

/* Measures DEFINITION, to be called NAME (both borrowed), for a ROOM of rows and columns, with
 * cells of a height (stage/pack.h) at most. False where nothing of it can be shown there. */
bool value_measure(const struct scene *scene, const struct definition *definition, char *name,
                   const size_t room[3], struct loose_value *loose);

/* Draws it with its corner at AT (row, column) of CANVAS; CURSOR (may be NULL) as of
 * matrix_draw. */
void value_draw(const struct scene *scene, const struct loose_value *loose,
                const struct canvas *canvas, const size_t at[2], size_t cursor[2]);

#endif
