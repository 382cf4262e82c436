/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/sweep.h"

#include "base/memory.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/drawing.h"
#include "canvas/figure.h"

#include <stdint.h>
#include <string.h>

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

/* Returns how many lines the table has after its first: all positions, or some of many. */
static size_t table_lines(const struct sweep *sweep) {
    return sweep->count - 1 <= ALL_SHOWN ? greater(sweep->count - 1, 1) : LINES_SHOWN;
}

/* A column of the table: the positions, or a watched number. */
struct column {
    const char *head;
    double numbers[ALL_SHOWN + 1];
    struct figure figure;
    size_t width;
};

/* Makes column K of the table; column 0 has the positions. */
static struct column make_column(const struct sweep *sweep, size_t k, int precision) {
    struct column column = {.head = k == 0 ? sweep->by : sweep->names[k - 1],
                            .figure = {.exact = true}};
    const double *numbers = k == 0 ? sweep->x : sweep->y[k - 1];
    size_t lines = table_lines(sweep);
    for (size_t line = 0; line <= lines; line++) {
        column.numbers[line] = numbers[line * (sweep->count - 1) / lines];
    }
    column.figure.decimals = figure_decimals(column.numbers, lines + 1, precision);
    column.width = greater(canvas_columns(column.head),
                           figure_columns(&column.figure, column.numbers, lines + 1));
    return column;
}

/* Writes a line; LINE 0 is the headings, and the numbers follow. */
static void write_table_line(const struct column *columns, size_t count, size_t line,
                             struct text *out) {
    for (size_t k = 0; k < count; k++) {
        char room[NUMBER_TEXT];
        if (line > 0) {
            figure_write(&columns[k].figure, columns[k].numbers[line - 1], room);
        }
        text_append(out, k > 0 ? "  " : "");
        figure_right(out, line == 0 ? columns[k].head : room, columns[k].width);
    }
    text_append(out, "\n");
}

/* Writes as many columns as there is room for, then the rest below, each time beside the
 * positions. */
static void write_table(const struct sweep *sweep, int precision, size_t most, struct text *out) {
    struct column columns[1 + PLOT_CURVES];
    columns[0] = make_column(sweep, 0, precision);
    for (size_t next = 0; next < sweep->curves;) {
        size_t count = 1, width = columns[0].width;
        text_append(out, next == 0 ? "" : "\n");
        while (next < sweep->curves) {
            columns[count] = make_column(sweep, next + 1, precision);
            width += 2 + columns[count].width;
            if (count > 1 && width > most) {
                break;
            }
            count++;
            next++;
        }
        for (size_t line = 0; line <= table_lines(sweep) + 1; line++) {
            write_table_line(columns, count, line, out);
        }
    }
}

/* --- the curves ------------------------------------------------------------------------------- */

static size_t plots_of(const struct sweep *sweep) {
    return sweep->requested.option[SWEEP_SHARED] > 0 ? 1 : sweep->curves;
}

/* Makes plot AT of them, whose curves go to CURVES. */
static struct plot make_plot(const struct sweep *sweep, const struct plot *how, size_t at,
                             struct curve curves[PLOT_CURVES]) {
    struct plot plot = *how;
    for (size_t k = 0; k < sweep->curves; k++) {
        curves[k] = (struct curve){sweep->names[k], sweep->y[k]};
    }
    plot.by = sweep->by;
    plot.tight = true;
    plot.x = sweep->x;
    plot.curves = curves + at;
    plot.curve_count = plots_of(sweep) == 1 ? sweep->curves : 1;
    plot.count = sweep->count;
    plot.factor = sweep->requested.option[SWEEP_FACTOR];
    plot.logarithmic = plot.factor > 0;
    return plot;
}

/* --- on the stage ----------------------------------------------------------------------------- */

/* True only for what this very request has measured. */
static bool sweep_fits(const struct drawing *drawing, struct failure *failure) {
    const struct sweep *sweep = drawing->sweep;
    (void)failure;
    return sweep != NULL && drawing_same(&sweep->requested, drawing->request);
}

/* Returns the columns of the table, with what separates it from the curves. */
static size_t table_columns(const struct drawing *drawing) {
    size_t width = BETWEEN;
    for (size_t k = 0; k <= drawing->sweep->curves; k++) {
        width +=
            (k > 0 ? 2 : 0) + make_column(drawing->sweep, k, drawing->values[0].precision).width;
    }
    return lesser(width, TABLE_MOST);
}

