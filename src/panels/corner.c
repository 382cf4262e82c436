/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/corner.h"

#include "language/writer.h"
#include "stage/axes.h"

#include <stdint.h>

/* --- the present value -------------------------------------------------------------------------
 */

/* Whether replay has reached cell SHOWN of the value as shown. */
static bool is_reached(void *context, size_t shown) {
    const struct scene *scene = context;
    return session_shown_cell(scene->session, &scene->shown->shape, shown) < scene->reached;
}

struct picture corner_value(struct scene *scene) {
    const struct shape *shape = &scene->value->shape;
    struct picture picture =
        scene_picture(scene, scene->definition, scene->operation, scene->shown);
    size_t cells = shape_rows(shape) * shape_columns(shape);
    picture.cursor = scene->shown_cell;
    picture.matrix = cells == 0 ? 0 : scene->shown_cell / cells;
    picture.known = scene->reached < shape_cells(shape) ? is_reached : NULL;
    picture.context = scene;
    return picture;
}

bool corner_write_part(const struct scene *scene, struct text *out) {
    enum { LONGEST = 32 };
    struct tree *part = session_part(scene->session, scene->definition, scene->operation);
    if (part != NULL) {
        writer_plain(part->root, out);
    }
    tree_release(part);
    return out->length > 0 && canvas_columns(text_string(out)) <= LONGEST;
}

/* --- the product -------------------------------------------------------------------------------
 */

static const struct operation *operation_of(const struct scene *scene) {
    return scene->operation < scene->definition->operation_count
               ? &scene->definition->operations[scene->operation]
               : NULL;
}

bool corner_possible(const struct scene *scene) {
    const struct operation *operation = scene->definition == NULL ? NULL : operation_of(scene);
    return operation != NULL &&
           operation->call.operator->writing.transposition == TRANSPOSE_SWAP &&
               shape_cells(&scene->value->shape) > 0 &&
           shape_rows(&scene->shown->shape) <= TILES_ROWS &&
           shape_columns(&scene->shown->shape) <= TILES_COLUMNS &&
           shape_columns(&operation->call.argument[0].value->shape) <= TILES_ROWS;
}

void corner_release(struct corner *corner) {
    for (size_t i = 0; i < 2; i++) {
        tensor_release(corner->values[i]);
        text_release(&corner->names[i]);
    }
    text_release(&corner->part);
}

/* Who points at an operand means a cell of Q, in Q, or of K, in K.T. */
static void find_owner(const struct scene *scene, const struct origin *origin,
                       struct corner *corner, size_t side) {
    const struct operation *inner =
        origin->operation == ORIGIN_NONE ? NULL : &scene->definition->operations[origin->operation];
    bool turned = inner != NULL && inner->call.operator->writing.transposition == TRANSPOSE_FLIP;
    const struct definition *owner = inner == NULL ? origin->definition
                                     : turned      ? inner->origin[0].definition
                                                   : NULL;
    corner->turned[side] = turned;
    corner->owners[side] = owner == NULL ? 0 : scene_owner(scene, owner);
}

/* In columns the operands change sides: Q = X @ W_q reads Q = W_q @ X. */
static bool operands_find(const struct scene *scene, const struct operation *operation,
                          struct corner *operands) {
    struct tree *part = session_part(scene->session, scene->definition, scene->operation);
    bool ok = part != NULL;
    for (size_t i = 0; ok && i < 2; i++) {
        size_t from = scene->session->view.columns ? 1 - i : i;
        const struct origin *origin = &operation->origin[from];
        operands->values[i] = session_shown(scene->session, operation->call.argument[from].value);
        if (part->root->kind == NODE_APPLY && part->root->argument[i] != NULL) {
            writer_plain(part->root->argument[i], &operands->names[i]);
        }
        find_owner(scene, origin, operands, i);
        ok = operands->values[i] != NULL && text_ok(&operands->names[i], scene->failure);
        operands->roles[i] = origin->operation == ORIGIN_NONE && origin->definition != NULL
                                 ? axes_role(origin->definition)
                                 : axes_role_of(text_string(&operands->names[i]));
    }
    tree_release(part);
    return ok;
}

/* The matrix of an operand that meets matrix MATRIX of the result: axes of size 1 are broadcast. */
static size_t matrix_of(const struct shape *operand, const struct shape *result, size_t matrix) {
    size_t heads = result->size[AXIS_HEAD];
    size_t batch = heads == 0 ? 0 : matrix / heads;
    size_t head = heads == 0 ? 0 : matrix % heads;
    batch = operand->size[AXIS_BATCH] == 1 ? 0 : batch;
    head = operand->size[AXIS_HEAD] == 1 ? 0 : head;
    return batch * operand->size[AXIS_HEAD] + head;
}

/* The side that lights up with the present cell, and what the term marks. */
static void operand_tiles(const struct scene *scene, const struct corner *corner, size_t side,
                          struct tiles *tiles) {
    const struct picture *result = &corner->product.result.picture;
    struct picture picture = scene_plain(scene, corner->values[side]);
    const struct shape *shape = &picture.value->shape, *all = &result->value->shape;
    size_t columns = shape_columns(all), row = result->cursor / columns % shape_rows(all);
    size_t term = corner->term, first;
    picture.name = text_string(&corner->names[side]);
    picture.role = corner->roles[side];
    picture.owner = corner->owners[side];
    picture.owner_turned = corner->turned[side];
    picture.matrix = matrix_of(shape, all, result->matrix);
    if (side == 0) {
        picture.lit_row = row;
        picture.rows_are = result->rows_are;
    } else {
        picture.lit_column = result->cursor % columns;
        picture.columns_are = result->columns_are;
    }
    tiles_init(tiles, &picture);
    first = picture_first(&picture);
    if (term != SIZE_MAX) {
        tiles->term = first + (side == 0 ? row * shape_columns(shape) + term
                                         : term * shape_columns(shape) + picture.lit_column);
    }
}

bool corner_make(struct scene *scene, struct corner *corner) {
    const struct operation *operation = operation_of(scene);
    struct picture result = corner_value(scene);
    char so_far[NUMBER_TEXT];
    if (operation == NULL || !operands_find(scene, operation, corner)) {
        return false;
    }
    bool here = scene->grain == GRAIN_TERM && scene_steps_here(scene) && scene->explained;
    corner->term = here ? scene->session->focus.place.term : SIZE_MAX;
    if (scene->operation + 1 < scene->definition->operation_count &&
        corner_write_part(scene, &corner->part)) {
        result.name = text_string(&corner->part);
    }
    tiles_init(&corner->product.result, &result);
    operand_tiles(scene, corner, 0, &corner->product.left);
    operand_tiles(scene, corner, 1, &corner->product.right);
    tiles_join(&corner->product);
    if (corner->term != SIZE_MAX) {
        const struct figures *figures = &corner->product.result.figures;
        double sum = scene_so_far(scene, corner->term + 1);
        double before = corner->term > 0 ? scene_so_far(scene, corner->term) : 0;
        corner->product.way = scene->terminal->falling;
        if (corner->product.way > 0) {
            figures_write(figures, sum - before, so_far);
            text_fill(corner->falling, sizeof corner->falling, " +%s ", so_far);
            corner->product.falling = corner->falling;
        }
        figures_write(figures, corner->product.way > 0 ? before : sum, so_far);
        text_fill(corner->present, sizeof corner->present, "(%s)", so_far);
        corner->product.result.present = corner->present;
    }
    return true;
}
