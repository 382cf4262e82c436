#include "canvas/picture.h"

#include "base/text.h"
#include "canvas/grid.h"

#include <math.h>
#include <stdint.h>

/* A bar of BAR columns stands for 1, or of fewer where there is little room, but not under
 * BAR_LEAST. REST: columns for what is said of rows that stood still; bars are worth less of it. */
enum { BAR = 10, BAR_LEAST = 6, REST = 15, REST_BESIDE_BARS = 11, HEAD_MARGIN = 3 };

/* One slot a column: bracket or blank, old, arrow, new, bracket or blank; where there are bars a
 * blank, the bar, and a blank before the next slot. */
struct change {
    struct grid grid;
    size_t one;  /* columns of a bar that stands for 1 */
    size_t bar;  /* columns of the longest bar; 0: none are drawn */
    double most; /* the largest share; 0: the values are no shares */
    bool rest;   /* whether rows that stood still say so */
    size_t slot; /* columns of a slot */
};

static size_t cell_of(const struct grid *grid, size_t row, size_t column) {
    return picture_first(grid->picture) + row * grid->columns.size + column;
}

/* Whether the lines of an axis are shares of 1: STEP from cell to cell, NEXT from line to line. */
static bool adds_up(const double *cells, size_t lines, size_t count, const size_t steps[2]) {
    for (size_t line = 0; line < lines; line++) {
        double sum = 0;
        for (size_t i = 0; i < count; i++) {
            double value = cells[line * steps[0] + i * steps[1]];
            if (!(value >= 0 && value <= 1)) {
                return false;
            }
            sum += value;
        }
        if (fabs(sum - 1) > 1e-9) {
            return false;
        }
    }
    return true;
}

static bool are_shares(const struct picture *picture) {
    const struct shape *shape = &picture->value->shape;
    const double *cells = picture->value->cells + picture_first(picture);
    size_t rows = shape_rows(shape), columns = shape_columns(shape);
    return adds_up(cells, rows, columns, (const size_t[]){columns, 1}) ||
           adds_up(cells, columns, rows, (const size_t[]){1, columns});
}

static size_t bar_columns(const struct change *change, size_t row, size_t column) {
    const struct picture *picture = change->grid.picture;
    double value = picture->value->cells[cell_of(&change->grid, row, column)];
    return (size_t)lround((double)change->one * value);
}

static bool row_rests(const struct grid *grid, size_t row) {
    for (size_t column = 0; column < grid->columns.size; column++) {
        size_t cell = cell_of(grid, row, column);
        if (!picture_knows(grid->picture, cell) || picture_moved(grid->picture, cell)) {
            return false;
        }
    }
    return true;
}

static size_t least_slot(const struct change *change) {
    return 2 * change->grid.number + 3 + (change->bar > 0 ? change->bar + 2 : 0);
}

static void measure(struct change *change) {
    struct grid *grid = &change->grid;
    const struct picture *picture = grid->picture;
    bool shares = are_shares(picture);
    for (size_t row = 0; row < grid->rows.size; row++) {
        change->rest = change->rest || row_rests(grid, row);
        for (size_t column = 0; shares && column < grid->columns.size; column++) {
            double value = grid->picture->value->cells[cell_of(grid, row, column)];
            change->most = fmax(change->most, value);
        }
    }
}

/* The columns there are for slots, beside REST of them. */
static size_t room_beside(const struct change *change, size_t rest) {
    size_t used = change->grid.column + (change->rest ? rest : 0);
    size_t width = change->grid.patch.box.columns;
    return width > used ? width - used : 0;
}

/* The longest bars with which all columns are shown; none where they would cost one. Nothing stands
 * behind the last bar. Returns the columns there are for slots. */
static size_t fit_bars(struct change *change) {
    size_t room = room_beside(change, REST_BESIDE_BARS) + 1;
    for (change->one = BAR; change->one >= BAR_LEAST; change->one--) {
        change->bar = (size_t)lround((double)change->one * change->most);
        if (change->bar > 0 && change->grid.columns.size * least_slot(change) <= room) {
            return room;
        }
    }
    change->bar = 0;
    return room_beside(change, REST);
}

