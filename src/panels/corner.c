#include "panels/corner.h"

#include "base/failure.h"
#include "language/writer.h"
#include "panels/axes.h"

#include <stdint.h>

/* --- the present value -------------------------------------------------------------------------
 */

/* Whether replay has reached cell SHOWN of the value as shown. */
static bool is_reached(void *context, size_t shown) {
    const struct reach *reach = context;
    size_t cell = shown;
    if (reach->scene->session->view.columns && reach->rows * reach->columns > 0) {
        size_t matrix = shown / (reach->rows * reach->columns);
        size_t inside = shown % (reach->rows * reach->columns);
        cell =
            (matrix * reach->rows + inside % reach->rows) * reach->columns + inside / reach->rows;
    }
    return cell < reach->scene->reached;
}

static const char *stack_name(const struct shape *shape) {
    return shape->axes == 3 ? shape_axis(shape, AXIS_HEAD) : NULL;
}

/* What is the same in all pictures of a frame. */
static struct picture plain_picture(const struct scene *scene, const struct tensor *shown) {
    const struct looks *looks = &scene->session->looks;
    return (struct picture){.value = shown,
                            .cursor = SIZE_MAX,
                            .lit_row = SIZE_MAX,
                            .lit_column = SIZE_MAX,
                            .heat = looks->heat,
                            .wide = looks->zoom,
                            .ascii = scene->stage->ascii,
                            .precision = scene->session->view.precision,
                            .depth = scene->theme == THEME_MONO ? DEPTH_NONE : scene->stage->depth,
                            .stack_is = stack_name(&shown->shape)};
}

/* The axes' names change places in columns. */
static void name_axes(const struct scene *scene, struct picture *picture) {
    const char *rows = axes_name(scene->definition, scene->operation, AXIS_ROW);
    const char *columns = axes_name(scene->definition, scene->operation, AXIS_COLUMN);
    bool turned = scene->session->view.columns;
    picture->rows_are = turned ? columns : rows;
    picture->columns_are = turned ? rows : columns;
}

struct picture corner_value(struct scene *scene, const char *name, struct reach *reach) {
    const struct shape *shape = &scene->value->shape;
    struct picture picture = plain_picture(scene, scene->shown);
    *reach = (struct reach){scene, shape_rows(shape), shape_columns(shape)};
    picture.name = name;
    name_axes(scene, &picture);
    picture.cursor = scene->shown_cell;
    size_t cells = shape_rows(shape) * shape_columns(shape);
    picture.matrix = cells == 0 ? 0 : scene->shown_cell / cells;
    picture.known = is_reached;
    picture.context = reach;
    if (axes_shares(scene->definition, scene->operation) && !scene->session->looks.stretched) {
        picture.low = 0;
        picture.high = 1;
        picture.fixed = true;
    }
    return picture;
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
    return operation != NULL && operation->call.operator->writing.transposition == TRANSPOSE_SWAP &&
                                    shape_cells(&scene->value->shape) > 0;
}

static size_t inner_size(const struct scene *scene) {
    const struct operation *product = operation_of(scene);
    return product == NULL ? 0 : shape_columns(&product->call.argument[0].value->shape);
}

size_t corner_rows(const struct scene *scene) {
    struct picture result = {0};
    name_axes(scene, &result);
    size_t axis = result.rows_are != NULL;
    return 2 + inner_size(scene) + 1 + shape_rows(&scene->shown->shape) + axis;
}

/* Both operands as shown, with what they are called. */
struct operands {
    struct tensor *values[2];
    struct text names[2];
};

static void operands_release(struct operands *operands) {
    for (size_t i = 0; i < 2; i++) {
        tensor_release(operands->values[i]);
        text_release(&operands->names[i]);
    }
}

