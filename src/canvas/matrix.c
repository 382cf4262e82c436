/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/matrix.h"

#include "base/text.h"
#include "canvas/figure.h"
#include "notebook/definition.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
    BETWEEN = 2 /* columns between two matrices of a stack, at most */
};

static const struct shade no_shade = {.palette = PALETTE_NONE};
static const struct shade empty_shade = {.palette = PALETTE_EMPTY};

struct visible visible_make(size_t size, size_t most, size_t focus) {
    struct visible span = {.size = size, .count = lesser(size, most)};
    size_t half = span.count > 1 ? span.count / 2 : 1, margin = (span.count - half) / 2;
    if (focus != SIZE_MAX && focus >= span.count) {
        span.first = lesser((focus - margin) / half * half, size - span.count);
    }
    return span;
}

const char *matrix_head(const struct shape *shape, enum tensor_axis axis, size_t at,
                        char room[32]) {
    text_fill(room, 32, "%zu", at + 1);
    return shape->labels[axis] ? shape->labels[axis]->names[at] : room;
}

static void title_part(const struct shape *shape, enum tensor_axis axis, size_t at,
                       enum title title, struct text *out) {
    text_format(out, "%zu", at + 1);
    if (title == TITLE_WHOLE) {
        text_format(out, " of %zu", shape->size[axis]);
    }
    if (shape->labels[axis] && title != TITLE_NUMBER) {
        text_format(out, " (%s)", shape->labels[axis]->names[at]);
    }
}

void matrix_title(const struct shape *shape, size_t matrix, enum title title, struct text *out) {
    size_t heads = shape->size[AXIS_HEAD];
    bool words = title != TITLE_NUMBER;
    if (shape->axes > 3) {
        text_append(out, words ? "item " : "");
        title_part(shape, AXIS_BATCH, matrix / heads, title, out);
        text_append(out, words ? ", head " : ", ");
    } else if (words) {
        text_append(out, shape->axes == 3 && !shape->heads ? "item " : "head ");
    }
    title_part(shape, AXIS_HEAD, matrix % heads, title, out);
}

struct matrix_picture matrix_plain(const char *name, const struct place_on_stage *place) {
    return (struct matrix_picture){.name = name,
                                   .place = place,
                                   .light = LIGHT_LIT,
                                   .row = SIZE_MAX,
                                   .column = SIZE_MAX,
                                   .stepped = SIZE_MAX,
                                   .term = SIZE_MAX,
                                   .cursor = SIZE_MAX,
                                   .reached = SIZE_MAX};
}

/* What is drawn of it, and where. */
struct sheet {
    const struct matrix_picture *picture;
    const struct place_on_stage *place;
    const struct canvas *canvas;
    size_t *cursor;                         /* may be NULL */
    size_t sizes[3];                        /* matrices, rows and columns of the value */
    struct visible matrices, rows, columns; /* that are shown */
    size_t across, between;                 /* matrices side by side, and columns between two */
    size_t number, pad;                     /* columns of a number, and after it */
    int decimals;                           /* of all its numbers */
    size_t line;                            /* the line of a cell that has its number */
    bool divided;       /* the first line of each row is half the one's above (divide_line) */
    struct text *words; /* for what has to be put together */
};

static bool shows_cells(const struct sheet *sheet) {
    return sheet->picture->shown != NULL && sheet->picture->light >= LIGHT_SILHOUETTE;
}

static size_t flat_cell(const struct sheet *sheet, size_t matrix, size_t row, size_t column) {
    return (matrix * sheet->sizes[1] + row) * sheet->sizes[2] + column;
}

/* True when CELL is computed so far. */
static bool is_reached(const struct sheet *sheet, size_t cell) {
    size_t reached = sheet->picture->reached, rows = sheet->sizes[1];
    size_t columns = sheet->sizes[2], matrix = rows * columns;
    if (sheet->picture->reached_down && matrix > 0) {
        size_t in = cell % matrix;
        cell += in % columns * rows + in / columns - in;
    }
    return cell < reached;
}

static bool is_there(const struct sheet *sheet, size_t matrix, size_t row, size_t column) {
    return shows_cells(sheet) && matrix < sheet->sizes[0] && row < sheet->sizes[1] &&
           column < sheet->sizes[2] && is_reached(sheet, flat_cell(sheet, matrix, row, column));
}

static bool has_moved(const struct sheet *sheet, size_t cell) {
    const struct tensor *before = sheet->picture->before, *shown = sheet->picture->shown;
    return sheet->picture->moved && before != NULL && shown != NULL &&
           shape_same_sizes(&before->shape, &shown->shape) && is_reached(sheet, cell) &&
           !numbers_equal_rounded(before->cells[cell], shown->cells[cell]);
}

static bool sheet_row_moved(const struct sheet *sheet, size_t matrix, size_t row) {
    bool moved = false;
    for (size_t column = 0; column < sheet->sizes[2]; column++) {
        moved |= has_moved(sheet, flat_cell(sheet, matrix, row, column));
    }
    return moved;
}

/* --- measures --------------------------------------------------------------------------------- */

static bool is_beyond(const struct scale *scale, double value) {
    double most = fmax(fabs(scale->low), fabs(scale->high));
    return scale->palette != PALETTE_NONE && isfinite(value) && fabs(value) > most * (1 + 1e-9);
}

bool matrix_exceeds(const struct matrix_picture *picture) {
    const struct tensor *shown = picture->shown;
    bool exceeds = false, numbers = shown != NULL && picture->light >= LIGHT_RELEVANT &&
                                    picture->place->form != FORM_TILE;
    for (size_t i = 0;
         numbers && !exceeds && i < shape_cells(&shown->shape) && i < picture->reached; i++) {
        exceeds = is_beyond(&picture->scale, shown->cells[i]);
    }
    return exceeds;
}

/* Returns how VALUE is written; the sign of a negative number may take the blank before it. */
static struct figure figure_of(const struct sheet *sheet, double value) {
    size_t cell = sheet->place->cell_columns;
    return (struct figure){.decimals = sheet->decimals,
                           .width = cell > 1 && !(value < 0) ? cell - 1 : cell,
                           .ascii = sheet->picture->ascii,
                           .exact = sheet->picture->exact};
}

/* Writes the number; one beyond the scale gets a +, for which it may give up a decimal but not all,
 * nor the blank before it. */
static void write_number(const struct sheet *sheet, double value, char out[NUMBER_TEXT]) {
    struct figure figure = figure_of(sheet, value);
    size_t cell = sheet->place->cell_columns;
    char shorter[NUMBER_TEXT];
    figure_write(&figure, value, out);
    if (cell < 4 || !is_beyond(&sheet->picture->scale, value)) {
        return;
    }
    figure.width = cell - 2;
    figure_write(&figure, value, shorter);
    bool enough = strchr(shorter, '.') != NULL || numbers_equal_rounded(value, round(value));
    const char *digits = enough ? shorter : out;
    if (canvas_columns(digits) + 1 < cell) {
        char marked[NUMBER_TEXT];
        text_fill(marked, sizeof marked, "%s+", digits);
        memcpy(out, marked, strlen(marked) + 1);
    }
}

