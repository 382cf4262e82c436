#include "canvas/grid.h"

#include "base/text.h"

#include <math.h>
#include <stdint.h>

/* --- what is visible of an axis
 * ------------------------------------------------------------------------------------- */

struct visible visible_make(size_t size, size_t most, size_t focus) {
    struct visible visible = {.size = size, .count = lesser(size, most)};
    size_t half = visible.count > 1 ? visible.count / 2 : 1, margin = (visible.count - half) / 2;
    if (focus != SIZE_MAX && focus >= visible.count) {
        visible.first = lesser((focus - margin) / half * half, size - visible.count);
    }
    return visible;
}

struct visible visible_lines(size_t size, size_t lines, size_t focus) {
    if (size <= lines || lines < 3) {
        return visible_make(size, lines, focus);
    }
    size_t most = lines - 1;
    if (focus == SIZE_MAX || focus < most) {
        return (struct visible){.size = size, .count = most};
    }
    if (focus >= size - most) {
        return (struct visible){.size = size, .first = size - most, .count = most};
    }
    return visible_make(size, most - 1, focus);
}

bool visible_has(const struct visible *visible, size_t at) {
    return at >= visible->first && at - visible->first < visible->count;
}

bool visible_elides(const struct visible *visible) {
    return visible->count < visible->size;
}

/* --- grid ------------------------------------------------------------------------------------- */

enum { SIGN_COLUMNS = 2, HEAD_MOST = 20, WIDE_GAP = 6, MAP = 10, MAP_GAP = 3 };

/* --- the picture ------------------------------------------------------------------------------ */

bool picture_knows(const struct picture *picture, size_t cell) {
    return !picture->known || picture->known(picture->context, cell);
}

/* 0 and −0 are one number to the eye. */
bool picture_moved(const struct picture *picture, size_t cell) {
    const struct tensor *before = picture->before, *value = picture->value;
    return before && shape_same_sizes(&before->shape, &value->shape) &&
           picture_knows(picture, cell) && !numbers_alike(before->cells[cell], value->cells[cell]);
}

size_t picture_first(const struct picture *picture) {
    const struct shape *shape = &picture->value->shape;
    return picture->matrix * shape_rows(shape) * shape_columns(shape);
}

void picture_cursor(const struct picture *picture, size_t at[2]) {
    const struct shape *shape = &picture->value->shape;
    size_t rows = shape_rows(shape), columns = shape_columns(shape), first = picture_first(picture);
    bool here = picture->cursor >= first && picture->cursor - first < rows * columns;
    at[0] = here ? (picture->cursor - first) / columns : SIZE_MAX;
    at[1] = here ? (picture->cursor - first) % columns : SIZE_MAX;
}

const char *picture_head(const struct picture *picture, enum tensor_axis axis, size_t at,
                         char room[32]) {
    const struct labels *labels = picture->value->shape.labels[axis];
    text_fill(room, 32, "%zu", at + 1);
    return labels ? labels->names[at] : room;
}

static bool is_pinned(const struct picture *picture, size_t cell) {
    struct matrix_view view = {.marks = picture->marks, .mark_count = picture->mark_count};
    return view_marks(&view, cell) & MARK_BIT(STYLE_PINNED);
}

/* --- measures --------------------------------------------------------------------------------- */

/* The numbers that need the most room: of thousands these few are written out to see how wide they
 * are. */
enum { LOWEST, HIGHEST, LEAST_BELOW_0, LEAST_ABOVE_0, LOWEST_PLAIN, HIGHEST_PLAIN, REACHES };

struct reach {
    double at[REACHES];
    bool any[REACHES];
    bool infinite, minus_infinite, no_number;
    bool whole, hundredths, shares; /* all of them are */
};

/* Numbers from here on are written 1e6. */
static const double plain_end = 1e6;

static void reach_for(struct reach *reach, int which, double value, bool upwards) {
    double best = reach->at[which];
    if (!reach->any[which] || (upwards ? value > best : value < best)) {
        reach->at[which] = value;
        reach->any[which] = true;
    }
}

/* 0.1 + 0.2 is a whole number of hundredths, as far as anyone can see. */
static bool is_hundredths(double value) {
    return fabs(value * 100 - round(value * 100)) <= 1e-10 * fabs(value);
}

