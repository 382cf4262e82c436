/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* mix: each row as one bar, divided among the columns: what an output is mixed from. Of weights the
 * bar is 1 long, of others the sum of the row. */
#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/drawing.h"

#include <math.h>

enum { MOST_LABEL = 14, LEAST_LABEL = 3, LEAST_NUMBER = 3, MOST_BAR = 100 };

struct stack {
    const struct canvas *canvas;
    size_t label, bar; /* columns */
    size_t lines;      /* rows of a bar */
};

static bool mix_fits(const struct drawing *drawing, struct failure *failure) {
    const struct picture *of = &drawing->values[0];
    return picture_shares(of) || of->low >= 0 ||
           failure_set(failure,
                       "mix shows the parts of a whole, and some numbers of %s are negative: bars "
                       "%s shows them",
                       of->name, of->name);
}

/* Puts the bar of one row, with an edge at both ends of each part that has room, and in it its word
 * and its number, in two lines or side by side; the small ones between are blank. */
static void put_row_bar(const struct stack *stack, const struct entries *entries, size_t row) {
    const struct canvas *canvas = stack->canvas;
    double whole = 0, before = 0;
    size_t left = stack->label + 1;
    for (size_t i = 0; i < entries->count; i++) {
        whole += fmax(entries->numbers[i], 0);
    }
    whole = picture_shares(entries->of) ? fmax(whole, 1) : whole;
    for (size_t i = 0; i < entries->count; i++) {
        double part = fmax(entries->numbers[i], 0) / whole;
        part = isfinite(part) ? part : 0; /* what is no number takes nothing */
        size_t begin = left + (size_t)lround(before * (double)(stack->bar - 1));
        before += part;
        size_t end = left + (size_t)lround(fmin(before, 1) * (double)(stack->bar - 1));
        if (end <= begin + 1) {
            continue;
        }
        size_t width = end - begin - 1;
        for (size_t line = row; line < row + stack->lines; line++) {
            canvas_shade(canvas, line, begin + 1, width, shade_of(part, 1, PALETTE_SHARES));
            canvas_tag(canvas, line, begin + 1, width,
                       (struct canvas_tag){entries->of->owner, 1 + entries->first + i});
            canvas_put(canvas, line, begin, "│", STYLE_LABEL);
            canvas_put(canvas, line, end, "│", STYLE_LABEL);
        }
        struct label label = matrix_head(&entries->of->value->shape, entries->axis, i);
        size_t columns = canvas_columns(label.text), first = stack->lines > 1 ? 0 : columns + 1;
        if (columns <= width || width >= LEAST_LABEL) {
            canvas_put(canvas, row, begin + 1, canvas_cut(label.text, width).text, STYLE_STRONG);
        }
        bool moved = picture_moved(entries->of, entries->first + i);
        width -= lesser(first, width);
        struct written number =
            picture_number(entries->of, entries->numbers[i], greater(width, LEAST_NUMBER));
        if (canvas_columns(number.text) <= width) {
            canvas_put(canvas, row + stack->lines - 1, begin + 1 + first, number.text,
                       moved ? STYLE_CHANGED : STYLE_NUMBER);
        }
    }
    for (size_t line = row; line < row + stack->lines; line++) {
        canvas_put(canvas, line, left, "│", STYLE_LABEL);
        canvas_put(canvas, line, left + stack->bar - 1, "│", STYLE_LABEL);
    }
}

static void mix_draw(const struct drawing *drawing, const struct canvas *canvas) {
    const struct picture *of = &drawing->values[0];
    struct entries asks = picture_entries(of, drawing_row(drawing, 0));
    size_t room = reduced(canvas->rows, 1), each = room / greater(asks.rows, 1);
    struct stack stack = {
        .canvas = canvas,
        .label = lesser(picture_head_columns(&of->value->shape, asks.other, NULL), MOST_LABEL),
        .lines = each >= 2 ? 2 : 1};
    stack.bar = lesser(reduced(canvas->columns, stack.label + 1), MOST_BAR);
    size_t down = stack.lines + (each > stack.lines); /* from one bar to the next */
    struct visible shown = visible_make(asks.rows, greater(room / down, 1), asks.row);
    size_t column = canvas_put_cut(canvas, 0, 0, of->name, of->role);
    canvas_put_cut(canvas, 0, column, "  what each row is mixed from", STYLE_LABEL);
    for (size_t i = 0; i < shown.count && stack.bar > 2; i++) {
        struct entries entries = picture_entries(of, shown.first + i);
        bool here = canvas->cursor != NULL && entries.row == asks.row;
        struct label cut = canvas_cut(
            matrix_head(&of->value->shape, entries.other, entries.row).text, stack.label);
        size_t row = 1 + i * down, first = stack.label - canvas_columns(cut.text);
        canvas_put(canvas, row, first, cut.text, here ? STYLE_FOCUS : STYLE_QUERY);
        if (here) {
            canvas_point(canvas, lesser(row, canvas->rows - 1), first);
        }
        put_row_bar(&stack, &entries, row);
    }
}

static void mix_measure(const struct drawing_sizes *of, size_t size[2], size_t wish[2]) {
    size_t rows = of->columns == 1 ? 1 : of->rows;
    size[0] = 1 + lesser(rows, 4) * (rows < 3 ? 2 : 1);
    size[1] = 30;
    wish[0] = 1 + 3 * lesser(rows, 8);
    wish[1] = MOST_BAR;
}

const struct drawing_kind mix_drawing = {
    .name = "mix",
    .sentence = "Draw each row as one bar, divided among the words it is mixed from.",
    .details = "Of weights the whole bar is 1, of other numbers the sum of the row.",
    .example = "mix weights",
    .parameters = {DRAWING_OF_ONE("matrix")},
    .most = 1,
    .instead = true,
    .fits = mix_fits,
    .measure = mix_measure,
    .draw = mix_draw,
};
