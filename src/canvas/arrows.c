/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arrows: draws rows of two numbers as arrows from the origin, one unit as long across as up, with
 * their lengths and, for each, the angle and the dot product with the row that asks. The same as a
 * dial: the hands of a clock in a circle of radius 1 (or of the next round number). */
#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/dots.h"
#include "canvas/drawing.h"
#include "canvas/ticks.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BARE }; /* the option numbers=no */

enum {
    NAME = 12, /* most columns of a name */
    GAP = 3,
    LEAST_PAPER = 20, /* columns */
    PAPER = 17,       /* rows, where there is no limit */
    DECIMALS = 3,     /* of numbers along axes */
    DEGREES = 2,      /* decimals of angles */
    LISTED = 24       /* most arrows with their numbers */
};

/* --- the arrows ------------------------------------------------------------------------------- */

struct arrow {
    const double *to, *old; /* where it points, and did before the last change; NULL: there too */
    enum style style;
    struct label name; /* "It" of one value, "Q It" of several; a lone row has the name of
                                its value */
};

static struct arrow arrow_at(const struct drawing *drawing, size_t i) {
    static const enum style curves[] = {STYLE_CURVE, STYLE_CURVE_2, STYLE_CURVE_3};
    const struct picture *of = drawing->values;
    size_t row = i, rows;
    while (row >= (rows = shape_rows(&of->value->shape))) {
        row -= rows;
        of++;
    }
    const struct shape *shape = &of->value->shape;
    size_t first = picture_first(of) + 2 * row;
    struct arrow arrow = {.to = of->value->cells + first};
    if (picture_moved(of, first) || picture_moved(of, first + 1)) {
        arrow.old = of->before->cells + first;
    }
    bool several = drawing->count > 1, has_role = of->role != STYLE_PLAIN;
    arrow.style = has_role && of->role != STYLE_FORMULA
                      ? of->role
                      : curves[several ? (of - drawing->values) % 3 : 0];
    bool lone = rows == 1 && (several || !shape->labels[AXIS_ROW]);
    char name[2 * CANVAS_LABEL];
    text_fill(name, sizeof name, "%s%s%s", lone || several ? of->name : "",
              !lone && several ? " " : "", lone ? "" : matrix_head(shape, AXIS_ROW, row).text);
    arrow.name = canvas_cut(name, NAME);
    return arrow;
}

static bool arrows_fit(const struct drawing *drawing, struct failure *failure) {
    for (size_t i = 0; i < drawing->count; i++) {
        const struct picture *of = &drawing->values[i];
        size_t columns = shape_columns(&of->value->shape);
        if (columns > 2) {
            return failure_set(failure,
                               "an arrow on paper has two numbers, a row of %s has %zu: draw two "
                               "of them, %s_2 = %s[:,1:2] and then arrows %s_2",
                               of->name, columns, of->name, of->name, of->name);
        }
        if (columns < 2) {
            return failure_set(failure, "an arrow has two numbers, a row of %s has one", of->name);
        }
    }
    return true;
}

/* --- in numbers ------------------------------------------------------------------------------- */

enum { COLUMN_NAME, COLUMN_X, COLUMN_Y, COLUMN_LENGTH, COLUMN_ANGLE, COLUMN_DOT, COLUMNS };

struct easel {
    const struct drawing *drawing;
    bool dial;
    size_t asking; /* which arrow the others are compared with */
    struct arrow asks;
    size_t count, listed, columns, width[COLUMNS];
    char note[CANVAS_LABEL + 32]; /* below all columns: what the measures are with */

    /* How points map to dots of the paper or the dial, which are as far apart across as down. */
    struct dots dots;
    size_t room;          /* columns, with a margin for names on either side */
    double unit, zero[2]; /* dots to a unit; where the origin is, in dots */
    double radius;        /* of a dial */
    double step;          /* of squared paper: a round number */
    long low[2], high[2]; /* the range, in steps */
    size_t apart;         /* the rows of a step, and half of its columns */
};

/* Writes what each column has for arrow I, or (SIZE_MAX) their headings. None is compared with
 * itself, and one without a direction has no angle. */