static void reach_take(struct reach *reach, double value) {
    if (!isfinite(value)) {
        reach->no_number = reach->no_number || isnan(value);
        reach->infinite = reach->infinite || value > 0;
        reach->minus_infinite = reach->minus_infinite || value < 0;
        return;
    }
    reach->whole = reach->whole && value == floor(value);
    reach->hundredths = reach->hundredths && is_hundredths(value);
    reach->shares = reach->shares && value >= 0 && value <= 1;
    reach_for(reach, LOWEST, value, false);
    reach_for(reach, HIGHEST, value, true);
    if (fabs(value) < plain_end) {
        reach_for(reach, LOWEST_PLAIN, value, false);
        reach_for(reach, HIGHEST_PLAIN, value, true);
    }
    if (value != 0) {
        reach_for(reach, value < 0 ? LEAST_BELOW_0 : LEAST_ABOVE_0, value, value < 0);
    }
}

/* Three decimals for shares, two for others, one for big ones; two at least where there are any, so
 * that the operands of a product look alike. */
static void choose_decimals(struct figures *figures, const struct reach *reach) {
    double size = fmax(-reach->at[LOWEST], reach->at[HIGHEST]);
    figures->precision = reach->shares ? 3 : size >= 100 ? 1 : 2;
    figures->decimals = reach->whole ? 0 : figures->precision;
    if (reach->hundredths && figures->decimals > 2) {
        figures->decimals = 2;
    }
}

static void each_number(const struct picture *picture, struct reach *reach,
                        struct figures *figures) {
    const struct shape *shape = &picture->value->shape;
    size_t first = picture_first(picture), end = first + shape_rows(shape) * shape_columns(shape);
    for (size_t cell = first; cell < end; cell++) {
        reach_take(reach, picture->value->cells[cell]);
        if (picture_moved(picture, cell)) {
            reach_take(reach, picture->before->cells[cell]);
        }
        if (picture->wide) {
            figures_passes[0](figures, picture->value->cells[cell]);
        }
    }
}

void grid_include(struct grid *grid, double value) {
    for (size_t pass = 1; pass < FIGURES_PASSES; pass++) {
        figures_passes[pass](&grid->figures, value);
    }
    grid->number = grid->figures.before + grid->figures.after;
}

static void measure_numbers(struct grid *grid) {
    const struct picture *picture = grid->picture;
    struct figures *figures = &grid->figures;
    struct reach reach = {.whole = true, .hundredths = true, .shares = true};
    int precision = picture->precision > 0 ? picture->precision : 4;
    *figures = (struct figures){.brief = true, .bare = !picture->wide, .ascii = picture->ascii};
    figures->precision = precision > 17 ? 17 : precision;
    each_number(picture, &reach, figures);
    if (!picture->wide) {
        choose_decimals(figures, &reach);
    }
    for (size_t pass = 1; pass < FIGURES_PASSES; pass++) {
        for (size_t i = 0; i < REACHES; i++) {
            if (reach.any[i]) {
                figures_passes[pass](figures, reach.at[i]);
            }
        }
    }
    grid->number = greater(1, figures->before + figures->after);
    const double odd[] = {INFINITY, -INFINITY, NAN};
    const bool has[] = {reach.infinite, reach.minus_infinite, reach.no_number};
    for (size_t i = 0; i < 3; i++) {
        if (has[i]) {
            grid_include(grid, odd[i]);
        }
    }
}

static size_t head_columns(const struct picture *picture, enum tensor_axis axis, size_t at) {
    char room[32];
    return patch_columns(picture_head(picture, axis, at, room));
}

size_t grid_widest_head(const struct picture *picture, enum tensor_axis axis) {
    const struct shape *shape = &picture->value->shape;
    size_t size = shape->size[axis], widest = 1;
    for (size_t i = shape->labels[axis] || size == 0 ? 0 : size - 1; i < size; i++) {
        widest = greater(widest, head_columns(picture, axis, i));
    }
    return lesser(widest, HEAD_MOST);
}

void grid_init(struct grid *grid, const struct patch *patch, const struct picture *picture) {
    const struct shape *shape = &picture->value->shape;
    *grid = (struct grid){.picture = picture, .patch = *patch, .step = 1, .brackets = true};
    grid->rows = visible_make(shape_rows(shape), SIZE_MAX, SIZE_MAX);
    grid->columns = visible_make(shape_columns(shape), SIZE_MAX, SIZE_MAX);
    grid->term[0] = grid->term[1] = SIZE_MAX;
    picture_cursor(picture, grid->cursor);
    measure_numbers(grid);
    grid->head = grid_widest_head(picture, AXIS_ROW);
    grid->pitch = grid_least(grid);
    if (picture->heat) {
        grid->scale = scale_of(picture, false);
    }
}