/* In columns the operands change sides: Q = X @ W_q reads Q = W_q @ X. */
static bool operands_find(const struct scene *scene, const struct operation *operation,
                          struct operands *operands) {
    struct tree part = {.root = (struct node *)(uintptr_t)operation->node,
                        .text = scene->definition->tree->text};
    struct tree *flipped = NULL;
    const struct node *node = operation->node;
    if (scene->session->view.columns) {
        flipped = session_flip(scene->session, &part, false, scene->failure);
        if (flipped == NULL) {
            return false;
        }
        node = flipped->root;
    }
    bool ok = true;
    for (size_t i = 0; i < 2; i++) {
        size_t from = scene->session->view.columns ? 1 - i : i;
        const struct tensor *value = operation->call.argument[from].value;
        operands->values[i] = session_shown(scene->session, value, scene->failure);
        ok = ok && operands->values[i] != NULL;
        if (node->kind == NODE_APPLY && node->argument[i] != NULL) {
            writer_plain(node->argument[i], &operands->names[i]);
        }
        ok = ok && text_ok(&operands->names[i], scene->failure);
    }
    tree_release(flipped);
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

static bool is_stage(const struct step *step, const char *stage) {
    return step->stage != NULL && text_same(step->stage, stage);
}

/* The sum of the first TERMS terms: the last running total, or the first term. */
static double sum_so_far(const struct steps *steps, size_t terms) {
    double sum = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const struct step *step = &steps->list[i];
        bool first = is_stage(step, STAGE_TERM) && step->row == 0;
        bool total = is_stage(step, STAGE_TOTAL) && step->row < terms;
        sum = first || total ? step->value : sum;
    }
    return sum;
}

/* The term that replay stands in, SIZE_MAX outside the present cell. */
static void find_term(const struct scene *scene, struct picture_product *product) {
    const struct place_in *place = &scene->session->focus.place;
    product->term = SIZE_MAX;
    if (scene->grain == GRAIN_TERM && scene_steps_here(scene) && scene->explained) {
        product->term = place->term;
        product->so_far = sum_so_far(&scene->explanation.steps, place->term + 1);
    }
}

/* The side that lights up with the present cell, and what the term marks. */
static struct picture operand_picture(const struct scene *scene, const struct operands *operands,
                                      size_t side, const struct picture *result) {
    struct picture picture = plain_picture(scene, operands->values[side]);
    const struct shape *shape = &picture.value->shape;
    size_t columns = shape_columns(&result->value->shape);
    picture.name = text_string(&operands->names[side]);
    picture.matrix = matrix_of(shape, &result->value->shape, result->matrix);
    picture.heat = false;
    picture.wide = false;
    if (side == 0) {
        picture.lit_row = result->cursor / columns % shape_rows(&result->value->shape);
        picture.rows_are = result->rows_are;
    } else {
        picture.lit_column = result->cursor % columns;
        picture.columns_are = result->columns_are;
    }
    return picture;
}

bool corner_draw(struct scene *scene, struct box box, bool *drawn) {
    struct operands operands = {0};
    struct reach reach;
    const struct operation *operation = operation_of(scene);
    *drawn = false;
    if (operation == NULL) {
        return true;
    }
    bool ok = operands_find(scene, operation, &operands);
    if (ok) {
        size_t at[2] = {SIZE_MAX, SIZE_MAX};
        const char *name = scene->definition->name;
        struct picture_product product = {.result = corner_value(scene, name, &reach)};
        product.result.heat = false;
        product.left = operand_picture(scene, &operands, 0, &product.result);
        product.right = operand_picture(scene, &operands, 1, &product.result);
        product.result.lit_row = product.left.lit_row;
        product.result.lit_column = product.right.lit_column;
        find_term(scene, &product);
        *drawn = picture_product(scene->canvas, box, &product, at);
        if (*drawn && at[0] != SIZE_MAX) {
            scene_place(scene, at[0], at[1]);
            scene->cell_is_shown = true;
        }
    }
    operands_release(&operands);
    return ok;
}
