/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* ladder_draw_change: the rows of a value before and after a change, as a matrix with "5→.2" in its
 * cells. */
#include "base/number.h"
#include "canvas/figure.h"
#include "canvas/ladder.h"
#include "canvas/picture.h"

#include <stdint.h>

enum { ROWS_MOST = 6, LABEL_MOST = 12, UNCHANGED = 15 }; /* columns of "row unchanged" */

size_t ladder_draw_change(struct picture change, bool alone, bool at_end,
                          const struct canvas *canvas) {
    const struct tensor *before = change.before, *after = change.value;
    const struct shape *shape = &after->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape), cells = shape_cells(shape);
    struct figure figure = {.decimals = change.decimals > 0 ? change.decimals : 2}; /* edited */
    size_t number = greater(figure_columns(&figure, before->cells, cells),
                            figure_columns(&figure, after->cells, cells));
    size_t head = picture_head_columns(shape, AXIS_ROW, NULL); /* below the name of the value */
    size_t gutter = 2 + lesser(greater(head, canvas_columns(change.name)), LABEL_MOST);
    size_t at = lesser(change.cursor, cells - 1), row = at - at % columns;
    size_t moved =
        picture_find_moved(&change, at, 1) == at ? at : picture_find_moved(&change, 0, cells);
    bool still = alone && picture_find_moved(&change, row, columns) == row + columns;
    size_t written = still ? number : 2 * number + 1;
    size_t label = lesser(picture_head_columns(shape, AXIS_COLUMN, NULL), LABEL_MOST);
    size_t cell = 1 + greater(written, label), width = reduced(canvas->columns, gutter);
    size_t room = reduced(width, still ? UNCHANGED : 0);
    if (moved == cells || canvas->rows < 2 || room < cell) {
        return 0;
    }
    moved = alone ? at : moved;
    bool lone = shape_is_number(shape);
    size_t shown = lone ? 0 : lesser(alone ? 1 : rows, lesser(canvas->rows, ROWS_MOST) - 1);
    size_t first = at_end ? canvas->rows - shown - 1 : 0;
    struct place_on_stage place = {.form = lone ? FORM_LINE : FORM_NUMBERS,
                                   .box = {first, lone ? 0 : gutter, shown + 1, width},
                                   .gutter = lone ? 0 : gutter,
                                   .heads = 1,
                                   .cell_columns = cell,
                                   .cell_lines = 1,
                                   .rows = shown,
                                   .columns = lesser(columns, room / greater(cell, 1)),
                                   .matrices = 1,
                                   .across = 1};
    change.place = &place;
    change.number = written;
    change.moved = true;
    change.cursor = SIZE_MAX;
    change.meeting.matrix = moved / columns / rows;
    change.wanted[0] = moved / columns % rows;
    change.wanted[1] = moved % columns;
    matrix_draw(&change, canvas);
    return shown + 1;
}