/* --- places ----------------------------------------------------------------------------------- */

size_t grid_least(const struct grid *grid) {
    return SIGN_COLUMNS + grid->number + grid->brackets;
}

size_t grid_line(const struct grid *grid, size_t row) {
    return grid->row + (row - grid->rows.first) * grid->step;
}

size_t grid_slot(const struct grid *grid, size_t column) {
    return grid->column + (column - grid->columns.first) * grid->pitch;
}

size_t grid_number(const struct grid *grid, size_t column) {
    return grid_slot(grid, column) + grid->pitch - grid->brackets - grid->number;
}

size_t grid_end(const struct grid *grid) {
    return grid->column + grid->columns.count * grid->pitch;
}

static bool head_is_lit(const struct grid *grid, size_t column) {
    return column == grid->cursor[1] || column == grid->picture->lit_column;
}

/* Where a column's head begins: it ends where the numbers end, but keeps a blank from what stands
 * before, which ends before FROM, and from a BRACKET there; cut to LABEL. */
static size_t head_start(const struct grid *grid, size_t column, size_t from, bool bracket,
                         char label[PATCH_LABEL]) {
    char room[32];
    const char *head = picture_head(grid->picture, AXIS_COLUMN, column, room);
    size_t slot = grid_slot(grid, column), end = grid_number(grid, column) + grid->number;
    size_t start = slot + bracket;
    if (column > grid->columns.first) {
        start = greater(slot, from + 1 + bracket);
    }
    size_t most = slot + grid->pitch > start ? slot + grid->pitch - start : 0;
    patch_cut(label, head, most, grid->picture->ascii);
    size_t columns = patch_columns(label);
    return end > columns + start ? end - columns : start;
}

/* Wherever the brackets may stand. */
static bool heads_fit(const struct grid *grid) {
    char label[PATCH_LABEL];
    bool bracket = grid->cursor[1] != SIZE_MAX || grid->picture->lit_column != SIZE_MAX;
    for (size_t i = 0, from = 0; i < grid->columns.count; i++) {
        size_t column = grid->columns.first + i;
        from = head_start(grid, column, from, bracket, label) + patch_columns(label);
        if (patch_columns(label) < head_columns(grid->picture, AXIS_COLUMN, column)) {
            return false;
        }
    }
    return true;
}

void grid_stretch(struct grid *grid, size_t room) {
    size_t widest = grid_widest_head(grid->picture, AXIS_COLUMN) + SIGN_COLUMNS + 1;
    size_t most = grid->columns.count > 0 ? lesser(room / grid->columns.count, widest) : 0;
    while (grid->pitch < most && !heads_fit(grid)) {
        grid->pitch++;
    }
}

void grid_fit(struct grid *grid, size_t room) {
    grid->pitch = grid_least(grid);
    size_t most = greater(1, room / grid->pitch);
    grid->columns = visible_make(grid->columns.size, most, grid->cursor[1]);
    grid_stretch(grid, room);
    if (grid->picture->wide && grid->columns.count > 0) {
        size_t wide = lesser(room / grid->columns.count, grid->number + SIGN_COLUMNS + WIDE_GAP);
        grid->pitch = greater(grid->pitch, wide);
    }
}

/* --- drawing ---------------------------------------------------------------------------------- */

static bool is_lit(const struct grid *grid, size_t row, size_t column) {
    return row == grid->picture->lit_row || column == grid->picture->lit_column;
}

static bool is_place(const size_t place[2], size_t row, size_t column) {
    return place[0] == row && place[1] == column;
}

void grid_column_heads(const struct grid *grid, size_t line) {
    char label[PATCH_LABEL];
    for (size_t i = 0, from = 0; i < grid->columns.count; i++) {
        size_t column = grid->columns.first + i;
        bool lit = head_is_lit(grid, column), after = i > 0 && head_is_lit(grid, column - 1);
        size_t start = head_start(grid, column, from, lit || after, label);
        if (lit && start > 0) {
            patch_put(&grid->patch, line, start - 1, "[", STYLE_STRONG);
        }
        from = patch_put(&grid->patch, line, start, label, lit ? STYLE_STRONG : STYLE_LABEL);
        if (lit) {
            patch_put(&grid->patch, line, from, "]", STYLE_STRONG);
        }
    }
}

