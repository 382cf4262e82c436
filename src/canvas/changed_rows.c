/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ladder_draw_change: the rows of a value before and after a change: "weights word1  .126 .595 →
 * .314 .350". */
#include "base/text.h"
#include "canvas/figure.h"
#include "canvas/ladder.h"
#include "canvas/matrix.h"

enum {
    ROWS_MOST = 6,
    NAME_MOST = 18, /* columns of the names of the rows */
    GAP = 2         /* columns of a "…" where numbers are left out */
};

struct rows {
    const struct ladder_change *change;
    const struct shape *shape;
    size_t shown; /* columns of a row before the change, and as many after it */
    size_t head, field;
    struct figure figure;
};

static bool cell_has_moved(const struct ladder_change *change, size_t cell) {
    return !numbers_equal_rounded(change->before->cells[cell], change->after->cells[cell]);
}

/* Returns how many of the row's columns there are up to the last that moved; 0: none did. */
static size_t moved_columns(const struct rows *rows, size_t row) {
    size_t columns = shape_columns(rows->shape), last = columns;
    while (last > 0 && !cell_has_moved(rows->change, row * columns + last - 1)) {
        last--;
    }
    return last;
}

static void write_row_name(const struct rows *rows, size_t row, char out[CANVAS_LABEL]) {
    char room[32];
    text_fill(out, CANVAS_LABEL, "%.60s %.60s", rows->change->name,
              matrix_head(rows->shape, AXIS_ROW, row % shape_rows(rows->shape), room));
}

static void put_row(const struct rows *rows, const struct canvas *canvas, size_t line, size_t row) {
    const struct ladder_change *change = rows->change;
    size_t columns = shape_columns(rows->shape), column = rows->head + 1;
    size_t end = moved_columns(rows, row);
    char written[NUMBER_TEXT], head[CANVAS_LABEL], cut[CANVAS_LABEL];
    write_row_name(rows, row, head);
    canvas_cut(cut, head, rows->head);
    canvas_put(canvas, line, 0, cut, change->role);
    if (end == 0) {
        canvas_dim(canvas, line, 0, rows->head);
        canvas_put(canvas, line, column + 1, "unchanged", STYLE_DIM);
        return;
    }
    end = greater(end, rows->shown); /* so that the last that moved is shown, too */
    size_t gap = rows->shown < columns ? GAP : 0;
    for (int after = 0; after < 2; after++) {
        const struct tensor *value = after ? change->after : change->before;
        canvas_put(canvas, line, column + 1, end > rows->shown ? "…" : "", STYLE_DIM);
        column += gap;
        for (size_t i = end - rows->shown; i < end; i++) {
            size_t cell = row * columns + i;
            enum style style = cell_has_moved(change, cell) ? STYLE_CHANGED : STYLE_NUMBER;
            column += rows->field;
            figure_write(&rows->figure, value->cells[cell], written);
            canvas_put(canvas, line, column - canvas_columns(written), written,
                       after ? style : STYLE_LABEL);
        }
        canvas_put(canvas, line, column + 1, end < columns ? "…" : "", STYLE_DIM);
        column += gap;
        if (!after) {
            column = canvas_put(canvas, line, column + 1, "→", STYLE_DIM);
        }
    }
}

size_t ladder_draw_change(const struct ladder_change *change, const struct canvas *canvas) {
    struct rows rows = {.change = change,
                        .shape = &change->after->shape,
                        .figure = {change->decimals, canvas->columns, false}};
    size_t columns = shape_columns(rows.shape), cells = shape_cells(rows.shape);
    for (size_t i = 0; i < shape_rows(rows.shape); i++) {
        char head[CANVAS_LABEL];
        write_row_name(&rows, i, head);
        rows.head = greater(rows.head, lesser(canvas_columns(head), NAME_MOST));
    }
    rows.field = 1 + greater(figure_columns(&rows.figure, change->before->cells, cells),
                             figure_columns(&rows.figure, change->after->cells, cells));
    size_t room = canvas->columns - lesser(canvas->columns, rows.head + 3);
    rows.shown = lesser(columns, room / (2 * rows.field));
    if (rows.shown < columns) {
        rows.shown = (room - lesser(room, 4 * GAP)) / (2 * rows.field);
    }
    if (rows.shown == 0 || cells == 0) {
        return 0;
    }
    size_t list[ROWS_MOST], count = 0, all = cells / columns;
    size_t most = lesser(canvas->rows, ROWS_MOST);
    for (size_t row = 0; row < all && count < most; row++) {
        if (all <= most || moved_columns(&rows, row) > 0) {
            list[count++] = row;
        }
    }
    size_t first = change->at_end ? canvas->rows - count : 0;
    for (size_t i = 0; i < count; i++) {
        put_row(&rows, canvas, first + i, list[i]);
    }
    return count;
}
