/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* bars: a row of numbers as a list of label, bar and number: which word comes next, how attention
 * is shared out. Shares have bars on 0 … 1, all others on one range of round ends, so that bars of
 * several values can be compared. Entries keep their order where all have room; else, or with
 * top=5, the largest are listed, by their old numbers while something moves, so that no line
 * jumps. */
#include "base/number.h"
#include "base/text.h"
#include "canvas/drawing.h"
#include "canvas/scale.h"
#include "canvas/ticks.h"

#include <math.h>
#include <stdint.h>

enum { TOP }; /* the option top=5 */
enum { LEAST_BAR = 6, MOST_BAR = 48, MOST_LABEL = 14, GAP = 3, LISTED = 64 };

/* How the entries of one value are laid out in its part of the canvas. */
struct list {
    struct entries entries;
    const struct canvas *canvas;
    struct round_range ends; /* of a bar */
    size_t order[LISTED];
    size_t shown, lines, down; /* entries, lines of them, rows a line */
    size_t label, number, bar; /* columns of each */
    size_t column;             /* columns of all three, with the gap after */
};

/* --- what goes where -------------------------------------------------------------------------- */

/* Returns 0 … 1, or round numbers around all that is drawn. */
static struct round_range bar_range(const struct drawing *drawing) {
    double low = 0, high = 0;
    bool shares = true;
    for (size_t k = 0; k < drawing->count; k++) {
        const struct picture *of = &drawing->values[k];
        low = fmin(low, of->low);
        high = fmax(high, of->high);
        if (of->before != NULL) {
            struct extremes then = tensor_extremes(of->before, false);
            low = fmin(low, then.low);
            high = fmax(high, then.high);
        }
        shares = shares && picture_shares(of);
    }
    if (shares) {
        return (struct round_range){.high = 1};
    }
    return round_around(low, high, 2);
}

/* Returns which of COUNT numbers comes after LAST (SIZE_MAX: is first) from the largest down, equal
 * ones from the first; SIZE_MAX: none. nan never comes. */
static size_t next_entry(const double *numbers, size_t count, size_t last) {
    size_t next = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        bool comes = last == SIZE_MAX || numbers[i] < numbers[last] ||
                     (numbers_equal_rounded(numbers[i], numbers[last]) && i > last);
        if (comes && !isnan(numbers[i]) && (next == SIZE_MAX || numbers[i] > numbers[next])) {
            next = i;
        }
    }
    return next;
}

static struct list bar_list_make(const struct drawing *drawing, size_t value,
                                 const struct canvas *canvas) {
    const struct picture *of = &drawing->values[value];
    struct list list = {
        .entries = picture_entries(of, drawing_row(drawing, value)), .canvas = canvas, .number = 4};
    size_t count = list.entries.count, rows = greater(canvas->rows, 2) - 1;
    list.ends = bar_range(drawing);
    list.label =
        lesser(picture_head_columns(&of->value->shape, list.entries.axis, NULL), MOST_LABEL);
    for (size_t i = 0; i < lesser(count, LISTED); i++) {
        struct written number = picture_number(of, list.entries.numbers[i], NUMBER_TEXT);
        list.number = greater(list.number, canvas_columns(number.text));
    }
    size_t beside = list.label + 1 + 1 + list.number + GAP; /* beside the bar */
    size_t top = (size_t)drawing->request->option[TOP], across = 1;
    if (top == 0) {
        size_t room = (canvas->columns + GAP) / (beside + LEAST_BAR);
        across = greater(lesser((count + rows - 1) / rows, room), 1);
    }
    list.shown = lesser(lesser(lesser(count, LISTED), top > 0 ? top : count), across * rows);
    list.lines = (list.shown + across - 1) / across;
    list.down = list.lines > 0 && rows / list.lines >= 2 ? 2 : 1;
    list.column = (canvas->columns + GAP) / across;
    list.bar = lesser(reduced(list.column, beside), MOST_BAR);
    list.column = beside + list.bar;
    const double *ranks = (of->before != NULL ? of->before : of->value)->cells + list.entries.first;
    for (size_t k = 0; k < list.shown; k++) {
        size_t last = k > 0 ? list.order[k - 1] : SIZE_MAX;
        list.order[k] = list.shown == count && top == 0 ? k : next_entry(ranks, count, last);
        list.shown = list.order[k] == SIZE_MAX ? k : list.shown;
    }
    return list;
}

/* --- in a box --------------------------------------------------------------------------------- */

/* Returns the columns of a bar up to NUMBER. */
static size_t columns_to(const struct list *list, double number) {
    double share = share_between(list->ends.low, list->ends.high, number);
    return (size_t)lround(fmin(fmax(share, 0), 1) * (double)list->bar);
}

/* Puts entry K of those listed: its label, its bar from 0 to the right, or to the left in whole
 * columns, and its number. */
