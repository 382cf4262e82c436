/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* grid: the matrices of a stack side by side, numbered, in one cell size, with their words. The
 * cells have digits where all have room for them, else shades alone; where even rows are too many,
 * two share a line. A head whose numbers are all 0 is marked as switched off. */
#include "base/failure.h"
#include "base/number.h"
#include "base/text.h"
#include "canvas/drawing.h"
#include "canvas/matrix.h"
#include "canvas/scale.h"

#include <stdint.h>
#include <string.h>

enum { MOST_CELL = 6, DIGITS = 4, MOST_LABEL = 8, GAP = 2 };

struct grid {
    const struct picture *of;
    const struct canvas *canvas;
    struct scale scale;
    size_t rows, columns, heads;
    size_t across, down;   /* heads */
    size_t cell, label;    /* columns of a cell, of row labels */
    size_t high, wide;     /* of a head, with its title and the gap behind */
    bool halves, labelled; /* two rows a line; the columns have labels */
};

static bool grid_fit(const struct drawing *drawing, struct failure *failure) {
    const struct picture *of = &drawing->values[0];
    return shape_matrices(&of->value->shape) > 1 ||
           failure_set(failure, "%s is one matrix: show %s shows it", of->name, of->name);
}

/* As many heads beside each other as make the cells widest. */
static struct grid grid_make(const struct drawing *drawing, const struct canvas *canvas) {
    const struct picture *of = &drawing->values[0];
    const struct shape *shape = &of->value->shape;
    struct grid best = {.of = of,
                        .canvas = canvas,
                        .scale = scale_of(of, true),
                        .rows = shape_rows(shape),
                        .columns = shape_columns(shape),
                        .heads = shape_matrices(shape),
                        .label = lesser(picture_head_columns(of, AXIS_ROW), MOST_LABEL) + 1};
    best.label = greater(best.label, lesser(canvas_columns(of->name), MOST_LABEL) + 1);
    struct grid grid = best;
    size_t room = canvas->columns - lesser(canvas->columns, grid.label);
    for (grid.across = 1; grid.across <= grid.heads; grid.across++) {
        grid.down = (grid.heads + grid.across - 1) / grid.across;
        size_t high = canvas->rows / grid.down;
        size_t lines = grid.rows;
        grid.halves = high < lines + 1;
        lines = grid.halves ? (lines + 1) / 2 : lines;
        grid.labelled = high >= lines + 2;
        grid.high = lesser(lines + 1 + grid.labelled + (high > lines + 2), high);
        grid.cell = lesser((room / grid.across - lesser(room / grid.across, GAP)) /
                               greater(grid.columns, 1),
                           MOST_CELL);
        grid.wide = grid.cell * grid.columns + GAP;
        bool fits = high >= lines + 1 && grid.cell > 0;
        bool better = best.cell == 0 || (best.halves && !grid.halves) ||
                      (best.halves == grid.halves && grid.cell > best.cell);
        best = fits && better ? grid : best;
    }
    return best;
}

static size_t cell_of(const struct grid *grid, size_t head, size_t row, size_t column) {
    return (head * grid->rows + row) * grid->columns + column;
}

static bool is_off(const struct grid *grid, size_t head) {
    const double *cells = grid->of->value->cells;
    bool off = true;
    for (size_t i = 0; off && i < grid->rows * grid->columns; i++) {
        off = numbers_alike(cells[cell_of(grid, head, 0, i)], 0);
    }
    return off;
}

/* Three columns of digits: ".98", or as short as the others of this picture. */
static void put_digits(const struct grid *grid, const size_t at[2], size_t cell, enum style style) {
    char number[NUMBER_TEXT];
    picture_number(grid->of, grid->of->value->cells[cell], grid->cell - 1, number);
    if (canvas_columns(number) < grid->cell) {
        canvas_put_right(grid->canvas, at[0], at[1] + grid->cell, number, style);
    }
}

static void put_cell(const struct grid *grid, size_t head, size_t row, size_t column,
                     const size_t corner[2], size_t cursor[2]) {
    size_t cell = cell_of(grid, head, row, column);
    const struct picture *of = grid->of;
    size_t line = corner[0] + 1 + grid->labelled + (grid->halves ? row / 2 : row);
    const size_t at[] = {line, corner[1] + column * grid->cell};
    struct shade shade = scale_shade(&grid->scale, of->value->cells[cell]);
    struct shade empty = {.palette = PALETTE_EMPTY};
    bool knows = picture_knows(of, cell), here = cursor != NULL && of->cursor == cell;
    struct canvas_tag tag = {of->owner, 1 + cell};
    canvas_tag(grid->canvas, at[0], at[1], grid->cell, tag);
    shade = knows ? shade : empty;
    if (grid->halves) {
        struct shade lower = {0};
        if (row + 1 < grid->rows) {
            size_t below = cell_of(grid, head, row + 1, column);
            lower = picture_knows(of, below) ? scale_shade(&grid->scale, of->value->cells[below])
                                             : empty;
        }
        for (size_t i = 0; row % 2 == 0 && i < grid->cell; i++) {
            canvas_half(grid->canvas, at[0], at[1] + i, shade, lower);
        }
    } else {
        canvas_shade(grid->canvas, at[0], at[1], grid->cell, shade);
        bool plain = of->depth == DEPTH_NONE && grid->cell < DIGITS;
        for (size_t i = 0; plain && i < grid->cell; i++) {
            canvas_put(grid->canvas, at[0], at[1] + i, shade_character(shade, of->ascii),
                       STYLE_NUMBER);
        }
        if (knows && grid->cell >= DIGITS) {
            put_digits(grid, at, cell,
                       here                      ? STYLE_FOCUS
                       : picture_moved(of, cell) ? STYLE_CHANGED
                                                 : STYLE_NUMBER);
        }
    }
    if (here) {
        canvas_point(grid->canvas, at[0], at[1] + grid->cell - 1, cursor);
    }
}

