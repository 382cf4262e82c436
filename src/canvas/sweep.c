/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/sweep.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/figure.h"

#include <stdint.h>

enum {
    LINES_SHOWN = 8,
    ALL_SHOWN = 16,
    CURVE_COLUMNS = 48, /* at least, beside the table */
    CURVE_MOST = 70,    /* of each */
    TABLE_MOST = 36,
    BETWEEN = 3
};

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

/* --- the table -------------------------------------------------------------------------------- */

/* A column of the table: the positions, or a watched number. */
struct column {
    const char *head;
    double numbers[ALL_SHOWN + 1];
    struct figure figure;
    size_t width;
};

struct table {
    struct column columns[1 + PLOT_CURVES]; /* the first has the positions */
    size_t count, width;                    /* of columns; of all of them side by side */
    size_t numbers;                         /* in each: all positions, or some of many */
};

static struct table make_table(const struct drawing *drawing) {
    const struct sweep *sweep = drawing->sweep;
    size_t last = sweep->count - 1, steps = last <= ALL_SHOWN ? greater(last, 1) : LINES_SHOWN;
    struct table table = {.count = 1 + sweep->curves, .numbers = steps + 1};
    for (size_t k = 0; k < table.count; k++) {
        struct column *column = &table.columns[k];
        const double *numbers = k == 0 ? sweep->x : sweep->y[k - 1];
        for (size_t i = 0; i <= steps; i++) {
            column->numbers[i] = numbers[i * last / steps];
        }
        int precision = drawing->values[0].precision;
        column->head = k == 0 ? sweep->by : sweep->names[k - 1];
        column->figure.exact = true;
        column->figure.decimals = figure_decimals(column->numbers, table.numbers, precision);
        column->width = greater(canvas_columns(column->head),
                                figure_columns(&column->figure, column->numbers, table.numbers));
        table.width += column->width + (k > 0 ? 2 : 0);
    }
    return table;
}

/* Writes as many columns as there is room for, then the rest below, each time beside the
 * positions. */
static void write_table(const struct table *table, size_t most, struct text *out) {
    for (size_t next = 1, end = 1; next < table->count; next = end) {
        size_t width = table->columns[0].width;
        text_append(out, next == 1 ? "" : "\n");
        do {
            width += 2 + table->columns[end++].width;
        } while (end < table->count && width + 2 + table->columns[end].width <= most);
        for (size_t line = 0; line <= table->numbers; line++) { /* the first has the headings */
            for (size_t k = 0; k < end; k = k == 0 ? next : k + 1) {
                const struct column *column = &table->columns[k];
                char room[NUMBER_TEXT];
                if (line > 0) {
                    figure_write(&column->figure, column->numbers[line - 1], room);
                }
                text_append(out, k > 0 ? "  " : "");
                figure_right(out, line == 0 ? column->head : room, column->width);
            }
            text_append(out, "\n");
        }
    }
}

/* Returns the lines of the table where it is COLUMNS wide. */
static size_t table_rows(const struct table *table, size_t columns) {
    struct text words = {0};
    write_table(table, columns, &words);
    size_t rows = text_count_lines(text_string(&words));
    text_release(&words);
    return rows;
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
                        .tight = true,
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
    struct table table = make_table(drawing);
    write_table(&table, SIZE_MAX, out);
    text_append(out, "\n");
    for (size_t i = 0; i < plots_of(drawing->sweep); i++) {
        struct plot plot = make_plot(drawing, i);
        plot_describe(&plot, out);
    }
}

/* Returns the rows of the table and of the curves below it. */
static size_t sweep_rows(const struct drawing *drawing, size_t columns) {
    struct table table = make_table(drawing);
    return table_rows(&table, columns) + 1 + plots_of(drawing->sweep) * PLOT_ROWS;
}

/* Draws the table above the curves where both have room, else beside them where it is all there.
 * Curves on axes of their own are one below the other, or side by side where that is too low. */
static void sweep_draw(const struct drawing *drawing, const struct canvas *canvas,
                       size_t cursor[2]) {
    (void)cursor;
    struct table table = make_table(drawing);
    struct box curves = {0, 0, canvas->rows, canvas->columns}, numbers = curves;
    size_t plots = plots_of(drawing->sweep), beside = lesser(table.width + BETWEEN, TABLE_MOST);
    bool listed = canvas->rows >= sweep_rows(drawing, canvas->columns);
    if (listed) {
        curves.row = table_rows(&table, canvas->columns) + 1;
        curves.rows -= curves.row;
    } else if (canvas->columns >= beside + CURVE_COLUMNS && canvas->rows > table.numbers) {
        curves.columns -= beside;
        numbers.column = curves.columns + BETWEEN;
        listed = true;
    }
    size_t down = lesser(greater(curves.rows / PLOT_LEAST_ROWS, 1), plots);
    size_t across = greater(1, (plots + down - 1) / down);
    size_t rows = curves.rows / down, columns = curves.columns / across;
    size_t wide = across > 1 ? columns - lesser(columns, 2) : lesser(columns, CURVE_MOST);
    for (size_t i = 0; i < plots; i++) {
        struct box box = {curves.row + i / across * rows, i % across * columns, rows, wide};
        struct canvas part = canvas_part(canvas, box);
        struct plot plot = make_plot(drawing, i);
        if (part.rows >= PLOT_LEAST_ROWS) {
            plot_draw(&part, &plot);
        }
    }
    if (listed) {
        struct text words = {0};
        struct canvas part = canvas_part(canvas, numbers);
        write_table(&table, part.columns, &words);
        canvas_put_lines(&part, text_string(&words), 0);
        canvas_restyle(&part, 0, 0, part.columns, STYLE_LABEL);
        text_release(&words);
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
