/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ladder_draw_change: the rows of a value before and after a change, as a matrix with "5→.2" in its
 * cells. */
#include "base/number.h"
#include "canvas/figure.h"
#include "canvas/ladder.h"
#include "canvas/picture.h"

#include <stdint.h>

enum { ROWS_MOST = 6, LABEL_MOST = 12 };

size_t ladder_draw_change(struct matrix_picture change, bool at_end, const struct canvas *canvas) {
    const struct tensor *before = change.before, *after = change.shown;
    const struct shape *shape = &after->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape), cells = shape_cells(shape);
    if (change.decimals == 0) { /* whole ones may get some */
        int old = figure_decimals(before->cells, cells, 2);
        int now = figure_decimals(after->cells, cells, 2);
        change.decimals = old > now ? old : now;
    }
    struct figure figure = {.decimals = change.decimals, .width = canvas->columns};
    size_t number = greater(figure_columns(&figure, before->cells, cells),
                            figure_columns(&figure, after->cells, cells));
    size_t head = picture_head_columns(shape, AXIS_ROW, NULL); /* below the name of the value */
    size_t gutter = 2 + lesser(greater(head, canvas_columns(change.name)), LABEL_MOST);
    size_t at = lesser(change.cursor, cells - 1);
    size_t moved = numbers_equal_rounded(before->cells[at], after->cells[at]) ? 0 : at;
    while (moved < cells && numbers_equal_rounded(before->cells[moved], after->cells[moved])) {
        moved++;
    }
    size_t room = reduced(canvas->columns, gutter), cell = 2 * number + 1;
    cell = 1 + greater(cell, lesser(picture_head_columns(shape, AXIS_COLUMN, NULL), LABEL_MOST));
    if (moved == cells || canvas->rows < 2 || room < cell) {
        return 0;
    }
    bool lone = shape_is_number(shape);
    size_t shown = lone ? 0 : lesser(rows, lesser(canvas->rows, ROWS_MOST) - 1);
    size_t first = at_end ? canvas->rows - shown - 1 : 0;
    struct place_on_stage place = {.form = lone ? FORM_LINE : FORM_NUMBERS,
                                   .box = {first, lone ? 0 : gutter, shown + 1, room},
                                   .gutter = lone ? 0 : gutter,
                                   .heads = 1,
                                   .cell_columns = cell,
                                   .cell_lines = 1,
                                   .rows = shown,
                                   .columns = lesser(columns, room / greater(cell, 1)),
                                   .matrices = 1,
                                   .across = 1};
    change.place = &place;
    change.number = 2 * number + 1;
    change.moved = true;
    change.cursor = SIZE_MAX;
    change.meeting.matrix = moved / columns / rows;
    change.wanted[0] = moved / columns % rows;
    change.wanted[1] = moved % columns;
    matrix_draw(&change, canvas);
    return shown + 1;
}
