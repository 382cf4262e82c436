#include "canvas/picture.h"

#include "base/text.h"
#include "canvas/grid.h"

#include <stdint.h>

/* LABEL: columns of a row head. LEAST: rows or columns worth showing of an axis that has more. */
enum { LABEL_MOST = 12, LABEL_LEAST = 4, LEAST = 3, GAP_COLUMNS = 2 };

/* The three matrices of C = A·B: A is n×k, B k×m, C n×m. The k of A's columns and of B's rows is
 * the same axis, shown as one piece; so are n and m. */
struct corner {
    struct picture left, right, result; /* with what the present cell lights */
    struct grid a, b, c;
    const struct patch *patch;
    struct visible rows, inner, columns;
    size_t term;
    bool axis; /* the name of the rows has a line below them */
    char so_far[NUMBER_TEXT];
};

static bool conforms(const struct picture_product *product) {
    const struct shape *a = &product->left.value->shape, *b = &product->right.value->shape;
    const struct shape *c = &product->result.value->shape;
    return shape_columns(a) == shape_rows(b) && shape_rows(a) == shape_rows(c) &&
           shape_columns(b) == shape_columns(c) && shape_columns(a) > 0 && shape_cells(c) > 0;
}

/* The present cell lights its row of A and its column of B. */
static void light(struct corner *corner, const struct picture_product *product) {
    corner->left = product->left;
    corner->right = product->right;
    corner->result = product->result;
    size_t at[2];
    picture_cursor(&product->result, at);
    corner->left.cursor = corner->right.cursor = SIZE_MAX;
    corner->left.lit_row = at[0];
    corner->left.lit_column = SIZE_MAX;
    corner->right.lit_row = SIZE_MAX;
    corner->right.lit_column = at[1];
    corner->left.heat = corner->right.heat = false;
    corner->result.heat = product->result.heat;
    corner->term = at[0] == SIZE_MAX ? SIZE_MAX : product->term;
    if (corner->term != SIZE_MAX) {
        corner->result.cell_before = "(";
        corner->result.cell_after = ")";
    }
}

static void measure(struct corner *corner, double so_far) {
    grid_init(&corner->a, corner->patch, &corner->left);
    grid_init(&corner->b, corner->patch, &corner->right);
    grid_init(&corner->c, corner->patch, &corner->result);
    size_t row = corner->c.cursor[0], column = corner->c.cursor[1];
    corner->a.brackets = false;
    corner->a.pitch = grid_least(&corner->a);
    corner->b.bracket_column = corner->b.heads_right = corner->c.heads_right = true;
    corner->c.heads_plain = true;
    if (corner->term != SIZE_MAX) {
        figures_write(&corner->c.figures, so_far, corner->so_far);
        grid_include(&corner->c, so_far);
        corner->c.present = corner->so_far;
        corner->a.term[0] = row;
        corner->a.term[1] = corner->b.term[0] = corner->term;
        corner->b.term[1] = column;
    }
}

/* Lines: B's name, its heads, k rows; A's heads, n rows, and the name of the rows where nothing
 * else wants the line. */
static bool share_lines(struct corner *corner) {
    size_t n = corner->c.rows.size, k = corner->b.rows.size;
    size_t fixed = 3, lines = corner->patch->box.rows;
    corner->axis = corner->left.rows_are != NULL && lines > fixed + n + k; /* nothing is cut then */
    size_t least_n = lesser(n, LEAST), least_k = lesser(k, LEAST);
    if (lines < fixed + least_n + least_k) {
        return false;
    }
    lines -= fixed;
    size_t half = greater(lines / 2, least_n);
    size_t for_n = lesser(n, greater(lines > k ? lines - k : 0, half));
    for_n = lesser(for_n, lines - least_k);
    corner->rows = visible_lines(n, for_n, corner->c.cursor[0]);
    corner->inner = visible_lines(k, lesser(k, lines - for_n), corner->term);
    return true;
}

static size_t inner_columns(const struct corner *corner) {
    size_t gaps = visible_elides(&corner->inner) ? 2 * GAP_COLUMNS : 0;
    return corner->inner.count * grid_least(&corner->a) + gaps;
}

static size_t right_least(const struct corner *corner) {
    return greater(grid_least(&corner->b), grid_least(&corner->c));
}

static size_t label_columns(const struct corner *corner) {
    /* brackets, a blank, one bracket at the end; shades stand off the row heads */
    return corner->a.head + corner->c.head + 5 + corner->result.heat;
}

/* How many of SIZE columns, EACH so wide, stand in ROOM; where not all do, "…" on either side. */
static size_t count_in(size_t room, size_t size, size_t each) {
    size_t gaps = 2 * GAP_COLUMNS;
    return room >= size * each ? size : (room > gaps ? room - gaps : 0) / each;
}

