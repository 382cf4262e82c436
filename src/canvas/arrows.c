/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* arrows: draws rows of two numbers as arrows from the origin, one unit as long across as up, with
 * their lengths and, for each, the angle and the dot product with the row that asks. The same as a
 * dial: the hands of a clock in a circle of radius 1 (or of the next round number). */
#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/dots.h"
#include "canvas/drawing.h"
#include "canvas/figure.h"
#include "canvas/matrix.h"
#include "canvas/ticks.h"

#include <ctype.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { BARE }; /* the option numbers=no */

enum {
    NAME = 12,       /* most columns of a name */
    AXIS_NUMBER = 3, /* columns of a number left of an axis, and a blank */
    GAP = 3,
    LEAST_PAPER = 20, /* columns */
    PAPER = 17,       /* rows, where there is no limit */
    DEGREES = 2,      /* decimals */
    LISTED = 24       /* most arrows with their numbers */
};

/* --- the arrows ------------------------------------------------------------------------------- */

struct arrow {
    const struct picture *of;
    size_t value, row;
    double to[2];
};

static bool is_dial(const struct drawing *drawing) {
    return drawing->request->kind == &dial_drawing;
}

static size_t arrow_count(const struct drawing *drawing) {
    size_t count = 0;
    for (size_t i = 0; i < drawing->count; i++) {
        count += shape_rows(&drawing->values[i].value->shape);
    }
    return count;
}

static struct arrow arrow_at(const struct drawing *drawing, size_t i) {
    size_t value = 0, rows;
    while (i >= (rows = shape_rows(&drawing->values[value].value->shape))) {
        i -= rows;
        value++;
    }
    const struct picture *of = &drawing->values[value];
    const double *to = of->value->cells + picture_first(of) + 2 * i;
    return (struct arrow){of, value, i, {to[0], to[1]}};
}

/* Returns the index of the arrow that the others are compared with. */
static size_t asking(const struct drawing *drawing) {
    size_t before = 0, at[2];
    for (size_t i = 0; i < drawing->count; i++) {
        picture_cursor(&drawing->values[i], at);
        if (at[0] != SIZE_MAX) {
            return before + at[0];
        }
        before += shape_rows(&drawing->values[i].value->shape);
    }
    return 0;
}

/* Writes "It" of one value, "Q It" of several; a lone row has the name of its value. */
static void write_name(const struct drawing *drawing, const struct arrow *arrow,
                       char out[CANVAS_LABEL]) {
    const struct shape *shape = &arrow->of->value->shape;
    char room[32];
    bool lone = shape_rows(shape) == 1 && (drawing->count > 1 || !shape->labels[AXIS_ROW]);
    const char *label = matrix_head(&arrow->of->value->shape, AXIS_ROW, arrow->row, room);
    char name[2 * CANVAS_LABEL];
    text_fill(name, sizeof name, "%s%s%s", lone || drawing->count > 1 ? arrow->of->name : "",
              !lone && drawing->count > 1 ? " " : "", lone ? "" : label);
    canvas_cut(out, name, NAME, arrow->of->ascii);
}

static double length_of(const struct arrow *arrow) {
    return hypot(arrow->to[0], arrow->to[1]);
}

static double dot_of(const struct arrow *a, const struct arrow *b) {
    return a->to[0] * b->to[0] + a->to[1] * b->to[1];
}