static void put_title(const struct grid *grid, size_t head, const size_t corner[2]) {
    struct text words = {0};
    bool off = is_off(grid, head), here = head == grid->of->matrix;
    const struct shape *shape = &grid->of->value->shape;
    matrix_title(shape, head, TITLE_SHORT, &words);
    if (canvas_columns(text_string(&words)) + (off ? strlen(" off") : 0) >= grid->wide) {
        text_clear(&words);
        matrix_title(shape, head, TITLE_NUMBER, &words);
    }
    text_append(&words, off ? " off" : "");
    struct canvas part =
        canvas_part(grid->canvas, (struct box){corner[0], corner[1], 1, grid->wide - 1});
    canvas_put_cut(&part, 0, 0, text_string(&words),
                   off    ? STYLE_CHANGED
                   : here ? STYLE_STRONG
                          : STYLE_LABEL);
    text_release(&words);
}

/* The words of a head's columns, as much of each as a cell holds. */
static void put_columns(const struct grid *grid, const size_t corner[2]) {
    const struct shape *shape = &grid->of->value->shape;
    for (size_t i = 0; grid->labelled && grid->cell > 1 && i < grid->columns; i++) {
        char room[32], cut[CANVAS_LABEL];
        const char *label = matrix_head(shape, AXIS_COLUMN, i, room);
        size_t bytes = canvas_fit(label, grid->cell - 1);
        text_fill(cut, sizeof cut, "%.*s", (int)bytes, label);
        canvas_put_right(grid->canvas, corner[0] + 1, corner[1] + (i + 1) * grid->cell, cut,
                         STYLE_LABEL);
    }
}

/* The words of the rows, left of the first head of a line of heads. */
static void put_rows(const struct grid *grid, size_t top) {
    for (size_t row = 0; !grid->halves && row < grid->rows; row++) {
        char room[32], cut[CANVAS_LABEL];
        const char *label = matrix_head(&grid->of->value->shape, AXIS_ROW, row, room);
        canvas_cut(cut, label, grid->label - 1, grid->of->ascii);
        canvas_put_right(grid->canvas, top + 1 + grid->labelled + row, grid->label - 1, cut,
                         STYLE_LABEL);
    }
}

static void grid_draw(const struct drawing *drawing, const struct canvas *canvas,
                      size_t cursor[2]) {
    struct grid grid = grid_make(drawing, canvas);
    struct canvas first = canvas_part(canvas, (struct box){0, 0, 1, grid.label});
    canvas_put_cut(&first, 0, 0, grid.of->name, grid.of->role);
    for (size_t head = 0; head < grid.heads && grid.cell > 0; head++) {
        const size_t corner[] = {head / grid.across * grid.high,
                                 grid.label + head % grid.across * grid.wide};
        if (head % grid.across == 0) {
            put_rows(&grid, corner[0]);
        }
        put_title(&grid, head, corner);
        put_columns(&grid, corner);
        for (size_t i = 0; i < grid.rows * grid.columns; i++) {
            put_cell(&grid, head, i / grid.columns, i % grid.columns, corner, cursor);
        }
    }
}

static void grid_least(const struct drawing_sizes *of, size_t size[2], size_t wish[2]) {
    size[0] = lesser(of->rows + 2, 10);
    size[1] = lesser(MOST_LABEL + 2 * (of->columns * DIGITS + GAP), 78);
    wish[0] = of->rows + 2;
    wish[1] = MOST_LABEL + 4 * (of->columns * MOST_CELL + GAP);
}

static void grid_print(const struct drawing *drawing, const struct drawing_lines *lines,
                       struct text *out) {
    const struct picture *of = &drawing->values[0];
    struct matrix_view view = {.value = of->value,
                               .precision = of->precision,
                               .limit = MATRIX_LIMIT,
                               .indent = "  ",
                               .width = lines->width};
    matrix_print(&view, NULL, lines->paint, out);
}

static void grid_describe(const struct drawing *drawing, struct text *out) {
    const struct picture *of = &drawing->values[0];
    struct matrix_view view = {.value = of->value, .precision = of->precision};
    matrix_describe(of->name, &view, out);
}

const struct drawing_kind grid_drawing = {
    .name = "grid",
    .most = 1,
    .instead = true,
    .fits = grid_fit,
    .print = grid_print,
    .describe = grid_describe,
    .least = grid_least,
    .draw = grid_draw,
};
