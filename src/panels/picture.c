/* picture: what is looked at, drawn as it is best understood where the learner stands. */
#include "canvas/picture.h"

#include "panels/baseline.h"
#include "panels/corner.h"
#include "panels/kind.h"
#include "panels/learned.h"
#include "panels/moved.h"
#include "panels/unroll.h"

#include <stdint.h>

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

/* --- drawing -----------------------------------------------------------------------------------
 */

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
