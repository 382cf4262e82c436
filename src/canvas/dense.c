#include "canvas/dense.h"

#include <math.h>
#include <stdint.h>

static size_t lesser(size_t a, size_t b) {
    return a < b ? a : b;
}

static void dense_window(struct dense *dense, size_t lines, size_t columns) {
    size_t rows = lines * dense->rows_per_line;
    dense->rows = span_make(dense->rows.size, rows, dense->cursor[0]);
    dense->columns =
        span_make(dense->columns.size, columns / dense->cell_columns, dense->cursor[1]);
    bool last = dense->rows.first + dense->rows.count == dense->rows.size;
    if (dense->rows_per_line == 2 && !last) {
        dense->rows.first -= dense->rows.first % 2; /* pairs stay pairs while the window moves */
    }
}

static bool dense_fits(const struct dense *dense) {
    return !span_elides(&dense->rows) && !span_elides(&dense->columns);
}

/* Tiles when all fit; else what takes least room and still tells the sign. */
struct dense dense_make(const struct picture *picture, const struct scale *scale, size_t lines,
                        size_t columns) {
    const struct shape *shape = &picture->value->shape;
    bool colour = picture->depth != DEPTH_NONE;
    struct dense dense = {.picture = picture, .scale = scale};
    dense.rows.size = shape_rows(shape);
    dense.columns.size = shape_columns(shape);
    dense.first = picture_first(picture);
    dense.cell_columns = 2;
    dense.rows_per_line = 1;
    picture_cursor(picture, dense.cursor);
    dense_window(&dense, lines, columns);
    if (dense_fits(&dense) || (!colour && scale->palette == PALETTE_DIVERGING)) {
        return dense;
    }
    dense.cell_columns = 1;
    dense.rows_per_line = colour && !picture->ascii ? 2 : 1;
    dense_window(&dense, lines, columns);
    return dense;
}

size_t dense_lines(const struct dense *dense) {
    return (dense->rows.count + dense->rows_per_line - 1) / dense->rows_per_line;
}

size_t dense_columns(const struct dense *dense) {
    return dense->columns.count * dense->cell_columns;
}

static size_t cell_at(const struct dense *dense, size_t row, size_t column) {
    return dense->first + row * dense->columns.size + column;
}

/* None where the row is past the last one shown. */
static struct shade shade_at(const struct dense *dense, size_t row, size_t column) {
    size_t cell = cell_at(dense, row, column);
    if (!span_has(&dense->rows, row) || !picture_knows(dense->picture, cell)) {
        return (struct shade){PALETTE_NONE, 0};
    }
    return scale_shade(dense->scale, dense->picture->value->cells[cell]);
}

/* What a tile says besides its shade: known but no finite number, or below 0. */
static const char *tile_text(const struct dense *dense, size_t cell, bool second) {
    const struct picture *picture = dense->picture;
    if (!picture_knows(picture, cell)) {
        return " ";
    }
    double value = picture->value->cells[cell];
    if (!isfinite(value)) {
        return picture->ascii ? "x" : "·";
    }
    if (picture->depth != DEPTH_NONE) {
        return " ";
    }
    struct shade shade = scale_shade(dense->scale, value);
    bool sign = second && dense->scale->palette == PALETTE_DIVERGING;
    return sign ? (value < 0 ? "-" : " ") : shade_character(shade, picture->ascii);
}

static void draw_tile(const struct dense *dense, const struct patch *patch, const size_t place[2],
                      const size_t at[2]) {
    bool present = dense->cursor[0] == at[0] && dense->cursor[1] == at[1];
    static const char *const brackets[] = {"[", "]"};
    for (size_t i = 0; i < dense->cell_columns; i++) {
        const char *text = tile_text(dense, cell_at(dense, at[0], at[1]), i > 0);
        bool bracket = present && dense->cell_columns == 2;
        patch_put(patch, place[0], place[1] + i, bracket ? brackets[i] : text,
                  present ? STYLE_FOCUS : STYLE_PLAIN);
    }
    if (dense->picture->depth != DEPTH_NONE) {
        patch_shade(patch, place[0], place[1], dense->cell_columns, shade_at(dense, at[0], at[1]));
    }
}

static void draw_line(const struct dense *dense, const struct patch *patch, const size_t place[2],
                      size_t row) {
    for (size_t i = 0; i < dense->columns.count; i++) {
        size_t column = dense->columns.first + i;
        if (dense->rows_per_line == 2) {
            patch_half(patch, place[0], place[1] + i, shade_at(dense, row, column),
                       shade_at(dense, row + 1, column));
        } else {
            draw_tile(dense, patch, (const size_t[]){place[0], place[1] + i * dense->cell_columns},
                      (const size_t[]){row, column});
        }
    }
}

void dense_draw(const struct dense *dense, const struct patch *patch, size_t row, size_t column) {
    for (size_t i = 0; i < dense_lines(dense); i++) {
        draw_line(dense, patch, (const size_t[]){row + i, column},
                  dense->rows.first + i * dense->rows_per_line);
    }
}

