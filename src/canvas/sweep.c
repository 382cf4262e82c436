/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/sweep.h"

#include "base/least.h"
#include "base/memory.h"

enum { CURVE_MOST = 70 }; /* columns */

struct sweep *sweep_retain(struct sweep *sweep) {
    sweep->references++;
    return sweep;
}

void sweep_release(struct sweep *sweep) {
    if (sweep == NULL || --sweep->references > 0) {
        return;
    }
    for (size_t k = 0; k < PLOT_CURVES; k++) {
        memory_free(sweep->names[k]);
        memory_free(sweep->y[k]);
    }
    memory_free(sweep->x);
    memory_free(sweep->by);
    memory_free(sweep);
}

/* --- the curves ------------------------------------------------------------------------------- */

static size_t plots_of(const struct sweep *sweep) {
    return sweep->requested.option[SWEEP_SHARED] > 0 ? 1 : sweep->curves;
}

/* Makes plot AT of them. A ring marks the other values and where the number was, a ball where it
 * is. */
static struct plot make_plot(const struct drawing *drawing, size_t at) {
    const struct sweep *sweep = drawing->sweep;
    const struct picture *by = &drawing->values[0];
    const struct tensor *now = by->value;
    struct plot plot = {.by = sweep->by,
                        .x = sweep->x,
                        .curve_count = plots_of(sweep) == 1 ? sweep->curves : 1,
                        .count = sweep->count,
                        .factor = sweep->requested.option[SWEEP_FACTOR],
                        .precision = by->precision};
    for (size_t k = 0; k < plot.curve_count; k++) {
        plot.curves[k] = (struct curve){sweep->names[at + k], sweep->y[at + k]};
    }
    for (size_t i = 1; i < drawing->count; i++) {
        const struct picture *of = &drawing->values[i];
        size_t name = drawing_index(drawing->request, of->name);
        if (drawing->request->marks > 0 && name >= drawing->request->marks) {
            plot.marks[plot.mark_count++] = (struct plot_marks){
                of->name, of->value->cells, shape_cells(&of->value->shape), false};
        }
    }
    bool there = sweep->cell < shape_cells(&now->shape);
    if (there && picture_moved(by, sweep->cell)) {
        plot.marks[plot.mark_count++] =
            (struct plot_marks){"", by->before->cells + sweep->cell, 1, false};
    }
    if (there) {
        plot.marks[plot.mark_count++] = (struct plot_marks){"", now->cells + sweep->cell, 1, true};
    }
    return plot;
}

/* --- on the stage ----------------------------------------------------------------------------- */

/* True only for what this very request has measured. */
static bool sweep_fits(const struct drawing *drawing, struct failure *failure) {
    const struct sweep *sweep = drawing->sweep;
    (void)failure;
    return sweep != NULL && drawing_same(&sweep->requested, drawing->request);
}

static void sweep_describe(const struct drawing *drawing, struct text *out) {
    for (size_t i = 0; i < plots_of(drawing->sweep); i++) {
        struct plot plot = make_plot(drawing, i);
        plot_describe(&plot, out);
    }
}

static size_t sweep_rows(const struct drawing *drawing, size_t columns) {
    (void)columns;
    return plots_of(drawing->sweep) * PLOT_ROWS;
}

/* Draws curves on axes of their own one below the other, or side by side where that is too low. */
static void sweep_draw(const struct drawing *drawing, const struct canvas *canvas) {
    size_t plots = plots_of(drawing->sweep);
    size_t down = lesser(greater(canvas->rows / PLOT_LEAST_ROWS, 1), plots);
    size_t across = greater(1, (plots + down - 1) / down);
    size_t rows = canvas->rows / down, columns = canvas->columns / across;
    size_t wide = across > 1 ? reduced(columns, 2) : lesser(columns, CURVE_MOST);
    for (size_t i = 0; i < plots; i++) {
        struct box box = {i / across * rows, i % across * columns, rows, wide};
        struct canvas part = canvas_part(canvas, box);
        struct plot plot = make_plot(drawing, i);
        if (part.rows >= PLOT_LEAST_ROWS) {
            plot_draw(&part, &plot);
        }
    }
}

const struct drawing_kind sweep_drawing = {
    .name = "sweep",
    .sentence = "Move one number through a range and plot what happens to another.",
    .details =
        "Nothing is changed. A cell of a computed value is pinned meanwhile. Several values can\n"
        "be watched, expressions too: max(A). There are 41 points at equal distances; steps=511 "
        "makes 512, ends included. times=2 doubles from point "
        "to point: sweep d_k from 1 to 512 watch std(S) times=2. axes=shared draws everything "
        "watched into one picture, to compare. A ball on the curve shows\n"
        "where the number is now; at NAME… after what is watched marks other values.",
    .example = "sweep W_q[1,2] from -2 to 2 watch weights[1,2]",
    .parameters = {{"CELL…", TYPE_CELL, NULL, "the number to move"},
                   {"from A to B", TYPE_NUMBER, NULL, "its first and its last value"},
                   {"watch CELL…", TYPE_CELL, NULL, "what is drawn"},
                   {"[steps=40 times=2 axes=shared]", TYPE_OPTIONS, NULL,
                    "how many intervals, 40 by default, or in equal factors; axes own or shared"}},
    .options = {[SWEEP_STEPS] = {.key = "steps", .most = 2000},
                [SWEEP_FACTOR] = {.key = "times"},
                [SWEEP_SHARED] = {.key = "axes", .words = "own shared"}},
    .most = DRAWING_VALUES,
    .measured = true,
    .fits = sweep_fits,
    .rows = sweep_rows,
    .describe = sweep_describe,
    .least = {9, 34},
    .wish = {17, 76},
    .draw = sweep_draw,
};
