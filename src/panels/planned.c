/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/planned.h"

#include "base/memory.h"
#include "base/number.h"
#include "panels/asked.h"
#include "panels/drawn.h"
#include "panels/kind.h"
#include "panels/lights.h"
#include "panels/pane.h"
#include "session/telling.h"
#include "stage/axes.h"
#include "stage/ladder.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* What the functions of one frame share. */
struct frame {
    struct scene *scene;
    const struct stage *stage;
    struct lights lights;
    struct canvas canvas; /* the stage's part of the screen */
    size_t stop;
    size_t cursor[2]; /* of the number looked at, on the whole canvas; SIZE_MAX: not there */
};

bool planned_fits(const struct scene *scene, const struct stage *stage) {
    const struct session *session = scene->session;
    const struct looks *looks = &session->looks;
    return stage != NULL && stage->plan != NULL && session->moment == NULL &&
           looks->cover == COVER_NONE && !looks->zoom && !looks->heat && !looks->difference &&
           scene->notebook->count > 0 && stage->cast->count > 0;
}

/* --- the stage -------------------------------------------------------------------------------- */

/* The value of the cast INDEX as it is shown, held: turned over in columns, or where the cast has
 * it turned. NULL: there is none, or no memory. */
static struct tensor *value_of(const struct frame *frame, int index,
                               const struct definition *definition) {
    struct scene *scene = frame->scene;
    if (definition == NULL) {
        return NULL;
    }
    bool turned = frame->stage->cast->values[index].turned != CAST_NONE;
    if (turned == scene->session->view.columns) {
        return tensor_retain(definition->value);
    }
    return tensor_transposed(definition->value, scene->failure);
}

/* The scale that VALUE has for the length of the scene: weights lie in 0 … 1; all others are about
 * 0, up to 1, 2 or 5 times a power of ten. */
static struct scale scale_for(const struct cast_value *of, double largest) {
    double bound = 1;
    if (of->weights) {
        return (struct scale){.high = 1, .palette = PALETTE_SHARES, .of = "fixed"};
    }
    if (largest > 0 && isfinite(largest)) {
        double power = pow(10, floor(log10(largest)));
        double times = largest / power * (1 - 1e-9);
        bound = power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
    }
    return (struct scale){
        .low = -bound, .high = bound, .bound = bound, .palette = PALETTE_SIGNED, .of = "fixed"};
}

/* Whether a neighbour on the same rows uses the labels at the left of PLACE. */
static bool labels_are_used(const struct frame *frame, const struct place_on_stage *place) {
    const struct plan *plan = frame->stage->plan;
    const struct cast_value *values = frame->stage->cast->values;
    for (size_t i = 0; place->gutter > 0 && plan->sheet && i < plan->count; i++) {
        const struct place_on_stage *other = &plan->places[i];
        if (other->gutter == 0 && other->box.row == place->box.row &&
            other->box.column > place->box.column &&
            values[other->value].row_names == values[place->value].row_names &&
            frame->lights.list[other->value].light >= LIGHT_RELEVANT) {
            return true;
        }
    }
    return false;
}

/* "= X @ W_q", for what is computed. */
static void write_short(const struct scene *scene, const struct definition *definition,
                        struct text *out) {
    session_formula(scene->session, definition, out);
    const char *equals = strstr(text_string(out), " = ");
    size_t name = equals == NULL ? 0 : (size_t)(equals + 1 - text_string(out));
    struct text rest = {0};
    text_append(&rest, text_string(out) + name);
    text_clear(out);
    text_append(out, text_string(&rest));
    text_release(&rest);
}

/* What marks it: the row and column that meet, the number looked at, how far it is computed. */
static void mark_picture(const struct frame *frame, const struct value_light *value, bool focus,
                         struct stage_picture *picture) {
    const struct scene *scene = frame->scene;
    picture->light = value->light;
    picture->edited = value->turn;
    picture->moved = value->moved;
    picture->focus = focus;
    if (value->meets && frame->lights.stepping) {
        picture->row = value->first[0] == value->last[0] ? value->first[0] : SIZE_MAX;
        picture->column = value->first[1] == value->last[1] ? value->first[1] : SIZE_MAX;
        picture->stepped = value->matrix;
        picture->term = value->term;
    }
    if (focus && (scene->operation == SIZE_MAX ||
                  scene->operation + 1 >= scene->definition->operation_count)) {
        picture->cursor = scene->shown_cell;
        picture->reached = scene->reached;
    }
}