static void sweep_describe(const struct drawing *drawing, struct text *out) {
    const struct sweep *sweep = drawing->sweep;
    struct curve curves[PLOT_CURVES];
    struct plot how = {.precision = drawing->values[0].precision};
    write_table(sweep, how.precision, SIZE_MAX, out);
    text_append(out, "\n");
    for (size_t i = 0; i < plots_of(sweep); i++) {
        struct plot plot = make_plot(sweep, &how, i, curves);
        plot_describe(&plot, out);
    }
}

/* Returns the table's lines, where it is COLUMNS wide. */
static size_t table_rows(const struct drawing *drawing, size_t columns) {
    struct text table = {0};
    write_table(drawing->sweep, drawing->values[0].precision, columns, &table);
    size_t rows = text_count_lines(text_string(&table));
    text_release(&table);
    return rows;
}

/* Returns the rows of the table and of the curves below it. */
static size_t sweep_rows(const struct drawing *drawing, size_t columns) {
    return table_rows(drawing, columns) + 1 + plots_of(drawing->sweep) * PLOT_ROWS;
}

static void put_table(const struct drawing *drawing, const struct canvas *canvas) {
    struct text table = {0};
    write_table(drawing->sweep, drawing->values[0].precision, canvas->columns, &table);
    canvas_put_lines(canvas, text_string(&table), 0);
    canvas_restyle(canvas, 0, 0, canvas->columns, STYLE_LABEL);
    text_release(&table);
}

/* Returns the box of a plot: curves on axes of their own are one below the other, or side by side
 * where that is too low. */
static struct box plot_box(const struct canvas *canvas, size_t plots, size_t i) {
    size_t down = lesser(greater(canvas->rows / PLOT_LEAST_ROWS, 1), plots);
    size_t across = (plots + down - 1) / down, rows = canvas->rows / down;
    size_t columns = canvas->columns / across;
    return (struct box){i / across * rows, i % across * columns, rows,
                        across > 1 ? columns - lesser(columns, 2) : lesser(columns, CURVE_MOST)};
}

/* Draws the table above the curves where both have room, else beside them where it is all there. */
static void sweep_draw(const struct drawing *drawing, const struct canvas *canvas,
                       size_t cursor[2]) {
    const struct sweep *sweep = drawing->sweep;
    size_t plots = plots_of(sweep), beside = table_columns(drawing);
    bool over = canvas->rows >= sweep_rows(drawing, canvas->columns);
    bool table = !over && canvas->columns >= beside + CURVE_COLUMNS &&
                 canvas->rows >= table_lines(sweep) + 2;
    size_t above = over ? table_rows(drawing, canvas->columns) + 1 : 0;
    beside = table ? beside : 0;
    struct canvas left =
        canvas_part(canvas, (struct box){above, 0, canvas->rows - above, canvas->columns - beside});
    struct curve curves[PLOT_CURVES];
    struct plot how = {.ascii = drawing->values[0].ascii,
                       .precision = drawing->values[0].precision};
    const struct picture *by = &drawing->values[0];
    struct plot_marks marks[DRAWING_VALUES];
    bool there = sweep->cell < shape_cells(&by->value->shape);
    how.now = there ? by->value->cells + sweep->cell : NULL;
    how.was = there && picture_moved(by, sweep->cell) ? by->before->cells + sweep->cell : NULL;
    how.marks = marks;
    for (size_t i = 1; i < drawing->count; i++) {
        const struct tensor *value = drawing->values[i].value;
        size_t at = drawing_index(drawing->request, drawing->values[i].name);
        if (drawing->request->marks > 0 && at >= drawing->request->marks) {
            marks[how.mark_count++] = (struct plot_marks){drawing->values[i].name, value->cells,
                                                          shape_cells(&value->shape)};
        }
    }
    (void)cursor;
    for (size_t i = 0; i < plots; i++) {
        struct plot plot = make_plot(sweep, &how, i, curves);
        struct canvas part = canvas_part(&left, plot_box(&left, plots, i));
        if (part.rows >= PLOT_LEAST_ROWS) {
            plot_draw(&part, &plot);
        }
    }
    if (over) {
        put_table(drawing, canvas);
    } else if (table) {
        struct canvas part = canvas_part(canvas, (struct box){0, canvas->columns - beside + BETWEEN,
                                                              canvas->rows, beside - BETWEEN});
        put_table(drawing, &part);
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
    .parameters = {{.name = "CELL…", .type = TYPE_CELL, .sentence = "the number to move"},
                   {.name = "from A to B",
                    .type = TYPE_NUMBER,
                    .sentence = "its first and its last value"},
                   {.name = "watch CELL…", .type = TYPE_CELL, .sentence = "what is drawn"},
                   {.name = "[steps=40 times=2 axes=shared]",
                    .type = TYPE_OPTIONS,
                    .sentence = "how many intervals, 40 by default, or in equal "
                                "factors; axes own or shared"}},
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