void grid_row_head(const struct grid *grid, size_t row) {
    const struct picture *picture = grid->picture;
    char room[32], label[PATCH_LABEL];
    bool lit = !grid->heads_plain && (row == grid->cursor[0] || row == picture->lit_row);
    bool right = grid->heads_right || !picture->value->shape.labels[AXIS_ROW];
    patch_cut(label, picture_head(picture, AXIS_ROW, row, room), grid->head, picture->ascii);
    size_t pad = right ? grid->head - lesser(grid->head, patch_columns(label)) : 0;
    size_t line = grid_line(grid, row), start = grid->head_column + pad;
    if (lit && start > 0) {
        patch_put(&grid->patch, line, start - 1, "[", STYLE_STRONG);
    }
    size_t end = patch_put(&grid->patch, line, start, label, lit ? STYLE_STRONG : STYLE_LABEL);
    if (lit) {
        patch_put(&grid->patch, line, end, "]", STYLE_STRONG);
    }
}

enum style grid_style(const struct grid *grid, size_t row, size_t column) {
    const struct picture *picture = grid->picture;
    size_t cell = picture_first(picture) + row * grid->columns.size + column;
    if (is_place(grid->cursor, row, column) || is_place(grid->term, row, column)) {
        return STYLE_FOCUS;
    }
    if (is_pinned(picture, cell)) {
        return STYLE_PINNED;
    }
    return picture_moved(picture, cell) ? STYLE_CHANGED
           : is_lit(grid, row, column)  ? STYLE_LIT
                                        : STYLE_NUMBER;
}

/* A cell that is being drawn: where its number's field is, and what is written there from TEXT on.
 */
struct spot {
    size_t row, column, cell;
    size_t line, slot, number, text, end; /* columns but for LINE */
    bool present, known;
    enum style style;
    char written[NUMBER_TEXT];
};

static void write_spot(const struct grid *grid, struct spot *spot) {
    if (spot->present && grid->present) {
        text_fill(spot->written, NUMBER_TEXT, "%s", grid->present);
    } else if (spot->known) {
        figures_write(&grid->figures, grid->picture->value->cells[spot->cell], spot->written);
    } else {
        spot->written[0] = spot->present ? '?' : '\0';
        spot->written[1] = '\0';
    }
    bool number = spot->known || grid->present;
    size_t offset = number ? figures_offset(&grid->figures, spot->written) : grid->number - 1;
    spot->text = spot->number + offset;
}

static void find_spot(const struct grid *grid, size_t row, size_t column, struct spot *spot) {
    spot->row = row;
    spot->column = column;
    spot->cell = picture_first(grid->picture) + row * grid->columns.size + column;
    spot->line = grid_line(grid, row);
    spot->slot = grid_slot(grid, column);
    spot->number = grid_number(grid, column);
    spot->end = spot->number + grid->number;
    spot->present = is_place(grid->cursor, row, column);
    spot->known = picture_knows(grid->picture, spot->cell);
    spot->style = grid_style(grid, row, column);
    write_spot(grid, spot);
}

/* The band behind a lit row or column, or the heat map's tile; where there is no colour a shade
 * before the number. */
static void draw_ground(const struct grid *grid, const struct spot *spot) {
    const struct picture *picture = grid->picture;
    struct shade shade = {PALETTE_NONE, 0};
    if (picture->heat && spot->known) {
        shade = scale_shade(&grid->scale, picture->value->cells[spot->cell]);
    }
    if (shade.palette == PALETTE_NONE) {
        if (is_lit(grid, spot->row, spot->column)) {
            patch_fill(&grid->patch, spot->line, spot->slot, grid->pitch, STYLE_LIT);
        }
    } else if (picture->depth != DEPTH_NONE) {
        patch_shade(&grid->patch, spot->line, spot->slot, grid->pitch, shade);
    } else {
        size_t before = spot->number - 1 - grid->brackets;
        patch_put(&grid->patch, spot->line, before, shade_character(shade, picture->ascii),
                  STYLE_PLAIN);
    }
}

/* The present cell's brackets stand close to what it says; those of the lit column stand below each
 * other. Returns whether there are any. */
static bool draw_brackets(const struct grid *grid, const struct spot *spot) {
    const struct picture *picture = grid->picture;
    bool column = grid->bracket_column && spot->column == picture->lit_column;
    if (!grid->brackets || !(spot->present || column)) {
        return false;
    }
    const char *before = spot->present && picture->cell_before ? picture->cell_before : "[";
    const char *after = spot->present && picture->cell_after ? picture->cell_after : "]";
    size_t start = spot->present ? spot->text : spot->number;
    patch_put(&grid->patch, spot->line, start - 1, before, spot->style);
    patch_put(&grid->patch, spot->line, spot->end, after, spot->style);
    return true;
}

