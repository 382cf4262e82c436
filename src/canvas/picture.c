#include "canvas/picture.h"

#include "base/text.h"
#include "canvas/dense.h"
#include "canvas/grid.h"
#include "canvas/heading.h"

#include <stdint.h>

enum { WIDEST = 10000 /* columns: more than any paper has */ };

static size_t lesser(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

/* How the lines of the box are shared out. */
struct lines {
    size_t title, heads; /* how many of each: 0 or 1 */
    size_t legend, map;  /* below */
    size_t body;
};

/* The scale of a heat map is never left out while there is room for two lines besides. */
static struct lines share_lines(const struct grid *grid) {
    size_t rows = grid->patch.box.rows;
    struct lines lines = {.title = rows > 2};
    lines.legend = grid->picture->heat && rows > 2 && !heading_holds_legend(grid);
    lines.heads = rows > 1 + lines.title + lines.legend;
    lines.body = rows - lines.title - lines.heads - lines.legend;
    return lines;
}

/* Row heads as wide as they ask for, where that leaves room for all numbers or in a quarter of the
 * picture; the axis's name stands above them. */
static void place_heads(struct grid *grid) {
    const struct picture *picture = grid->picture;
    size_t width = grid->patch.box.columns;
    size_t numbers = grid->columns.size * grid_least(grid) + 3;
    size_t most = greater(greater(3, width / 4), width > numbers ? width - numbers : 0);
    size_t axis = picture->rows_are ? patch_columns(picture->rows_are) + 2 : 0;
    grid->head = lesser(most, greater(grid->head, axis));
    grid->head_column = 1;
    grid->column = grid->head_column + grid->head + 1;
}

static void fit_rows(struct grid *grid, struct lines *lines) {
    size_t rows = grid->rows.size;
    bool all = rows <= lines->body && !span_elides(&grid->columns);
    lines->map = !all && lines->body > 2;
    lines->body -= lines->map;
    grid->rows = span_make(rows, lines->body, grid->cursor[0]);
    if (grid->picture->wide && rows > 0 && 2 * rows - 1 <= lines->body) {
        grid->step = 2;
    }
}

static size_t draw_grid(struct grid *grid, const struct lines *lines, size_t cursor[2]) {
    size_t used = lines->title + lines->heads;
    grid->row = used;
    if (lines->heads) {
        grid_column_heads(grid, lines->title);
        heading_rows(grid, lines->title);
    }
    grid_cells(grid);
    grid_locate(grid, cursor);
    used += grid->rows.count > 0 ? (grid->rows.count - 1) * grid->step + 1 : 0;
    if (lines->map) {
        grid_map(grid, used);
    }
    return used + lines->map;
}

static size_t draw_matrix(struct grid *grid, size_t cursor[2]) {
    struct lines lines = share_lines(grid);
    size_t width = grid->patch.box.columns, used, body = lines.body;
    place_heads(grid);
    grid_fit(grid, width > grid->column + 1 ? width - grid->column - 1 : 0);
    fit_rows(grid, &lines);
    bool all = !span_elides(&grid->rows) && !span_elides(&grid->columns);
    if (lines.title) {
        heading_put(grid, 0);
    }
    if (grid->picture->heat && !all) {
        used =
            lines.title + dense_matrix(grid, lines.title, lines.title + lines.heads + body, cursor);
        if (lines.heads) {
            heading_rows(grid, lines.title);
        }
    } else {
        used = draw_grid(grid, &lines, cursor);
    }
    if (lines.legend) {
        size_t at[] = {used, grid->head_column, width};
        legend_place(grid->picture, &grid->scale, &grid->patch, at);
    }
    return used + lines.legend;
}

size_t picture_columns(const struct picture *picture) {
    const struct patch wide = {.box = {.columns = WIDEST}};
    struct grid grid;
    grid_init(&grid, &wide, picture);
    place_heads(&grid);
    grid_fit(&grid, WIDEST);
    return greater(grid_end(&grid) + 1, heading_whole(&grid));
}

/* "loss = [0.3422]": a lone number has room for its decimals. */
static size_t draw_number(const struct grid *grid, size_t cursor[2]) {
    const struct picture *picture = grid->picture;
    char written[NUMBER_TEXT];
    bool present = grid->cursor[0] == 0, known = picture_knows(picture, 0);
    size_t column = heading_name(grid, 0);
    column = patch_put(&grid->patch, 0, column, " = ", STYLE_PLAIN);
    number_short(written, picture->value->cells[0],
                 picture->precision > 0 ? picture->precision : 4);
    if (present) {
        column = patch_put(&grid->patch, 0, column, "[", STYLE_FOCUS);
    }
    if (present && cursor && column < grid->patch.box.columns) {
        cursor[0] = grid->patch.box.row;
        cursor[1] = grid->patch.box.column + column;
    }
    column = patch_put(&grid->patch, 0, column, known ? written : "?", grid_style(grid, 0, 0));
    patch_put(&grid->patch, 0, column, present ? "]" : "", STYLE_FOCUS);
    return 1;
}

static size_t draw_empty(const struct grid *grid) {
    char shape[64], words[96];
    text_fill(words, sizeof words, ": %s, no numbers",
              shape_text(&grid->picture->value->shape, shape));
    patch_put(&grid->patch, 0, heading_name(grid, 0), words, STYLE_PLAIN);
    return 1;
}

size_t picture_matrix(struct canvas *canvas, struct box box, const struct picture *picture,
                      size_t cursor[2]) {
    struct patch patch = patch_make(canvas, box);
    struct grid grid;
    if (patch.box.rows == 0 || patch.box.columns == 0) {
        return 0;
    }
    grid_init(&grid, &patch, picture);
    if (shape_cells(&picture->value->shape) == 0) {
        return draw_empty(&grid);
    }
    if (shape_is_number(&picture->value->shape)) {
        return draw_number(&grid, cursor);
    }
    return draw_matrix(&grid, cursor);
}