static void write_entries(const struct easel *easel, size_t i, char out[COLUMNS][NUMBER_TEXT]) {
    static const char *const heads[] = {"", "", "", "length", "degrees", "dot"};
    const struct picture *of = &easel->drawing->values[0];
    if (i == SIZE_MAX) {
        for (size_t k = 0; k < COLUMNS; k++) {
            bool axis = k == COLUMN_X || k == COLUMN_Y;
            struct label head = matrix_head(&of->value->shape, AXIS_COLUMN, k == COLUMN_Y);
            text_fill(out[k], NUMBER_TEXT, "%s", axis ? head.text : heads[k]);
        }
        return;
    }
    struct arrow arrow = arrow_at(easel->drawing, i);
    const double *to = arrow.to, *asks = easel->asks.to;
    double length = hypot(to[0], to[1]), dot = asks[0] * to[0] + asks[1] * to[1];
    double cross = asks[0] * to[1] - asks[1] * to[0];
    bool compared = i != easel->asking;
    bool has_angle = compared && length != 0 && hypot(asks[0], asks[1]) != 0;
    double angle = has_angle ? atan2(fabs(cross), dot) * (180 / acos(-1)) : NAN;
    const double numbers[COLUMNS] = {0, to[0], to[1], length, angle, compared ? dot : NAN};
    text_fill(out[COLUMN_NAME], NUMBER_TEXT, "%s", arrow.name.text);
    for (size_t k = COLUMN_X; k < COLUMNS; k++) {
        number_short(out[k], numbers[k], k == COLUMN_ANGLE ? DEGREES : of->precision);
        if (k >= easel->columns || (k >= COLUMN_ANGLE && isnan(numbers[k]))) {
            out[k][0] = '\0';
        }
    }
}

static struct easel arrow_list_make(const struct drawing *drawing) {
    struct easel easel = {.drawing = drawing, .dial = drawing->request->kind == &dial_drawing};
    for (size_t i = 0; i < drawing->count; i++) {
        size_t at[2];
        picture_cursor(&drawing->values[i], at);
        easel.asking = at[0] != SIZE_MAX ? easel.count + at[0] : easel.asking;
        easel.count += shape_rows(&drawing->values[i].value->shape);
    }
    easel.asks = arrow_at(drawing, easel.asking);
    easel.listed = lesser(easel.count, LISTED);
    easel.columns = drawing->request->option[BARE] > 0 ? COLUMN_LENGTH
                    : easel.count > 1                  ? COLUMNS
                                                       : COLUMN_ANGLE;
    text_fill(easel.note, sizeof easel.note, "degrees, dot: with %s", easel.asks.name.text);
    for (size_t i = 0; i <= easel.listed; i++) {
        char entries[COLUMNS][NUMBER_TEXT];
        write_entries(&easel, i < easel.listed ? i : SIZE_MAX, entries);
        for (size_t column = 0; column < COLUMNS; column++) {
            easel.width[column] = greater(easel.width[column], canvas_columns(entries[column]));
        }
    }
    return easel;
}

static void arrows_describe(const struct drawing *drawing, struct text *out) {
    struct easel easel = arrow_list_make(drawing);
    for (size_t i = 0; i < easel.count; i++) {
        char entries[COLUMNS][NUMBER_TEXT];
        write_entries(&easel, i, entries);
        const char *name = entries[COLUMN_NAME], *asks = easel.asks.name.text;
        text_format(out, "%s is the arrow %s, %s%s%s.\n", name, entries[COLUMN_X],
                    entries[COLUMN_Y], entries[COLUMN_LENGTH][0] != '\0' ? ", of length " : "",
                    entries[COLUMN_LENGTH]);
        if (entries[COLUMN_ANGLE][0] != '\0') {
            text_format(out, "%s and %s are %s degrees apart.\n", asks, name,
                        entries[COLUMN_ANGLE]);
        }
        if (entries[COLUMN_DOT][0] != '\0') {
            text_format(out, "The dot product of %s and %s is %s.\n", asks, name,
                        entries[COLUMN_DOT]);
        }
    }
}