/* Returns number I of those that are shown; NaN: there is none. */
static double shown_number(const struct sheet *sheet, size_t i) {
    size_t each = sheet->rows.count * sheet->columns.count;
    size_t row = sheet->rows.first + i % each / sheet->columns.count;
    size_t column = sheet->columns.first + i % sheet->columns.count;
    size_t matrix = sheet->matrices.first + i / each, cell = flat_cell(sheet, matrix, row, column);
    bool there = is_there(sheet, matrix, row, column);
    return there ? sheet->picture->shown->cells[cell] : (double)NAN;
}

/* True when a sign would take the blank before it for a last decimal that is 0 in all numbers. */
static bool drops_zeros(const struct sheet *sheet, size_t count) {
    size_t cell = sheet->place->cell_columns;
    bool touches = false;
    for (size_t i = 0; i < count && sheet->decimals > 1; i++) {
        double number = shown_number(sheet, i);
        struct figure figure = figure_of(sheet, number);
        if (isfinite(number) && number_decimals(number, sheet->decimals) == sheet->decimals) {
            return false;
        }
        figure.decimals = sheet->decimals;
        figure.width = cell - (cell > 1);
        touches |= number < 0 && !figure_fits(&figure, number);
    }
    return touches;
}

/* Finds the decimals of all numbers: as many as planned, or as there is room for; more than planned
 * where whole numbers have been given others. What is beyond the scale, or has no room at all, does
 * not count, nor do old numbers. */
static void measure_decimals(struct sheet *sheet, size_t count) {
    enum { TYPED = 2, DIGITS = 100 };
    int least = 1;
    double largest = 0;
    sheet->decimals = sheet->picture->decimals;
    for (size_t i = 0; i < count; i++) {
        double number = shown_number(sheet, i);
        bool planned = !isfinite(number) || sheet->picture->decimals > 0 ||
                       fabs(number) >= DIGITS || numbers_equal_rounded(number, round(number));
        int own = planned ? 0 : number_decimals(number, TYPED);
        sheet->decimals = own > sheet->decimals ? own : sheet->decimals;
        largest = isfinite(number) ? fmax(largest, fabs(number)) : largest;
    }
    while (least < sheet->decimals && largest * pow(10, least) < 1) {
        least++; /* the largest number says what a 0 means */
    }
    for (size_t i = 0; i < count; i++) {
        double number = shown_number(sheet, i);
        struct figure figure = figure_of(sheet, number);
        while (figure.decimals > least && !figure_fits(&figure, number)) {
            figure.decimals--;
        }
        bool counts = !is_beyond(&sheet->picture->scale, number) && figure_fits(&figure, number);
        sheet->decimals = counts ? figure.decimals : sheet->decimals;
    }
    sheet->decimals -= drops_zeros(sheet, count);
}

/* Aligns numbers below each other, in the middle of wider cells. What an edit has put beyond the
 * scale moves none of them. */
static void measure_figures(struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns, room = cell > 1 ? cell - 1 : 1;
    size_t count = sheet->rows.count * sheet->columns.count;
    char written[NUMBER_TEXT];
    sheet->decimals = picture->decimals;
    sheet->number = lesser(picture->number, room);
    if (shows_cells(sheet) && !picture->exact && count > 0) {
        measure_decimals(sheet, count * sheet->matrices.count);
    }
    for (size_t i = 0; i < count && shows_cells(sheet); i++) {
        double number = shown_number(sheet, i);
        if (!isnan(number) && !is_beyond(&picture->scale, number)) {
            write_number(sheet, number, written);
            sheet->number = greater(sheet->number, canvas_columns(written));
        }
    }
    sheet->number = lesser(sheet->number, room);
    sheet->pad = (cell - lesser(cell, greater(sheet->number, picture->usual))) / 2;
}

static void measure_sheet(struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    const struct place_on_stage *place = picture->place;
    size_t *sizes = sheet->sizes;
    sheet->place = place;
    bool columns = picture->reached_down != picture->transposed;
    sizes[0] = picture->sizes[0];
    sizes[1] = picture->sizes[columns ? 2 : 1];
    sizes[2] = picture->sizes[columns ? 1 : 2];
    if (picture->shown != NULL) {
        sizes[0] = shape_matrices(&picture->shown->shape);
        sizes[1] = shape_rows(&picture->shown->shape);
        sizes[2] = shape_columns(&picture->shown->shape);
    }
    /* the matrix, row and column that a window has to show; SIZE_MAX: any */
    size_t cell = picture->cursor != SIZE_MAX ? picture->cursor : picture->term;
    bool any = cell != SIZE_MAX && sizes[1] * sizes[2] > 0;
    const size_t at[] = {any ? cell / sizes[2] / sizes[1] : picture->stepped,
                         any ? cell / sizes[2] % sizes[1] : picture->row,
                         any ? cell % sizes[2] : picture->column};
    size_t high = greater(1, place_lines(place));
    sheet->across = greater(1, place->across);
    size_t most =
        place->matrices > 0 ? place->matrices : sheet->across * greater(1, place->box.rows / high);
    /* what grows, or is shown both ways, has room for more than it has: that stays blank */
    sheet->matrices = visible_make(greater(1, sizes[0]), most, at[0]);
    sheet->rows =
        picture->rows != NULL ? *picture->rows : visible_make(sizes[1], place->rows, at[1]);
    sheet->columns = picture->columns != NULL ? *picture->columns
                                              : visible_make(sizes[2], place->columns, at[2]);
    size_t wide = sheet->across * place->columns * place->cell_columns;
    size_t free = place->box.columns - lesser(wide, place->box.columns);
    sheet->between = sheet->across > 1 ? lesser(free / (sheet->across - 1), BETWEEN) : 0;
    sheet->line = place->cell_lines / 2;
    /* Old numbers need the first lines for themselves; without a closing line the last row would be
     * lower than the others. */
    sheet->divided = place->closing > 0 && !(picture->moved && picture->before != NULL);
    measure_figures(sheet);
}

/* --- cells ------------------------------------------------------------------------------------ */

/* True for a cell of the row or the column that meets; for every cell where there is neither. */
static bool is_meeting(const struct sheet *sheet, size_t matrix, size_t row, size_t column) {
    const struct matrix_picture *picture = sheet->picture;
    bool all = picture->row == SIZE_MAX && picture->column == SIZE_MAX;
    return all || ((picture->stepped == SIZE_MAX || picture->stepped == matrix) &&
                   (picture->row == SIZE_MAX || picture->row == row) &&
                   (picture->column == SIZE_MAX || picture->column == column));
}

