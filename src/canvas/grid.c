/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* grid: the matrices of a stack side by side, numbered, in one cell size, with their words: as
 * numbers where all have room, else as half blocks. */
#include "base/failure.h"
#include "canvas/drawing.h"
#include "canvas/matrix.h"

#include <stdint.h>

enum { HEADS = 2, LEAST_CELL = 4, MOST_CELL = 7, MOST_LABEL = 8, GAP = 2 };

static bool grid_fits(const struct drawing *drawing, struct failure *failure) {
    const struct picture *of = &drawing->values[0];
    return shape_matrices(&of->value->shape) > 1 ||
           failure_set(failure, "%s is one matrix: show %s shows it", of->name, of->name);
}

/* Returns a place of SIZE (rows, columns) with as many matrices beside each other as make the cells
 * widest; where numbers have no room, half blocks, two rows a line below their numbers, as many as
 * show most of each. */
static struct place_on_stage stack_place(const struct shape *shape, const size_t size[2]) {
    size_t rows = shape_rows(shape), columns = shape_columns(shape), most = 0;
    size_t gutter = 1 + lesser(picture_head_columns(shape, AXIS_ROW, NULL), MOST_LABEL);
    size_t room = size[1] - lesser(size[1], gutter);
    struct place_on_stage tiles = {.form = FORM_TILE,
                                   .box = {0, 0, size[0], size[1]},
                                   .heads = HEADS,
                                   .cell_columns = 1,
                                   .cell_lines = 1,
                                   .matrices = shape_matrices(shape)};
    struct place_on_stage numbers = tiles;
    numbers.form = FORM_NUMBERS;
    numbers.gutter = numbers.box.column = gutter;
    numbers.rows = rows;
    numbers.columns = columns;
    for (size_t across = 1; across <= tiles.matrices; across++) {
        size_t down = (tiles.matrices + across - 1) / across, wide = (room + GAP) / across;
        size_t cell = lesser((wide - lesser(wide, GAP)) / greater(columns, 1), MOST_CELL);
        if (down * place_lines(&numbers) <= size[0] && cell > numbers.cell_columns) {
            numbers.cell_columns = cell;
            numbers.across = across;
            numbers.box.columns = across * (cell * columns + GAP) - GAP;
        }
        size_t cells = lesser((size[1] + 1) / across, columns + 1);
        cells -= lesser(cells, 1);
        size_t lines = (size[0] - lesser(size[0], 1)) / down;
        size_t shown = lesser(rows, 2 * (lines - lesser(lines, 1)));
        if (shown * cells >= most) {
            most = shown * cells;
            tiles.across = across;
            tiles.rows = shown;
            tiles.columns = cells;
        }
    }
    return numbers.cell_columns >= LEAST_CELL ? numbers : tiles;
}

static void grid_draw(const struct drawing *drawing, const struct canvas *canvas,
                      size_t cursor[2]) {
    const struct picture *of = &drawing->values[0];
    const size_t size[] = {canvas->rows, canvas->columns};
    struct place_on_stage place = stack_place(&of->value->shape, size);
    struct matrix_picture picture = matrix_plain(of->name, &place);
    picture.role = of->role;
    picture.decimals = place.cell_columns > LEAST_CELL ? 3 : 2;
    picture.number = place.cell_columns - 1;
    picture.shown = of->value;
    picture.before = of->before;
    picture.moved = of->before != NULL;
    picture.scale = of->scale;
    picture.cursor = of->cursor;
    picture.depth = of->depth;
    picture.owner = of->owner;
    matrix_draw(&picture, canvas, cursor);
}

static void grid_measure(const struct drawing_sizes *of, size_t size[2], size_t wish[2]) {
    size[0] = lesser(of->rows + HEADS, 10);
    size[1] = lesser(MOST_LABEL + 2 * (of->columns * LEAST_CELL + GAP), 78);
    wish[0] = of->rows + HEADS;
    wish[1] = MOST_LABEL + 4 * (of->columns * MOST_CELL + GAP);
}

/* Returns the rows of as many matrices side by side as COLUMNS have room for, with the others
 * below: numbers, or half blocks. */
static size_t grid_rows(const struct drawing *drawing, size_t columns) {
    const struct shape *shape = &drawing->values[0].value->shape;
    size_t rows = shape_rows(shape), matrices = shape_matrices(shape);
    struct place_on_stage place = {0};
    for (size_t down = 1; down <= matrices; down++) {
        const size_t size[] = {down * (HEADS + rows), columns};
        place = stack_place(shape, size);
        if (place.form == FORM_NUMBERS) {
            return size[0];
        }
    }
    size_t across = greater(1, place.across);
    return 1 + (matrices + across - 1) / across * (1 + (rows + 1) / 2);
}

static void grid_describe(const struct drawing *drawing, struct text *out) {
    const struct picture *of = &drawing->values[0];
    struct matrix_view view = {.name = of->name, .value = of->value, .precision = of->precision};
    matrix_describe(&view, &(struct output){out, NULL, SIZE_MAX});
}

const struct drawing_kind grid_drawing = {
    .name = "grid",
    .sentence = "Show the matrices of a stack side by side: all heads at once.",
    .details = "They are numbered, and show digits where there is room. A head whose numbers are\n"
               "all 0 is marked as off. [ and ] go from one to another, z shows one alone.",
    .before = "A_h = softmax(heads(X, 2) @ heads(X, 2).T)",
    .example = "grid A_h",
    .parameters = {DRAWING_OF_ONE("stack")},
    .most = 1,
    .instead = true,
    .fits = grid_fits,
    .rows = grid_rows,
    .describe = grid_describe,
    .measure = grid_measure,
    .draw = grid_draw,
};