/* What C leaves of ROOM for the k numbers of A's rows: C is shown whole, but where that takes more
 * than two thirds it has half. */
static size_t inner_share(size_t room, size_t whole) {
    return room - (whole <= room * 2 / 3 ? whole : room / 2);
}

/* Columns: A's row heads and k numbers, then the row heads of B and C and m numbers. Where they do
 * not all fit, k is cut first. */
static bool share_columns(struct corner *corner) {
    size_t width = corner->patch->box.columns, m = corner->c.columns.size;
    size_t used = label_columns(corner), room = width > used ? width - used : 0;
    size_t right = right_least(corner), least_k = lesser(corner->inner.count, LEAST);
    if (inner_columns(corner) + m * right > room) {
        size_t share = inner_share(room, m * right);
        size_t most = count_in(share, corner->inner.size, grid_least(&corner->a));
        most = lesser(greater(most, least_k), corner->inner.count);
        corner->inner = visible_make(corner->inner.size, most, corner->term);
    }
    room -= lesser(room, inner_columns(corner));
    size_t most = count_in(room, m, right);
    corner->columns = visible_make(m, most, corner->c.cursor[1]);
    return most >= lesser(m, LEAST);
}

/* Where columns cut k, B has fewer rows than there are lines for: C has those. */
static void take_lines(struct corner *corner) {
    const struct visible *inner = &corner->inner;
    size_t used = 3 + corner->axis + inner->count, lines = corner->patch->box.rows;
    size_t n = corner->rows.size;
    used += inner->first > 0;
    used += inner->first + inner->count < inner->size;
    corner->rows = visible_lines(n, lesser(n, lines - used), corner->c.cursor[0]);
}

static size_t name_columns(const struct picture *picture) {
    return picture->name ? patch_columns(picture->name) : 0;
}

/* What the names over the row heads leave of the columns, when all of it is shown. */
static size_t columns_left(const struct corner *corner) {
    size_t columns = label_columns(corner) + inner_columns(corner) +
                     corner->c.columns.size * right_least(corner);
    size_t width = corner->patch->box.columns;
    return columns < width && !visible_elides(&corner->inner) ? width - columns : 0;
}

/* Where all of it fits anyhow, the names over the row heads are written whole, or as far as there
 * is room: first the result's. */
static void widen_heads(struct corner *corner) {
    struct grid *grids[] = {&corner->c, &corner->a};
    for (size_t i = 0; i < 2; i++) {
        size_t name = lesser(name_columns(grids[i]->picture), LABEL_MOST);
        size_t more = name > grids[i]->head ? name - grids[i]->head : 0;
        grids[i]->head += lesser(more, columns_left(corner));
    }
    corner->b.head = corner->c.head;
}

static void share_heads(struct corner *corner) {
    const char *name = corner->right.name ? corner->right.name : "";
    size_t most = greater(LABEL_LEAST, lesser(LABEL_MOST, corner->patch->box.columns / 8));
    size_t both = greater(corner->b.head, corner->c.head);
    both = greater(both, patch_columns(name));
    corner->a.head = lesser(corner->a.head, most);
    corner->b.head = corner->c.head = lesser(both, most);
}

/* What is left over, once B's heads are whole, is for A's heads. */
static void stretch_left(struct corner *corner) {
    size_t head = grid_widest_head(&corner->right, AXIS_COLUMN) + 2; /* in brackets */
    size_t used = label_columns(corner) + (visible_elides(&corner->inner) ? 2 * GAP_COLUMNS : 0) +
                  (visible_elides(&corner->columns) ? 2 * GAP_COLUMNS : 0) +
                  corner->columns.count * greater(right_least(corner), head);
    size_t width = corner->patch->box.columns;
    grid_stretch(&corner->a, width > used ? width - used : 0);
}

/* Where the three stand. B and C share their columns, A and C their rows. */
static void place(struct corner *corner) {
    struct grid *a = &corner->a, *b = &corner->b, *c = &corner->c;
    a->rows = c->rows = corner->rows;
    a->columns = b->rows = corner->inner;
    b->columns = c->columns = corner->columns;
    a->head_column = 1;
    bool gap = visible_elides(&a->columns), wide_gap = visible_elides(&b->columns);
    a->column = a->head_column + a->head + 1 + (gap ? GAP_COLUMNS : 0);
    stretch_left(corner);
    b->head_column = c->head_column = grid_end(a) + 1 + (gap ? GAP_COLUMNS : 0) + 1;
    b->column = b->head_column + b->head + (wide_gap ? GAP_COLUMNS : 0) + corner->result.heat;
    c->column = b->column;
    b->pitch = c->pitch = right_least(corner);
    size_t end = b->column + (wide_gap ? GAP_COLUMNS : 0) + 1, width = corner->patch->box.columns;
    grid_stretch(b, width > end ? width - end : 0);
    c->pitch = b->pitch;
    b->row = 2 + (corner->inner.first > 0);
}

