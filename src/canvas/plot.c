/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/plot.h"

#include "base/number.h"
#include "base/text.h"
#include "canvas/dots.h"
#include "canvas/ticks.h"

#include <math.h>
#include <string.h>

enum {
    AROUND = 3, /* rows for the title, the axis and its numbers */
    PLOT_COLUMNS = 60,
    LEAST_COLUMNS = 10,
    NAME_COLUMNS = 24, /* most for the names of curves at their ends */
};

/* How the curves differ. */
static const struct pen pens[PLOT_CURVES] = {
    {STYLE_CURVE, 1, 1, {0}}, {STYLE_CURVE_2, 2, 4, {0}},  {STYLE_CURVE_3, 5, 8, {0}},
    {STYLE_CURVE, 1, 3, {0}}, {STYLE_CURVE_2, 8, 10, {0}}, {STYLE_CURVE_3, 1, 4, {0}},
};

/* --- layout ----------------------------------------------------------------------------------- */

struct easel {
    const struct plot *plot;
    struct canvas canvas;
    struct dots dots;
    size_t left;  /* the column of the vertical axis */
    size_t names; /* columns for the curves' names, with a blank before them; 0: none are put */
    struct axis up, along;
};

static double x_at(const struct plot *plot, size_t i) {
    return plot->x != NULL ? plot->x[i] : (double)i;
}

/* Finds where a point is, column and row in characters from the middle of the first one. */
static void find_place(const struct easel *easel, double x, double y, double at[2]) {
    at[0] = axis_place(&easel->along, x);
    at[1] = (double)(easel->up.cells - 1) - axis_place(&easel->up, y);
}

/* Finds how far the finite numbers of all curves reach; false: there are none. */
static bool find_range(const struct plot *plot, double *low, double *high) {
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < plot->curve_count * plot->count; i++) {
        double y = plot->curves[i / plot->count].y[i % plot->count];
        *low = isfinite(y) ? fmin(*low, y) : *low;
        *high = isfinite(y) ? fmax(*high, y) : *high;
    }
    return *low <= *high;
}

static struct easel easel_make(const struct plot *plot, const struct canvas *canvas) {
    struct easel easel = {.plot = plot, .canvas = *canvas};
    struct axis *up = &easel.up, *along = &easel.along;
    find_range(plot, &up->low, &up->high);
    if (plot->factor > 1 && up->low > 0) { /* along one axis alone it would bend every curve */
        up->factor = along->factor = plot->factor;
    } else if (plot->far > 1 && up->low > 0 && up->high >= plot->far * up->low) {
        up->factor = 10;
    }
    up->cells = greater(canvas->rows, PLOT_LEAST_ROWS) - AROUND;
    axis_fit(up);
    easel.left = axis_widest(up) + 1;
    for (size_t i = 0; i < plot->curve_count && plot->curve_count > 1; i++) {
        size_t name = lesser(canvas_columns(plot->curves[i].name), NAME_COLUMNS);
        easel.names = greater(easel.names, name + 1);
    }
    size_t room = reduced(canvas->columns, easel.left + 1 + easel.names);
    along->cells = lesser(greater(room, LEAST_COLUMNS), PLOT_COLUMNS);
    along->across = along->whole = true;
    for (size_t i = 0; i < plot->count; i++) { /* steps, positions, sizes */
        along->whole = along->whole && x_at(plot, i) == floor(x_at(plot, i));
    }
    along->low = x_at(plot, 0);
    along->high = fmax(x_at(plot, plot->count - 1), plot->end);
    axis_fit(along);
    struct box inside = {1, easel.left + 1, up->cells, along->cells};
    easel.dots.canvas = canvas_part(canvas, inside);
    return easel;
}

/* --- the picture ------------------------------------------------------------------------------ */