/* Returns how bright a cell is. */
static enum shade_light light_of(const struct sheet *sheet, size_t matrix, size_t row,
                                 size_t column) {
    const struct matrix_picture *picture = sheet->picture;
    if (picture->light <= LIGHT_SILHOUETTE) {
        return SHADE_SILHOUETTE;
    }
    return picture->light == LIGHT_LIT &&
                   (picture->whole || is_meeting(sheet, matrix, row, column) ||
                    picture->cursor == flat_cell(sheet, matrix, row, column))
               ? SHADE_LIT
               : SHADE_RELEVANT;
}

/* Finds the corner of a matrix: the line of its first row of cells, the column of its first. */
static void corner_of(const struct sheet *sheet, size_t matrix, size_t corner[2]) {
    const struct place_on_stage *place = sheet->place;
    size_t nth = matrix - sheet->matrices.first;
    size_t high = place_lines(place);
    size_t wide = place->columns * place->cell_columns + sheet->between;
    corner[0] = place->box.row + nth / sheet->across * high + place->heads;
    corner[1] = place->box.column + nth % sheet->across * wide;
}

/* A cell on the canvas. */
struct spot {
    size_t matrix, row, column; /* of the value */
    size_t top, left;
    size_t cell; /* flat index; SIZE_MAX: it is empty */
    enum shade_light light;
};

static struct spot spot_of(const struct sheet *sheet, size_t matrix, size_t row, size_t column) {
    const struct place_on_stage *place = sheet->place;
    size_t corner[2];
    corner_of(sheet, matrix, corner);
    bool there = is_there(sheet, matrix, row, column);
    return (struct spot){.matrix = matrix,
                         .row = row,
                         .column = column,
                         .top = corner[0] + (row - sheet->rows.first) * place->cell_lines,
                         .left = corner[1] + (column - sheet->columns.first) * place->cell_columns,
                         .cell = there ? flat_cell(sheet, matrix, row, column) : SIZE_MAX,
                         .light = light_of(sheet, matrix, row, column)};
}

/* Returns the shade of the cell at SPOT, which may be empty. */
static struct shade spot_shade(const struct sheet *sheet, const struct spot *spot) {
    const struct matrix_picture *picture = sheet->picture;
    return spot->cell == SIZE_MAX
               ? empty_shade
               : shade_dimmed(scale_shade(&picture->scale, picture->shown->cells[spot->cell]),
                              spot->light);
}

/* Returns where in a cell text of so many COLUMNS ends: that has the blank before it first. */
static size_t text_end(const struct sheet *sheet, size_t columns) {
    size_t cell = sheet->place->cell_columns;
    return cell - (columns + sheet->pad < cell ? sheet->pad : 0);
}

static void put_cell_number(const struct sheet *sheet, const struct spot *spot, size_t line,
                            const char *written, enum style style) {
    size_t columns = canvas_columns(written), most = text_end(sheet, columns);
    canvas_put(sheet->canvas, spot->top + line, spot->left + most - lesser(columns, most), written,
               style);
}

/* Fills LINES lines of a cell from FIRST on; paper without that shade has a character in them
 * instead, but for the line with the number. */
static void fill_cell_lines(const struct sheet *sheet, const struct spot *spot,
                            const size_t lines[2], struct shade shade) {
    const struct matrix_picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns;
    bool gap = shade.palette == PALETTE_EMPTY && picture->light != LIGHT_FLAT && cell > 2;
    for (size_t i = lines[0]; i < lines[0] + lines[1]; i++) {
        size_t at[] = {spot->top + i, spot->left + gap};
        canvas_shade(sheet->canvas, at[0], at[1], cell - gap, shade);
        if (picture->depth == DEPTH_NONE && i != sheet->line && shade.light == SHADE_LIT &&
            shade.palette != PALETTE_EMPTY && shade.palette != PALETTE_NONE) {
            at[1] += 1;
            canvas_repeat(sheet->canvas, at, cell - 1, shade_character(shade, picture->ascii),
                          STYLE_DIM);
        }
    }
}

/* Draws an empty frame, or on paper without such a shade brackets around the cell: a number will be
 * here, or (hidden by a question) is here. */
static void draw_empty_cell(const struct sheet *sheet, const struct spot *spot) {
    const struct matrix_picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns, left = spot->left + (cell > 3);
    bool present = picture->cursor == flat_cell(sheet, spot->matrix, spot->row, spot->column);
    bool plain = picture->depth < DEPTH_256 && !present, edges = plain && cell > 2;
    fill_cell_lines(sheet, spot, (const size_t[]){0, sheet->place->cell_lines}, empty_shade);
    for (size_t i = 0; edges && i < sheet->place->cell_lines; i++) {
        canvas_put(sheet->canvas, spot->top + i, left, "[", STYLE_DIM);
        canvas_put(sheet->canvas, spot->top + i, spot->left + cell - 1, "]", STYLE_DIM);
    }
    if (plain && (!edges || picture->light == LIGHT_FLAT)) {
        canvas_put(sheet->canvas, spot->top + sheet->line, (left + spot->left + cell - 1) / 2,
                   picture->light == LIGHT_FLAT ? "?" : "_", STYLE_DIM);
    }
}

/* Draws the number before the change, on the shade it had, above the new one; in a row in which
 * nothing changed the line is dimmed in the same way, for the words. */
static void draw_old(const struct sheet *sheet, const struct spot *spot) {
    const struct matrix_picture *picture = sheet->picture;
    double old = picture->before->cells[spot->cell];
    char written[NUMBER_TEXT];
    struct shade shade = scale_shade(&picture->scale, old);
    fill_cell_lines(sheet, spot, (const size_t[]){0, 1}, shade_dimmed(shade, SHADE_RELEVANT));
    if (has_moved(sheet, spot->cell)) {
        write_number(sheet, old, written);
        canvas_repeat(sheet->canvas, (const size_t[]){spot->top, spot->left},
                      sheet->place->cell_columns, " ", STYLE_NUMBER);
        put_cell_number(sheet, spot, 0, written, STYLE_NUMBER);
    }
}

/* Draws the selected cell: all of a line, or in higher ones the number with a blank at either side,
 * reversed; around it the cell keeps its shade. */
static void draw_present(const struct sheet *sheet, const struct spot *spot, const char *written) {
    const struct place_on_stage *place = sheet->place;
    size_t number = canvas_columns(written), end = text_end(sheet, number);
    size_t first = 0, last = place->cell_columns; /* of the cell */
    if (place->cell_lines > 1) {
        first = end - lesser(end, number + 1);
        last = lesser(end + 1, place->cell_columns);
    }
    size_t start = spot->left + first, columns = last - first, line = spot->top + sheet->line;
    canvas_shade(sheet->canvas, line, start, columns, no_shade);
    canvas_repeat(sheet->canvas, (const size_t[]){line, start}, columns, " ", STYLE_FOCUS);
    put_cell_number(sheet, spot, sheet->line, written, STYLE_FOCUS);
    canvas_point(sheet->canvas, line, start, sheet->cursor);
}