/* What its heading says: the axes, the formula; and whose it is, for who points at it. */
static void name_picture(const struct frame *frame, const struct value_light *value, bool turned,
                         struct text *formula, struct stage_picture *picture) {
    const struct scene *scene = frame->scene;
    const struct definition *definition = value->definition;
    bool columns = scene->session->view.columns;
    picture->owner = scene_owner(scene, definition);
    picture->owner_turned = turned;
    if (turned) {
        return;
    }
    picture->rows_are = axes_name(definition, SIZE_MAX, columns ? AXIS_COLUMN : AXIS_ROW);
    picture->columns_are = axes_name(definition, SIZE_MAX, columns ? AXIS_ROW : AXIS_COLUMN);
    if (!definition->leaf && value->light == LIGHT_LIT) {
        write_short(scene, definition, formula);
        picture->formula = text_string(formula);
    }
}

/* The sum so far of the number that is computed: ".06". */
static const char *so_far(const struct frame *frame, const struct stage_picture *picture,
                          char out[NUMBER_TEXT]) {
    const struct scene *scene = frame->scene;
    bool partly = picture->cursor != SIZE_MAX && scene->explained && scene->terms > 0 &&
                  scene_steps_here(scene);
    if (partly) {
        number_short(out, scene_so_far(scene, scene->terms), picture->value->decimals);
        bool bare = text_starts(out, "0.");
        memmove(out, out + bare, strlen(out + bare) + 1);
    }
    return partly ? out : NULL;
}

static void draw_value(struct frame *frame, const struct place_on_stage *place) {
    struct scene *scene = frame->scene;
    const struct cast_value *of = &frame->stage->cast->values[place->value];
    const struct value_light *value = &frame->lights.list[place->value];
    const struct definition *definition = value->definition, *old = NULL;
    struct tensor *shown = value_of(frame, place->value, definition), *before = NULL;
    struct text formula = {0};
    char partial[NUMBER_TEXT];
    size_t at[2] = {SIZE_MAX, SIZE_MAX};
    bool turned = of->turned != CAST_NONE;
    bool focus = definition != NULL && definition == scene->definition && !turned;
    struct stage_picture picture = stage_picture_of(of, place);
    if (value->moved && scene_moved(scene, value->index, &old) && old != NULL &&
        shape_same_sizes(&old->value->shape, &definition->value->shape)) {
        before = value_of(frame, place->value, old);
    }
    picture.shown = shown;
    picture.before = before;
    if (shown != NULL) {
        struct extremes all = tensor_extremes(shown, scene->session->moment != NULL);
        picture.scale = scale_for(of, fmax(-all.low, all.high));
    }
    mark_picture(frame, value, focus, &picture);
    picture.present = so_far(frame, &picture, partial);
    picture.labels = labels_are_used(frame, place);
    picture.depth = scene->theme == THEME_MONO ? DEPTH_NONE : scene->terminal->depth;
    picture.ascii = scene->terminal->ascii;
    if (definition != NULL) {
        name_picture(frame, value, turned, &formula, &picture);
    }
    stage_matrix_draw(&picture, &frame->canvas, at);
    if (focus && at[0] != SIZE_MAX && place->form != FORM_TILE) {
        frame->cursor[0] = at[0];
        frame->cursor[1] = at[1];
    }
    text_release(&formula);
    tensor_release(shown);
    tensor_release(before);
}

static void draw_picture(struct frame *frame, const struct place_on_stage *place) {
    const struct cast_value *of = &frame->stage->cast->values[place->value];
    struct drawing drawing;
    const struct drawing_kind *kind = drawn_make(frame->scene, of->name, &drawing);
    struct canvas part = canvas_part(&frame->canvas, place->box);
    size_t at[2] = {SIZE_MAX, SIZE_MAX};
    if (kind != NULL && drawn_draw(kind, &drawing, &part, at) && at[0] != SIZE_MAX) {
        frame->cursor[0] = at[0];
        frame->cursor[1] = at[1];
    }
}

