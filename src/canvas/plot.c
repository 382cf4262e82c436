/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/plot.h"

#include "base/failure.h"
#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/dots.h"
#include "canvas/ticks.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    AROUND = 3, /* rows for the title, the axis and its numbers */
    PLOT_COLUMNS = 60,
    LEAST_COLUMNS = 10,
    NAME_COLUMNS = 24, /* most for the names of curves at their ends */
    TICK_COLUMNS = 8,  /* a number along the horizontal axis takes about as many */
    WHOLE_COLUMNS = 4, /* a small whole one */
    FEW_ROWS = 14,
    END_DECIMALS = 2,
    FACTOR_COLUMNS = 6,
    MOST_STEPS = 12
};

/* How the curves differ. */
static const struct pen pens[PLOT_CURVES] = {
    {STYLE_CURVE, "*", 1, 1, {0}},    {STYLE_CURVE_2, "o", 2, 4, {0}},
    {STYLE_CURVE_3, "x", 5, 8, {0}},  {STYLE_CURVE, "#", 1, 3, {0}},
    {STYLE_CURVE_2, "=", 8, 10, {0}}, {STYLE_CURVE_3, "%", 1, 4, {0}},
};

/* --- layout ----------------------------------------------------------------------------------- */

struct easel {
    const struct plot *plot;
    struct canvas canvas;
    struct dots dots;
    size_t rows, columns; /* characters of dots */
    size_t left;          /* the column of the vertical axis */
    size_t names; /* columns for the curves' names, with a blank before them; 0: none are put */
    struct ticks heights, widths;
    double first, last; /* the ends of x, as they are laid out */
    double low, high;   /* the ends of y */
};

static double x_at(const struct plot *plot, size_t i) {
    return plot->x != NULL ? plot->x[i] : (double)i;
}

static double along(const struct plot *plot, double x) {
    return plot->logarithmic ? log(x) : x;
}

static double dot_column(const struct easel *easel, double x) {
    return extent_share(easel->first, easel->last, along(easel->plot, x)) *
           (double)(easel->columns * easel->dots.across - 1);
}

static double upward(const struct plot *plot, double y) {
    return plot->logarithmic || plot->powers ? log10(y) : y;
}

/* Returns Y as it is laid out. */
static double dot_row(const struct easel *easel, double y) {
    return (1 - extent_share(easel->low, easel->high, y)) *
           (double)(easel->rows * easel->dots.down - 1);
}

/* Return the row of the canvas, and its column, that a point is in. */
static size_t row_of(const struct easel *easel, double y) {
    return 1 + (size_t)(dot_row(easel, y) + 0.5) / greater(1, easel->dots.down);
}

static size_t column_of(const struct easel *easel, double x) {
    size_t across = greater(1, easel->dots.across);
    return easel->left + 1 + (size_t)(dot_column(easel, x) + 0.5) / across;
}

static struct extent extent_of_all(const struct plot *plot) {
    struct extent all = {0};
    for (size_t i = 0; i < plot->curve_count; i++) {
        struct extent one = extent_of(plot->curves[i].y, plot->count);
        if (one.finite > 0) {
            all.low = all.finite == 0 ? one.low : fmin(all.low, one.low);
            all.high = all.finite == 0 ? one.high : fmax(all.high, one.high);
            all.finite += one.finite;
        }
    }
    return all;
}

/* Lays out an axis from one power of the factor of the horizontal axis (else of ten) to another. */
static void lay_factors(struct easel *easel, const struct extent *range) {
    double factor = easel->plot->factor > 1 ? easel->plot->factor : 10;
    double low = pow(factor, floor(log(range->low) / log(factor) + 1e-9));
    double high = pow(factor, ceil(log(range->high) / log(factor) - 1e-9));
    high = high > low ? high : low * factor;
    easel->heights = ticks_by_factor(low, high, factor, lesser(greater(easel->rows / 2, 1), TICKS));
    for (size_t i = 0; i < easel->heights.count; i++) {
        easel->heights.list[i].at = log10(easel->heights.list[i].at);
    }
    easel->low = log10(low);
    easel->high = log10(high);
}

/* Lays out the vertical axis; a curve that keeps its height is in the middle. */
static void lay_heights(struct easel *easel, const struct extent *range) {
    if (easel->plot->logarithmic || easel->plot->powers) {
        lay_factors(easel, range);
        return;
    }
    bool flat = !(range->high > range->low);
    if (easel->plot->tight && !flat && easel->rows < FEW_ROWS) {
        easel->heights = ticks_between(range->low, range->high, greater(easel->rows / 2, 1));
        const double ends[] = {easel->low = range->low, easel->high = range->high};
        for (size_t i = 0; i < 2; i++) {
            char number[NUMBER_TEXT];
            struct tick *end = &easel->heights.list[i * (easel->heights.count - 1)];
            number_short(number, ends[i], END_DECIMALS);
            text_fill(end->text, sizeof end->text, "%s", number);
        }
        return;
    }
    double half = fabs(range->low) < 1 ? 0.5 : fabs(range->low) / 2;
    easel->heights = ticks_around(flat ? fmax(range->low - half, -DBL_MAX) : range->low,
                                  flat ? fmin(range->high + half, DBL_MAX) : range->high,
                                  lesser(easel->rows / 2, TICKS - 2));
    easel->low = easel->heights.list[0].at;
    easel->high = easel->heights.list[easel->heights.count - 1].at;
}