/* Counts the rows of the list: its headings, the arrows, and the note. */
static size_t list_rows(const struct easel *easel) {
    return 1 + easel->listed + (easel->columns == COLUMNS);
}

/* Returns the columns of the list, and of the gap before it. */
static size_t list_columns(const struct easel *easel) {
    size_t note = easel->columns == COLUMNS ? canvas_columns(easel->note) : 0, columns = 0;
    for (size_t column = 0; column < easel->columns; column++) {
        columns += easel->width[column] + (column > 0 ? 2 : 0);
    }
    return GAP + 2 + greater(note, columns);
}

/* Puts as many arrows as there is room for, among them the one that asks. */
static void put_list(const struct easel *easel, const struct canvas *canvas) {
    bool note = easel->columns == COLUMNS;
    struct visible visible =
        visible_make(easel->count, lesser(canvas->rows - 1 - note, LISTED), easel->asking);
    for (size_t line = 0; line <= visible.count; line++) { /* the first has the headings */
        size_t i = line == 0 ? SIZE_MAX : visible.first + line - 1, end = 2 + easel->width[0];
        char entries[COLUMNS][NUMBER_TEXT];
        write_entries(easel, i, entries);
        if (line > 0) {
            bool asks = i == easel->asking && easel->count > 1;
            canvas_put(canvas, line, 0, asks ? "▶" : "", STYLE_STRONG);
            canvas_put(canvas, line, 2, entries[COLUMN_NAME], arrow_at(easel->drawing, i).style);
        }
        for (size_t k = COLUMN_X; k < easel->columns; k++) {
            end += 2 + easel->width[k];
            canvas_put_right(canvas, line, end, entries[k], line == 0 ? STYLE_LABEL : STYLE_NUMBER);
        }
    }
    canvas_put(canvas, 1 + visible.count, 2, note ? easel->note : "", STYLE_DIM);
}

/* --- on paper --------------------------------------------------------------------------------- */

/* What is longer is not drawn, and what is shorter is a point. */
static const double most = 1e100, least = 1e-100;

static bool is_drawn(const double to[2]) {
    return to != NULL && fabs(to[0]) <= most && fabs(to[1]) <= most;
}

/* Returns the columns of the widest number along an axis. */
static size_t widest_mark(const struct easel *easel, size_t axis) {
    size_t widest = 0;
    for (long i = easel->low[axis]; i <= easel->high[axis]; i++) {
        widest = greater(widest, strlen(number_written((double)i * easel->step, DECIMALS).text));
    }
    return widest;
}

/* Makes squared paper in SIZE with the origin and all tips inside, also those of before the last
 * change, with a row above and below, and names beside the tips, which may take a ninth of the
 * columns. It is measured in characters, each twice as high as wide; a step is a whole number of
 * rows, and of two columns: a round number, or twice or four times it, so that a row is between two
 * marks where there is room. The range moves by whole steps, so that turning an arrow moves the
 * arrow and not the paper. The origin is in the middle of a character. */
