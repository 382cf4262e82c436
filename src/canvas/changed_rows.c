/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* change: the rows of a value before and after a change: "weights word1  .126 .595 → .314 .350". */
#include "base/text.h"
#include "canvas/figure.h"
#include "canvas/ladder.h"
#include "canvas/matrix.h"

enum {
    HEAD_MOST = 18, /* columns of the names of the rows */
    GAP = 2         /* columns of a "…" where numbers are left out */
};

struct rows {
    const struct ladder_change *change;
    size_t rows, columns; /* in all matrices; of one row, as many as are shown */
    size_t head, field;
    struct figure figure;
};

static bool changed_row_moved(const struct ladder_change *change, size_t row) {
    size_t columns = shape_columns(&change->after->shape);
    bool moved = false;
    for (size_t i = row * columns; i < (row + 1) * columns; i++) {
        moved |= !numbers_equal_rounded(change->before->cells[i], change->after->cells[i]);
    }
    return moved;
}

static void write_row_name(const struct rows *rows, size_t row, char out[CANVAS_LABEL]) {
    const struct shape *shape = &rows->change->after->shape;
    char room[32];
    text_fill(out, CANVAS_LABEL, "%.60s %.60s", rows->change->name,
              matrix_head(shape, AXIS_ROW, row % greater(1, shape_rows(shape)), room));
}

/* Fits as many of its columns as have room; false when not even one fits, or there is nothing to
 * compare. */
static bool measure_change(struct rows *rows, const struct ladder *ladder, size_t width) {
    const struct ladder_change *change = ladder->change;
    if (change == NULL || change->before == NULL || change->after == NULL ||
        !shape_same_sizes(&change->before->shape, &change->after->shape)) {
        return false;
    }
    const struct shape *shape = &change->after->shape;
    size_t columns = shape_columns(shape), cells = shape_cells(shape);
    char head[CANVAS_LABEL];
    *rows =
        (struct rows){.change = change, .figure = {change->decimals, width, ladder->ascii, false}};
    rows->rows = columns > 0 ? cells / columns : 0;
    for (size_t i = 0; i < shape_rows(shape); i++) {
        write_row_name(rows, i, head);
        rows->head = greater(rows->head, lesser(canvas_columns(head), HEAD_MOST));
    }
    rows->field = 1 + greater(figure_columns(&rows->figure, change->before->cells, cells),
                              figure_columns(&rows->figure, change->after->cells, cells));
    size_t room = width - lesser(width, rows->head + 3);
    rows->columns = lesser(columns, room / (2 * rows->field));
    if (rows->columns < columns) {
        rows->columns = (room - lesser(room, 4 * GAP)) / (2 * rows->field);
    }
    return rows->columns > 0 && rows->rows > 0;
}

/* Returns the first column of ROW that is shown: the last that has changed is shown, too. */
static size_t first_column_shown(const struct rows *rows, size_t row) {
    const struct ladder_change *change = rows->change;
    size_t columns = shape_columns(&change->after->shape), last = columns;
    while (last > rows->columns &&
           numbers_equal_rounded(change->before->cells[row * columns + last - 1],
                                 change->after->cells[row * columns + last - 1])) {
        last--;
    }
    return last - lesser(last, rows->columns);
}

static void put_row(const struct rows *rows, const struct canvas *canvas, size_t line, size_t row) {
    const struct ladder_change *change = rows->change;
    size_t columns = shape_columns(&change->after->shape), column = rows->head + 1;
    char written[NUMBER_TEXT], head[CANVAS_LABEL], cut[CANVAS_LABEL];
    write_row_name(rows, row, head);
    canvas_cut(cut, head, rows->head, rows->figure.ascii);
    canvas_put(canvas, line, 0, cut, change->role);
    if (!changed_row_moved(change, row)) {
        canvas_dim(canvas, line, 0, rows->head);
        canvas_put(canvas, line, column + 1, "unchanged", STYLE_DIM);
        return;
    }
    size_t first = first_column_shown(rows, row), gap = rows->columns < columns ? GAP : 0;
    const char *dots = glyphs_of(rows->figure.ascii)->gap;
    for (int after = 0; after < 2; after++) {
        canvas_put(canvas, line, column + 1, first > 0 ? dots : "", STYLE_DIM);
        column += gap;
        for (size_t i = 0; i < rows->columns; i++) {
            size_t cell = row * columns + first + i;
            bool moved =
                !numbers_equal_rounded(change->before->cells[cell], change->after->cells[cell]);
            double value = (after ? change->after : change->before)->cells[cell];
            column += rows->field;
            figure_write(&rows->figure, value, written);
            canvas_put(canvas, line, column - canvas_columns(written), written,
                       !after  ? STYLE_LABEL
                       : moved ? STYLE_CHANGED
                               : STYLE_NUMBER);
        }
        canvas_put(canvas, line, column + 1, first + rows->columns < columns ? dots : "",
                   STYLE_DIM);
        column += gap;
        if (!after) {
            column = canvas_put(canvas, line, column + 1, glyphs_of(rows->figure.ascii)->right,
                                STYLE_DIM);
        }
    }
}

size_t ladder_change(const struct ladder *ladder, const struct canvas *canvas,
                     const size_t size[2]) {
    struct rows rows;
    size_t used = 0, most = lesser(size[0], LADDER_ROWS);
    if (!measure_change(&rows, ladder, size[1])) {
        return 0;
    }
    for (size_t row = 0; row < rows.rows && used < most; row++) {
        if (rows.rows <= most || changed_row_moved(rows.change, row)) {
            if (canvas != NULL) {
                put_row(&rows, canvas, used, row);
            }
            used++;
        }
    }
    return used;
}