/* Returns the angle in degrees, 0 … 180; nan when one of them has no direction. */
static double angle_of(const struct arrow *a, const struct arrow *b) {
    double cross = a->to[0] * b->to[1] - a->to[1] * b->to[0], dot = dot_of(a, b);
    bool none = length_of(a) == 0 || length_of(b) == 0;
    return none ? NAN : atan2(fabs(cross), dot) * (180 / acos(-1));
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

struct list {
    const struct drawing *drawing;
    struct arrow asks;
    size_t count, listed, columns, width[COLUMNS];
};

/* Writes what COLUMN has for arrow I, or (SIZE_MAX) its heading. */
static void write_entry(const struct list *list, size_t i, int column, char out[NUMBER_TEXT]) {
    static const char *const heads[] = {"", "", "", "length", "degrees", "dot"};
    const struct drawing *drawing = list->drawing;
    int precision = drawing->values[0].precision;
    char room[32];
    out[0] = '\0';
    if (i == SIZE_MAX) {
        bool axis = column == COLUMN_X || column == COLUMN_Y;
        text_fill(out, NUMBER_TEXT, "%s",
                  axis ? matrix_head(&drawing->values[0].value->shape, AXIS_COLUMN,
                                     (size_t)column - COLUMN_X, room)
                       : heads[column]);
        return;
    }
    struct arrow arrow = arrow_at(drawing, i);
    double angle = angle_of(&list->asks, &arrow);
    if (column == COLUMN_NAME) {
        write_name(drawing, &arrow, out);
    } else if (column == COLUMN_ANGLE) {
        number_short(out, angle, DEGREES);
        out[isnan(angle) ? 0 : strlen(out)] = '\0';
    } else {
        number_short(out,
                     column == COLUMN_LENGTH ? length_of(&arrow)
                     : column == COLUMN_DOT  ? dot_of(&list->asks, &arrow)
                                             : arrow.to[column - COLUMN_X],
                     precision);
    }
}

static struct list arrow_list_make(const struct drawing *drawing) {
    struct list list = {.drawing = drawing,
                        .asks = arrow_at(drawing, asking(drawing)),
                        .count = arrow_count(drawing)};
    list.listed = lesser(list.count, LISTED);
    list.columns = drawing->request->option[BARE] > 0 ? COLUMN_LENGTH
                   : list.count > 1                   ? COLUMNS
                                                      : COLUMN_ANGLE;
    for (size_t i = 0; i <= list.listed; i++) {
        for (size_t column = 0; column < list.columns; column++) {
            char entry[NUMBER_TEXT];
            write_entry(&list, i < list.listed ? i : SIZE_MAX, (int)column, entry);
            list.width[column] = greater(list.width[column], canvas_columns(entry));
        }
    }
    return list;
}

/* Writes the line of arrow I, or (SIZE_MAX) of the headings. */
static void write_list_line(const struct list *list, size_t i, struct text *out) {
    for (size_t column = 0; column < list->columns; column++) {
        char entry[NUMBER_TEXT];
        write_entry(list, i, (int)column, entry);
        if (column > 0) {
            text_append(out, "  ");
            figure_right(out, entry, list->width[column]);
        } else {
            text_append(out, entry);
            text_repeat(out, " ", list->width[0] - lesser(list->width[0], canvas_columns(entry)));
        }
    }
}

/* Writes nothing when no measure is between two arrows. */
static void write_note(const struct list *list, struct text *out) {
    char name[CANVAS_LABEL];
    write_name(list->drawing, &list->asks, name);
    if (list->columns == COLUMNS) {
        text_format(out, "degrees, dot: with %s", name);
    }
}

static void arrows_describe(const struct drawing *drawing, struct text *out) {
    struct list list = arrow_list_make(drawing);
    char name[CANVAS_LABEL], number[COLUMNS][NUMBER_TEXT], asks[CANVAS_LABEL];
    write_name(drawing, &list.asks, asks);
    for (size_t i = 0; i < list.count; i++) {
        struct arrow arrow = arrow_at(drawing, i);
        write_name(drawing, &arrow, name);
        for (int column = COLUMN_X; column < COLUMNS; column++) {
            write_entry(&list, i, column, number[column]);
        }
        bool bare = drawing->request->option[BARE] > 0;
        text_format(out, "%s is the arrow %s, %s%s%s.\n", name, number[COLUMN_X], number[COLUMN_Y],
                    bare ? "" : ", of length ", bare ? "" : number[COLUMN_LENGTH]);
        if (bare || i == asking(drawing)) {
            continue;
        }
        if (number[COLUMN_ANGLE][0] != '\0') {
            text_format(out, "%s and %s are %s degrees apart.\n", asks, name, number[COLUMN_ANGLE]);
        }
        text_format(out, "The dot product of %s and %s is %s.\n", asks, name, number[COLUMN_DOT]);
    }
}

/* --- on paper --------------------------------------------------------------------------------- */

/* How points map to dots of the paper. */
struct plane {
    double low[2], high[2], step; /* round numbers, STEP apart */
    double unit[2], zero[2];      /* dots to a unit; where the origin is, in dots */
};

/* The range of the paper and its step stay within these. */
static const double most = 1e100, least = 1e-100;

static bool is_drawn(const double to[2]) {
    return fabs(to[0]) <= most && fabs(to[1]) <= most;
}

/* Returns where ARROW pointed before the last change; NULL: where it does now. */
static const double *old_tip(const struct arrow *arrow) {
    size_t first = picture_first(arrow->of) + 2 * arrow->row;
    bool moved = picture_moved(arrow->of, first) || picture_moved(arrow->of, first + 1);
    return moved ? arrow->of->before->cells + first : NULL;
}

static void include_tip(struct plane *plane, const double to[2]) {
    for (size_t k = 0; k < 2 && is_drawn(to); k++) {
        plane->low[k] = fmin(plane->low[k], to[k]);
        plane->high[k] = fmax(plane->high[k], to[k]);
    }
}

/* Returns a plane with the origin and all tips inside, also those of before the last change. Its
 * range moves by whole steps, so that turning an arrow moves the arrow and not the paper. */
static struct plane plane_around(const struct drawing *drawing) {
    struct plane plane = {.step = 1};
    for (size_t i = 0; i < arrow_count(drawing); i++) {
        struct arrow arrow = arrow_at(drawing, i);
        const double *old = old_tip(&arrow);
        include_tip(&plane, arrow.to);
        include_tip(&plane, old != NULL ? old : arrow.to);
    }
    double span = fmax(plane.high[0] - plane.low[0], plane.high[1] - plane.low[1]);
    if (span > least) {
        struct ticks ticks = ticks_around(0, span, 6);
        plane.step = ticks.list[1].at - ticks.list[0].at;
    }
    for (size_t k = 0; k < 2; k++) {
        plane.low[k] = floor(plane.low[k] / plane.step) * plane.step;
        plane.high[k] = ceil(plane.high[k] / plane.step) * plane.step;
        plane.high[k] = fmax(plane.high[k], plane.low[k] + plane.step);
    }
    return plane;
}

/* Returns the columns left (SIDE is -1) or right (1) of the origin's that are needed for the range
 * and for the names beyond the tips, with UNIT columns to a unit. A name may take MOST columns
 * there, and what is longer is above or below its tip. Tips count as if they were at whole steps.
 */
static double columns_beside(const struct drawing *drawing, const struct plane *plane, int side,
                             double unit, size_t most_name) {
    double columns = side * (side < 0 ? plane->low[0] : plane->high[0]) * unit;
    for (size_t i = 0; i < lesser(arrow_count(drawing), LISTED); i++) {
        struct arrow arrow = arrow_at(drawing, i);
        char name[CANVAS_LABEL];
        double along = ceil(side * arrow.to[0] / plane->step) * plane->step * unit;
        if (is_drawn(arrow.to) && side * arrow.to[0] > 0) {
            write_name(drawing, &arrow, name);
            columns = fmax(columns, along + 1 + (double)lesser(canvas_columns(name), most_name));
        }
    }
    return ceil(fmax(columns + 0.5, side < 0 ? AXIS_NUMBER : 1)); /* a tip is in a whole column */
}

/* Fits the plane to ROWS × COLUMNS characters, each twice as high as wide, with a row above and one
 * below for names and numbers. Returns the columns that it takes. */
static size_t fit_plane(const struct drawing *drawing, struct plane *plane, size_t rows,
                        size_t columns) {
    enum { HALVINGS = 20 };
    double unit = 0, too_many = 2 * fmax((double)rows - 3, 1) / (plane->high[1] - plane->low[1]);
    double left = 0, right = 0;
    for (size_t i = 0; i < HALVINGS; i++) {
        double middle = (unit + too_many) / 2;
        double before = columns_beside(drawing, plane, -1, middle, columns / 4);
        double after = columns_beside(drawing, plane, 1, middle, columns / 4);
        bool fits = before + 1 + after <= (double)columns;
        *(fits ? &unit : &too_many) = middle;
        left = fits || i == 0 ? before : left;
        right = fits || i == 0 ? after : right;
    }
    plane->unit[0] = unit;
    plane->unit[1] = unit / 2;
    plane->zero[0] = fmin(left, (double)columns - 1);
    plane->zero[1] = 1 + round(plane->high[1] * plane->unit[1]);
    return (size_t)fmin(left + 1 + right, (double)columns);
}

/* Measures the plane in dots instead of in characters; the origin is in the middle of one. */
static void set_dots(struct plane *plane, const struct dots *dots) {
    const size_t of[] = {dots->across, dots->down};
    for (size_t k = 0; k < 2; k++) {
        plane->unit[k] *= (double)of[k];
        plane->zero[k] = plane->zero[k] * (double)of[k] + (double)(of[k] - 1) / 2;
    }
}

static void place_on_plane(const struct plane *plane, const double to[2], double at[2]) {
    at[0] = plane->zero[0] + to[0] * plane->unit[0];
    at[1] = plane->zero[1] - to[1] * plane->unit[1];
}

/* Finds the character that a dot is in. */
static void dot_cell(const struct dots *dots, const double at[2], size_t cell[2]) {
    cell[0] = (size_t)(at[1] + 0.5) / dots->down;
    cell[1] = (size_t)(at[0] + 0.5) / dots->across;
}

/* Draws both axes from end to end of the range, and a dot where whole steps cross, as on squared
 * paper. */
static void draw_paper(const struct plane *plane, const struct dots *dots, bool ascii) {
    const struct canvas *canvas = &dots->canvas;
    size_t first[2], last[2], zero[2], at[2];
    double here[2];
    long steps[2][2];
    for (size_t k = 0; k < 2; k++) {
        steps[k][0] = lround(plane->low[k] / plane->step);
        steps[k][1] = lround(plane->high[k] / plane->step);
    }
    dot_cell(dots, plane->zero, zero);
    place_on_plane(plane, (const double[]){plane->low[0], plane->high[1]}, here);
    dot_cell(dots, here, first);
    place_on_plane(plane, (const double[]){plane->high[0], plane->low[1]}, here);
    dot_cell(dots, here, last);
    canvas_repeat(canvas, (const size_t[]){zero[0], first[1]}, last[1] + 1 - first[1],
                  ascii ? "-" : "─", STYLE_DIM);
    for (size_t row = first[0]; row <= last[0]; row++) {
        canvas_put(canvas, row, zero[1], ascii ? "|" : "│", STYLE_DIM);
    }
    for (long x = steps[0][0]; x <= steps[0][1]; x++) {
        for (long y = steps[1][0]; y <= steps[1][1]; y++) {
            const double to[] = {(double)x * plane->step, (double)y * plane->step};
            const char *mark = x == 0 || y == 0 ? (ascii ? "+" : "┼") : ascii ? "." : "·";
            place_on_plane(plane, to, here);
            dot_cell(dots, here, at);
            canvas_put(canvas, at[0], at[1], mark, STYLE_DIM);
        }
    }
}

/* Returns the text of a cell, "" outside. */
static const char *text_at(const struct canvas *canvas, size_t row, size_t column) {
    const struct canvas_cell *cell = canvas_cell(canvas, row, column);
    return cell != NULL ? cell->text : "";
}

/* True when nothing but squared paper is in a cell. */
static bool is_unmarked(const struct canvas *canvas, size_t row, size_t column) {
    const char *text = text_at(canvas, row, column);
    return text[0] == '\0' || text_same(text, "·") || text_same(text, ".");
}

/* True when only the paper is there, and no word or number is right beside it. */
static bool is_blank(const struct canvas *canvas, const size_t at[2], size_t columns) {
    bool blank = at[0] < canvas->rows && at[1] + columns <= canvas->columns &&
                 !isalnum((unsigned char)text_at(canvas, at[0], at[1] - 1)[0]) &&
                 !isalnum((unsigned char)text_at(canvas, at[0], at[1] + columns)[0]);
    for (size_t i = 0; blank && i < columns; i++) {
        blank = is_unmarked(canvas, at[0], at[1] + i);
    }
    return blank;
}

/* Puts the number of the mark at STEPS of AXIS (0 across, 1 up) below it, or left of it; where that
 * is outside, right of it. */
static void put_number_at(const struct plane *plane, const struct dots *dots,
                          const struct canvas *canvas, int axis, long steps) {
    char number[NUMBER_TEXT];
    double to[2] = {0}, here[2];
    size_t at[2];
    to[axis] = (double)steps * plane->step;
    number_short(number, to[axis], 3);
    place_on_plane(plane, to, here);
    dot_cell(dots, here, at);
    size_t width = strlen(number);
    const size_t below[] = {at[0] + 1, at[1] - lesser(at[1], to[0] < 0)};
    const size_t beside[] = {at[0], at[1] > width ? at[1] - width - 1 : at[1] + 2};
    const size_t *free = axis == 0 ? below : beside;
    if (is_blank(canvas, free, width)) {
        canvas_put(canvas, free[0], free[1], number, STYLE_LABEL);
    }
}

/* Puts numbers at the marks of both axes that have room for one, from the ends on. */
static void put_numbers(const struct plane *plane, const struct dots *dots,
                        const struct canvas *canvas) {
    for (int axis = 0; axis < 2; axis++) {
        for (long high = lround(plane->high[axis] / plane->step); high > 0; high--) {
            put_number_at(plane, dots, canvas, axis, high);
        }
        for (long low = lround(plane->low[axis] / plane->step); low < 0; low++) {
            put_number_at(plane, dots, canvas, axis, low);
        }
    }
}

/* Draws an arrow: SOLID with a line of two dots and a full head, else with a line of one dot. In
 * ASCII a line is as wide as a character, and the name is where the head is. */
static void draw_arrow(const struct plane *plane, struct dots *dots, const struct pen *pen,
                       const double to[2], bool solid) {
    double tip[2];
    place_on_plane(plane, to, tip);
    double x = tip[0] - plane->zero[0], y = tip[1] - plane->zero[1], length = hypot(x, y);
    double head = fmin(solid ? 6 : 4, length / 3);
    bool flat = fabs(x) > fabs(y), wide = solid && dots->down > 1;
    for (int side = -1; side <= (wide ? 1 : -1); side += 2) {
        const double aside[] = {wide && !flat ? side / 2.0 : 0, wide && flat ? side / 2.0 : 0};
        const double from[] = {plane->zero[0] + aside[0], plane->zero[1] + aside[1]};
        dots->walked = 0;
        dots_point(dots, pen, from);
        dots_line(dots, pen, from, (const double[]){tip[0] + aside[0], tip[1] + aside[1]});
    }
    for (int side = -4; side <= 4 && head > 1 && dots->down > 1; side++) {
        double out = side / 8.0;
        const double back[] = {tip[0] - head * (x - out * y) / length,
                               tip[1] - head * (y + out * x) / length};
        if (solid || abs(side) == 4) {
            dots_line(dots, pen, tip, back);
        }
    }
}

/* Returns how badly a name of so many COLUMNS, AT (row, column), suits the tip in CELL of an arrow
 * that points towards (X, Y): it is near to it, in line with the arrow, and touches nothing. */
static double misfit(const struct canvas *canvas, const size_t at[2], size_t columns,
                     const size_t cell[2], const double towards[2]) {
    double begin = (double)at[1] - (double)cell[1], end = begin + (double)columns - 1;
    double down = 2 * ((double)at[0] - (double)cell[0]), across = (begin + end) / 2;
    double apart = hypot(begin > 0 ? begin : end < 0 ? end : 0, down);
    double length = hypot(towards[0], towards[1]), off = hypot(across, down);
    double in_line =
        length > 0 && off > 0 ? (across * towards[0] - down * towards[1]) / length / off : 0;
    double touches = 0;
    for (size_t i = 1; i <= 2; i++) {
        double cost = i == 1 ? 4 : 1;
        touches += is_unmarked(canvas, at[0], at[1] - i) ? 0 : cost;
        touches += is_unmarked(canvas, at[0], at[1] + columns - 1 + i) ? 0 : cost;
    }
    return apart + 3 * (1 - in_line) + touches;
}

/* Puts a name beyond the tip of the arrow, where it suits best of what is free; where nothing is,
 * nowhere, because the list has all names. */
static void put_arrow_name(const struct dots *dots, const double tip[2], const double towards[2],
                           const char *name, enum style style) {
    enum { ABOVE = 3, BESIDE = 4 };
    size_t columns = canvas_columns(name), cell[2], best[2] = {0};
    double least_misfit = INFINITY;
    dot_cell(dots, tip, cell);
    for (size_t row = cell[0] - lesser(cell[0], ABOVE); row <= cell[0] + ABOVE; row++) {
        for (size_t column = cell[1] - lesser(cell[1], columns + BESIDE);
             column <= cell[1] + BESIDE; column++) {
            const size_t at[] = {row, column};
            double here = misfit(&dots->canvas, at, columns, cell, towards);
            if (here < least_misfit && is_blank(&dots->canvas, at, columns)) {
                least_misfit = here;
                memcpy(best, at, sizeof best);
            }
        }
    }
    if (isfinite(least_misfit)) {
        for (size_t i = 0; i < 2; i++) { /* no dot of the paper touches it */
            size_t beside = i == 0 ? best[1] - 1 : best[1] + columns;
            if (beside < dots->canvas.columns && is_unmarked(&dots->canvas, best[0], beside)) {
                canvas_put(&dots->canvas, best[0], beside, " ", STYLE_PLAIN);
            }
        }
        canvas_put(&dots->canvas, best[0], best[1], name, style);
    }
}

static enum style style_of(const struct drawing *drawing, const struct arrow *arrow) {
    static const enum style curves[] = {STYLE_CURVE, STYLE_CURVE_2, STYLE_CURVE_3};
    enum style role = arrow->of->role;
    bool has_role = role != STYLE_PLAIN && role != STYLE_FORMULA;
    return has_role ? role : curves[drawing->count > 1 ? arrow->value % 3 : 0];
}

/* Puts the names of all arrows that are drawn; the paper is INSIDE (row, column) of DOTS. */
static void put_arrow_names(const struct drawing *drawing, const struct plane *plane,
                            const struct dots *dots, const size_t inside[2]) {
    size_t count = arrow_count(drawing), asks = asking(drawing);
    for (size_t k = 0; k < count; k++) {
        struct arrow arrow = arrow_at(drawing, (asks + k) % count);
        char name[CANVAS_LABEL];
        double tip[2];
        if (is_drawn(arrow.to)) {
            write_name(drawing, &arrow, name);
            place_on_plane(plane, arrow.to, tip);
            tip[0] += (double)(inside[1] * dots->across);
            tip[1] += (double)(inside[0] * dots->down);
            put_arrow_name(dots, tip, arrow.to, name,
                           k == 0 && count > 1 ? STYLE_FOCUS : style_of(drawing, &arrow));
        }
    }
}

/* Draws all arrows; the one that asks comes last, and is on top. */
static void draw_arrows(const struct drawing *drawing, const struct plane *plane,
                        struct dots *dots) {
    static const char *const marks[DRAWING_VALUES] = {"*", "o", "x", "#", "@", "%"}; /* in ASCII */
    size_t count = arrow_count(drawing), asks = asking(drawing);
    for (size_t k = 1; k <= count; k++) {
        struct arrow arrow = arrow_at(drawing, (asks + k) % count);
        struct pen pen = {style_of(drawing, &arrow), marks[arrow.value], 1, 1, {0}};
        if (is_drawn(arrow.to)) {
            draw_arrow(plane, dots, &pen, arrow.to, true);
        }
    }
}

/* What moved leaves its old arrow in dots. */
static void draw_plane(const struct drawing *drawing, const struct canvas *canvas,
                       struct plane *plane) {
    bool ascii = drawing->values[0].ascii;
    struct dots dots = dots_make(canvas, ascii);
    set_dots(plane, &dots);
    draw_paper(plane, &dots, ascii);
    for (size_t i = 0; i < arrow_count(drawing); i++) {
        static const struct pen dotted = {STYLE_DIM, ".", 1, 2, {0}};
        struct arrow arrow = arrow_at(drawing, i);
        const double *old = old_tip(&arrow);
        if (old != NULL && is_drawn(old)) {
            draw_arrow(plane, &dots, &dotted, old, false);
        }
    }
    draw_arrows(drawing, plane, &dots);
    put_numbers(plane, &dots, canvas);
    put_arrow_names(drawing, plane, &dots, (const size_t[]){0, 0});
}

/* Returns the columns for names at either side of a dial. */
static size_t beside_dial(const struct drawing *drawing) {
    size_t widest = 0;
    for (size_t i = 0; i < arrow_count(drawing); i++) {
        struct arrow arrow = arrow_at(drawing, i);
        char name[CANVAS_LABEL];
        write_name(drawing, &arrow, name);
        widest = greater(widest, canvas_columns(name));
    }
    return widest + 2;
}

/* Draws the circle, a cross of its axes, the hands, and their names around it. */
static void draw_dial(const struct drawing *drawing, const struct canvas *canvas) {
    const double turn = 2 * acos(-1), square = drawing->values[0].ascii ? 2 : 1;
    bool ascii = drawing->values[0].ascii;
    size_t beside = beside_dial(drawing);
    struct canvas inside = canvas_part(
        canvas, (struct box){1, beside, canvas->rows - 2, canvas->columns - 2 * beside});
    struct dots dots = dots_make(&inside, ascii), all = dots_make(canvas, ascii);
    double radius = 1;
    for (size_t i = 0; i < arrow_count(drawing); i++) {
        struct arrow arrow = arrow_at(drawing, i);
        radius = is_drawn(arrow.to) ? fmax(radius, length_of(&arrow)) : radius;
    }
    struct ticks ticks = ticks_around(0, radius > 1 + 1e-9 ? radius : 1, 4);
    radius = ticks.list[ticks.count - 1].at;
    struct plane plane = {{-radius, -radius}, {radius, radius}, radius, {0}, {0}};
    plane.unit[1] = fmin((double)(inside.rows * dots.down - 1) / radius / 2,
                         (double)(inside.columns * dots.across - 1) / radius / 2 / square);
    plane.unit[0] = plane.unit[1] * square;
    plane.zero[0] = (double)(inside.columns * dots.across - 1) / 2;
    plane.zero[1] = (double)(inside.rows * dots.down - 1) / 2;
    const struct pen rim = {STYLE_DIM, ".", 1, 1, {0}}, cross = {STYLE_DIM, ".", 1, 4, {0}};
    double at[2];
    for (size_t i = 0; i < 4; i++) {
        const double end[] = {radius * (double[]){1, 0, -1, 0}[i],
                              radius * (double[]){0, 1, 0, -1}[i]};
        place_on_plane(&plane, end, at);
        dots.walked = 0;
        dots_line(&dots, &cross, plane.zero, at);
    }
    size_t steps = (size_t)(2 * turn * radius * plane.unit[0]) + 1;
    for (size_t i = 0; i < steps; i++) {
        double angle = turn * (double)i / (double)steps;
        place_on_plane(&plane, (const double[]){radius * sin(angle), radius * cos(angle)}, at);
        dots_point(&dots, &rim, at);
    }
    draw_arrows(drawing, &plane, &dots);
    put_arrow_names(drawing, &plane, &all, (const size_t[]){1, beside});
}

/* --- on the stage ----------------------------------------------------------------------------- */

static size_t list_width(const struct list *list) {
    size_t width = 2;
    for (size_t column = 0; column < list->columns; column++) {
        width += list->width[column] + (column > 0 ? 2 : 0);
    }
    struct text note = {0};
    write_note(list, &note);
    width = greater(width, 2 + canvas_columns(text_string(&note)));
    text_release(&note);
    return width;
}

/* Returns the least columns of the paper. */
static size_t paper_columns(const struct drawing *drawing, size_t rows) {
    return is_dial(drawing) ? 2 * rows + 2 * beside_dial(drawing) : LEAST_PAPER;
}

/* Counts the rows of the list: its headings, the arrows, and the line about what the measures are
 * with. */
static size_t list_rows(const struct list *list) {
    return 1 + list->listed + (list->columns == COLUMNS);
}

/* True when all of the list fits beside the paper. */
static bool fits_beside(const struct list *list, size_t rows, size_t columns) {
    return columns >= list_width(list) + GAP + paper_columns(list->drawing, rows);
}

/* Returns the rows with the list beside the paper, or else below it. */
static size_t arrows_rows(const struct drawing *drawing, size_t columns) {
    struct list list = arrow_list_make(drawing);
    return fits_beside(&list, PAPER, columns) ? greater(PAPER, list_rows(&list))
                                              : PAPER + 1 + list_rows(&list);
}

/* Puts as many arrows as there is room for, among them the one that asks. */
static void put_list(const struct list *list, const struct canvas *canvas) {
    const struct drawing *drawing = list->drawing;
    size_t asks = asking(drawing), note = list->columns == COLUMNS;
    struct visible visible =
        visible_make(list->count, lesser(canvas->rows - 1 - note, LISTED), asks);
    struct text line = {0};
    write_list_line(list, SIZE_MAX, &line);
    canvas_put(canvas, 0, 2, text_string(&line), STYLE_LABEL);
    for (size_t i = 0; i < visible.count; i++) {
        struct arrow arrow = arrow_at(drawing, visible.first + i);
        bool here = visible.first + i == asks && list->count > 1;
        char name[CANVAS_LABEL];
        text_clear(&line);
        write_list_line(list, visible.first + i, &line);
        canvas_put(canvas, 1 + i, 0, here ? glyphs_of(arrow.of->ascii)->term : "", STYLE_STRONG);
        canvas_put(canvas, 1 + i, 2, text_string(&line), STYLE_NUMBER);
        write_name(drawing, &arrow, name);
        canvas_put(canvas, 1 + i, 2, name, style_of(drawing, &arrow));
    }
    text_clear(&line);
    write_note(list, &line);
    if (note > 0) {
        canvas_put(canvas, 1 + visible.count, 2, text_string(&line), STYLE_DIM);
    }
    text_release(&line);
}

/* Draws the paper or the dial and, beside it or where there is room below it, the numbers. */
static void arrows_draw(const struct drawing *drawing, const struct canvas *canvas,
                        size_t cursor[2]) {
    (void)cursor;
    struct list list = arrow_list_make(drawing);
    bool dial = is_dial(drawing);
    size_t rows = canvas->rows, keep = dial ? COLUMN_LENGTH : COLUMN_ANGLE;
    bool below = !fits_beside(&list, rows, canvas->columns) && rows >= PAPER + 1 + list_rows(&list);
    rows = below ? PAPER : rows;
    size_t paper = paper_columns(drawing, rows);
    while (!below && canvas->columns < list_width(&list) + GAP + paper && list.columns > keep) {
        list.columns--; /* the dot products go first; the lengths of arrows stay */
    }
    size_t width = list_width(&list) + GAP;
    if (rows < 3) {
        return;
    }
    bool beside =
        !below && canvas->columns >= width + paper && rows >= 2 + (list.columns == COLUMNS);
    width = beside ? width : 0;
    struct plane plane = plane_around(drawing);
    size_t wide = canvas->columns - width;
    wide = lesser(wide, dial ? paper : fit_plane(drawing, &plane, rows, wide));
    struct box left = {0, 0, rows, wide};
    struct canvas part = canvas_part(canvas, left);
    if (!dial) {
        draw_plane(drawing, &part, &plane);
    } else if (left.columns > 2 * beside_dial(drawing)) {
        draw_dial(drawing, &part);
    }
    if (beside || below) {
        part = canvas_part(canvas, below ? (struct box){PAPER + 1, 0, SIZE_MAX, canvas->columns}
                                         : (struct box){0, left.columns + GAP, rows, width});
        put_list(&list, &part);
    }
}

#define ROWS_OF_TWO                                                                                \
    .parameters = {DRAWING_OF_SEVERAL,                                                             \
                   {.name = "[numbers=no]",                                                        \
                    .type = TYPE_OPTIONS,                                                          \
                    .sentence = "without lengths, degrees and dot products"}},                     \
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