/* True for steps, positions and sizes: there is nothing between 1 and 2. */
static bool counts(const struct plot *plot) {
    for (size_t i = 0; plot->x != NULL && i < plot->count; i++) {
        if (plot->x[i] != floor(plot->x[i])) {
            return false;
        }
    }
    return true;
}

static void lay_widths(struct easel *easel) {
    const struct plot *plot = easel->plot;
    double first = x_at(plot, 0), last = fmax(x_at(plot, plot->count - 1), plot->end);
    size_t most = 1 + easel->columns / (plot->logarithmic ? FACTOR_COLUMNS : TICK_COLUMNS);
    most = most < MOST_STEPS ? most : MOST_STEPS;
    double span = last - first, each = WHOLE_COLUMNS * span; /* each whole number is written */
    bool whole = first == floor(first) && last == floor(last) && fabs(first) < 10 && last < 100;
    if (span > 0 &&
        ((counts(plot) && span < (double)most) ||
         (whole && span >= 4 && span <= MOST_STEPS && each <= (double)easel->columns))) {
        most = (size_t)span;
    }
    easel->first = along(plot, first);
    easel->last = along(plot, last);
    easel->widths = plot->logarithmic ? ticks_by_factor(first, last, plot->factor, most)
                                      : ticks_between(first, last, most);
}

static void easel_init(struct easel *easel, const struct plot *plot, const struct canvas *canvas) {
    struct extent range = extent_of_all(plot);
    size_t rows = greater(canvas->rows, PLOT_LEAST_ROWS);
    *easel = (struct easel){.plot = plot, .canvas = *canvas, .rows = rows - AROUND};
    lay_heights(easel, &range);
    for (size_t i = 0; i < easel->heights.count; i++) {
        easel->left = greater(easel->left, strlen(easel->heights.list[i].text) + 1);
    }
    for (size_t i = 0; i < plot->curve_count && plot->curve_count > 1; i++) {
        size_t name = lesser(canvas_columns(plot->curves[i].name), NAME_COLUMNS);
        easel->names = greater(easel->names, name + 1);
    }
    size_t taken = easel->left + 1 + easel->names, width = canvas->columns;
    size_t room = width > taken + LEAST_COLUMNS ? width - taken : LEAST_COLUMNS;
    easel->columns = lesser(room, PLOT_COLUMNS);
    lay_widths(easel);
    struct box box = {1, easel->left + 1, easel->rows, easel->columns};
    struct canvas inside = canvas_part(canvas, box);
    easel->dots = dots_make(&inside, plot->ascii);
}

/* --- the picture ------------------------------------------------------------------------------ */

static void draw_curve(struct easel *easel, size_t pen) {
    const struct plot *plot = easel->plot;
    double before[2] = {0};
    bool joined = false;
    easel->dots.walked = 0;
    for (size_t i = 0; i < plot->count; i++) {
        double y = upward(plot, plot->curves[pen].y[i]);
        if (!isfinite(y)) {
            joined = false;
            continue;
        }
        double here[2] = {dot_column(easel, x_at(plot, i)), dot_row(easel, y)};
        if (joined) {
            dots_line(&easel->dots, &pens[pen], before, here);
        } else {
            dots_point(&easel->dots, &pens[pen], here);
        }
        memcpy(before, here, sizeof before);
        joined = true;
    }
}

/* Puts SIGN on the curve of PEN at X; the curve is a straight line between two positions. A NAME is
 * written beside it where there is room. */
static void put_curve_mark(const struct easel *easel, size_t pen, double x, const char *sign[2],
                           const char *name) {
    const struct plot *plot = easel->plot;
    const double *y = plot->curves[pen].y;
    const struct canvas *canvas = &easel->canvas;
    for (size_t i = 1; i < plot->count; i++) {
        double before = x_at(plot, i - 1), width = x_at(plot, i) - before;
        double there = y[i - 1] + (y[i] - y[i - 1]) * (x - before) / width;
        if (!(x >= before && x <= before + width) || !isfinite(upward(plot, there))) {
            continue;
        }
        size_t row = row_of(easel, upward(plot, there)), column = column_of(easel, x);
        canvas_put(canvas, row, column, sign[plot->ascii], STYLE_CHANGED);
        size_t end = column + 2 + canvas_columns(name);
        bool blank = end <= lesser(easel->left + 1 + easel->columns, canvas->columns);
        for (size_t at = column + 1; blank && at < end; at++) {
            blank = canvas_cell(canvas, row, at)->text[0] == '\0';
        }
        canvas_put(canvas, row, column + 2, blank ? name : "", STYLE_CHANGED);
        return;
    }
}

