#include "panels/kind.h"

#include "base/failure.h"
#include "base/utf8.h"
#include "canvas/ledger.h"
#include "canvas/picture.h"
#include "language/writer.h"
#include "panels/axes.h"
#include "panels/learned.h"
#include "panels/moved.h"
#include "panels/scene.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* --- corner ----------------------------------------------------------------------------------- */

/* A product in corner layout: who meets whom. */

/* The present value as a picture: name, axes, marks, scale, what is reached. NAME is borrowed by
 * it; REACH has to live as long as it. */
struct reach {
    const struct scene *scene;
    size_t rows, columns; /* of a stored matrix */
};

/* --- the present value ------------------------------------------------------------------------ */

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

static struct picture corner_value(struct scene *scene, const char *name, struct reach *reach) {
    const struct shape *shape = &scene->value->shape;
    struct picture picture = plain_picture(scene, scene->shown);
    *reach = (struct reach){scene, shape_rows(shape), shape_columns(shape)};
    picture.name = name;
    picture.role = axes_role(scene->definition);
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

/* --- the product ------------------------------------------------------------------------------ */

static const struct operation *operation_of(const struct scene *scene) {
    return scene->operation < scene->definition->operation_count
               ? &scene->definition->operations[scene->operation]
               : NULL;
}

/* True when the value looked at is the result of a matrix product. */
static bool corner_possible(const struct scene *scene) {
    const struct operation *operation = scene->definition == NULL ? NULL : operation_of(scene);
    return operation != NULL && operation->call.operator->writing.transposition == TRANSPOSE_SWAP &&
                                    shape_cells(&scene->value->shape) > 0;
}

static size_t inner_size(const struct scene *scene) {
    const struct operation *product = operation_of(scene);
    return product == NULL ? 0 : shape_columns(&product->call.argument[0].value->shape);
}

/* How many rows it wants. */
static size_t corner_rows(const struct scene *scene) {
    struct picture result = {0};
    name_axes(scene, &result);
    size_t axis = result.rows_are != NULL;
    return 2 + inner_size(scene) + 1 + shape_rows(&scene->shown->shape) + axis;
}

/* Both operands as shown, with what they are called. */
struct operands {
    struct tensor *values[2];
    struct text names[2];
    enum style roles[2];
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
        const struct origin *origin = &operation->origin[from];
        operands->roles[i] = origin->operation == ORIGIN_NONE && origin->definition != NULL
                                 ? axes_role(origin->definition)
                                 : axes_role_of(text_string(&operands->names[i]));
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
    picture.role = operands->roles[side];
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

/* Draws the product; *DRAWN is false when it does not fit BOX. False only for lack of memory. */
static bool corner_draw(struct scene *scene, struct box box, bool *drawn) {
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

/* --- unroll ----------------------------------------------------------------------------------- */

/* The arithmetic of the present cell as a table: the columns of a softmax with a bar for each
 * share, the ledger of a sum. */

enum { MARGIN = 1, NOTES = 2, BAR = 20, BAR_GAP = 3, LEAST_ENTRIES = 4 };

static const struct steps *steps_of(const struct scene *scene) {
    return &scene->explanation.steps;
}

bool unroll_possible(const struct scene *scene) {
    return scene->explained && scene->explanation.kind == EXPLAINED_STEPS &&
           (steps_of(scene)->form == STEPS_LEDGER || steps_of(scene)->form == STEPS_COLUMNS);
}

/* How many lines the table has: terms of a ledger, entries of its columns. */
static size_t entries_of(const struct steps *steps) {
    if (steps->form == STEPS_LEDGER) {
        return steps_terms(steps);
    }
    size_t entries = 0;
    for (size_t i = 0; i < steps->count; i++) {
        const char *first = steps->list[0].stage;
        entries += first != NULL && is_stage(&steps->list[i], first) ? 1 : 0;
    }
    return entries;
}

/* Rows below the entries: "max 0.14   Σ 2.86"; a plain sum has none. */
static size_t notes_of(const struct steps *steps) {
    const struct step *last = &steps->list[steps->count - 1];
    return is_stage(last, STAGE_TERM) || is_stage(last, STAGE_TOTAL) ? 0 : NOTES;
}

size_t unroll_rows(const struct scene *scene) {
    return entries_of(steps_of(scene)) + 1 + notes_of(steps_of(scene));
}

/* --- bars ------------------------------------------------------------------------------------- */

/* How much of its bar entry ENTRY fills: its share, which is the last stage's. Where the last stage
 * picks one entry's number (argmax), that one has all of it. */
static double share_of(const struct steps *steps, size_t entry) {
    const char *stage = steps->list[steps->count - 1].stage;
    double share = 0;
    bool picks = true;
    for (size_t i = 0; stage != NULL && i < steps->count; i++) {
        if (is_stage(&steps->list[i], stage)) {
            share = steps->list[i].row == entry ? steps->list[i].value : share;
            picks = picks && steps->list[i].row > 0;
        }
    }
    return picks ? entry == steps->focus : share;
}

/* Shares are bars as long as they are large, BAR columns for 1; the widest line is TEXT's. */
static void put_bars(struct scene *scene, struct box box, size_t widest) {
    const struct steps *steps = steps_of(scene);
    size_t entries = entries_of(steps);
    size_t column = box.column + widest + BAR_GAP;
    if (entries + 1 > box.rows || widest + BAR_GAP + BAR > box.columns) {
        return;
    }
    canvas_put(scene->canvas, box.row, column, "0", STYLE_LABEL);
    canvas_put_right(scene->canvas, box.row, column + BAR, "1", STYLE_LABEL);
    for (size_t i = 0; i < entries; i++) {
        size_t length = (size_t)lround(fmin(fmax(share_of(steps, i), 0), 1) * (double)BAR);
        for (size_t k = 0; k < BAR; k++) {
            canvas_put(scene->canvas, box.row + 1 + i, column + k, k < length ? "█" : "·",
                       k < length ? STYLE_NUMBER : STYLE_DIM);
        }
    }
}

/* --- the table -------------------------------------------------------------------------------- */

static size_t widest_line(const char *text) {
    size_t widest = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        size_t columns = utf8_columns(text, length);
        widest = columns > widest ? columns : widest;
        text += length + (text[length] == '\n' ? 1 : 0);
    }
    return widest;
}

/* The hardware cursor stands before the present entry's line. */
static void place_cursor(struct scene *scene, struct box box, const char *text) {
    for (size_t row = 0; row < box.rows && *text != '\0'; row++) {
        size_t length = strcspn(text, "\n");
        const char *mark = strstr(text, "▶");
        if (mark != NULL && mark < text + length) {
            scene_place(scene, box.row + row, box.column);
            scene->cell_is_shown = true;
            return;
        }
        text += length + (text[length] == '\n' ? 1 : 0);
    }
}

static bool print(struct scene *scene, const struct box *box, const struct paint *paint,
                  struct text *out) {
    const struct session *session = scene->session;
    struct ledger_view view = {.explanation = &scene->explanation,
                               .precision = session->view.precision,
                               .columns = session->view.columns,
                               .terms = scene_terms(scene),
                               .width = box->columns};
    size_t notes = notes_of(steps_of(scene));
    size_t room = box->rows > notes + 1 ? box->rows - notes - 1 : 1;
    int rounded;
    if (entries_of(steps_of(scene)) > room) {
        view.limit = room > LEAST_ENTRIES + 2 ? room - 2 : LEAST_ENTRIES;
    }
    return table_print(&view, paint, out, &rounded, scene->failure);
}

bool unroll_draw(struct scene *scene, struct box box) {
    if (box.rows < 2 || box.columns <= 2 * MARGIN) {
        return true;
    }
    struct box inside = {box.row, box.column + MARGIN, box.rows, box.columns - 2 * MARGIN};
    struct paint paint = {.colour = true, .theme = scene->theme};
    struct text styled = {0}, plain = {0};
    bool ok = print(scene, &inside, &paint, &styled) &&
              print(scene, &inside, &(struct paint){.colour = false}, &plain);
    if (ok) {
        scene_lines(scene, inside, text_string(&styled), 0);
        place_cursor(scene, inside, text_string(&plain));
        if (steps_of(scene)->form == STEPS_COLUMNS && scene_terms(scene) == SIZE_MAX) {
            put_bars(scene, inside, widest_line(text_string(&plain)));
        }
    }
    text_release(&styled);
    text_release(&plain);
    return ok;
}

/* --- kind ------------------------------------------------------------------------------------- */

/* The lesson explains a cell here: the stop passed last that held the learner is such a line. */
static bool is_explained(const struct scene *scene) {
    const struct session *session = scene->session;
    size_t passed = session->lesson == NULL ? 0 : session_stop(session);
    return passed > 0 && session->lines[passed - 1].explains;
}

/* Whether the arithmetic is what there is to see: replay is inside it, or the lesson explains it. A
 * product is best seen where its operands meet, but for the terms of a weighted sum. */
static bool is_unrolled(const struct scene *scene) {
    bool inside = scene->grain == GRAIN_CELL || scene->grain == GRAIN_TERM;
    if (!unroll_possible(scene) || (!inside && !is_explained(scene))) {
        return false;
    }
    if (!corner_possible(scene)) {
        return true;
    }
    const struct origin *left = &scene->definition->operations[scene->operation].origin[0];
    bool shares = left->operation != ORIGIN_NONE
                      ? axes_shares(scene->definition, (size_t)left->operation)
                      : left->definition != NULL && axes_shares(left->definition, SIZE_MAX);
    return shares && scene->grain != GRAIN_CELL;
}

enum kind kind_of(const struct scene *scene) {
    const struct looks *looks = &scene->session->looks;
    if (scene->session->moment != NULL) {
        return KIND_LEARNING;
    }
    if (scene->value == NULL) {
        return KIND_NOTHING;
    }
    if (baseline_of(scene) != NULL) {
        return KIND_DIFFERENCE;
    }
    if (looks->zoom || looks->heat) {
        return KIND_MATRIX;
    }
    if (scene->grain == GRAIN_DEFINITION && looks->operation == SIZE_MAX && scene->has_moved) {
        return KIND_MOVED;
    }
    if (is_unrolled(scene)) {
        return KIND_UNROLLED;
    }
    return corner_possible(scene) ? KIND_PRODUCT : KIND_MATRIX;
}

/* --- picture ---------------------------------------------------------------------------------- */

/* What is looked at, drawn as it is best understood where the learner stands. */

enum { HEADS = 2, THUMBNAILS = 6, THUMBNAILS_ROOM = 11 };

static bool is_stack(const struct scene *scene) {
    return shape_matrices(&scene->shown->shape) > 1;
}

/* The matrices of a stack stand side by side with all their numbers, where there is room. */
static bool stands_whole(struct scene *scene, size_t width) {
    struct reach reach;
    if (!is_stack(scene) || kind_of(scene) != KIND_MATRIX || scene->session->looks.zoom ||
        scene->session->looks.heat) {
        return false;
    }
    struct picture picture = corner_value(scene, scene->definition->name, &reach);
    return picture_stack_columns(&picture) <= width;
}

static size_t wanted_rows(struct scene *scene, size_t width, size_t most) {
    switch (kind_of(scene)) {
    case KIND_NOTHING:
        return 1;
    case KIND_LEARNING:
        return most;
    case KIND_MOVED:
        return moved_rows(scene, most);
    case KIND_UNROLLED:
        return unroll_rows(scene);
    case KIND_PRODUCT:
        return corner_rows(scene) + (is_stack(scene) ? THUMBNAILS : 0);
    case KIND_DIFFERENCE:
        return baseline_rows(scene) + (is_stack(scene) ? THUMBNAILS : 0);
    case KIND_MATRIX:
        break;
    }
    size_t rows = shape_rows(&scene->shown->shape);
    bool thumbnails = is_stack(scene) && !stands_whole(scene, width);
    return HEADS + rows * (scene->session->looks.zoom ? 2 : 1) + (thumbnails ? THUMBNAILS : 0);
}

static size_t picture_rows(struct scene *scene, size_t width, size_t most) {
    size_t rows = wanted_rows(scene, width, most);
    return rows < most ? rows : most;
}

/* --- drawing ---------------------------------------------------------------------------------- */

/* WHOLE: all of the stack. */
static void draw_matrix(struct scene *scene, struct box box, bool whole) {
    struct reach reach;
    size_t at[2] = {SIZE_MAX, SIZE_MAX};
    struct picture picture = corner_value(scene, scene->definition->name, &reach);
    if (whole) {
        picture_stack(scene->canvas, box, &picture, at);
    } else {
        picture_matrix(scene->canvas, box, &picture, at);
    }
    if (at[0] != SIZE_MAX) {
        scene_place(scene, at[0], at[1]);
        scene->cell_is_shown = true;
    }
}

/* All matrices of a stack in the first rows of BOX; returns what is left of it. */
static struct box draw_stack(struct scene *scene, struct box box) {
    struct reach reach;
    struct picture picture = corner_value(scene, scene->definition->name, &reach);
    struct box top = {box.row, box.column, THUMBNAILS, box.columns};
    size_t used = picture_thumbnails(scene->canvas, top, &picture);
    used = used < box.rows ? used : box.rows;
    return (struct box){box.row + used, box.column, box.rows - used, box.columns};
}

static bool picture_draw(struct scene *scene, struct box box) {
    enum kind kind = kind_of(scene);
    if (box.rows == 0 || box.columns == 0) {
        return true;
    }
    if (scene->session->looks.blank && session_notebook(scene->session)->count > 0) {
        return true; /* there is something to read */
    }
    if (kind == KIND_NOTHING) {
        scene_words(scene, box,
                    scene->session->lesson != NULL
                        ? " Nothing is defined yet. Space goes on."
                        : " Nothing is defined yet. Press : and type Q = [[1, 2], [3, 4]].",
                    STYLE_DIM);
        return true;
    }
    if (kind == KIND_LEARNING) {
        return learned_draw_moment(scene, box);
    }
    if (kind == KIND_MOVED) {
        return moved_draw(scene, box);
    }
    if (kind == KIND_DIFFERENCE) {
        return baseline_draw(scene, box);
    }
    if (kind == KIND_UNROLLED) {
        return unroll_draw(scene, box);
    }
    bool whole = stands_whole(scene, box.columns);
    if (is_stack(scene) && !whole && !scene->session->looks.zoom && box.rows >= THUMBNAILS_ROOM) {
        box = draw_stack(scene, box);
    }
    bool drawn = false;
    if (kind == KIND_PRODUCT && !corner_draw(scene, box, &drawn)) {
        return false;
    }
    if (!drawn) {
        draw_matrix(scene, box, whole);
    }
    return true;
}

const struct panel picture_panel = {
    .name = "picture",
    .sentence = "The value looked at: a product, an unrolled softmax, what moved, or the matrix.",
    .rows = picture_rows,
    .draw = picture_draw,
};