/* "…" for what is left out before and after the lines of a grid. */
static void put_row_gaps(const struct grid *grid) {
    const char *gap = glyphs_of(grid->picture->ascii)->gap;
    size_t end = grid->row + grid->rows.count;
    if (grid->rows.first > 0) {
        patch_put(&grid->patch, grid->row - 1, grid->head_column, gap, STYLE_DIM);
    }
    if (grid->rows.first + grid->rows.count < grid->rows.size) {
        patch_put(&grid->patch, end, grid->head_column, gap, STYLE_DIM);
    }
}

static void put_column_gaps(const struct grid *grid, size_t line) {
    const char *gap = glyphs_of(grid->picture->ascii)->gap;
    if (grid->columns.first > 0) {
        patch_put(&grid->patch, line, grid->column - 1, gap, STYLE_DIM);
    }
    if (grid->columns.first + grid->columns.count < grid->columns.size) {
        patch_put(&grid->patch, line, grid_end(grid) + 1, gap, STYLE_DIM);
    }
}

static void put_name(const struct grid *grid, size_t line, bool right) {
    char name[PATCH_LABEL];
    patch_cut(name, grid->picture->name ? grid->picture->name : "", grid->head + 1,
              grid->picture->ascii);
    size_t columns = patch_columns(name), end = grid->head_column + grid->head;
    patch_put(&grid->patch, line, right && end > columns ? end - columns : grid->head_column, name,
              heading_style(grid->picture));
}

static size_t draw_right(struct corner *corner) {
    struct grid *grid = &corner->b;
    size_t at[] = {0, grid_number(grid, grid->columns.first), grid->patch.box.columns};
    put_name(grid, 0, true);
    heading_stack(&corner->c, (const size_t[]){0, 1, corner->a.column + 1});
    size_t end = heading_columns(grid, at);
    if (corner->result.heat) {
        legend_place(&corner->result, &corner->c.scale, &grid->patch,
                     (const size_t[]){0, end + 2, grid->patch.box.columns});
    }
    grid_column_heads(grid, 1);
    put_column_gaps(grid, 1);
    put_row_gaps(grid);
    grid_cells(grid);
    bool below = grid->rows.first + grid->rows.count < grid->rows.size;
    return grid->row + grid->rows.count + below;
}

static size_t draw_below(struct corner *corner, size_t line, size_t cursor[2]) {
    struct grid *a = &corner->a, *c = &corner->c;
    a->row = c->row = line + 1 + (corner->rows.first > 0);
    put_name(a, line, false);
    put_name(c, line, true);
    grid_column_heads(a, line);
    put_column_gaps(a, line);
    put_row_gaps(a);
    grid_cells(a);
    grid_cells(c);
    grid_locate(c, cursor);
    return a->row + a->rows.count + (a->rows.first + a->rows.count < a->rows.size);
}

/* Below the rows' heads, at LINES[1], or else above them, at LINES[0] where B begins further on. */
static void draw_axis(const struct corner *corner, const size_t lines[2]) {
    char words[PATCH_LABEL];
    const struct picture *left = &corner->left;
    const struct glyphs *glyphs = glyphs_of(left->ascii);
    if (left->rows_are == NULL) {
        return;
    }
    if (corner->axis) {
        text_fill(words, sizeof words, "%s %s", glyphs->up, left->rows_are);
    } else {
        text_fill(words, sizeof words, "%s %s", left->rows_are, glyphs->down);
    }
    if (corner->axis || 1 + patch_columns(words) < corner->b.head_column) {
        patch_put(corner->patch, lines[corner->axis], 1, words, style_of_rows(left->rows_are));
    }
}

bool picture_product(struct canvas *canvas, struct box box, const struct picture_product *product,
                     size_t cursor[2]) {
    struct patch patch = patch_make(canvas, box);
    struct corner corner = {.patch = &patch};
    if (!conforms(product)) {
        return false;
    }
    light(&corner, product);
    measure(&corner, product->so_far);
    share_heads(&corner);
    if (!share_lines(&corner)) {
        return false;
    }
    widen_heads(&corner);
    if (!share_columns(&corner)) {
        return false;
    }
    take_lines(&corner);
    place(&corner);
    size_t middle = draw_right(&corner), end = draw_below(&corner, middle, cursor);
    draw_axis(&corner, (const size_t[]){middle - 1, end});
    return true;
}