/* With whole heads where there is room for them. */
static void fit(struct change *change) {
    struct grid *grid = &change->grid;
    size_t room = fit_bars(change);
    size_t heads = grid_widest_head(grid->picture, AXIS_COLUMN) + HEAD_MARGIN;
    size_t share = room / greater(1, grid->columns.size);
    change->slot = greater(1, greater(least_slot(change), lesser(heads, share)));
    grid->columns =
        visible_make(grid->columns.size, greater(1, room / change->slot), grid->cursor[1]);
    grid->brackets = true;
    grid->pitch = change->slot;
}

static size_t put_number(const struct grid *grid, const size_t at[2], double value,
                         enum style style) {
    char written[NUMBER_TEXT];
    figures_write(&grid->figures, value, written);
    size_t offset = figures_offset(&grid->figures, written);
    return patch_put(&grid->patch, at[0], at[1] + offset, written, style);
}

static void put_brackets(const struct grid *grid, size_t line, size_t from, size_t to) {
    patch_put(&grid->patch, line, from, "[", STYLE_FOCUS);
    patch_put(&grid->patch, line, to, "]", STYLE_FOCUS);
}

static void draw_bar(const struct change *change, const size_t at[2], size_t columns, bool moved) {
    const struct grid *grid = &change->grid;
    const char *bar = glyphs_of(grid->picture->ascii)->bar;
    patch_repeat(&grid->patch, at, columns, bar, moved ? STYLE_BAR : STYLE_LABEL);
}

/* Whether the two look alike in as many digits as are shown. */
static bool look_alike(const struct grid *grid, double a, double b) {
    char one[NUMBER_TEXT], other[NUMBER_TEXT];
    figures_write(&grid->figures, a, one);
    figures_write(&grid->figures, b, other);
    return text_same(one, other);
}

/* "→.595" behind the old number, or "→≈" when it moved by less than is shown; the column after. */
static size_t put_new(const struct grid *grid, const size_t at[2], size_t cell) {
    const struct picture *picture = grid->picture;
    double new = picture->value->cells[cell];
    patch_put(&grid->patch, at[0], at[1], glyphs_of(picture->ascii)->right, STYLE_DIM);
    if (look_alike(grid, picture->before->cells[cell], new)) {
        return patch_put(&grid->patch, at[0], at[1] + 1, "≈", STYLE_CHANGED);
    }
    return put_number(grid, (const size_t[]){at[0], at[1] + 1}, new, STYLE_CHANGED);
}

static void draw_cell(const struct change *change, size_t row, size_t column) {
    const struct grid *grid = &change->grid;
    const struct picture *picture = grid->picture;
    size_t cell = cell_of(grid, row, column), line = grid_line(grid, row);
    size_t start = grid_slot(grid, column) + 1, end = start + grid->number;
    bool moved = picture_moved(picture, cell), known = picture_knows(picture, cell);
    bool present = row == grid->cursor[0] && column == grid->cursor[1];
    if (known) {
        double shown = moved ? picture->before->cells[cell] : picture->value->cells[cell];
        end = put_number(grid, (const size_t[]){line, start}, shown,
                         moved ? STYLE_DIM : STYLE_NUMBER);
    }
    if (moved) {
        end = put_new(grid, (const size_t[]){line, start + grid->number}, cell);
    }
    if (present) {
        put_brackets(grid, line, start - 1, end);
    }
    if (known && change->bar > 0) {
        size_t at[] = {line, start + 2 * grid->number + 3};
        draw_bar(change, at, bar_columns(change, row, column), moved);
    }
}

static const char *rest_words(size_t width, size_t start) {
    static const char *const words[] = {"row unchanged", "unchanged", "same"};
    size_t i = 0;
    while (i < 3 && start + patch_columns(words[i]) > width) {
        i++;
    }
    return i < 3 ? words[i] : "";
}

static void draw_row(const struct change *change, size_t row) {
    const struct grid *grid = &change->grid;
    grid_row_head(grid, row);
    for (size_t i = 0; i < grid->columns.count; i++) {
        draw_cell(change, row, grid->columns.first + i);
        grid_tag(grid, row, grid->columns.first + i);
    }
    if (row_rests(grid, row)) {
        size_t start = grid_end(grid) + 1, width = grid->patch.box.columns;
        patch_put(&grid->patch, grid_line(grid, row), start, rest_words(width, start), STYLE_DIM);
    }
}