/* --- in picture_matrix ------------------------------------------------------------------------ */

/* Heads of an axis that are written where there is room for few: the present one's in brackets, the
 * first's and the last's. */
static void axis_head(const struct grid *grid, enum tensor_axis axis, size_t at,
                      char out[PATCH_LABEL]) {
    char room[32];
    const char *head = picture_head(grid->picture, axis, at, room);
    patch_cut(out, head, axis == AXIS_ROW ? grid->head : 12, grid->picture->ascii);
}

static size_t put_lit(const struct patch *patch, const size_t at[2], const char *label) {
    patch_put(patch, at[0], at[1], "[", STYLE_STRONG);
    size_t end = patch_put(patch, at[0], at[1] + 1, label, STYLE_STRONG);
    return patch_put(patch, at[0], end, "]", STYLE_STRONG);
}

static void put_row_heads(const struct dense *dense, const struct grid *grid) {
    char label[PATCH_LABEL];
    for (size_t i = 0; i < dense->rows.count; i++) {
        size_t row = dense->rows.first + i, line = grid->row + i / dense->rows_per_line;
        bool lit = row == dense->cursor[0];
        bool pair = dense->rows_per_line == 2 && row + 1 - i % 2 == dense->cursor[0];
        if (!lit && (pair || i % dense->rows_per_line > 0)) {
            continue;
        }
        axis_head(grid, AXIS_ROW, row, label);
        if (lit) {
            put_lit(&grid->patch, (const size_t[]){line, grid->head_column - 1}, label);
        } else {
            patch_put(&grid->patch, line, grid->head_column, label, STYLE_LABEL);
        }
    }
}

/* The first, the last, and over its column the present one, each only where it leaves the present
 * one in sight. */
static void put_column_heads(const struct dense *dense, const struct grid *grid, size_t line) {
    const struct span *columns = &dense->columns;
    char label[PATCH_LABEL];
    size_t end = grid->column + dense_columns(dense), from = end, to = grid->column;
    if (span_has(columns, dense->cursor[1])) {
        axis_head(grid, AXIS_COLUMN, dense->cursor[1], label);
        size_t size = patch_columns(label) + 2;
        size_t at = grid->column + (dense->cursor[1] - columns->first) * dense->cell_columns;
        at = at > 0 ? at - 1 : 0;
        from = at + size > end + 2 && end + 2 > size ? end + 2 - size : at;
        to = put_lit(&grid->patch, (const size_t[]){line, from}, label);
    }
    axis_head(grid, AXIS_COLUMN, columns->first, label);
    if (grid->column + patch_columns(label) < from && columns->first != dense->cursor[1]) {
        patch_put(&grid->patch, line, grid->column, label, STYLE_LABEL);
        to = to > grid->column ? to : grid->column + patch_columns(label);
    }
    size_t last = columns->first + columns->count - 1;
    axis_head(grid, AXIS_COLUMN, last, label);
    size_t width = patch_columns(label);
    if (last != dense->cursor[1] && end > width && end - width > to) {
        patch_put(&grid->patch, line, end - width, label, STYLE_LABEL);
    }
}

static void locate(const struct dense *dense, const struct grid *grid, size_t cursor[2]) {
    const struct box *box = &grid->patch.box;
    if (!cursor || !span_has(&dense->rows, dense->cursor[0]) ||
        !span_has(&dense->columns, dense->cursor[1])) {
        return;
    }
    size_t line = grid->row + (dense->cursor[0] - dense->rows.first) / dense->rows_per_line;
    size_t column = grid->column + (dense->cursor[1] - dense->columns.first) * dense->cell_columns;
    if (line < box->rows && column < box->columns) {
        cursor[0] = box->row + line;
        cursor[1] = box->column + column;
    }
}

size_t dense_matrix(struct grid *grid, size_t top, size_t end, size_t cursor[2]) {
    size_t heads = end > top + 1, width = grid->patch.box.columns;
    size_t columns = width > grid->column + 1 ? width - grid->column - 1 : 0;
    size_t lines = end - top - heads;
    struct dense dense = dense_make(grid->picture, &grid->scale, lines, columns);
    bool map = !dense_fits(&dense) && lines > 1;
    if (map) {
        dense = dense_make(grid->picture, &grid->scale, lines - 1, columns);
    }
    grid->row = top + heads;
    grid->rows = dense.rows;
    grid->columns = dense.columns;
    if (heads && dense.columns.count > 0) {
        put_column_heads(&dense, grid, top);
    }
    put_row_heads(&dense, grid);
    dense_draw(&dense, &grid->patch, grid->row, grid->column);
    locate(&dense, grid, cursor);
    size_t used = lesser(lines, dense_lines(&dense));
    if (map) {
        grid_map(grid, grid->row + used);
    }
    return heads + used + map;
}