static void draw_place(struct frame *frame, const struct place_on_stage *place) {
    if (place->value == CAST_NONE) {
        return;
    }
    if (place->form == FORM_PICTURE) {
        draw_picture(frame, place);
    } else {
        draw_value(frame, place);
    }
}

static void draw_stage(struct frame *frame) {
    const struct plan *plan = frame->stage->plan;
    for (size_t i = 0; i < plan->count; i++) {
        draw_place(frame, &plan->places[i]);
    }
    if (!plan->sheet && plan->bench != NULL && frame->stop >= plan->first_stop &&
        frame->stop < plan->first_stop + plan->stops) {
        const struct bench_stop *bench = &plan->bench[frame->stop - plan->first_stop];
        for (size_t i = 0; i < plan->slots; i++) {
            draw_place(frame, &bench->upper[i]);
            draw_place(frame, &bench->slot[i]);
        }
        draw_place(frame, &bench->picture);
    }
}

/* --- the rule --------------------------------------------------------------------------------- */

/* The formula of what is looked at; not while a question about it is open. */
static void write_formula(const struct scene *scene, struct text *out) {
    if (scene->shown == NULL || scene_quiz(scene) != NULL) {
        return;
    }
    if (scene->session->looks.operation == SIZE_MAX) {
        telling_formula(scene->session, scene->definition, out);
    } else {
        telling_operation(scene->session, scene->definition, scene->operation, out);
    }
    if (!shape_is_number(&scene->shown->shape)) {
        text_append(out, "   ");
        shape_write(&scene->shown->shape, out);
    }
}

/* "── scores = Q @ K.T   3×3 ──── output[1,1] ‹ weights[1,2] ──" */
static void draw_rule(const struct frame *frame) {
    struct scene *scene = frame->scene;
    struct canvas rule = canvas_part(scene->canvas, frame->stage->plan->panes.rule);
    struct text formula = {0}, path = {0};
    scene_rule(&rule, 0);
    write_formula(scene, &formula);
    if (scene->value != NULL && scene->session->looks.path_count > 0) {
        looks_path(scene->session, &path, scene->failure);
    }
    size_t taken = path.length > 0 ? canvas_columns(text_string(&path)) + 4 : 0;
    taken = taken + 20 < rule.columns ? taken : 0;
    if (taken > 0) {
        canvas_put(&rule, 0, rule.columns - taken, " ", STYLE_PLAIN);
        size_t end =
            canvas_put(&rule, 0, rule.columns - taken + 1, text_string(&path), STYLE_STRONG);
        canvas_put(&rule, 0, end, " ", STYLE_PLAIN);
    }
    if (formula.length > 0 && rule.columns > taken + 8) {
        struct canvas room = canvas_part(&rule, (struct box){0, 0, 1, rule.columns - taken - 3});
        canvas_put(&rule, 0, 2, " ", STYLE_PLAIN);
        size_t end = canvas_put_cut(&room, 0, 3, text_string(&formula), STYLE_FORMULA);
        canvas_put(&rule, 0, end, " ", STYLE_PLAIN);
    }
    text_release(&formula);
    text_release(&path);
}

/* --- words and arithmetic --------------------------------------------------------------------- */

/* What the last change did to the row of the number looked at. NULL: nothing. */
static struct ladder_change *find_change(const struct frame *frame, struct ladder_change *change) {
    struct scene *scene = frame->scene;
    const struct definition *old, *now = scene->definition;
    size_t index = now == NULL ? SIZE_MAX : notebook_position(scene->notebook, now->name);
    if (now == NULL || now->leaf || frame->lights.stepping || index >= scene->notebook->count ||
        !scene_moved(scene, index, &old) || old == NULL || scene->operation == SIZE_MAX ||
        scene->operation + 1 < now->operation_count ||
        !shape_same_sizes(&old->value->shape, &now->value->shape)) {
        return NULL;
    }
    int of = cast_find(frame->stage->cast, now->name);
    *change = (struct ladder_change){.name = now->name,
                                     .role = axes_role(now),
                                     .before = session_shown(scene->session, old->value),
                                     .after = session_shown(scene->session, now->value),
                                     .decimals = of == CAST_NONE
                                                     ? scene->session->view.precision
                                                     : frame->stage->cast->values[of].decimals};
    return change;
}

