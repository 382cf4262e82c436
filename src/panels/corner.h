/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* corner: a product in corner layout: who meets whom. */
#ifndef QKV_PANELS_CORNER_H
#define QKV_PANELS_CORNER_H

#include "canvas/tiles.h"
#include "panels/scene.h"

/* The present value as a picture: name, axes, marks, scale, what is reached. */
struct picture corner_value(struct scene *scene);

/* Appends what the operation looked at is in its definition's formula: "Q @ K.T". False where that
 * is too long for a heading. */
bool corner_write_part(const struct scene *scene, struct text *out);

/* True when the value looked at is the result of a matrix product that can be drawn so. */
bool corner_possible(const struct scene *scene);

/* A product with its operands as shown, and the term that replay stands in. */
struct corner {
    struct tiles_product product;
    struct tensor *values[2];
    struct text names[2]; /* "Q", "K.T" */
    struct text part;     /* "Q @ K.T", where more is done with it; else empty */
    enum style roles[2];
    size_t owners[2]; /* scene_owner's; 0: a cell of it is nobody's */
    bool turned[2];
    size_t term; /* SIZE_MAX: none */
    char present[NUMBER_TEXT + 2], falling[NUMBER_TEXT + 3];
};
/* Fills CORNER, which is zeroed and stays where it is. Release also after a failure, which only
 * lack of memory is. */
bool corner_make(struct scene *scene, struct corner *corner);
void corner_release(struct corner *corner);

#endif
