#include "canvas/picture.h"

#include "base/text.h"
#include "canvas/grid.h"

#include <math.h>
#include <stdint.h>

/* --- dense ------------------------------------------------------------------------------------ */

/* A heat map without numbers, for matrices that are too big for them, and for thumbnails. A
 * cell is a tile of two columns; or half a character, two rows a line; or, where there are no
 * colours, two or one shade characters (a second column holds the sign of a number below 0). */

struct dense {
    const struct picture *picture;
    const struct scale *scale;
    struct visible rows, columns;
    size_t first;         /* flat index of the matrix's first cell */
    size_t cell_columns;  /* columns a cell takes: 1 or 2 */
    size_t rows_per_line; /* 1, or 2 with half blocks */
    size_t cursor[2];
};

static void dense_window(struct dense *dense, size_t lines, size_t columns) {
    size_t rows = lines * dense->rows_per_line;
    dense->rows = visible_make(dense->rows.size, rows, dense->cursor[0]);
    dense->columns =
        visible_make(dense->columns.size, columns / dense->cell_columns, dense->cursor[1]);
    bool last = dense->rows.first + dense->rows.count == dense->rows.size;
    if (dense->rows_per_line == 2 && !last) {
        dense->rows.first -= dense->rows.first % 2; /* pairs stay pairs while the window moves */
    }
}

static bool dense_fits(const struct dense *dense) {
    return !visible_elides(&dense->rows) && !visible_elides(&dense->columns);
}

/* Chooses the form that shows most of the picture's matrix in LINES × COLUMNS. */
static struct dense dense_make(const struct picture *picture, const struct scale *scale,
                               size_t lines, size_t columns) {
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
    if (dense_fits(&dense) || (!colour && scale->palette == PALETTE_SIGNED)) {
        return dense;
    }
    dense.cell_columns = 1;
    dense.rows_per_line = colour && !picture->ascii ? 2 : 1;
    dense_window(&dense, lines, columns);
    return dense;
}

/* What dense_draw takes of the canvas. */
static size_t dense_lines(const struct dense *dense) {
    return (dense->rows.count + dense->rows_per_line - 1) / dense->rows_per_line;
}

static size_t dense_columns(const struct dense *dense) {
    return dense->columns.count * dense->cell_columns;
}

static size_t cell_at(const struct dense *dense, size_t row, size_t column) {
    return dense->first + row * dense->columns.size + column;
}

