/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/kind.h"

#include "canvas/ledger.h"
#include "stage/axes.h"
#include "panels/corner.h"
#include "panels/scene.h"

#include <stdint.h>

/* --- unroll ----------------------------------------------------------------------------------- */

/* The arithmetic of the present cell as a table: the columns of a softmax with a bar for each
 * share, the ledger of a sum. */

enum { LEAST_ENTRIES = 4, GAPS = 2 };

static const struct steps *steps_of(const struct scene *scene) {
    return &scene->explanation.steps;
}

bool unroll_possible(const struct scene *scene) {
    return scene->explained && scene->explanation.kind == EXPLAINED_STEPS &&
           (steps_of(scene)->form == STEPS_LEDGER || steps_of(scene)->form == STEPS_COLUMNS);
}

static struct ledger_view view_of(const struct scene *scene, size_t width) {
    struct ledger_view view = scene_ledger(scene);
    view.width = width > 2 ? width - 2 : 1;
    view.bars = true;
    return view;
}

size_t unroll_rows(const struct scene *scene, size_t width) {
    struct ledger_view view = view_of(scene, width);
    return table_rows(&view);
}

/* --- the table -------------------------------------------------------------------------------- */

/* The hardware cursor stands before the present entry's line. */
void unroll_draw(struct scene *scene, const struct canvas *canvas) {
    struct canvas inside = canvas_inside(canvas);
    struct ledger_view view = view_of(scene, canvas->columns);
    if (table_rows(&view) > inside.rows) {
        view.bars = false;
        size_t other = table_rows(&view) - table_entries(steps_of(scene)) + GAPS;
        view.limit = inside.rows > LEAST_ENTRIES + other ? inside.rows - other : LEAST_ENTRIES;
    }
    struct table_use use = table_draw(&view, &inside);
    if (use.focus < inside.rows) {
        scene_place(scene, &inside, use.focus, 0);
        scene->cell_is_shown = true;
    }
}

/* --- kind ------------------------------------------------------------------------------------- */

/* The lesson explains a cell here: the stop passed last that held the learner is such a line. */
static bool is_explained(const struct scene *scene) {
    size_t last = session_last(scene->session);
    return last != SIZE_MAX && scene->session->lines[last].explains;
}

bool kind_steps(const struct scene *scene) {
    return scene->grain == GRAIN_ROW || scene->grain == GRAIN_CELL || scene->grain == GRAIN_TERM ||
           scene->session->looks.path_count > 0 || is_explained(scene);
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
    if (scene->session->moment != NULL || scene->value == NULL || baseline_of(scene) != NULL) {
        return KIND_OTHER;
    }
    if (looks->zoom || looks->heat || looks->cover == COVER_OVERVIEW) {
        return KIND_MATRIX;
    }
    if (scene->grain == GRAIN_DEFINITION && looks->operation == SIZE_MAX && scene->has_moved) {
        return KIND_MOVED;
    }
    if (looks->drawn.words[0] != '\0' && scene->grain == GRAIN_DEFINITION &&
        looks->operation == SIZE_MAX) {
        return KIND_MATRIX;
    }
    if (is_unrolled(scene)) {
        return KIND_UNROLLED;
    }
    return corner_possible(scene) ? KIND_PRODUCT : KIND_MATRIX;
}

/* --- picture ---------------------------------------------------------------------------------- */

static void picture_draw(struct scene *scene, const struct canvas *canvas) {
    if (scene->session->moment != NULL) {
        learned_draw_moment(scene, canvas);
    } else if (scene->notebook->count == 0) {
        canvas_put_cut(canvas, 0, 0,
                       scene->session->lesson != NULL
                           ? " Nothing is defined yet. Space goes on."
                           : " Nothing is defined yet. Press : and type Q = [[1, 2], [3, 4]].",
                       STYLE_DIM);
    } else {
        board_draw(scene, canvas);
    }
}

const struct panel picture_panel = {.draw = picture_draw};