static void make_paper(struct easel *easel, const size_t size[2]) {
    double ends[2][2] = {{0}};
    size_t beside[2] = {1, 2}, left = 0;
    for (size_t i = 0; i < 2 * easel->count; i++) {
        struct arrow arrow = arrow_at(easel->drawing, i / 2);
        const double *tip = i % 2 == 1 ? arrow.old : arrow.to;
        size_t name = 1 + lesser(canvas_columns(arrow.name.text), size[1] / 9);
        if (is_drawn(tip)) {
            beside[tip[0] > 0] = greater(beside[tip[0] > 0], tip[0] != 0 ? name : 0);
        }
        for (size_t k = 0; k < 2 && is_drawn(tip); k++) {
            ends[0][k] = fmin(ends[0][k], tip[k]);
            ends[1][k] = fmax(ends[1][k], tip[k]);
        }
    }
    double span = fmax(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1]);
    easel->step = span > least ? round_around(0, span, 6).step : 1;
    for (int i = 0; i < 3 && easel->apart < 2; i++) {
        easel->step *= i > 0 ? 2 : 1;
        for (size_t k = 0; k < 2; k++) {
            easel->low[k] = (long)floor(ends[0][k] / easel->step);
            easel->high[k] = (long)fmax(ceil(ends[1][k] / easel->step), (double)easel->low[k] + 1);
        }
        left = easel->low[0] < 0 ? beside[0] : 1 + widest_mark(easel, 1);
        size_t columns = reduced(size[1], left + 1 + beside[1]) / 2;
        easel->apart = lesser(reduced(size[0], 3) / (size_t)(easel->high[1] - easel->low[1]),
                              columns / (size_t)(easel->high[0] - easel->low[0]));
    }
    easel->apart = greater(easel->apart, 1);
    left += 2 * (size_t)-easel->low[0] * easel->apart;
    size_t above = 1 + (size_t)easel->high[1] * easel->apart;
    easel->room = left + 1 + 2 * (size_t)easel->high[0] * easel->apart + beside[1];
    easel->unit = DOTS_DOWN * (double)easel->apart / easel->step;
    easel->zero[0] = (double)(DOTS_ACROSS * left) + 0.5;
    easel->zero[1] = (double)(DOTS_DOWN * above) + 1.5;
}

static size_t dial_columns(const struct easel *easel, size_t rows) {
    return 2 * (rows + easel->width[COLUMN_NAME] + 2);
}

/* Makes a dial as large as SIZE allows, with a row above and below. */
static void make_dial(struct easel *easel, const size_t size[2]) {
    easel->room = lesser(size[1], dial_columns(easel, size[0]));
    size_t beside = easel->width[COLUMN_NAME] + 2;
    double radius = 1;
    for (size_t i = 0; i < easel->count; i++) {
        struct arrow arrow = arrow_at(easel->drawing, i);
        radius = is_drawn(arrow.to) ? fmax(radius, hypot(arrow.to[0], arrow.to[1])) : radius;
    }
    easel->radius = round_around(0, radius > 1 + 1e-9 ? radius : 1, 4).high;
    double across = (double)(DOTS_ACROSS * reduced(easel->room, 2 * beside)) - 1;
    double down = (double)(DOTS_DOWN * (size[0] - 2)) - 1;
    easel->unit = fmax(fmin(down, across), 0) / easel->radius / 2;
    easel->zero[0] = (double)(DOTS_ACROSS * beside) + across / 2;
    easel->zero[1] = DOTS_DOWN + down / 2;
}

/* Finds the dot of a point, and the character that it is in. */
static void find_dot(const struct easel *easel, double x, double y, double at[2]) {
    at[0] = easel->zero[0] + x * easel->unit;
    at[1] = easel->zero[1] - y * easel->unit;
}

static void find_cell(const struct easel *easel, double x, double y, size_t cell[2]) {
    double at[2];
    find_dot(easel, x, y, at);
    cell[0] = (size_t)fmax(at[1] + 0.5, 0) / DOTS_DOWN;
    cell[1] = (size_t)fmax(at[0] + 0.5, 0) / DOTS_ACROSS;
}

/* Puts the axes of squared paper from end to end of the range, and a dot where whole steps cross.
 */
static void put_squares(struct easel *easel) {
    const struct canvas *canvas = &easel->dots.canvas;
    double step = easel->step;
    size_t first[2], last[2], zero[2], at[2];
    find_cell(easel, 0, 0, zero);
    find_cell(easel, (double)easel->low[0] * step, (double)easel->high[1] * step, first);
    find_cell(easel, (double)easel->high[0] * step, (double)easel->low[1] * step, last);
    canvas_repeat(canvas, (const size_t[]){zero[0], first[1]}, last[1] + 1 - first[1], "─",
                  STYLE_DIM);
    for (size_t row = first[0]; row <= last[0]; row++) {
        canvas_put(canvas, row, zero[1], "│", STYLE_DIM);
    }
    for (long x = easel->low[0]; x <= easel->high[0]; x++) {
        for (long y = easel->low[1]; y <= easel->high[1]; y++) {
            find_cell(easel, (double)x * step, (double)y * step, at);
            canvas_put(canvas, at[0], at[1], x == 0 || y == 0 ? "┼" : "·", STYLE_DIM);
        }
    }
}