/* Marks a number that was forced by hand. */
static void mark_pin(const struct sheet *sheet, const struct spot *spot, const char *written) {
    const struct matrix_picture *picture = sheet->picture;
    size_t end = spot->left + text_end(sheet, canvas_columns(written));
    size_t cell = picture->pins_transposed
                      ? shape_transposed_cell(&picture->shown->shape, spot->cell)
                      : spot->cell;
    if (picture->pins != NULL && overlays_find(picture->pins, cell) != NULL &&
        canvas_columns(written) < sheet->place->cell_columns) {
        canvas_put(sheet->canvas, spot->top + sheet->line,
                   greater(end, spot->left + 1 + canvas_columns(written)) -
                       canvas_columns(written) - 1,
                   "!", STYLE_PINNED);
    }
}

/* Draws "5→.2" in a cell of one line that has room for both; "≈" where they read the same. */
static bool draw_move(const struct sheet *sheet, const struct spot *spot, const char *written) {
    const struct matrix_picture *picture = sheet->picture;
    const struct glyphs *glyphs = glyphs_of(picture->ascii);
    size_t cell = sheet->place->cell_columns, end = spot->left + cell - sheet->pad;
    char old[NUMBER_TEXT];
    write_number(sheet, picture->before->cells[spot->cell], old);
    bool same = text_same(old, written);
    const char *now = !same ? written : picture->ascii ? "~" : "≈";
    size_t columns = canvas_columns(old) + 1 + canvas_columns(now);
    if (columns >= cell) {
        return false;
    }
    size_t column = greater(end, spot->left + 1 + columns) - columns;
    bool present = spot->cell == picture->cursor;
    if (present) {
        canvas_shade(sheet->canvas, spot->top, column, columns, no_shade);
        canvas_point(sheet->canvas, spot->top, column, sheet->cursor);
    }
    enum style dim = present ? STYLE_FOCUS : STYLE_DIM;
    column = canvas_put(sheet->canvas, spot->top, column, old, dim);
    column = canvas_put(sheet->canvas, spot->top, column, glyphs->right, dim);
    canvas_put(sheet->canvas, spot->top, column, now, present ? STYLE_FOCUS : STYLE_CHANGED);
    return true;
}

static void draw_value(const struct sheet *sheet, const struct spot *spot) {
    const struct matrix_picture *picture = sheet->picture;
    double value = picture->shown->cells[spot->cell];
    bool lit = spot->light == SHADE_LIT, moved = has_moved(sheet, spot->cell);
    char written[NUMBER_TEXT];
    fill_cell_lines(sheet, spot, (const size_t[]){0, sheet->place->cell_lines},
                    spot_shade(sheet, spot));
    if (picture->light == LIGHT_SILHOUETTE) {
        put_cell_number(sheet, spot, sheet->line,
                        picture->depth >= DEPTH_256 ? ""
                        : picture->ascii            ? "."
                                                    : "·",
                        STYLE_DIM);
        return;
    }
    if (picture->moved && picture->before != NULL && sheet->place->cell_lines > 1 &&
        (moved || !sheet_row_moved(sheet, spot->matrix, spot->row))) {
        draw_old(sheet, spot);
    }
    write_number(sheet, value, written);
    bool both = moved && lit && sheet->place->cell_lines == 1 && draw_move(sheet, spot, written);
    if (!both && spot->cell == picture->cursor) {
        draw_present(sheet, spot, written);
    } else if (!both) {
        put_cell_number(
            sheet, spot, sheet->line, written,
            moved && lit && (sheet->place->cell_lines == 1 || picture->depth < DEPTH_256)
                ? STYLE_CHANGED
            : lit && is_meeting(sheet, spot->matrix, spot->row, spot->column) ? STYLE_STRONG
                                                                              : STYLE_NUMBER);
    }
    mark_pin(sheet, spot, written);
}

static void tag_cell(const struct sheet *sheet, const struct box *box, size_t cell) {
    const struct matrix_picture *picture = sheet->picture;
    if (picture->owner > 0 && picture->shown != NULL) {
        bool transposed = picture->owner_transposed;
        size_t item = 1 + (transposed ? shape_transposed_cell(&picture->shown->shape, cell) : cell);
        for (size_t i = 0; i < box->rows; i++) {
            canvas_tag(sheet->canvas, box->row + i, box->column, box->columns,
                       (struct canvas_tag){picture->owner, item});
        }
    }
}

/* Draws a frame around the present term, as high as its cell: its fill stays the number's. */
static void draw_term(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    size_t rows = sheet->sizes[1], columns = sheet->sizes[2];
    if (picture->term == SIZE_MAX || picture->light != LIGHT_LIT || !shows_cells(sheet) ||
        picture->term >= sheet->sizes[0] * rows * columns) {
        return;
    }
    size_t matrix = picture->term / columns / rows;
    size_t row = picture->term / columns % rows, column = picture->term % columns;
    if (matrix - sheet->matrices.first >= sheet->matrices.count ||
        row - sheet->rows.first >= sheet->rows.count ||
        column - sheet->columns.first >= sheet->columns.count) {
        return;
    }
    struct spot spot = spot_of(sheet, matrix, row, column);
    char written[NUMBER_TEXT];
    write_number(sheet, picture->shown->cells[picture->term], written);
    size_t end = spot.left + text_end(sheet, canvas_columns(written));
    bool signs = canvas_columns(written) > sheet->number; /* where the left one would be */
    size_t lines =
        sheet->place->cell_lines; /* the first may be another cell's, or an old number's */
    bool shared = sheet->divided || (lines > 1 && has_moved(sheet, picture->term));
    for (size_t i = shared; i < lines; i++) {
        canvas_put(sheet->canvas, spot.top + i, end - lesser(end, sheet->number + 1),
                   signs            ? ""
                   : picture->ascii ? "["
                                    : "▐",
                   STYLE_STRONG);
        canvas_put(sheet->canvas, spot.top + i, end, picture->ascii ? "]" : "▌", STYLE_STRONG);
    }
}

/* --- labels ----------------------------------------------------------------------------------- */

static const char *label_of(const struct sheet *sheet, enum tensor_axis axis, size_t at,
                            char room[32]) {
    const struct tensor *shown = sheet->picture->shown;
    if (shown != NULL) { /* in a place that is larger than the value: none */
        return at < shown->shape.size[axis] ? matrix_head(&shown->shape, axis, at, room) : "";
    }
    text_fill(room, 32, "%zu", at + 1);
    return room;
}