static void put_entry(const struct list *list, size_t k) {
    const struct canvas *canvas = list->canvas;
    const struct picture *of = list->entries.of;
    size_t i = list->order[k], cell = list->entries.first + i;
    size_t row = 1 + k % list->lines * list->down, column = k / list->lines * list->column;
    double number = list->entries.numbers[i];
    struct label cut =
        canvas_cut(matrix_head(&of->value->shape, list->entries.axis, i).text, list->label);
    bool chosen = canvas->cursor != NULL && of->cursor == cell, moved = picture_moved(of, cell);
    canvas_put_right(canvas, row, column + list->label, cut.text,
                     chosen ? STYLE_FOCUS : STYLE_STRONG);
    if (chosen) {
        canvas_point(canvas, row, column + list->label - canvas_columns(cut.text));
    }
    canvas_tag(canvas, row, column, list->column - GAP, (struct canvas_tag){of->owner, 1 + cell});
    struct bar bar = {.width = list->bar, .style = STYLE_NUMBER, .ink = {.palette = PALETTE_EMPTY}};
    column += list->label + 1;
    canvas_bar(canvas, row, column, &bar); /* the track */
    if (of->depth < DEPTH_256) {           /* no track is seen there */
        canvas_put(canvas, row, column + list->bar, "▏", STYLE_DIM);
    }
    size_t zero = columns_to(list, 0), end = columns_to(list, number);
    bar.ink = scale_shade(&of->scale, number);
    bar.width = number < 0 ? greater(zero - end, zero > 0) : list->bar - zero;
    bar.part = number < 0 ? 1 : list->ends.high > 0 ? fmin(number / list->ends.high, 1) : 0;
    if (!isnan(number)) {
        canvas_bar(canvas, row, column + zero - (number < 0 ? bar.width : 0), &bar);
    }
    if (moved && isfinite(of->before->cells[cell])) {
        size_t old = lesser(columns_to(list, of->before->cells[cell]), list->bar - 1);
        canvas_put(canvas, row, column + old, "┊", STYLE_CHANGED);
    }
    canvas_put_right(canvas, row, column + list->bar + 1 + list->number,
                     picture_number(of, number, NUMBER_TEXT).text,
                     chosen  ? STYLE_FOCUS
                     : moved ? STYLE_CHANGED
                             : STYLE_NUMBER);
}

/* Puts "says  c" where the value has several rows; how many entries are left out; and the ends of
 * the bars where these are not 0 and 1. */
static void put_bars_heading(const struct list *list) {
    const struct picture *of = list->entries.of;
    struct text words = {0};
    size_t column = canvas_put_cut(list->canvas, 0, 0, of->name, of->role);
    if (list->entries.rows > 1) {
        style_mark(STYLE_QUERY, &words);
        text_format(&words, "  %s",
                    matrix_head(&of->value->shape, AXIS_ROW, list->entries.row).text);
        style_mark(STYLE_LABEL, &words);
    }
    if (list->shown < list->entries.count) {
        text_format(&words, "  %zu of %zu", list->shown, list->entries.count);
    }
    if (!picture_shares(of)) {
        text_format(&words, "  bars %s … %s", number_written(list->ends.low, 3).text,
                    number_written(list->ends.high, 3).text);
    }
    canvas_put_cut(list->canvas, 0, column, text_string(&words), STYLE_LABEL);
    text_release(&words);
}

static void bars_draw(const struct drawing *drawing, const struct canvas *canvas) {
    size_t parts = greater(lesser(drawing->count, (canvas->columns + GAP) / (GAP + LEAST_BAR)), 1);
    size_t wide = (canvas->columns + GAP) / parts;
    for (size_t k = 0; k < parts; k++) {
        struct canvas part =
            canvas_part(canvas, (struct box){0, k * wide, canvas->rows, reduced(wide, GAP)});
        struct list list = bar_list_make(drawing, k, &part);
        put_bars_heading(&list);
        for (size_t i = 0; i < list.shown && list.bar > 0; i++) {
            put_entry(&list, i);
        }
    }
}

static size_t bars_neighbour(const struct drawing_request *request, const double *numbers,
                             size_t count, size_t at, bool back) {
    size_t top = (size_t)request->option[TOP], last = SIZE_MAX;
    if (top == 0) {
        return at == SIZE_MAX ? 0 : back ? reduced(at, 1) : lesser(at + 1, count - 1);
    }
    for (size_t rank = 0; rank < top; rank++) {
        size_t next = next_entry(numbers, count, last);
        if (next == SIZE_MAX || (back && next == at)) {
            return last == SIZE_MAX ? at : last;
        }
        if (!back && last == at) {
            return next;
        }
        last = next;
    }
    return at;
}

static void bars_measure(const struct drawing_sizes *of, size_t size[2], size_t wish[2]) {
    size_t values = greater(of->values, 1);
    size_t count = of->columns == 1 ? of->rows : of->columns;
    size_t beside = lesser(of->column_label, MOST_LABEL) + 6 + GAP;
    size[0] = 1 + lesser(count, 6);
    size[1] = lesser(values * (beside + 2 * LEAST_BAR), 78);
    wish[0] = 1 + lesser(count, 16);
    wish[1] = values * (beside + MOST_BAR);
}

const struct drawing_kind bars_drawing = {
    .name = "bars",
    .sentence = "Draw the numbers of a row as bars, each with its label: which word comes next.",
    .details = "Weights and probabilities have bars from 0 to 1. Of several values the bars stand\n"
               "side by side. A column is drawn like a row; of a matrix it is the cursor's row.\n"
               "Where there is no room for all, the largest are drawn; top=5 draws five.",
    .example = "bars weights top=2",
    .parameters = {DRAWING_OF_SEVERAL,
                   {"[top=5]", TYPE_OPTIONS, NULL,
                    "only so many, from the largest down, up to 200"}},
    .options = {[TOP] = {.key = "top", .most = 200}},
    .most = DRAWING_SHOWN,
    .instead = true,
    .across = true,
    .neighbour = bars_neighbour,
    .measure = bars_measure,
    .draw = bars_draw,
};