/* Draws the circle of a dial, and a cross of its axes. */
static void draw_circle(struct easel *easel) {
    static const struct pen rim = {STYLE_DIM, 1, 1, {0}}, cross = {STYLE_DIM, 1, 4, {0}};
    const double turn = 2 * acos(-1), radius = easel->radius;
    size_t steps = (size_t)(2 * turn * radius * easel->unit) + 1;
    double at[2];
    for (size_t i = 0; i < 4; i++) {
        find_dot(easel, radius * (double[]){1, 0, -1, 0}[i], radius * (double[]){0, 1, 0, -1}[i],
                 at);
        dots_stroke(&easel->dots, &cross, easel->zero, at, 1);
    }
    for (size_t i = 0; i < steps; i++) {
        double angle = turn * (double)i / (double)steps;
        find_dot(easel, radius * sin(angle), radius * cos(angle), at);
        dots_point(&easel->dots, &rim, at);
    }
}

/* Draws the head of an arrow to TIP: SOLID full, else its two edges. */
static void draw_head(struct easel *easel, const struct pen *pen, const double tip[2], bool solid) {
    double x = tip[0] - easel->zero[0], y = tip[1] - easel->zero[1], length = hypot(x, y);
    double head = fmin(solid ? 6 : 4, length / 3);
    for (int side = -4; side <= 4 && head > 1; side += solid ? 1 : 8) {
        double out = side / 8.0;
        const double back[] = {tip[0] - head * (x - out * y) / length,
                               tip[1] - head * (y + out * x) / length};
        dots_line(&easel->dots, pen, tip, back);
    }
}

/* Draws first where arrows were before the last change, then all lines, then the heads, so that a
 * short arrow can be seen on a longer one. */
static void draw_lines(struct easel *easel) {
    enum { OLD, LINES, HEADS, PASSES };
    for (size_t k = 0; k < PASSES * easel->count; k++) {
        struct arrow arrow = arrow_at(easel->drawing, k % easel->count);
        const size_t pass = k / easel->count;
        const double *to = pass == OLD ? arrow.old : arrow.to;
        const struct pen pens[] = {[OLD] = {STYLE_DIM, 1, 2, {0}},
                                   [LINES] = {arrow.style, 8, 16, {0}},
                                   [HEADS] = {arrow.style, 1, 1, {0}}};
        double tip[2];
        if (!is_drawn(to)) {
            continue;
        }
        find_dot(easel, to[0], to[1], tip);
        easel->dots.over = pass != OLD;
        if (pass != HEADS) {
            dots_stroke(&easel->dots, &pens[pass], easel->zero, tip, pass == OLD ? 1 : 2);
        }
        if (pass != LINES) {
            draw_head(easel, &pens[pass], tip, pass == HEADS);
        }
    }
}

/* --- numbers and names ------------------------------------------------------------------------ */

/* True when nothing but squared paper, or an arrow as it was, is in COLUMNS cells from AT on, and
 * right beside them. */
static bool is_blank(const struct easel *easel, const size_t at[2], size_t columns) {
    const struct canvas *canvas = &easel->dots.canvas;
    bool blank =
        at[0] < canvas->rows && at[1] < canvas->columns && at[1] + columns <= canvas->columns;
    for (size_t i = 0; blank && i < columns + 2; i++) {
        const struct canvas_cell *cell = canvas_cell(canvas, at[0], at[1] + i - 1);
        blank = cell == NULL || cell->text[0] == '\0' || text_has_word("· ─ │ ┼", cell->text) ||
                (easel->radius == 0 && cell->style == STYLE_DIM);
    }
    return blank;
}

/* Puts numbers at the marks of an axis, left of it or below, or (BEYOND) on its other side: at
 * every mark, every second, third … so that a blank is between them, but where an arrow is in the
 * way. Returns how many there are; PUTS: else they are only counted. */