/* True when the label at AT, cut to so many COLUMNS, would read as another one that is shown. */
static bool reads_alike(const struct sheet *sheet, enum tensor_axis axis, size_t at,
                        size_t columns) {
    const struct visible *shown = axis == AXIS_ROW ? &sheet->rows : &sheet->columns;
    char room[32], rooms[32], cut[CANVAS_LABEL], other[CANVAS_LABEL];
    const char *label = label_of(sheet, axis, at, room);
    bool same = false;
    canvas_cut(cut, label, columns, sheet->picture->ascii);
    for (size_t i = shown->first; !same && i < shown->first + shown->count; i++) {
        const char *next = label_of(sheet, axis, i, rooms);
        canvas_cut(other, next, columns, sheet->picture->ascii);
        same = !text_same(next, label) && text_same(other, cut);
    }
    return same;
}

/* Writes the label at AT in so many COLUMNS: one that is cut ends with …, so that it does not read
 * as another word. Where two that are shown would read the same, or nothing of it would be left,
 * its number is written; next to it a single letter says nothing either. */
static void write_label(const struct sheet *sheet, enum tensor_axis axis, size_t at, size_t columns,
                        char out[CANVAS_LABEL]) {
    enum { LETTER = 2 };
    const struct visible *shown = axis == AXIS_ROW ? &sheet->rows : &sheet->columns;
    char room[32];
    const char *label = label_of(sheet, axis, at, room);
    bool cut = canvas_columns(label) > columns;
    bool number = cut && (columns < LETTER || reads_alike(sheet, axis, at, columns));
    for (size_t i = 0; cut && columns == LETTER && !number && i < shown->count; i++) {
        number = reads_alike(sheet, axis, shown->first + i, columns);
    }
    if (number) {
        text_fill(room, sizeof room, "%zu", at + 1);
    }
    canvas_cut(out, number ? room : label, columns, sheet->picture->ascii);
}

/* True when the row (the column) at AT is one that is stepped through, or that of the cursor. */
static bool is_marked(const struct sheet *sheet, enum tensor_axis axis, size_t matrix, size_t at) {
    const struct matrix_picture *picture = sheet->picture;
    size_t columns = sheet->sizes[2], matrices = sheet->sizes[1] * columns;
    bool here = picture->stepped == SIZE_MAX || picture->stepped == matrix;
    bool cursor =
        picture->cursor != SIZE_MAX && matrices > 0 && picture->cursor / matrices == matrix;
    size_t row = cursor ? picture->cursor / columns % sheet->sizes[1] : SIZE_MAX;
    size_t column = cursor ? picture->cursor % columns : SIZE_MAX;
    return picture->light == LIGHT_LIT &&
           (axis == AXIS_ROW ? at == row || (here && at == picture->row)
                             : at == column || (here && at == picture->column));
}

static void draw_row_labels(const struct sheet *sheet, size_t matrix) {
    const struct matrix_picture *picture = sheet->picture;
    const struct place_on_stage *place = sheet->place;
    bool lit = picture->light >= LIGHT_RELEVANT || picture->labels;
    size_t corner[2], gutter = lesser(place->gutter, place->box.column);
    if (gutter < 2 || !lit || (matrix - sheet->matrices.first) % sheet->across > 0) {
        return;
    }
    corner_of(sheet, matrix, corner);
    for (size_t i = 0; i < sheet->rows.count; i++) {
        size_t row = sheet->rows.first + i;
        char label[CANVAS_LABEL];
        bool marked = false;
        for (size_t k = 0; k < sheet->across; k++) { /* it is the label of all on its line */
            marked |= is_marked(sheet, AXIS_ROW, matrix + k, row);
        }
        write_label(sheet, AXIS_ROW, row, gutter - 1, label);
        canvas_put(sheet->canvas, corner[0] + i * place->cell_lines + sheet->line,
                   corner[1] - 1 - canvas_columns(label), label,
                   marked ? STYLE_STRONG : STYLE_LABEL);
    }
}

/* Returns where the label of COLUMN ends, which is COLUMNS wide: where its numbers do or, if it is
 * wider, where it is over their middle; with a blank before it. */
static size_t label_end(const struct sheet *sheet, size_t left, size_t column, size_t columns) {
    size_t cell = sheet->place->cell_columns, end = text_end(sheet, sheet->number);
    end += (columns - lesser(columns, sheet->number)) / 2;
    return left + (column - sheet->columns.first) * cell + lesser(greater(end, columns + 1), cell);
}

static bool has_column_labels(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    bool named = picture->shown != NULL && picture->shown->shape.labels[AXIS_COLUMN] != NULL;
    return picture->light >= LIGHT_RELEVANT && sheet->place->heads > 0 &&
           sheet->place->cell_columns > 1 && (sheet->sizes[2] > 1 || named);
}

/* Returns the column in which the label of the first column begins. */
static size_t first_label(const struct sheet *sheet) {
    char label[CANVAS_LABEL];
    size_t first = sheet->columns.first;
    write_label(sheet, AXIS_COLUMN, first, sheet->place->cell_columns - 1, label);
    size_t columns = canvas_columns(label);
    return label_end(sheet, sheet->place->box.column, first, columns) - columns;
}

/* Draws those that have room after column FROM, where the heading on their line ends; unless it is
 * the first, not next to it: "scores 2" would be a name. A word may be cut to what is left. */
static void draw_column_labels(const struct sheet *sheet, size_t matrix, size_t from) {
    enum { LETTERS = 2 };
    size_t corner[2], cell = sheet->place->cell_columns;
    if (!has_column_labels(sheet)) {
        return;
    }
    corner_of(sheet, matrix, corner);
    for (size_t i = 0; i < sheet->columns.count; i++) {
        size_t column = sheet->columns.first + i;
        char label[CANVAS_LABEL];
        bool marked = is_marked(sheet, AXIS_COLUMN, matrix, column);
        write_label(sheet, AXIS_COLUMN, column, cell - 1, label);
        size_t columns = canvas_columns(label);
        size_t end = label_end(sheet, corner[1], column, columns);
        size_t left = end - lesser(end, from + (from > 0 && i > 0));
        if (columns > left && left > LETTERS && !reads_alike(sheet, AXIS_COLUMN, column, left)) {
            write_label(sheet, AXIS_COLUMN, column, left, label);
            columns = canvas_columns(label);
        }
        if (end >= from + columns + (from > 0 && i > 0)) {
            canvas_put(sheet->canvas, corner[0] - 1, end - columns, label,
                       marked ? STYLE_STRONG : STYLE_LABEL);
        }
    }
}

/* --- heading ---------------------------------------------------------------------------------- */

