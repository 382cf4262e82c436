/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* matrix: a value in its place on the stage: name, labels, cells, as far as the light falls on it.
 *
 * What the stop is about stands out by its name, its digits and its marks, never by its shade:
 * shade is how large a number is, and nothing else. */
#ifndef QKV_STAGE_MATRIX_H
#define QKV_STAGE_MATRIX_H

#include "canvas/scale.h"
#include "stage/cast.h"
#include "stage/plan.h"
#include "tensor/tensor.h"

struct overlays; /* notebook/definition.h */

/* How much of a value is shown. */
enum light {
    LIGHT_NOTHING,    /* its place stays blank */
    LIGHT_EMPTY,      /* not computed yet: name and a frame */
    LIGHT_NAME,       /* not explained yet: its name */
    LIGHT_FLAT,       /* hidden by an open question: dim name and a flat frame, no formula */
    LIGHT_SILHOUETTE, /* does not take part: dim name and outline, no digits */
    LIGHT_RELEVANT,   /* takes part, but not now: dimmed, with its digits */
    LIGHT_LIT
};

/* All borrowed. */
struct stage_picture {
    const struct cast_value *value; /* its name, role and decimals */
    const struct place_on_stage *place;
    const struct tensor *shown;  /* as the convention shows it; NULL: not computed yet */
    const struct tensor *before; /* the same before the last change; NULL: nothing moved */
    enum light light;
    struct scale scale; /* of the scene; what is beyond it is marked with + */

    /* The row and the column of a product or a softmax that meet (SIZE_MAX: none), in matrix
     * STEPPED of a stack (SIZE_MAX: in all). When there is one, the other cells are relevant only.
     */
    size_t row, column, stepped;
    size_t term;   /* flat index of the present term: framed; SIZE_MAX: none */
    size_t cursor; /* flat index of the cell looked at or computed: reversed; SIZE_MAX: none */
    const char *present; /* stands in that cell when it is not reached: ".06"; NULL: "?" */
    size_t reached;      /* cells computed so far; those that follow are empty. SIZE_MAX: all */
    bool reached_down;   /* they are computed column by column */

    const struct overlays
        *pins;        /* cells that were forced by hand: marked !; NULL: none. As stored */
    bool pins_turned; /* … and SHOWN is that value transposed */
    bool edited;      /* it may be changed here: "◂ turn" */
    bool moved;       /* by the last change: its name says so, and old numbers show */
    bool focus;       /* of a tile: framed */
    bool labels;      /* lit neighbours use its row labels, whatever its own light */
    const char *rows_are, *columns_are; /* "queries", "keys"; NULL: nothing written */
    const char *formula;                /* "= X @ W_q"; NULL: none */
    const char *note;                   /* after the heading; NULL: none */

    enum depth depth; /* of the paper; DEPTH_NONE in the mono theme */
    bool ascii;
    size_t owner; /* who points at a cell means one of this value; 0: of none */
    bool owner_turned;
};

/* VALUE in PLACE, lit, without marks; everything else is for the caller to fill in. */
struct stage_picture stage_picture_of(const struct cast_value *value,
                                      const struct place_on_stage *place);

/* Draws it in its place on STAGE, whose cells there are blank. Reads nothing but PICTURE. CURSOR
 * (may be NULL) gets the place of the cell looked at on the whole canvas; untouched when it is not
 * shown. */
void stage_matrix_draw(const struct stage_picture *picture, const struct canvas *stage,
                       size_t cursor[2]);

#endif