static size_t put_numbers(const struct easel *easel, size_t axis, bool beyond, bool puts) {
    long every = axis == 0 ? 1 + (long)(widest_mark(easel, 0) / (2 * easel->apart)) : 1;
    size_t count = 0;
    for (long i = easel->low[axis] / every; i * every <= easel->high[axis]; i++) {
        double along = (double)(i * every) * easel->step;
        struct written number = number_written(along, DECIMALS);
        size_t at[2], width = strlen(number.text);
        find_cell(easel, axis == 0 ? along : 0, axis == 0 ? 0 : along, at);
        if (axis == 0) {
            at[0] += beyond ? SIZE_MAX : 1;
            at[1] = reduced(at[1], width / 2);
        } else {
            at[1] = beyond ? at[1] + 2 : reduced(at[1], width + 1);
        }
        bool free = i != 0 && is_blank(easel, at, width);
        if (free && puts) {
            canvas_put(&easel->dots.canvas, at[0], at[1], number.text, STYLE_LABEL);
        }
        count += free;
    }
    return count;
}

/* True when no other tip is nearer to the name of ARROW than its own. */
static bool is_nearest(const struct easel *easel, const struct arrow *arrow, const size_t at[2]) {
    size_t last = at[1] + canvas_columns(arrow->name.text) - 1, tip[2];
    double own = 0;
    for (size_t i = 0; i <= easel->listed; i++) {
        struct arrow other = i == 0 ? *arrow : arrow_at(easel->drawing, i - 1);
        find_cell(easel, other.to[0], other.to[1], tip);
        size_t across = reduced(at[1], tip[1]) + reduced(tip[1], last);
        double away = hypot((double)across, 2 * ((double)at[0] - (double)tip[0]));
        if (i > 0 && is_drawn(other.to) && away < own) {
            return false;
        }
        own = i == 0 ? away : own;
    }
    return true;
}

/* Puts a name right beyond the tip of ARROW, on that of eight sides to which it points; where
 * something is there, on the nearest side that is free, or else farther away. Where nothing is free
 * it is nowhere, because the list has all names. */
static void put_arrow_name(const struct easel *easel, const struct arrow *arrow, enum style style) {
    enum { SIDES = 8, REACH = 6 /* columns */ };
    static const int ups[SIDES] = {0, 1, 1, 1, 0, -1, -1, -1};
    const struct canvas *canvas = &easel->dots.canvas;
    size_t columns = canvas_columns(arrow->name.text), tip[2];
    long points = SIDES + lround(atan2(arrow->to[1], arrow->to[0]) * SIDES / 2 / acos(-1));
    int flat = fabs(arrow->to[0]) > fabs(arrow->to[1]); /* then the head is above and below, too */
    find_cell(easel, arrow->to[0], arrow->to[1], tip);
    for (int turn = 0; turn < SIDES * REACH; turn++) {
        int reach = 1 + turn / SIDES, rows = (reach + 1) / 2, round = (turn % SIDES + 1) / 2;
        size_t side = (size_t)(points + (turn % 2 == 1 ? round : -round)) % SIDES;
        int up = ups[side], across = ups[(side + 2) % SIDES] * (up == 0 ? reach + 1 : rows + flat);
        size_t before = across > 0 ? 0 : across < 0 ? columns - 1 : (columns - 1) / 2;
        const size_t at[] = {tip[0] - (size_t)(up * rows), tip[1] + (size_t)across - before};
        if (is_blank(easel, at, columns) && is_nearest(easel, arrow, at)) {
            canvas_put(canvas, at[0], at[1] - 1, " ", STYLE_PLAIN); /* no paper touches it */
            canvas_put(canvas, at[0], at[1], arrow->name.text, style);
            canvas_put(canvas, at[0], at[1] + columns, " ", STYLE_PLAIN);
            return;
        }
    }
}

/* --- on the stage ----------------------------------------------------------------------------- */

/* Returns the least columns of the paper or dial in so many rows, with the list beside it. */
static size_t columns_beside(const struct easel *easel, size_t rows) {
    return list_columns(easel) + (easel->dial ? dial_columns(easel, rows) : LEAST_PAPER);
}

