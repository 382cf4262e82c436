/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arithmetic: how the selected number was computed, or what a change did to it. */
#include "panels/scene.h"

#include "canvas/axes.h"
#include "canvas/naming.h"
#include "panels/questions.h"

#include <stdint.h>
#include <string.h>

/* Says, where there is no arithmetic, which number is asked for, or where the value is from. */
static void put_instead(const struct scene *scene, const struct canvas *canvas) {
    size_t row = scene->plan->panes.side ? 0 : canvas->rows - 1, column;
    const struct definition *selected = scene->definition;
    if (scene->asked.written[0] != '\0') {
        const struct value_light *value =
            scene->asked.value == CAST_NONE ? NULL : &scene->lights.list[scene->asked.value];
        bool changes = value != NULL && value->light > LIGHT_FLAT; /* what it is now is seen */
        column = canvas_put(canvas, row, 0, scene->asked.written, STYLE_STRONG);
        canvas_put(canvas, row, column, changes ? " → ?" : " = ?", STYLE_STRONG);
    } else if (scene->quiz == NULL && selected != NULL && scene->explained && selected->leaf &&
               (selected->tree->learned || naming_is_written(&scene->explanation))) {
        const char *how =
            selected->tree->learned ? " was found by training" : " is given, not computed";
        column = canvas_put(canvas, row, 0, selected->name, STYLE_LABEL);
        canvas_put(canvas, row, column, how, STYLE_LABEL);
    }
}

/* True when the selected number was only copied from within an operator: that tells a reader
 * nothing. */
static bool is_from_inside(const struct scene *scene) {
    const struct explanation *explanation = &scene->explanation;
    struct number_place from = {scene->definition, SIZE_MAX, scene->cell};
    struct failure unknown = {0};
    if (explanation->kind != EXPLAINED_STEPS || explanation->steps.form != STEPS_MOVE ||
        !naming_pass_moves(scene->definition, &from, &unknown)) {
        return false;
    }
    size_t at = notebook_position(scene->notebook, from.definition->name);
    return at >= scene->notebook->count || scene->notebook->list[at] != from.definition;
}

/* Draws what a change did to the selected value on the first rows of CANVAS, or (AT_END) on the
 * last: old → new in all rows, or in that of the selected number ALONE. Returns the rows used; 0:
 * no change can be shown. */
static size_t draw_change(const struct scene *scene, bool alone, bool at_end,
                          const struct canvas *canvas) {
    const struct definition *now = scene->definition;
    struct past past = scene_past(scene);
    int index = scene_selected(scene);
    bool whole =
        now->leaf ? baseline_of(scene) != NULL : scene->operation + 1 >= now->operation_count;
    if (!past.differs || past.old == NULL || !whole || scene->operation == SIZE_MAX ||
        scene->lights.stepping || !shape_same_places(&past.old->value->shape, &now->value->shape)) {
        return 0;
    }
    struct tensor *before = session_shown(scene->session, past.old->value);
    struct tensor *after = session_shown(scene->session, now->value);
    struct picture change = picture_plain(now->name, after);
    change.cursor = scene->shown_cell;
    change.role = axes_role(now);
    change.decimals = index == CAST_NONE ? scene->session->display.precision
                                         : scene->cast->values[index].decimals;
    change.before = before;
    size_t rows =
        before != NULL && after != NULL ? matrix_draw_change(change, alone, at_end, canvas) : 0;
    tensor_release(before);
    tensor_release(after);
    return rows;
}

/* Draws how the selected number was computed on the first rows of CANVAS, or, below the stage, on
 * the last. Returns the rows used. */
static size_t draw_ladder(const struct scene *scene, const struct canvas *canvas) {
    const struct session *session = scene->session;
    struct ladder ladder = {.explanation = &scene->explanation,
                            .terms = scene_terms(scene),
                            .present =
                                scene_steps_here(scene) ? session->focus.place.term : SIZE_MAX,
                            .precision = session->display.precision,
                            .columns = session->display.columns,
                            .at_end = !scene->plan->panes.side,
                            .depth = scene->depth};
    return ladder_draw(&ladder, canvas);
}

void scene_draw_arithmetic(struct scene *scene, const struct canvas *canvas) {
    const struct definition *now = scene->definition;
    bool side = scene->plan->panes.side;
    bool rests = scene->session->view.rests && !scene_past(scene).differs;
    bool text = now != NULL && now->text != NULL;
    if (scene->quiz != NULL || now == NULL || scene->value == NULL || text || rests) {
        put_instead(scene, canvas);
        return;
    }
    if (!scene->explained && scene->unexplained.set && scene_terms(scene) > 0) {
        canvas_put_cut(canvas, side ? 0 : canvas->rows - 1, 0, scene->unexplained.message,
                       STYLE_LABEL);
        return;
    }
    bool plain = now->leaf && scene->exercise != NULL; /* it is what the learner makes it */
    bool explains = scene->explained && scene_terms(scene) > 0 && !plain && !is_from_inside(scene);
    /* what the stage shows of a value is not repeated, but for the row of the number */
    bool seen =
        scene->spot[0] != SIZE_MAX && !scene->is_summed && shape_rows(&now->value->shape) > 1;
    size_t rows = draw_change(scene, seen, !side && !(seen && explains), canvas);
    if (explains && (seen || rows == 0)) {
        struct canvas rest =
            canvas_part(canvas, (struct box){rows, 0, canvas->rows - rows, canvas->columns});
        size_t below = draw_ladder(scene, &rest), gap = rows + below < canvas->rows;
        if (rows > 0 && !side) { /* just above it, not just below the words */
            struct box above = {0, 0, canvas->rows - below - gap, canvas->columns};
            rest = scene_blank(canvas, above);
            draw_change(scene, true, true, &rest);
        }
        rows += below;
    }
    if (rows > 0) {
        scene->frame->shows.cell = true;
        /* where neither number nor words are */
        scene_place(scene, canvas, side ? 0 : canvas->rows - rows, 0);
    }
}