static void draw_curve(struct easel *easel, size_t pen) {
    const struct plot *plot = easel->plot;
    double before[2] = {NAN, NAN}; /* what is not finite has no place */
    easel->dots.walked = 0;
    for (size_t i = 0; i < plot->count; i++) {
        double here[2];
        find_place(easel, x_at(plot, i), plot->curves[pen].y[i], here);
        here[0] = here[0] * DOTS_ACROSS + (DOTS_ACROSS - 1) / 2.0;
        here[1] = here[1] * DOTS_DOWN + (DOTS_DOWN - 1) / 2.0;
        if (isfinite(here[1]) && isfinite(before[1])) {
            dots_line(&easel->dots, &pens[pen], before, here);
        } else if (isfinite(here[1])) {
            dots_point(&easel->dots, &pens[pen], here);
        }
        memcpy(before, here, sizeof before);
    }
}

static bool is_blank(const struct canvas *canvas, size_t row, size_t column) {
    const struct canvas_cell *cell = canvas_cell(canvas, row, column);
    return cell == NULL || cell->text[0] == '\0';
}

/* Puts a mark on the curve of PEN at X; the curve is a straight line between two positions. A name
 * is written beside it where there is room. */
static void put_curve_mark(const struct easel *easel, size_t pen, double x,
                           const struct plot_marks *mark) {
    const struct plot *plot = easel->plot;
    const double *y = plot->curves[pen].y;
    const struct canvas *canvas = &easel->canvas;
    for (size_t i = 1; i < plot->count; i++) {
        double before = x_at(plot, i - 1), width = x_at(plot, i) - before;
        double there = y[i - 1] + (y[i] - y[i - 1]) * (x - before) / width;
        double place[2];
        find_place(easel, x, there, place);
        if (!(x >= before && x <= before + width) || !isfinite(place[1])) {
            continue;
        }
        size_t row = 1 + (size_t)(place[1] + 0.5);
        size_t column = easel->left + 1 + (size_t)(place[0] + 0.5);
        canvas_put(canvas, row, column, mark->now ? "●" : "○", STYLE_CHANGED);
        size_t end = column + 2 + canvas_columns(mark->name);
        bool blank = mark->count == 1 &&
                     end <= lesser(easel->left + 1 + easel->along.cells, canvas->columns);
        for (size_t at = column + 1; blank && at < end; at++) {
            blank = is_blank(canvas, row, at);
        }
        canvas_put(canvas, row, column + 2, blank ? mark->name : "", STYLE_CHANGED);
        return;
    }
}

/* Puts both axes and their numbers, those along below the middle of their positions. */
static void put_axes(const struct easel *easel) {
    const struct canvas *canvas = &easel->canvas;
    const struct axis *up = &easel->up, *along = &easel->along;
    size_t left = easel->left, axis = 1 + up->cells, free = 0;
    for (size_t row = 1; row < axis; row++) {
        canvas_put(canvas, row, left, "│", STYLE_LABEL);
    }
    for (size_t i = 0; i < up->ticks; i++) {
        size_t row = axis - 1 - up->first - i * up->apart;
        canvas_put(canvas, row, left, "┤", STYLE_LABEL);
        canvas_put_right(canvas, row, left - 1, axis_tick(up, i).text, STYLE_LABEL);
    }
    canvas_put(canvas, axis, left, "└", STYLE_LABEL);
    canvas_repeat(canvas, (const size_t[]){axis, left + 1}, along->cells, "─", STYLE_LABEL);
    for (size_t i = 0; i < along->ticks; i++) {
        struct written number = axis_tick(along, i);
        size_t at = left + 1 + along->first + i * along->apart;
        size_t begin = reduced(at, strlen(number.text) / 2);
        if (begin >= free) { /* the ends, where nothing else has room, may meet */
            canvas_put(canvas, axis, at, "┬", STYLE_LABEL);
            canvas_put(canvas, axis + 1, begin, number.text, STYLE_LABEL);
            free = begin + strlen(number.text) + 1;
        }
    }
}