/* None where the row is past the last one shown. */
static struct shade shade_at(const struct dense *dense, size_t row, size_t column) {
    size_t cell = cell_at(dense, row, column);
    if (!visible_has(&dense->rows, row) || !picture_knows(dense->picture, cell)) {
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
    bool sign = second && dense->scale->palette == PALETTE_SIGNED;
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

/* The cells alone, from ROW, COLUMN on. */
static void dense_draw(const struct dense *dense, const struct patch *patch, size_t row,
                       size_t column) {
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
    const struct visible *columns = &dense->columns;
    char label[PATCH_LABEL];
    size_t end = grid->column + dense_columns(dense), from = end, to = grid->column;
    if (visible_has(columns, dense->cursor[1])) {
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
    if (!cursor || !visible_has(&dense->rows, dense->cursor[0]) ||
        !visible_has(&dense->columns, dense->cursor[1])) {
        return;
    }
    size_t line = grid->row + (dense->cursor[0] - dense->rows.first) / dense->rows_per_line;
    size_t column = grid->column + (dense->cursor[1] - dense->columns.first) * dense->cell_columns;
    if (line < box->rows && column < box->columns) {
        cursor[0] = box->row + line;
        cursor[1] = box->column + column;
    }
}

/* The body of picture_matrix: heads of the first, the present and the last position, the cells, and
 * a map where they do not all fit; between lines TOP and END. Returns the lines used. */
static size_t dense_matrix(struct grid *grid, size_t top, size_t end, size_t cursor[2]) {
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

/* --- picture ---------------------------------------------------------------------------------- */

enum { WIDEST = 10000 /* columns: more than any paper has */ };

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
    bool all = rows <= lines->body && !visible_elides(&grid->columns);
    lines->map = !all && lines->body > 2;
    lines->body -= lines->map;
    grid->rows = visible_make(rows, lines->body, grid->cursor[0]);
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
    bool all = !visible_elides(&grid->rows) && !visible_elides(&grid->columns);
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

/* --- picture_stack ---------------------------------------------------------------------------- */

/* MOST: more matrices are not read side by side. GAP: columns between two. */
enum { MOST = 12, GAP = 2 };

/* Matrix MATRIX of the stack; only the present one has the cursor. */
static struct picture member(const struct picture *picture, size_t matrix) {
    struct picture one = *picture;
    one.matrix = matrix;
    one.cursor = matrix == picture->matrix ? picture->cursor : SIZE_MAX;
    return one;
}

size_t picture_stack_columns(const struct picture *picture) {
    const struct shape *shape = &picture->value->shape;
    size_t count = shape_matrices(shape), columns = 0;
    if (count > MOST || shape_rows(shape) * shape_columns(shape) < 2) {
        return SIZE_MAX;
    }
    for (size_t i = 0; i < count; i++) {
        struct picture one = member(picture, i);
        columns += picture_columns(&one) + (i > 0 ? GAP : 0);
    }
    return columns;
}

size_t picture_stack(struct canvas *canvas, struct box box, const struct picture *picture,
                     size_t cursor[2]) {
    size_t count = shape_matrices(&picture->value->shape), rows = 0;
    for (size_t i = 0; i < count; i++) {
        struct picture one = member(picture, i);
        size_t columns = picture_columns(&one);
        struct box part = {box.row, box.column, box.rows, columns};
        rows = picture_matrix(canvas, part, &one, cursor);
        box.column += columns + GAP;
    }
    return rows;
}

/* --- picture_thumbnails ----------------------------------------------------------------------- */

enum { LABEL_LEAST = 5, LABEL_MOST = 16 };

/* Matrices in bands: ACROSS of them side by side, each as dense as FORM. */
struct gallery {
    struct grid grid; /* the name, and the cursor */
    struct scale scale;
    struct dense form;
    struct visible matrices;
    size_t width;         /* of one matrix with the gap after it */
    size_t across, bands; /* how many there is room for */
    size_t top, lines;    /* lines for the bands */
};

/* "2", "batch 3, head 1" cut down to "3,1", or the stack's own label. */
static void title_of(const struct picture *picture, size_t matrix, char out[PATCH_LABEL]) {
    const struct shape *shape = &picture->value->shape;
    size_t heads = shape->size[AXIS_HEAD];
    const struct labels *labels = shape->labels[AXIS_HEAD];
    char number[64];
    if (shape->axes > 3) {
        text_fill(number, sizeof number, "%zu,%zu", matrix / heads + 1, matrix % heads + 1);
    } else {
        text_fill(number, sizeof number, "%zu", matrix + 1);
    }
    patch_cut(out, labels && shape->axes == 3 ? labels->names[matrix] : number, LABEL_MOST,
              picture->ascii);
}

static size_t widest_title(const struct picture *picture) {
    size_t widest = LABEL_LEAST, matrices = shape_matrices(&picture->value->shape);
    size_t first = picture->value->shape.labels[AXIS_HEAD] || matrices == 0 ? 0 : matrices - 1;
    for (size_t i = first; i < matrices; i++) {
        char title[PATCH_LABEL];
        title_of(picture, i, title);
        widest = greater(widest, patch_columns(title) + 2);
    }
    return widest;
}

/* How many fit when each gets LINES × COLUMNS. */
static bool try_form(struct gallery *gallery, size_t lines, size_t columns) {
    const struct picture *picture = gallery->grid.picture;
    size_t room = gallery->grid.patch.box.columns,
           matrices = shape_matrices(&picture->value->shape);
    gallery->form = dense_make(picture, &gallery->scale, lines, columns);
    gallery->width = greater(dense_columns(&gallery->form), widest_title(picture)) + GAP;
    gallery->across = greater(1, (room + GAP) / gallery->width);
    gallery->bands = greater(1, gallery->lines / (1 + greater(1, dense_lines(&gallery->form))));
    size_t most = gallery->across * gallery->bands;
    gallery->matrices = visible_make(matrices, most, picture->matrix);
    return !visible_elides(&gallery->matrices) && !visible_elides(&gallery->form.rows) &&
           !visible_elides(&gallery->form.columns);
}

/* Tiles, else half blocks or single columns, else parts of the matrices. */
static void choose_form(struct gallery *gallery) {
    const struct shape *shape = &gallery->grid.picture->value->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape);
    size_t lines = gallery->lines > 1 ? gallery->lines - 1 : 1;
    size_t room = gallery->grid.patch.box.columns;
    size_t part = room / lesser(4, greater(1, shape_matrices(shape)));
    size_t most = greater(8, part > GAP ? part - GAP : 0);
    if (try_form(gallery, lesser(lines, rows), lesser(room, 2 * columns)) ||
        try_form(gallery, lesser(lines, rows), lesser(room, columns)) ||
        try_form(gallery, lesser(lines, (rows + 1) / 2), lesser(room, columns))) {
        return;
    }
    try_form(gallery, lesser(lines, rows), lesser(most, columns));
    if (visible_elides(&gallery->form.columns)) { /* without colour a cell takes two columns */
        try_form(gallery, lesser(lines, rows), lesser(most, 2 * columns));
    }
}

static void draw_one(const struct gallery *gallery, size_t matrix) {
    size_t at = matrix - gallery->matrices.first, lines = 1 + dense_lines(&gallery->form);
    size_t line = gallery->top + at / gallery->across * lines;
    size_t column = 1 + at % gallery->across * gallery->width;
    bool present = matrix == gallery->grid.picture->matrix;
    const struct patch *patch = &gallery->grid.patch;
    struct picture picture = *gallery->grid.picture;
    struct dense dense = gallery->form;
    char title[PATCH_LABEL];
    picture.matrix = matrix;
    dense.picture = &picture;
    dense.first = picture_first(&picture);
    picture_cursor(&picture, dense.cursor);
    title_of(&picture, matrix, title);
    patch_put(patch, line, column - 1, present ? "[" : "", STYLE_FOCUS);
    size_t end = patch_put(patch, line, column, title, present ? STYLE_FOCUS : STYLE_LABEL);
    patch_put(patch, line, end, present ? "]" : "", STYLE_FOCUS);
    dense_draw(&dense, patch, line + 1, column);
}

static void draw_rest(const struct gallery *gallery, size_t line) {
    char words[160];
    const struct visible *matrices = &gallery->matrices, *rows = &gallery->form.rows;
    const struct visible *columns = &gallery->form.columns;
    size_t at = 1;
    if (visible_elides(matrices)) {
        text_fill(words, sizeof words, "%zu to %zu of %zu shown   ", matrices->first + 1,
                  matrices->first + matrices->count, matrices->size);
        at = patch_put(&gallery->grid.patch, line, at, words, STYLE_LABEL);
    }
    if (visible_elides(rows) || visible_elides(columns)) {
        text_fill(words, sizeof words, "of each rows %zu to %zu of %zu, columns %zu to %zu of %zu",
                  rows->first + 1, rows->first + rows->count, rows->size, columns->first + 1,
                  columns->first + columns->count, columns->size);
        patch_put(&gallery->grid.patch, line, at, words, STYLE_LABEL);
    }
}

static size_t draw_gallery(struct gallery *gallery) {
    size_t rows = gallery->grid.patch.box.rows, width = gallery->grid.patch.box.columns;
    gallery->top = rows > 2;
    gallery->lines = rows - gallery->top;
    choose_form(gallery);
    bool rest = visible_elides(&gallery->form.rows) || visible_elides(&gallery->form.columns);
    if (rest && gallery->lines > 2) {
        gallery->lines--;
        choose_form(gallery);
    }
    if (gallery->top) {
        size_t end = heading_name(&gallery->grid, 0);
        legend_place(gallery->grid.picture, &gallery->scale, &gallery->grid.patch,
                     (const size_t[]){0, end + 2, width});
    }
    for (size_t i = 0; i < gallery->matrices.count; i++) {
        draw_one(gallery, gallery->matrices.first + i);
    }
    size_t bands = (gallery->matrices.count + gallery->across - 1) / gallery->across;
    size_t used = gallery->top + bands * (1 + dense_lines(&gallery->form));
    if ((rest || visible_elides(&gallery->matrices)) && used < rows) {
        draw_rest(gallery, used++);
    }
    return lesser(used, rows);
}

size_t picture_thumbnails(struct canvas *canvas, struct box box, const struct picture *picture) {
    struct patch patch = patch_make(canvas, box);
    struct gallery gallery = {0};
    if (patch.box.rows == 0 || patch.box.columns == 0) {
        return 0;
    }
    if (shape_cells(&picture->value->shape) == 0) {
        return picture_matrix(canvas, box, picture, NULL);
    }
    struct picture heat = *picture;
    heat.heat = true;
    gallery.scale = scale_of(&heat, true);
    grid_init(&gallery.grid, &patch, &heat);
    return draw_gallery(&gallery);
}