/* Puts the positions that are marked: where things were and, on top, where they are. */
static void put_marks(const struct easel *easel) {
    static const char *now[] = {"●", "O"}, *ring[] = {"○", "o"};
    const struct plot *plot = easel->plot;
    for (size_t pen = 0; pen < plot->curve_count; pen++) {
        for (size_t i = 0; i < plot->mark_count; i++) {
            const struct plot_marks *marks = &plot->marks[i];
            for (size_t k = 0; k < marks->count; k++) {
                put_curve_mark(easel, pen, marks->x[k], ring, marks->count == 1 ? marks->name : "");
            }
        }
        if (plot->was != NULL) {
            put_curve_mark(easel, pen, *plot->was, ring, "");
        }
        if (plot->now != NULL) {
            put_curve_mark(easel, pen, *plot->now, now, "");
        }
    }
}

/* Puts the numbers of the vertical axis: the ends always, the others on rows of their own. */
static void put_heights(const struct easel *easel) {
    bool ascii = easel->plot->ascii;
    const struct ticks *ticks = &easel->heights;
    size_t last = ticks->count - 1, top = row_of(easel, ticks->list[last].at);
    for (size_t row = 0; row < easel->rows; row++) {
        canvas_put(&easel->canvas, 1 + row, easel->left, ascii ? "|" : "│", STYLE_LABEL);
    }
    for (size_t i = 0, below = SIZE_MAX; i < ticks->count; i++) {
        const struct tick *tick = &ticks->list[i];
        size_t row = row_of(easel, tick->at), width = strlen(tick->text);
        if (row != below && (row != top || i == last)) {
            canvas_put(&easel->canvas, row, easel->left, ascii ? "+" : "┤", STYLE_LABEL);
            canvas_put(&easel->canvas, row, easel->left - 1 - width, tick->text, STYLE_LABEL);
            below = row;
        }
    }
}

/* Returns the column where the number at tick I begins: below its position, with the last one
 * ending there. */
static size_t tick_begin(const struct easel *easel, size_t i) {
    const struct tick *tick = &easel->widths.list[i];
    size_t at = column_of(easel, tick->at), width = strlen(tick->text);
    if (i == 0) {
        return at;
    }
    at -= i + 1 == easel->widths.count ? width - 1 : width / 2;
    return at < easel->left + 1 ? easel->left + 1 : at;
}

/* Puts the numbers of the horizontal axis: the ends always, the others where they leave a blank
 * between. */
static void put_widths(const struct easel *easel) {
    const struct ticks *ticks = &easel->widths;
    bool ascii = easel->plot->ascii;
    size_t axis = 1 + easel->rows, free = 0;
    size_t end = tick_begin(easel, ticks->count - 1);
    canvas_put(&easel->canvas, axis, easel->left, ascii ? "+" : "└", STYLE_LABEL);
    canvas_repeat(&easel->canvas, (const size_t[]){axis, easel->left + 1}, easel->columns,
                  ascii ? "-" : "─", STYLE_LABEL);
    for (size_t i = 0; i < ticks->count; i++) {
        size_t begin = tick_begin(easel, i), width = strlen(ticks->list[i].text);
        bool last = i + 1 == ticks->count;
        if (i > 0 && (begin < free || (!last && begin + width + 1 > end))) {
            continue;
        }
        free = begin + width + 1;
        canvas_put(&easel->canvas, axis, column_of(easel, ticks->list[i].at), ascii ? "+" : "┬",
                   STYLE_LABEL);
        canvas_put(&easel->canvas, axis + 1, begin, ticks->list[i].text, STYLE_LABEL);
    }
}

/* Returns the last finite number of a curve; NAN when it has none. */
static double last_height(const struct plot *plot, size_t curve) {
    for (size_t i = plot->count; i > 0; i--) {
        if (isfinite(plot->curves[curve].y[i - 1])) {
            return plot->curves[curve].y[i - 1];
        }
    }
    return NAN;
}

/* Returns how many curves end above that of number CURVE, or as high and are named before it. */
static size_t rank_by_end(const struct plot *plot, size_t curve) {
    size_t place = 0;
    double y = last_height(plot, curve);
    for (size_t i = 0; i < plot->curve_count; i++) {
        double other = last_height(plot, i);
        place += other > y || (other == y && i < curve);
    }
    return place;
}

/* Puts each name beside its curve's end, from the top; those that would meet move down, and all up
 * again where the last ones would leave the picture. */