/* Puts each name beside its curve's end, or where another is there in the next row below. */
static void put_curve_names(const struct easel *easel) {
    const struct plot *plot = easel->plot;
    size_t column = easel->left + 2 + easel->along.cells;
    for (size_t i = 0; i < plot->curve_count; i++) {
        double end = NAN, place[2];
        for (size_t k = 0; k < plot->count; k++) {
            end = isfinite(plot->curves[i].y[k]) ? plot->curves[i].y[k] : end;
        }
        if (isnan(end)) {
            continue;
        }
        find_place(easel, 0, end, place);
        size_t row = 1 + (size_t)(place[1] + 0.5);
        while (!is_blank(&easel->canvas, row, column)) {
            row++;
        }
        canvas_put(&easel->canvas, row, column,
                   canvas_cut(plot->curves[i].name, easel->names - 1).text, pens[i].style);
    }
}

/* Leaves out names that are too long for the line, because they are at the curves' ends anyway. */
static void put_plot_title(const struct easel *easel) {
    const struct plot *plot = easel->plot;
    const char *scale = easel->along.factor > 1 ? ", both axes in equal factors"
                        : easel->up.factor > 1  ? ", up in powers of ten"
                                                : "";
    struct text title = {0};
    for (size_t i = 0; i < plot->curve_count; i++) {
        text_format(&title, "%s%s", text_between(i, plot->curve_count), plot->curves[i].name);
    }
    text_format(&title, " by %s%s", plot->by, scale);
    if (plot->curve_count > 1 && canvas_columns(text_string(&title)) > easel->canvas.columns) {
        text_clear(&title);
        text_format(&title, "%zu curves by %s%s", plot->curve_count, plot->by, scale);
    }
    if (plot->title != NULL) {
        text_clear(&title);
        text_format(&title, "%s%s", plot->title, scale);
    }
    canvas_put_cut(&easel->canvas, 0, 0, text_string(&title), STYLE_TITLE);
    text_release(&title);
}

#define NOTHING_FINITE " has no finite number to draw."

void plot_draw(const struct canvas *canvas, const struct plot *plot) {
    double low, high;
    if (!find_range(plot, &low, &high)) {
        size_t column = canvas_put(canvas, 0, 0, plot->curves[0].name, STYLE_PLAIN);
        canvas_put(canvas, 0, column, NOTHING_FINITE, STYLE_PLAIN);
        return;
    }
    struct easel easel = easel_make(plot, canvas);
    for (size_t pen = 0; pen < plot->curve_count; pen++) {
        draw_curve(&easel, pen);
    }
    for (size_t pen = 0; pen < plot->curve_count; pen++) {
        for (size_t i = 0; i < plot->mark_count; i++) {
            for (size_t k = 0; k < plot->marks[i].count; k++) {
                put_curve_mark(&easel, pen, plot->marks[i].x[k], &plot->marks[i]);
            }
        }
    }
    put_axes(&easel);
    if (easel.names > 0) {
        put_curve_names(&easel);
    }
    put_plot_title(&easel);
}

/* --- in words --------------------------------------------------------------------------------- */

void plot_describe(const struct plot *plot, struct text *out) {
    static const char *const words[] = {"begins with ", ", ends with ", "; its lowest is ",
                                        ", its highest "};
    for (size_t k = 0; k < plot->curve_count; k++) {
        const struct curve *curve = &plot->curves[k];
        size_t at[] = {0, plot->count - 1, plot->count, plot->count}; /* as WORDS */
        for (size_t i = 0; i < plot->count; i++) {
            bool first = at[2] == plot->count, finite = isfinite(curve->y[i]);
            at[2] = finite && (first || curve->y[i] < curve->y[at[2]]) ? i : at[2];
            at[3] = finite && (first || curve->y[i] > curve->y[at[3]]) ? i : at[3];
        }
        if (at[2] == plot->count) {
            text_format(out, "%s" NOTHING_FINITE "\n", curve->name);
            continue;
        }
        text_format(out, "%s by %s ", curve->name, plot->by);
        for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
            text_format(out, "%s%s at %s", words[i],
                        number_written(curve->y[at[i]], plot->precision).text,
                        number_written(x_at(plot, at[i]), plot->precision).text);
        }
        text_append(out, ".\n");
    }
}