/* Returns the rows with the list beside the paper, or else below it. */
static size_t arrows_rows(const struct drawing *drawing, size_t columns) {
    struct easel easel = arrow_list_make(drawing);
    return columns >= columns_beside(&easel, PAPER) ? greater(PAPER, list_rows(&easel))
                                                    : PAPER + 1 + list_rows(&easel);
}

/* Draws the paper or the dial and, beside it or where there is room below it, the numbers. Places
 * do not depend on which arrow asks. */
static void arrows_draw(const struct drawing *drawing, const struct canvas *canvas) {
    struct easel easel = arrow_list_make(drawing);
    size_t rows = canvas->rows, columns = canvas->columns;
    bool below = columns < columns_beside(&easel, rows) && rows >= PAPER + 1 + list_rows(&easel);
    size_t keep = easel.dial ? COLUMN_LENGTH : COLUMN_ANGLE;
    rows = below ? PAPER : rows;
    while (!below && columns < columns_beside(&easel, rows) && easel.columns > keep) {
        easel.columns--; /* the dot products go first; the lengths of arrows stay */
    }
    bool beside = !below && columns >= columns_beside(&easel, rows) &&
                  rows > list_rows(&easel) - easel.listed;
    if (rows < 3) {
        return;
    }
    const size_t size[] = {rows, columns - (beside ? list_columns(&easel) : 0)};
    (easel.dial ? make_dial : make_paper)(&easel, size);
    easel.room = lesser(easel.room, size[1]);
    easel.dots.canvas = canvas_part(canvas, (struct box){0, 0, rows, easel.room});
    (easel.dial ? draw_circle : put_squares)(&easel);
    draw_lines(&easel);
    for (size_t axis = 0; axis < 2 && !easel.dial; axis++) {
        size_t usual = put_numbers(&easel, axis, false, false);
        put_numbers(&easel, axis, put_numbers(&easel, axis, true, false) > 2 * usual, true);
    }
    for (size_t i = 0; i < easel.count; i++) {
        struct arrow arrow = arrow_at(easel.drawing, i);
        bool asks = i == easel.asking && easel.count > 1;
        if (is_drawn(arrow.to) && (asks || i < easel.listed)) {
            put_arrow_name(&easel, &arrow, asks ? STYLE_FOCUS : arrow.style);
        }
    }
    if (beside || below) {
        struct box box = {0, easel.room + GAP, rows, columns};
        struct canvas part =
            canvas_part(canvas, below ? (struct box){PAPER + 1, 0, SIZE_MAX, columns} : box);
        put_list(&easel, &part);
    }
}

#define ROWS_OF_TWO                                                                                \
    .parameters = {DRAWING_OF_SEVERAL,                                                             \
                   {"[numbers=no]", TYPE_OPTIONS, NULL,                                            \
                    "without lengths, degrees and dot products"}},                                 \
    .options = {[BARE] = {.key = "numbers", .words = "yes no"}}, .most = DRAWING_SHOWN,            \
    .fits = arrows_fit, .rows = arrows_rows, .describe = arrows_describe, .least = {11, 34},       \
    .wish = {PAPER, 76}, .draw = arrows_draw

const struct drawing_kind arrows_drawing = {
    .name = "arrows",
    .sentence = "Draw rows of two numbers as arrows, with their lengths and angles.",
    .details = "One unit is as long across as up. Of several values all rows are drawn together:\n"
               "arrows Q K. Degrees and dot products are with the row that the cursor is in;\n"
               "numbers=no leaves out these and the lengths, for a reader who is to find them.",
    .before = "P = Q[:,1:2]",
    .example = "arrows P",
    ROWS_OF_TWO,
};

const struct drawing_kind dial_drawing = {
    .name = "dial",
    .sentence = "Draw rows of two numbers, to the right and up, as the hands of a clock.",
    .details = "The circle has the radius 1, or the next round number for longer hands; it is as\n"
               "wide as it is high. Lengths, degrees and dot products as with arrows.",
    .before = "P = positions(4, 2)",
    .example = "dial P",
    ROWS_OF_TWO,
};