/* What the cell is marked with goes where no bracket stands. */
static void draw_signs(const struct grid *grid, const struct spot *spot, bool bracketed) {
    const struct picture *picture = grid->picture;
    const char *mark = is_pinned(picture, spot->cell)       ? "!"
                       : picture_moved(picture, spot->cell) ? "*"
                                                            : "";
    size_t sign = grid->brackets ? spot->number - 2 : spot->text - 1;
    patch_put(&grid->patch, spot->line, grid->brackets && !bracketed ? spot->end : sign, mark,
              spot->style);
    if (is_place(grid->term, spot->row, spot->column)) {
        patch_put(&grid->patch, spot->line, sign, glyphs_of(picture->ascii)->term, STYLE_STRONG);
    }
}

static void draw_cell(const struct grid *grid, size_t row, size_t column) {
    struct spot spot;
    find_spot(grid, row, column, &spot);
    draw_ground(grid, &spot);
    if (spot.present) {
        patch_fill(&grid->patch, spot.line, spot.text, spot.end - spot.text, STYLE_FOCUS);
    }
    patch_put(&grid->patch, spot.line, spot.text, spot.written, spot.style);
    draw_signs(grid, &spot, draw_brackets(grid, &spot));
}

void grid_tag(const struct grid *grid, size_t row, size_t column) {
    const struct picture *picture = grid->picture;
    size_t cell = picture_first(picture) + row * shape_columns(&picture->value->shape) + column;
    if (picture->cursor != SIZE_MAX) {
        patch_tag(&grid->patch, grid_line(grid, row), grid_slot(grid, column), grid->pitch,
                  cell + 1);
    }
}

void grid_cells(const struct grid *grid) {
    for (size_t r = 0; r < grid->rows.count; r++) {
        size_t row = grid->rows.first + r;
        grid_row_head(grid, row);
        for (size_t c = 0; c < grid->columns.count; c++) {
            draw_cell(grid, row, grid->columns.first + c);
            grid_tag(grid, row, grid->columns.first + c);
        }
    }
}

void grid_locate(const struct grid *grid, size_t cursor[2]) {
    if (!cursor || !visible_has(&grid->rows, grid->cursor[0]) ||
        !visible_has(&grid->columns, grid->cursor[1])) {
        return;
    }
    size_t line = grid_line(grid, grid->cursor[0]), column = grid_number(grid, grid->cursor[1]);
    if (line < grid->patch.box.rows && column < grid->patch.box.columns) {
        cursor[0] = grid->patch.box.row + line;
        cursor[1] = grid->patch.box.column + column;
    }
}

static size_t put_bar(const struct grid *grid, const size_t at[2], const struct visible *visible) {
    const struct glyphs *glyphs = glyphs_of(grid->picture->ascii);
    size_t from = visible->first * MAP / visible->size,
           end = (visible->first + visible->count) * MAP;
    size_t to = greater(from + 1, (end + visible->size - 1) / visible->size);
    for (size_t i = 0; i < MAP; i++) {
        bool here = i >= from && i < to;
        patch_put(&grid->patch, at[0], at[1] + i, here ? glyphs->bar : glyphs->track, STYLE_LABEL);
    }
    return at[1] + MAP;
}

/* "rows 5 to 14 of 123"; "" when all are shown. */
static void map_words(const struct visible *visible, const char *what, char out[96]) {
    out[0] = '\0';
    if (visible_elides(visible)) {
        text_fill(out, 96, "%s %zu to %zu of %zu", what, visible->first + 1,
                  visible->first + visible->count, visible->size);
    }
}

void grid_map(const struct grid *grid, size_t line) {
    const struct visible *axes[] = {&grid->rows, &grid->columns};
    char words[2][96];
    map_words(axes[0], "rows", words[0]);
    map_words(axes[1], "columns", words[1]);
    size_t column = grid->head_column, whole = column;
    for (size_t i = 0; i < 2; i++) {
        whole += words[i][0] ? patch_columns(words[i]) + 1 + MAP + MAP_GAP : 0;
    }
    bool bars = whole <= grid->patch.box.columns + MAP_GAP;
    for (size_t i = 0; i < 2; i++) {
        if (words[i][0]) {
            column = patch_put(&grid->patch, line, column, words[i], STYLE_LABEL);
            column = bars ? put_bar(grid, (const size_t[]){line, column + 1}, axes[i]) : column;
            column += MAP_GAP;
        }
    }
}