/* The arithmetic of the number looked at, on the last rows of CANVAS. */
static void draw_ladder(const struct frame *frame, const struct canvas *canvas) {
    struct scene *scene = frame->scene;
    struct ladder_change change = {0};
    if (scene_quiz(scene) != NULL || scene->value == NULL || canvas->rows < 1) {
        return;
    }
    bool here = scene->grain == GRAIN_TERM && scene_steps_here(scene);
    struct ladder ladder = {.change = find_change(frame, &change),
                            .terms = scene_terms(scene),
                            .present = here ? scene->session->focus.place.term : SIZE_MAX,
                            .precision = scene->session->view.precision,
                            .columns = scene->session->view.columns,
                            .ascii = scene->terminal->ascii,
                            .depth =
                                scene->theme == THEME_MONO ? DEPTH_NONE : scene->terminal->depth};
    if (ladder.change == NULL && scene->explained && scene_reached(scene)) {
        ladder.explanation = &scene->explanation;
    }
    size_t rows = lesser(ladder_rows(&ladder, canvas->rows, canvas->columns), canvas->rows);
    size_t first = frame->stage->plan->panes.side ? 0 : canvas->rows - rows;
    struct canvas part = canvas_part(canvas, (struct box){first, 0, rows, canvas->columns});
    ladder_draw(&ladder, &part);
    tensor_release((struct tensor *)change.before);
    tensor_release((struct tensor *)change.after);
}

static struct canvas words_canvas(const struct frame *frame) {
    return canvas_part(frame->scene->canvas, frame->stage->plan->panes.words);
}

static void draw_words(const struct frame *frame) {
    const struct panes *panes = &frame->stage->plan->panes;
    struct canvas canvas = words_canvas(frame);
    struct pane pane;
    pane_make(&pane, frame->scene, canvas.columns, canvas.rows);
    size_t used = pane_draw(&pane, frame->scene, &canvas, frame->stage->part, panes->side);
    pane_release(&pane);
    if (panes->ladder.rows > 0) {
        struct canvas ladder = canvas_part(frame->scene->canvas, panes->ladder);
        draw_ladder(frame, &ladder);
    } else if (used + 1 < canvas.rows) {
        size_t gap = used > 0;
        struct canvas rest = canvas_part(
            &canvas, (struct box){used + gap, 0, canvas.rows - used - gap, canvas.columns});
        draw_ladder(frame, &rest);
    }
}

static void draw_divider(const struct frame *frame) {
    const struct panes *panes = &frame->stage->plan->panes;
    size_t column = panes->stage.column > 1 ? panes->stage.column - 2 : 0;
    for (size_t i = 1; panes->side && i + 1 < frame->scene->canvas->rows; i++) {
        canvas_put(frame->scene->canvas, i, column, "│", STYLE_DIM);
    }
}

/* --- the whole -------------------------------------------------------------------------------- */

void planned_draw(struct scene *scene, const struct stage *stage) {
    const struct panes *panes = &stage->plan->panes;
    struct frame frame = {.scene = scene,
                          .stage = stage,
                          .canvas = canvas_part(scene->canvas, panes->stage),
                          .stop = stage_stop(scene->session),
                          .cursor = {SIZE_MAX, SIZE_MAX}};
    struct canvas title = canvas_part(scene->canvas, panes->title);
    struct canvas keys = canvas_part(scene->canvas, panes->keys);
    if (!lights_make(&frame.lights, scene, stage)) {
        return;
    }
    draw_stage(&frame);
    bool answers = scene_quiz(scene) != NULL; /* the cursor is where one answers */
    if (frame.cursor[0] != SIZE_MAX) {
        if (!answers) {
            scene_place(scene, scene->canvas, frame.cursor[0], frame.cursor[1]);
        }
        scene->cell_is_shown = true;
    }
    draw_rule(&frame);
    draw_divider(&frame);
    draw_words(&frame);
    title_panel.draw(scene, &title);
    footer_panel.draw(scene, &keys);
    lights_release(&frame.lights);
}

size_t planned_parts(struct scene *scene, const struct stage *stage) {
    const struct box *words = &stage->plan->panes.words;
    struct pane pane;
    pane_make(&pane, scene, words->columns, words->rows);
    size_t parts = pane.part_count;
    pane_release(&pane);
    return parts;
}