/* Heads begin where the old numbers do. */
static void draw_heads(const struct change *change, size_t line) {
    const struct grid *grid = &change->grid;
    for (size_t i = 0; i < grid->columns.count; i++) {
        size_t column = grid->columns.first + i, start = grid_slot(grid, column) + 1;
        bool lit = column == grid->cursor[1] || column == grid->picture->lit_column;
        char room[32], label[PATCH_LABEL];
        patch_cut(label, picture_head(grid->picture, AXIS_COLUMN, column, room),
                  change->slot - HEAD_MARGIN, grid->picture->ascii);
        size_t end = patch_put(&grid->patch, line, start, label, lit ? STYLE_STRONG : STYLE_LABEL);
        if (lit) {
            patch_put(&grid->patch, line, start - 1, "[", STYLE_STRONG);
            patch_put(&grid->patch, line, end, "]", STYLE_STRONG);
        }
    }
}

/* "weights  keys →      scale 0 … 1, fixed": the scale where there are bars. */
static void draw_title(struct change *change) {
    struct grid *grid = &change->grid;
    const struct scale shares = {.low = 0, .high = 1, .palette = PALETTE_SEQUENTIAL, .of = "fixed"};
    size_t width = grid->patch.box.columns, end = heading_name(grid, 0) + 2;
    size_t start = grid_slot(grid, grid->columns.first) + 1;
    end = heading_columns(grid, (const size_t[]){0, greater(end, start), width});
    if (change->bar > 0) {
        struct picture bars = *grid->picture;
        bars.heat = false;
        legend_place(&bars, &shares, &grid->patch, (const size_t[]){0, end + 2, width});
    }
}

static void locate(const struct grid *grid, size_t cursor[2]) {
    struct grid slots = *grid;
    slots.number = grid->pitch - slots.brackets - 1;
    grid_locate(&slots, cursor);
}

/* Lines for rows: under the title and the heads. */
static size_t body_of(const struct patch *patch) {
    size_t lines = patch->box.rows, title = lines > 2, heads = lines > 1;
    return lines - title - heads;
}

static size_t draw_change(struct change *change, size_t cursor[2]) {
    struct grid *grid = &change->grid;
    size_t lines = grid->patch.box.rows, title = lines > 2, heads = lines > 1;
    size_t body = body_of(&grid->patch);
    size_t axis = grid->picture->rows_are ? patch_columns(grid->picture->rows_are) + 2 : 0;
    grid->head = lesser(greater(3, grid->patch.box.columns / 4), greater(grid->head, axis));
    grid->head_column = 1;
    grid->column = grid->head_column + grid->head + 2;
    measure(change);
    fit(change);
    bool map = (grid->rows.size > body || visible_elides(&grid->columns)) && body > 2;
    body -= map;
    grid->rows = visible_make(grid->rows.size, body, grid->cursor[0]);
    grid->row = title + heads;
    if (title) {
        draw_title(change);
    }
    if (heads) {
        draw_heads(change, title);
        heading_rows(grid, title);
    }
    for (size_t i = 0; i < grid->rows.count; i++) {
        draw_row(change, grid->rows.first + i);
    }
    locate(grid, cursor);
    if (map) {
        grid_map(grid, grid->row + grid->rows.count);
    }
    return grid->row + grid->rows.count + map;
}

/* The new value under a sentence, when there is nothing to compare it with cell by cell. */
static size_t draw_shapes(const struct patch *patch, const struct picture *before,
                          const struct picture *after, size_t cursor[2]) {
    char old[64], now[64], words[160];
    text_fill(words, sizeof words, "The shape changed: %s before, %s now.",
              shape_text(&before->value->shape, old), shape_text(&after->value->shape, now));
    patch_put(patch, 0, 1, words, STYLE_PLAIN);
    struct box rest = patch->box;
    rest.row++;
    rest.rows--;
    return 1 + picture_matrix(patch->canvas, rest, after, cursor);
}

size_t picture_change(struct canvas *canvas, struct box box, const struct picture *before,
                      const struct picture *after, size_t cursor[2]) {
    struct patch patch = patch_make(canvas, box);
    struct picture now = *after;
    struct change change = {0};
    if (patch.box.rows == 0 || patch.box.columns == 0) {
        return 0;
    }
    if (!shape_same_sizes(&before->value->shape, &after->value->shape)) {
        return draw_shapes(&patch, before, after, cursor);
    }
    now.before = before->value;
    if (shape_cells(&after->value->shape) == 0) {
        return picture_matrix(canvas, box, after, cursor);
    }
    now.heat = false;
    grid_init(&change.grid, &patch, &now);
    return draw_change(&change, cursor);
}