static void put_curve_names(const struct easel *easel) {
    const struct plot *plot = easel->plot;
    char name[CANVAS_LABEL];
    size_t rows = easel->rows, free = 1, column = easel->left + 2 + easel->columns;
    for (size_t place = 0; place < plot->curve_count; place++) {
        for (size_t i = 0; i < plot->curve_count; i++) {
            double y = last_height(plot, i);
            size_t left = plot->curve_count - place - 1;
            if (isnan(y) || rank_by_end(plot, i) != place) {
                continue;
            }
            size_t own = row_of(easel, upward(plot, y)), row = own > free ? own : free;
            row = row + left > rows && rows > left ? rows - left : row;
            canvas_cut(name, plot->curves[i].name, easel->names - 1, plot->ascii);
            canvas_put(&easel->canvas, row, column, name, pens[i].style);
            free = row + 1;
        }
    }
}

/* Leaves out names that are too long for the line, because they are at the curves' ends anyway. */
static void write_plot_title(const struct easel *easel, struct text *title) {
    const struct plot *plot = easel->plot;
    struct text tail = {0};
    text_format(&tail, " by %s%s", plot->by,
                plot->logarithmic ? ", both axes in equal factors" : "");
    for (size_t i = 0; i < plot->curve_count; i++) {
        text_format(title, "%s%s", text_between(i, plot->curve_count), plot->curves[i].name);
    }
    if (plot->curve_count > 1 &&
        canvas_columns(text_string(title)) + canvas_columns(text_string(&tail)) >
            easel->canvas.columns) {
        text_clear(title);
        text_format(title, "%zu curves", plot->curve_count);
    }
    text_append(title, text_string(&tail));
    text_release(&tail);
}

static void put_plot_title(const struct easel *easel) {
    struct text title = {0};
    char cut[CANVAS_LABEL];
    if (easel->plot->title == NULL) {
        write_plot_title(easel, &title);
    }
    text_append(&title, easel->plot->title != NULL ? easel->plot->title : "");
    text_append(&title, easel->plot->powers ? ", up in powers of ten" : "");
    const char *words = text_string(&title);
    canvas_cut(cut, words, easel->canvas.columns, easel->plot->ascii);
    canvas_put(&easel->canvas, 0, 0, cut, STYLE_TITLE);
    text_release(&title);
}

/* --- in words --------------------------------------------------------------------------------- */

#define NOTHING_FINITE "%s has no finite number to draw.\n"

static void describe_curve(const struct plot *plot, const struct curve *curve, struct text *out) {
    struct extent range = extent_of(curve->y, plot->count);
    char y[NUMBER_TEXT], x[NUMBER_TEXT];
    const size_t at[] = {0, plot->count - 1, range.at_low, range.at_high};
    static const char *const words[] = {"begins with ", ", ends with ", "; its lowest is ",
                                        ", its highest "};
    if (range.finite == 0) {
        text_format(out, NOTHING_FINITE, curve->name);
        return;
    }
    text_format(out, "%s by %s ", curve->name, plot->by);
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        number_short(y, curve->y[at[i]], plot->precision);
        number_short(x, x_at(plot, at[i]), plot->precision);
        text_format(out, "%s%s at %s", words[i], y, x);
    }
    text_append(out, ".\n");
}

/* True when equal factors take equal room along both axes, false when along none: one alone would
 * bend every curve. */
static bool has_factors(const struct plot *plot) {
    bool positive = plot->logarithmic;
    for (size_t k = 0; positive && k < plot->curve_count; k++) {
        for (size_t i = 0; positive && i < plot->count; i++) {
            positive = plot->curves[k].y[i] > 0 || !isfinite(plot->curves[k].y[i]);
        }
    }
    return positive;
}

void plot_draw(const struct canvas *canvas, const struct plot *drawn) {
    struct plot own = *drawn, *plot = &own;
    struct easel easel;
    if (extent_of_all(drawn).finite == 0) {
        struct text words = {0};
        text_format(&words, NOTHING_FINITE,
                    drawn->curve_count > 0 ? drawn->curves[0].name : "this");
        canvas_put_lines(canvas, text_string(&words), 0);
        text_release(&words);
        return;
    }
    own.logarithmic = has_factors(drawn);
    easel_init(&easel, plot, canvas);
    for (size_t i = 0; i < plot->curve_count; i++) {
        draw_curve(&easel, i);
    }
    put_marks(&easel);
    put_heights(&easel);
    put_widths(&easel);
    if (easel.names > 0) {
        put_curve_names(&easel);
    }
    put_plot_title(&easel);
}

void plot_describe(const struct plot *plot, struct text *out) {
    for (size_t i = 0; i < plot->curve_count; i++) {
        describe_curve(plot, &plot->curves[i], out);
    }
}