/* Puts the name; returns the column after it. */
static size_t put_value_name(const struct sheet *sheet, size_t row, size_t column, size_t room) {
    const struct matrix_picture *picture = sheet->picture;
    bool dark = picture->light == LIGHT_FLAT || picture->light == LIGHT_SILHOUETTE;
    char name[CANVAS_LABEL];
    canvas_cut(name, picture->name, room, picture->ascii);
    size_t end = canvas_put(sheet->canvas, row, column, name,
                            dark                                            ? STYLE_DIM
                            : picture->moved && picture->light == LIGHT_LIT ? STYLE_CHANGED
                            : picture->role == STYLE_PLAIN                  ? STYLE_FORMULA
                                                                            : picture->role);
    if (picture->owner > 0) {
        canvas_tag(sheet->canvas, row, column, end - column,
                   (struct canvas_tag){picture->owner, CANVAS_NAME});
    }
    if (picture->light != LIGHT_LIT) {
        canvas_dim(sheet->canvas, row, column, end - lesser(column, end));
    }
    return end;
}

/* Puts TEXT after a blank where it ends before END; returns the column after it. */
static size_t put_next(const struct sheet *sheet, const size_t at[2], size_t end, const char *text,
                       enum style style) {
    if (text == NULL || text[0] == '\0' || at[1] + 1 + canvas_columns(text) > end) {
        return at[1];
    }
    return canvas_put(sheet->canvas, at[0], at[1] + 1, text, style);
}

/* Puts "queries ↓ keys →", or "q ↓ k →", for scores and weights where both have a role. */
static size_t put_roles(const struct sheet *sheet, const size_t at[2], size_t end) {
    const struct matrix_picture *picture = sheet->picture;
    const char *names[] = {picture->rows_are, picture->columns_are};
    const struct glyphs *glyphs = glyphs_of(picture->ascii);
    const char *arrows[] = {glyphs->down, glyphs->right};
    struct text *words = sheet->words;
    for (int brief = 0; brief < 2 && names[0] != NULL && names[1] != NULL; brief++) {
        text_clear(words);
        for (size_t i = 0; i < 2; i++) {
            text_append(words, i > 0 ? " " : "");
            style_mark(style_of_rows(names[i]), words);
            text_format(words, "%.*s %s", brief ? 1 : (int)strlen(names[i]), names[i], arrows[i]);
        }
        if (at[1] + 1 + canvas_columns(text_string(words)) <= end) {
            return put_next(sheet, at, end, text_string(words), STYLE_LABEL);
        }
    }
    return at[1];
}

/* Puts "50×64 ‹ › ▴ ▾": its size, and where there is more. */
static size_t put_extent(const struct sheet *sheet, const size_t at[2], size_t end) {
    static const char *const marks[2][4] = {{" ‹", " ›", " ▴", " ▾"}, {" <", " >", " ^", " v"}};
    const struct visible *rows = &sheet->rows, *columns = &sheet->columns;
    const struct matrix_picture *picture = sheet->picture;
    const bool more[] = {columns->first > 0,
                         columns->first + columns->count<columns->size, rows->first> 0,
                         rows->first + rows->count < rows->size};
    bool all = sheet->matrices.count == sheet->matrices.size;
    if ((!more[0] && !more[1] && !more[2] && !more[3] && all) || picture->shown == NULL) {
        return at[1];
    }
    text_clear(sheet->words);
    shape_write(&picture->shown->shape, sheet->words);
    for (size_t i = 0; i < 4; i++) {
        text_append(sheet->words, more[i] ? marks[picture->ascii][i] : "");
    }
    return put_next(sheet, at, end, text_string(sheet->words), STYLE_LABEL);
}

/* A head whose map is all 0 has been switched off. */
static bool is_off(const struct matrix_picture *picture, size_t matrix) {
    const struct shape *shape = &picture->shown->shape;
    size_t cells = shape_rows(shape) * shape_columns(shape);
    const double *first = picture->shown->cells + matrix * cells;
    bool off = picture->scale.palette == PALETTE_SHARES && picture->reached == SIZE_MAX;
    for (size_t i = 0; off && i < cells; i++) {
        off = numbers_equal_rounded(first[i], 0);
    }
    return off;
}

/* Writes "head 1", or "1" where ROOM is less; after the name of the value (NAMED) "#1", because "K
 * 1" would be another name. Returns its columns. */
static size_t write_matrix_title(const struct sheet *sheet, size_t matrix, size_t room,
                                 bool named) {
    const struct shape *shape = &sheet->picture->shown->shape;
    for (int brief = 0; brief < 3; brief++) {
        text_clear(sheet->words);
        text_append(sheet->words, brief && named ? "#" : "");
        matrix_title(shape, matrix, brief ? TITLE_NUMBER : TITLE_SHORT, sheet->words);
        text_append(sheet->words, brief < 2 && is_off(sheet->picture, matrix) ? " off" : "");
        if (canvas_columns(text_string(sheet->words)) <= room) {
            break;
        }
    }
    return canvas_columns(text_string(sheet->words));
}

static void put_matrix_title(const struct sheet *sheet, size_t matrix, const size_t at[2],
                             size_t room, bool named) {
    const struct matrix_picture *picture = sheet->picture;
    char title[CANVAS_LABEL];
    write_matrix_title(sheet, matrix, room, named);
    canvas_cut(title, text_string(sheet->words), room, picture->ascii);
    bool here = picture->light == LIGHT_LIT &&
                (picture->stepped == matrix ||
                 (picture->cursor != SIZE_MAX &&
                  picture->cursor / sheet->sizes[1] / sheet->sizes[2] == matrix));
    canvas_put(sheet->canvas, at[0], at[1], title, here ? STYLE_STRONG : STYLE_LABEL);
}

/* Marks what may be changed, in full where its box has room and the labels of its columns stay;
 * returns the column after it. */
static size_t put_turn(const struct sheet *sheet, size_t row, size_t column) {
    static const char *const marks[2][2] = {{"◂ turn", "◂"}, {"< turn", "<"}};
    const size_t end = sheet->place->box.column + sheet->place->box.columns;
    bool labels = sheet->place->heads == 1 && has_column_labels(sheet);
    size_t room = labels ? lesser(end, first_label(sheet) - 1) : end;
    const char *const *mark = marks[sheet->picture->ascii];
    for (size_t i = 0; i < 2; i++) {
        if (column + 1 + canvas_columns(mark[i]) <= (i == 0 ? room : end)) {
            return canvas_put(sheet->canvas, row, column + 1, mark[i], STYLE_CHANGED);
        }
    }
    return column < end ? canvas_put(sheet->canvas, row, column, mark[1], STYLE_CHANGED) : column;
}

/* Puts what else the heading says, as far as it fits before END; returns the column after it. */
static size_t put_rest(const struct sheet *sheet, size_t row, size_t column, size_t end) {
    const struct matrix_picture *picture = sheet->picture;
    size_t at[] = {row, column};
    bool lit = picture->light >= LIGHT_RELEVANT;
    if (picture->edited && picture->light == LIGHT_LIT) {
        at[1] = put_turn(sheet, row, column);
    }
    if (lit && sheet->place->heads > 1 && picture->name[0] != '\0') {
        at[1] = put_extent(sheet, at, end);
        at[1] = put_roles(sheet, at, end);
        at[1] = put_next(sheet, at, end, picture->formula, STYLE_LABEL);
    }
    return at[1];
}