/* --- heading ---------------------------------------------------------------------------------- */

/* The first line of a picture: its name, which matrix of the stack, what the columns are, and a
 * heat map's legend. */

enum { HEADING_GAP = 2, NAME_MOST = 40 };

/* "head 2 of 4"; "" of a matrix that stands alone. */
static void stack_words(const struct picture *picture, char out[PATCH_LABEL]) {
    struct matrix_view view = {.value = picture->value, .stack_is = picture->stack_is};
    struct text words = {0};
    if (picture->value->shape.axes > 2) {
        view_title(&view, picture->matrix, &words);
    }
    patch_cut(out, text_string(&words), NAME_MOST, picture->ascii);
    text_release(&words);
}

static void name_words(const struct picture *picture, char out[PATCH_LABEL]) {
    patch_cut(out, picture->name ? picture->name : "", NAME_MOST, picture->ascii);
}

static size_t name_end(const struct grid *grid) {
    char name[PATCH_LABEL], stack[PATCH_LABEL];
    name_words(grid->picture, name);
    stack_words(grid->picture, stack);
    size_t gap = stack[0] ? HEADING_GAP : 0;
    return 1 + patch_columns(name) + gap + patch_columns(stack);
}

enum style heading_style(const struct picture *picture) {
    return picture->role == STYLE_PLAIN ? STYLE_FORMULA : picture->role;
}

size_t heading_name(const struct grid *grid, size_t line) {
    char words[PATCH_LABEL];
    name_words(grid->picture, words);
    size_t column = patch_put(&grid->patch, line, 1, words, heading_style(grid->picture));
    stack_words(grid->picture, words);
    column += words[0] ? HEADING_GAP : 0;
    return patch_put(&grid->patch, line, column, words, STYLE_LABEL);
}

void heading_stack(const struct grid *grid, const size_t at[3]) {
    char words[PATCH_LABEL];
    stack_words(grid->picture, words);
    if (at[1] + patch_columns(words) <= at[2]) {
        patch_put(&grid->patch, at[0], at[1], words, STYLE_LABEL);
    }
}

size_t heading_whole(const struct grid *grid) {
    const char *axis = grid->picture->columns_are;
    return name_end(grid) + (axis != NULL ? HEADING_GAP + patch_columns(axis) + 2 : 0);
}

bool heading_holds_legend(const struct grid *grid) {
    struct legend legend = legend_make(grid->picture, &grid->scale, true);
    return name_end(grid) + HEADING_GAP + legend_columns(&legend) <= grid->patch.box.columns;
}

size_t heading_columns(const struct grid *grid, const size_t at[3]) {
    const struct picture *picture = grid->picture;
    char words[PATCH_LABEL];
    if (!picture->columns_are) {
        return at[1];
    }
    text_fill(words, sizeof words, "%s %s", picture->columns_are, glyphs_of(picture->ascii)->right);
    if (at[1] + patch_columns(words) > at[2]) {
        return at[1];
    }
    return patch_put(&grid->patch, at[0], at[1], words, style_of_rows(picture->columns_are));
}

void heading_put(const struct grid *grid, size_t line) {
    const struct picture *picture = grid->picture;
    size_t end = grid->patch.box.columns, from = heading_name(grid, line) + HEADING_GAP;
    size_t axis = picture->columns_are ? patch_columns(picture->columns_are) + 4 : 0;
    size_t number = grid->columns.count > 0 ? grid_number(grid, grid->columns.first) : 0;
    from = from > number ? from : number;
    if (picture->heat) { /* the axis's name may cost the legend its words, not its numbers */
        struct legend legend = legend_make(picture, &grid->scale, true);
        bool both = from + axis + legend_columns(&legend) <= end;
        size_t at[] = {line, both ? from + axis : name_end(grid) + HEADING_GAP, end};
        legend_place(picture, &grid->scale, &grid->patch, at);
        if (!both) {
            return;
        }
    }
    heading_columns(grid, (const size_t[]){line, from, end});
}

void heading_rows(const struct grid *grid, size_t line) {
    const struct picture *picture = grid->picture;
    char words[PATCH_LABEL], whole[PATCH_LABEL];
    if (picture->rows_are) {
        text_fill(whole, sizeof whole, "%s %s", picture->rows_are, glyphs_of(picture->ascii)->down);
        patch_cut(words, whole, grid->head, picture->ascii);
        patch_put(&grid->patch, line, grid->head_column, words, style_of_rows(picture->rows_are));
    }
}