/* Draws name and titles, and below or beside them the column labels. */
static void draw_heads(const struct sheet *sheet) {
    const struct place_on_stage *place = sheet->place;
    size_t gutter = lesser(place->gutter, place->box.column), row = place->box.row;
    size_t start = place->box.column - gutter, end = place->box.column + place->box.columns;
    bool titles = shows_cells(sheet) && sheet->sizes[0] > 1 && place->heads > 0 &&
                  sheet->picture->light >= LIGHT_RELEVANT;
    size_t wide = place->columns * place->cell_columns;
    size_t first = titles ? place->box.column + wide : end; /* of the first matrix's own line */
    size_t to = put_value_name(sheet, row, start, end - start);
    size_t title =
        titles ? write_matrix_title(sheet, sheet->matrices.first, SIZE_MAX, true) + 1 : 0;
    to = put_rest(sheet, row, to, first - lesser(first, title));
    for (size_t i = 0; i < sheet->matrices.count; i++) {
        size_t matrix = sheet->matrices.first + i, corner[2];
        corner_of(sheet, matrix, corner);
        bool named = i < sheet->across && to > start; /* the name is on its line */
        size_t left = i == 0 && named ? greater(to + 1, corner[1]) : corner[1];
        size_t line = corner[0] - lesser(place->heads, corner[0]);
        size_t right = sheet->across > 1 ? corner[1] + wide : greater(end, corner[1] + wide);
        bool free = titles && left < right && (!named || left > to);
        if (free &&
            (!named || write_matrix_title(sheet, matrix, right - left, true) <= right - left)) {
            put_matrix_title(sheet, matrix, (const size_t[]){line, left}, right - left, named);
        }
        if (place->heads > 1) {
            draw_column_labels(sheet, matrix, 0);
        } else if (!titles) {
            draw_column_labels(sheet, matrix, to + 1);
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Marks a row that the change left alone: over its dimmed upper line, else after its numbers. */
static void draw_unchanged(const struct sheet *sheet, size_t matrix) {
    const struct place_on_stage *place = sheet->place;
    const struct matrix_picture *picture = sheet->picture;
    const char *words = "row unchanged";
    size_t corner[2], wide = place->columns * place->cell_columns;
    size_t end = place->box.column + place->box.columns;
    bool over = place->cell_lines > 1 && wide > canvas_columns(words);
    if (!picture->moved || picture->before == NULL || picture->light < LIGHT_RELEVANT) {
        return;
    }
    corner_of(sheet, matrix, corner);
    size_t column = corner[1] + (over ? 1 : wide + 2);
    if (!over && (sheet->across > 1 || column + canvas_columns(words) > end)) {
        return;
    }
    for (size_t i = 0; i < sheet->rows.count; i++) {
        size_t row = sheet->rows.first + i;
        if (is_there(sheet, matrix, row, sheet->columns.first) &&
            !sheet_row_moved(sheet, matrix, row)) {
            size_t line = corner[0] + i * place->cell_lines + (over ? 0 : sheet->line);
            canvas_put(sheet->canvas, line, column, words, over ? STYLE_NUMBER : STYLE_DIM);
        }
    }
}

/* Returns the shade of the cell in ROW and COLUMN; none where no cell is shown. */
static struct shade shade_at(const struct sheet *sheet, size_t matrix, size_t row, size_t column) {
    if (row - sheet->rows.first >= sheet->rows.count) {
        return no_shade;
    }
    struct spot spot = spot_of(sheet, matrix, row, column);
    return spot_shade(sheet, &spot);
}

/* Divides the first line of the cells in ROW between them and those above, so that the number is in
 * the middle of an even number of lines. */
static void divide_line(const struct sheet *sheet, size_t matrix, size_t row) {
    const struct matrix_picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns;
    bool gap = picture->light != LIGHT_FLAT && cell > 2;
    for (size_t i = 0; i < sheet->columns.count && !picture->ascii; i++) {
        size_t column = sheet->columns.first + i;
        struct spot spot = spot_of(sheet, matrix, row, column);
        struct shade upper = shade_at(sheet, matrix, row - 1, column);
        struct shade lower = shade_at(sheet, matrix, row, column); /* none below the last row */
        bool shows = shade_shows(upper, picture->depth) || shade_shows(lower, picture->depth);
        for (size_t k = 0; k < cell && shows; k++) {
            bool left = k == 0 && gap; /* of an empty cell */
            canvas_half(sheet->canvas, spot.top, spot.left + k,
                        left && upper.palette == PALETTE_EMPTY ? no_shade : upper,
                        left && lower.palette == PALETTE_EMPTY ? no_shade : lower);
        }
    }
}

static void draw_numbers(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    for (size_t m = 0; m < sheet->matrices.count; m++) {
        size_t matrix = sheet->matrices.first + m;
        for (size_t i = 0; i < sheet->rows.count * sheet->columns.count; i++) {
            size_t row = sheet->rows.first + i / sheet->columns.count;
            size_t column = sheet->columns.first + i % sheet->columns.count;
            size_t cell = flat_cell(sheet, matrix, row, column);
            struct spot spot = spot_of(sheet, matrix, row, column);
            (spot.cell != SIZE_MAX ? draw_value : draw_empty_cell)(sheet, &spot);
            if (spot.cell == SIZE_MAX && cell == picture->cursor && picture->light > LIGHT_FLAT) {
                draw_present(sheet, &spot, picture->present != NULL ? picture->present : "?");
            }
            if (row < sheet->sizes[1] && column < sheet->sizes[2] && picture->light > LIGHT_FLAT) {
                bool last = i / sheet->columns.count + 1 == sheet->rows.count;
                size_t lines = sheet->place->cell_lines + (sheet->divided && last);
                struct box box = {spot.top, spot.left, lines, sheet->place->cell_columns};
                tag_cell(sheet, &box, cell);
            }
        }
        for (size_t i = 0; i <= sheet->rows.count && sheet->divided; i++) {
            divide_line(sheet, matrix, sheet->rows.first + i);
        }
        draw_unchanged(sheet, matrix);
        draw_row_labels(sheet, matrix);
    }
    draw_term(sheet);
    draw_heads(sheet);
}

/* Draws "d_k = 4"; after a change "d_k = 4 → 5". In a place of two lines the number is on the
 * second. */
static void draw_line(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    const struct box *box = &sheet->place->box;
    bool below = box->rows > 1;
    size_t end = box->column + box->columns, equals = below ? 0 : 3, row = box->row + below;
    char number[NUMBER_TEXT] = "", old[NUMBER_TEXT];
    size_t column = put_value_name(sheet, box->row, box->column, box->columns);
    if (picture->light == LIGHT_SILHOUETTE) {
        return;
    }
    column = below ? box->column : column;
    struct figure figure = {.decimals = picture->decimals,
                            .width = end - lesser(end, column + equals),
                            .ascii = picture->ascii,
                            .exact = picture->exact};
    bool known = shows_cells(sheet) && picture->light >= LIGHT_RELEVANT && picture->reached > 0;
    if (column + equals >= end) {
        return; /* the name takes all its room */
    }
    column = canvas_put(sheet->canvas, row, column, below ? "" : " = ", STYLE_DIM);
    size_t start = column;
    if (known && has_moved(sheet, 0)) {
        figure_write(&figure, picture->before->cells[0], old);
        text_clear(sheet->words);
        text_format(sheet->words, "%s %s ", old, glyphs_of(picture->ascii)->right);
        figure_write(&figure, picture->shown->cells[0], number);
        if (column + canvas_columns(text_string(sheet->words)) + canvas_columns(number) <= end) {
            column = canvas_put(sheet->canvas, row, column, text_string(sheet->words), STYLE_LABEL);
        }
    } else if (known) {
        figure_write(&figure, picture->shown->cells[0], number);
    } else {
        text_fill(number, sizeof number, "%s",
                  picture->light == LIGHT_FLAT || picture->cursor == 0 ? "?" : "");
    }
    canvas_put(sheet->canvas, row, column, number,
               picture->cursor == 0           ? STYLE_FOCUS
               : picture->light != LIGHT_LIT  ? STYLE_NUMBER
               : known && has_moved(sheet, 0) ? STYLE_CHANGED
                                              : STYLE_STRONG);
    if (!known && picture->light != LIGHT_FLAT && picture->cursor != 0) {
        canvas_shade(sheet->canvas, row, column, greater(1, picture->number), empty_shade);
    }
    if (picture->cursor == 0) {
        canvas_point(sheet->canvas, row, column, sheet->cursor);
    }
    tag_cell(sheet, &(struct box){row, start, 1, end - start}, 0);
}

/* Returns the shade of a cell of a tile; none where there is no cell. */
static struct shade tile_shade(const struct sheet *sheet, size_t matrix, size_t row,
                               size_t column) {
    const struct matrix_picture *picture = sheet->picture;
    if (row == SIZE_MAX || matrix >= sheet->sizes[0]) {
        return no_shade;
    }
    if (!is_there(sheet, matrix, row, column)) {
        return empty_shade;
    }
    double value = picture->shown->cells[flat_cell(sheet, matrix, row, column)];
    return shade_dimmed(scale_shade(&picture->scale, value), picture->light == LIGHT_LIT ? SHADE_LIT
                                                             : picture->light == LIGHT_RELEVANT
                                                                 ? SHADE_RELEVANT
                                                                 : SHADE_SILHOUETTE);
}

/* Draws two rows of a tile in a line: as half blocks, or as the character of the upper one; a dot
 * where that would be brighter than what is lit. */
static void draw_halves(const struct sheet *sheet, size_t matrix, size_t row, const size_t at[2]) {
    const struct place_on_stage *place = sheet->place;
    const struct matrix_picture *picture = sheet->picture;
    const size_t *sizes = sheet->sizes;
    size_t rows = greater(place->rows, 1), columns = greater(place->columns, 1);
    size_t upper = row * greater(sizes[1], rows) / rows;
    size_t lower = row + 1 < rows ? (row + 1) * greater(sizes[1], rows) / rows : SIZE_MAX;
    lower = lower < sizes[1] ? lower : SIZE_MAX;
    for (size_t i = 0; i < lesser(columns, sizes[2]) && upper < sizes[1]; i++) {
        size_t column = i * greater(sizes[2], columns) / columns;
        struct shade shade = tile_shade(sheet, matrix, upper, column);
        if (shade_shows(shade, picture->depth) && !picture->ascii) {
            canvas_half(sheet->canvas, at[0], at[1] + i, shade,
                        tile_shade(sheet, matrix, lower, column));
        } else {
            bool lit = picture->light == LIGHT_LIT;
            const char *dim = picture->ascii ? "." : "·";
            canvas_put(sheet->canvas, at[0], at[1] + i,
                       shade.palette == PALETTE_EMPTY ? "_"
                       : lit                          ? shade_character(shade, picture->ascii)
                                                      : dim,
                       lit ? STYLE_STRONG : STYLE_DIM);
        }
        if (is_there(sheet, matrix, upper, column) && picture->light > LIGHT_FLAT) {
            tag_cell(sheet, &(struct box){at[0], at[1] + i, 1, 1},
                     flat_cell(sheet, matrix, upper, column));
        }
    }
}

static void draw_tile(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    const struct place_on_stage *place = sheet->place;
    const struct box *box = &place->box;
    size_t matrices = place->heads > 1 ? sheet->sizes[0] : lesser(sheet->across, sheet->sizes[0]);
    size_t high = (place->rows + 1) / 2 + place->heads - 1, wide = place->columns + 1;
    put_value_name(sheet, box->row, box->column, box->columns);
    for (size_t matrix = 0; matrix < matrices; matrix++) {
        size_t at[] = {box->row + 1 + matrix / sheet->across * high,
                       box->column + matrix % sheet->across * wide};
        if (place->heads > 1) { /* of a stack that has no map: which matrix it is */
            put_matrix_title(sheet, matrix, at, place->columns, false);
            at[0]++;
        }
        for (size_t row = 0; row < place->rows; row += 2, at[0]++) {
            draw_halves(sheet, matrix, row, at);
        }
    }
    if (picture->focus && picture->light > LIGHT_FLAT) { /* bars at both sides, its name reversed */
        size_t end = box->column + lesser(matrices, sheet->across) * wide - 1;
        for (size_t i = 1; i <= (place->rows + 1) / 2; i++) {
            if (box->column > 0) {
                canvas_put(sheet->canvas, box->row + i, box->column - 1, picture->ascii ? "[" : "▐",
                           STYLE_STRONG);
            }
            canvas_put(sheet->canvas, box->row + i, end, picture->ascii ? "]" : "▌", STYLE_STRONG);
        }
        canvas_restyle(sheet->canvas, box->row, box->column,
                       lesser(canvas_columns(picture->name), box->columns), STYLE_FOCUS);
    }
}

void matrix_draw(const struct matrix_picture *picture, const struct canvas *canvas,
                 size_t cursor[2]) {
    struct text words = {0};
    struct sheet sheet = {.picture = picture, .canvas = canvas, .cursor = cursor, .words = &words};
    if (picture->light == LIGHT_NOTHING || picture->place->form == FORM_PICTURE) {
        return;
    }
    measure_sheet(&sheet);
    if (picture->place->form == FORM_TILE) {
        draw_tile(&sheet);
    } else if (picture->place->form == FORM_LINE) {
        draw_line(&sheet);
    } else {
        draw_numbers(&sheet);
    }
    text_release(&words);
}
