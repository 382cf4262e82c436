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

static const struct shape no_shape; /* of a value that is not computed yet */
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

void matrix_title(const struct shape *shape, size_t matrix, enum title title, struct text *out) {
    size_t heads = shape->size[AXIS_HEAD];
    for (int axis = shape->axes > 3 ? AXIS_BATCH : AXIS_HEAD; axis <= AXIS_HEAD; axis++) {
        bool item = axis == AXIS_BATCH || (shape->axes == 3 && !shape->heads);
        size_t at = axis == AXIS_BATCH ? matrix / heads : matrix % heads;
        text_append(out, shape->axes > 3 && axis == AXIS_HEAD ? ", " : "");
        text_append(out, title == TITLE_NUMBER ? "" : item ? "item " : "head ");
        text_format(out, "%zu", at + 1);
        if (title == TITLE_WHOLE) {
            text_format(out, " of %zu", shape->size[axis]);
        }
    }
}

struct matrix_picture matrix_plain(const char *name, const struct place_on_stage *place) {
    return (struct matrix_picture){.name = name,
                                   .place = place,
                                   .light = LIGHT_LIT,
                                   .meeting = MEETING_NONE,
                                   .wanted = {SIZE_MAX, SIZE_MAX},
                                   .cursor = SIZE_MAX,
                                   .asked = SIZE_MAX,
                                   .reached = SIZE_MAX};
}

/* What is drawn of it, and where. */
struct sheet {
    const struct matrix_picture *picture;
    const struct place_on_stage *place;
    const struct canvas *canvas;
    const struct shape *shape;              /* of the value; no_shape */
    const struct tensor *before;            /* NULL: nothing moved, or it has other sizes */
    bool computed;                          /* its cells show, as far as they are reached */
    size_t sizes[3];                        /* matrices, rows and columns of the value */
    struct visible matrices, rows, columns; /* that are shown */
    size_t present[3], term[3];             /* where these cells are; SIZE_MAX: there is none */
    size_t gutter;                          /* columns of the row labels, and a blank */
    bool numbered[2];                       /* rows and columns have numbers instead of labels */
    size_t between;                         /* columns between two matrices side by side */
    size_t number, pad;                     /* columns of a number, and after it */
    int decimals;                           /* of all its numbers */
    size_t line;                            /* the line of a cell that has its number */
    bool divided;       /* the first line of each row is half the one's above (divide_line) */
    struct text *words; /* for what has to be put together */
};

/* A cell of the value, and where it is on the canvas. */
struct spot {
    size_t row, column;
    size_t cell, stored; /* its flat index, and that in the stored value */
    bool computed;       /* else it is empty, and NUMBER is nan */
    double number;
    bool moved; /* by the last change */
    bool meets; /* it is of the row and the column that meet, or there are none */
    bool lit;   /* else its shade is dim */
    size_t top, left;
};

static struct spot spot_of(const struct sheet *sheet, size_t matrix, size_t row, size_t column) {
    const struct matrix_picture *picture = sheet->picture;
    const struct place_on_stage *place = sheet->place;
    const struct meeting *meeting = &picture->meeting;
    const size_t *sizes = sheet->sizes;
    size_t cell = (matrix * sizes[1] + row) * sizes[2] + column;
    size_t stored = picture->turned ? (matrix * sizes[2] + column) * sizes[1] + row : cell;
    size_t nth = matrix - sheet->matrices.first;
    size_t wide = place->columns * place->cell_columns + sheet->between;
    struct spot spot = {.row = row, .column = column, .cell = cell, .stored = stored};
    spot.top = place->box.row + nth / place->across * place_lines(place) + place->heads +
               (row - sheet->rows.first) * place->cell_lines;
    spot.left = place->box.column + nth % place->across * wide +
                (column - sheet->columns.first) * place->cell_columns;
    spot.computed = sheet->computed && matrix < sizes[0] && row < sizes[1] && column < sizes[2] &&
                    stored < picture->reached;
    spot.number = spot.computed ? picture->shown->cells[cell] : (double)NAN;
    spot.moved = spot.computed && sheet->before != NULL &&
                 !numbers_equal_rounded(sheet->before->cells[cell], spot.number);
    spot.meets = (meeting->row == SIZE_MAX && meeting->column == SIZE_MAX) ||
                 ((meeting->matrix == SIZE_MAX || meeting->matrix == matrix) &&
                  (meeting->row == SIZE_MAX || meeting->row == row) &&
                  (meeting->column == SIZE_MAX || meeting->column == column) &&
                  (meeting->from == SIZE_MAX || (meeting->from <= cell && cell <= meeting->to)));
    bool lit = meeting->whole || spot.meets || picture->cursor == cell || place->form == FORM_TILE;
    spot.lit = picture->light == LIGHT_LIT && lit;
    return spot;
}

/* Returns cell I of those that are shown. */
static struct spot shown_spot(const struct sheet *sheet, size_t i) {
    size_t columns = sheet->columns.count, each = sheet->rows.count * columns;
    return spot_of(sheet, sheet->matrices.first + i / each, sheet->rows.first + i % each / columns,
                   sheet->columns.first + i % columns);
}

static bool row_moved(const struct sheet *sheet, size_t matrix, size_t row) {
    bool moved = false;
    for (size_t column = 0; column < sheet->sizes[2]; column++) {
        moved |= spot_of(sheet, matrix, row, column).moved;
    }
    return moved;
}

/* Finds matrix, row and column of the cell with a flat index; SIZE_MAX: there is none. */
static void find_position(const struct sheet *sheet, size_t cell, size_t at[3]) {
    size_t rows = sheet->sizes[1], columns = sheet->sizes[2];
    bool any = cell != SIZE_MAX && rows * columns > 0;
    at[0] = any ? cell / columns / rows : SIZE_MAX;
    at[1] = any ? cell / columns % rows : SIZE_MAX;
    at[2] = any ? cell % columns : SIZE_MAX;
}

/* --- measures --------------------------------------------------------------------------------- */

/* True when VALUE is beyond the scale. */
static bool is_beyond(const struct scale *scale, double value) {
    return scale->palette != PALETTE_NONE && isfinite(value) &&
           fabs(value) > scale_bound(scale) * (1 + 1e-9);
}

/* Returns how VALUE is written; the sign of a negative number may take the blank before it. */
static struct figure figure_of(const struct sheet *sheet, double value) {
    size_t cell = sheet->place->cell_columns;
    return (struct figure){.decimals = sheet->decimals,
                           .width = cell > 1 && !(value < 0) ? cell - 1 : cell,
                           .shares = sheet->picture->scale.palette == PALETTE_SHARES,
                           .exact = sheet->picture->exact};
}

/* Returns the number as it is written; one beyond the scale gets an arrow, for which it may give up
 * a decimal but not all, nor the blank before it. */
static struct written number_of(const struct sheet *sheet, double value) {
    struct figure figure = figure_of(sheet, value);
    size_t cell = sheet->place->cell_columns;
    struct written plain = figure_written(&figure, value);
    if (cell < 4 || !is_beyond(&sheet->picture->scale, value)) {
        return plain;
    }
    figure.width = cell - 2;
    struct written marked = figure_written(&figure, value);
    bool enough = strchr(marked.text, '.') != NULL || numbers_equal_rounded(value, round(value));
    marked = enough ? marked : plain;
    size_t length = strlen(marked.text);
    text_fill(marked.text + length, NUMBER_TEXT - length, value > 0 ? "↑" : "↓");
    return canvas_columns(marked.text) < cell ? marked : plain;
}

enum { TYPED = 2 }; /* decimals at most that a number may get by being changed */

/* Finds the decimals of all numbers: as many as planned, or as there is room for; more than planned
 * where whole numbers have been given others. What is beyond the scale, or has no room at all, does
 * not count, nor do old numbers. A last decimal that is 0 in all of them leaves room for a sign. */
static void measure_decimals(struct sheet *sheet, size_t count) {
    enum { DIGITS = 100 };
    size_t cell = sheet->place->cell_columns;
    int least = 1;
    double largest = 0;
    for (size_t i = 0; i < count; i++) {
        double number = shown_spot(sheet, i).number;
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
        double number = shown_spot(sheet, i).number;
        struct figure figure = figure_of(sheet, number);
        while (figure.decimals > least && !figure_fits(&figure, number)) {
            figure.decimals--;
        }
        bool counts = !is_beyond(&sheet->picture->scale, number) && figure_fits(&figure, number);
        sheet->decimals = counts ? figure.decimals : sheet->decimals;
    }
    bool zeros = sheet->decimals > 1, touches = false;
    for (size_t i = 0; i < count && zeros; i++) {
        double number = shown_spot(sheet, i).number;
        struct figure figure = figure_of(sheet, number);
        zeros = !isfinite(number) || number_decimals(number, sheet->decimals) < sheet->decimals;
        figure.width = cell - (cell > 1);
        touches |= number < 0 && !figure_fits(&figure, number);
    }
    sheet->decimals -= zeros && touches;
}

/* Aligns numbers below each other, in the middle of wider cells. What an edit has put beyond the
 * scale moves none of them. */
static void measure_figures(struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns, room = cell > 1 ? cell - 1 : 1;
    size_t count = sheet->computed ? sheet->rows.count * sheet->columns.count : 0;
    sheet->decimals = picture->decimals;
    sheet->number = picture->number;
    if (!picture->exact) {
        measure_decimals(sheet, count * sheet->matrices.count);
    }
    for (size_t i = 0; i < count; i++) {
        double number = shown_spot(sheet, i).number;
        if (!isnan(number) && !is_beyond(&picture->scale, number)) {
            sheet->number = greater(sheet->number, canvas_columns(number_of(sheet, number).text));
        }
    }
    sheet->number = lesser(sheet->number, room);
    sheet->pad = reduced(cell, greater(sheet->number, picture->usual)) / 2;
}

/* Returns the label at AT, or its number: a word that is cut ends with …, so that it does not read
 * as another. */
static struct label label_at(const struct sheet *sheet, enum tensor_axis axis, size_t at) {
    bool row = axis == AXIS_ROW;
    const struct shape *shape = sheet->numbered[row ? 0 : 1] ? &no_shape : sheet->shape;
    char number[32];
    return canvas_cut(matrix_head(shape, axis, at, number),
                      (row ? sheet->gutter : sheet->place->cell_columns) - 1);
}

/* True when labels that are shown would read alike because they are cut: then all of them are
 * numbers, since words among numbers read as neither. */
static bool labels_clash(const struct sheet *sheet, enum tensor_axis axis) {
    const struct visible *shown = axis == AXIS_ROW ? &sheet->rows : &sheet->columns;
    for (size_t i = shown->first; i < shown->first + shown->count; i++) {
        char rooms[2][32];
        const char *head = matrix_head(sheet->shape, axis, i, rooms[0]);
        struct label label = label_at(sheet, axis, i);
        for (size_t k = shown->first; k < i; k++) {
            if (text_same(label.text, label_at(sheet, axis, k).text) &&
                !text_same(head, matrix_head(sheet->shape, axis, k, rooms[1]))) {
                return true;
            }
        }
    }
    return false;
}

static void measure_sheet(struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    const struct place_on_stage *place = picture->place;
    const struct tensor *shown = picture->shown, *before = picture->before;
    bool tile = place->form == FORM_TILE; /* it shows a part of all rows and columns */
    const struct meeting *meeting = &picture->meeting;
    size_t meets[] = {meeting->matrix, meeting->row != SIZE_MAX ? meeting->row : picture->wanted[0],
                      meeting->column != SIZE_MAX ? meeting->column : picture->wanted[1]};
    size_t *sizes = sheet->sizes;
    sheet->place = place;
    sheet->shape = shown != NULL ? &shown->shape : &no_shape;
    sheet->computed = shown != NULL && picture->light >= LIGHT_RELEVANT;
    sizes[0] = shown != NULL ? shape_matrices(sheet->shape) : picture->sizes[0];
    sizes[1] = shown != NULL ? shape_rows(sheet->shape) : picture->sizes[1];
    sizes[2] = shown != NULL ? shape_columns(sheet->shape) : picture->sizes[2];
    size_t begin[3];
    find_position(sheet, meeting->begin, begin);
    for (size_t i = 0; i < 3; i++) {
        meets[i] = meets[i] == SIZE_MAX ? begin[i] : meets[i];
    }
    bool moved = picture->moved && shown != NULL && before != NULL;
    sheet->before = moved && shape_same_places(&before->shape, sheet->shape) ? before : NULL;
    find_position(sheet, picture->cursor, sheet->present);
    find_position(sheet, meeting->term, sheet->term);
    const size_t *at = sheet->present[0] != SIZE_MAX ? sheet->present /* a window has to show it */
                       : sheet->term[0] != SIZE_MAX  ? sheet->term
                                                     : meets;
    /* what grows has room for more than it has: that stays blank */
    sheet->matrices = visible_make(greater(1, sizes[0]), place->matrices, at[0]);
    sheet->rows = visible_make(sizes[1], tile ? sizes[1] : place->rows, at[1]);
    sheet->columns = picture->columns != NULL
                         ? *picture->columns
                         : visible_make(sizes[2], tile ? sizes[2] : place->columns, at[2]);
    size_t wide = place->across * place->columns * place->cell_columns;
    size_t free = reduced(place->box.columns, wide);
    sheet->between = place->across > 1 ? lesser(free / (place->across - 1), BETWEEN) : 0;
    sheet->line = place->cell_lines / 2;
    /* Old numbers need the first lines for themselves; without a closing line the last row would be
     * lower than the others. */
    sheet->divided = place->closing > 0 && sheet->before == NULL;
    sheet->gutter = place_is_matrix(place) ? lesser(place->gutter, place->box.column) : 0;
    if (!tile) {
        measure_figures(sheet);
        sheet->numbered[0] = sheet->gutter > 0 && labels_clash(sheet, AXIS_ROW);
        sheet->numbered[1] = labels_clash(sheet, AXIS_COLUMN);
    }
}

/* --- cells ------------------------------------------------------------------------------------ */

/* Returns the shade of the cell at SPOT; none above and below the rows that are shown. */
static struct shade spot_shade(const struct sheet *sheet, const struct spot *spot) {
    if (spot->row - sheet->rows.first >= sheet->rows.count) {
        return no_shade;
    }
    if (!spot->computed) {
        return empty_shade;
    }
    struct shade shade = scale_shade(&sheet->picture->scale, spot->number);
    return spot->lit ? shade : shade_dimmed(shade);
}

/* Returns where in a cell text of so many COLUMNS ends: as its numbers do, but for the blank before
 * it. */
static size_t text_end(const struct sheet *sheet, size_t columns) {
    size_t cell = sheet->place->cell_columns;
    return lesser(cell, greater(cell - sheet->pad, columns + 1));
}

/* Puts WRITTEN on a LINE of the cell, so that it ends where numbers do. In STYLE_FOCUS it is
 * reversed: all of the line, or in higher cells with a blank at either side; around it the cell
 * keeps its shade. */
static void put_in_cell(const struct sheet *sheet, const struct spot *spot, size_t line,
                        const char *written, enum style style) {
    const struct place_on_stage *place = sheet->place;
    size_t columns = canvas_columns(written), end = text_end(sheet, columns);
    if (style == STYLE_FOCUS) {
        bool high = place->cell_lines > 1;
        size_t first = high ? reduced(end, columns + 1) : 0;
        size_t last = high ? lesser(end + 1, place->cell_columns) : place->cell_columns;
        const size_t at[] = {spot->top + line, spot->left + first};
        canvas_shade(sheet->canvas, at[0], at[1], last - first, no_shade);
        canvas_repeat(sheet->canvas, at, last - first, " ", STYLE_FOCUS);
        if (spot->cell == sheet->picture->cursor) {
            canvas_point(sheet->canvas, at[0], at[1]);
        }
    }
    canvas_put(sheet->canvas, spot->top + line, spot->left + reduced(end, columns), written, style);
}

/* Fills the first LINES lines of a cell; paper without that shade has a character in them instead,
 * but for the line with the number. */
static void fill_cell(const struct sheet *sheet, const struct spot *spot, size_t lines,
                      struct shade shade) {
    const struct matrix_picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns;
    for (size_t i = 0; i < lines; i++) {
        const size_t at[] = {spot->top + i, spot->left + 1};
        canvas_shade(sheet->canvas, at[0], spot->left, cell, shade);
        if (picture->depth == DEPTH_NONE && i != sheet->line && shade_shows(shade, DEPTH_8)) {
            canvas_repeat(sheet->canvas, at, cell - 1, shade_character(shade), STYLE_DIM);
        }
    }
}

/* Draws a number on its shade, and the one before the change: on the shade it had, above the new
 * one; or in a cell of one line with room for both before it, "5→.2". */
static void draw_number(const struct sheet *sheet, const struct spot *spot) {
    const struct matrix_picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns;
    bool lit = spot->lit, high = sheet->place->cell_lines > 1;
    bool changed = spot->moved && lit && (!high || picture->depth < DEPTH_256);
    double before = spot->moved ? sheet->before->cells[spot->cell] : 0;
    struct written now = number_of(sheet, spot->number);
    struct written old = spot->moved ? number_of(sheet, before) : now;
    const char *written = now.text;
    enum style style = spot->cell == picture->cursor ? STYLE_FOCUS
                       : changed                     ? STYLE_CHANGED
                       : lit && spot->meets          ? STYLE_STRONG
                                                     : STYLE_NUMBER;
    if (spot->moved && high) {
        struct shade shade = scale_shade(&picture->scale, before);
        fill_cell(sheet, spot, 1, shade_dimmed(shade));
        canvas_repeat(sheet->canvas, (const size_t[]){spot->top, spot->left}, cell, " ",
                      STYLE_NUMBER);
        put_in_cell(sheet, spot, 0, old.text, STYLE_NUMBER);
    } else if (changed) {
        text_clear(sheet->words);
        style_mark(style == STYLE_FOCUS ? style : STYLE_DIM, sheet->words);
        text_format(sheet->words, "%s→", old.text);
        style_mark(style, sheet->words);
        text_append(sheet->words, now.text);
        bool fits = canvas_columns(text_string(sheet->words)) < cell;
        written = fits ? text_string(sheet->words) : written;
    }
    put_in_cell(sheet, spot, sheet->line, written, style);
    size_t columns = canvas_columns(written);
    if (picture->pins != NULL && overlays_find(picture->pins, spot->stored) != NULL &&
        columns < cell) {
        size_t column = spot->left + text_end(sheet, columns) - columns - 1;
        canvas_put(sheet->canvas, spot->top + sheet->line, column, "!", STYLE_PINNED);
    }
}

/* Draws a cell; of an empty one a dot on its shade or, on paper without that, between brackets: a
 * number will be here. A number that a question hides has the dot, too, or between brackets a
 * question mark; the one asked for has a question mark reversed. */
static void draw_cell(const struct sheet *sheet, const struct spot *spot) {
    const struct matrix_picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns, lines = sheet->place->cell_lines;
    size_t left = spot->left + (cell > 3), last = spot->left + cell - 1;
    bool hidden = picture->light == LIGHT_FLAT, plain = picture->depth < DEPTH_256;
    fill_cell(sheet, spot, lines, spot_shade(sheet, spot));
    if (spot->cell == picture->asked && (hidden || picture->covered || !spot->computed)) {
        put_in_cell(sheet, spot, sheet->line, "?", STYLE_FOCUS);
    } else if (spot->computed) {
        draw_number(sheet, spot);
    } else if (spot->cell == picture->cursor && !hidden) {
        const char *present = picture->present != NULL ? picture->present : "?";
        put_in_cell(sheet, spot, sheet->line, present, STYLE_FOCUS);
    } else {
        for (size_t i = 0; plain && cell > 2 && i < lines; i++) {
            canvas_put(sheet->canvas, spot->top + i, left, "[", STYLE_DIM);
            canvas_put(sheet->canvas, spot->top + i, last, "]", STYLE_DIM);
        }
        const char *sign = hidden && plain ? "?" : "·";
        size_t column = plain ? (left + last) / 2 : spot->left + text_end(sheet, 1) - 1;
        canvas_put(sheet->canvas, spot->top + sheet->line, column, sign, STYLE_DIM);
    }
}

static void tag_cell(const struct sheet *sheet, const struct box *box, size_t cell) {
    const struct matrix_picture *picture = sheet->picture;
    if (picture->owner > 0 && picture->shown != NULL) {
        size_t item = 1 + (picture->transposed ? shape_transposed_cell(sheet->shape, cell) : cell);
        for (size_t i = 0; i < box->rows; i++) {
            canvas_tag(sheet->canvas, box->row + i, box->column, box->columns,
                       (struct canvas_tag){picture->owner, item});
        }
    }
}

/* Draws a frame around the present term, as high as its cell: its fill stays the number's. */
static void draw_term(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    const size_t *at = sheet->term;
    size_t lines = sheet->place->cell_lines;
    if (picture->light != LIGHT_LIT || !sheet->computed ||
        at[0] - sheet->matrices.first >= lesser(sheet->matrices.count, sheet->sizes[0]) ||
        at[1] - sheet->rows.first >= sheet->rows.count ||
        at[2] - sheet->columns.first >= sheet->columns.count) {
        return;
    }
    struct spot spot = spot_of(sheet, at[0], at[1], at[2]);
    if (spot.moved && lines == 1) {
        return; /* it is there with its old number */
    }
    size_t written = canvas_columns(number_of(sheet, spot.number).text);
    size_t columns = greater(written, sheet->number), end = spot.left + text_end(sheet, written);
    /* the first line may be another cell's, or an old number's */
    for (size_t i = sheet->divided || (lines > 1 && spot.moved); i < lines; i++) {
        canvas_put(sheet->canvas, spot.top + i, reduced(end, columns + 1), "▐", STYLE_STRONG);
        canvas_put(sheet->canvas, spot.top + i, end, "▌", STYLE_STRONG);
    }
}

/* --- labels ----------------------------------------------------------------------------------- */

/* True when the row (the column) at AT is one that is stepped through, or that of the cursor. */
static bool is_marked(const struct sheet *sheet, enum tensor_axis axis, size_t matrix, size_t at) {
    const struct meeting *meeting = &sheet->picture->meeting;
    bool here = meeting->matrix == SIZE_MAX || meeting->matrix == matrix, row = axis == AXIS_ROW;
    return sheet->picture->light == LIGHT_LIT &&
           ((sheet->present[0] == matrix && at == sheet->present[row ? 1 : 2]) ||
            (here && at == (row ? meeting->row : meeting->column)));
}

/* Draws what is beside the rows: on the left their labels, which serve all matrices on their line,
 * with "old" beside old numbers, which are no row; on the right which of them the change left
 * alone. */
static void draw_row_labels(const struct sheet *sheet, size_t matrix) {
    static const char old[] = "old", unchanged[] = "row unchanged";
    const struct place_on_stage *place = sheet->place;
    bool lit = sheet->picture->light >= LIGHT_FLAT, compares = sheet->before && place->across == 1;
    bool labels = sheet->gutter > 1 && (matrix - sheet->matrices.first) % place->across == 0;
    size_t end = place->box.column + place->box.columns;
    for (size_t i = 0; i < sheet->rows.count && lit; i++) {
        struct spot spot = spot_of(sheet, matrix, sheet->rows.first + i, sheet->columns.first);
        struct label label = label_at(sheet, AXIS_ROW, spot.row);
        size_t line = spot.top + sheet->line, after = spot.left + 2;
        bool marked = false, moved = false;
        for (size_t k = 0; k < place->across; k++) {
            marked |= is_marked(sheet, AXIS_ROW, matrix + k, spot.row);
            moved |= sheet->before != NULL && row_moved(sheet, matrix + k, spot.row);
        }
        if (labels) {
            canvas_put(sheet->canvas, line, spot.left - 1 - canvas_columns(label.text), label.text,
                       marked ? STYLE_STRONG : STYLE_LABEL);
        }
        if (labels && moved && sheet->line > 0 && sheet->gutter > strlen(old)) {
            canvas_put(sheet->canvas, spot.top, spot.left - 1 - strlen(old), old, STYLE_CHANGED);
        }
        after += place->columns * place->cell_columns;
        if (compares && !moved && spot.computed && after + strlen(unchanged) <= end) {
            canvas_put(sheet->canvas, line, after, unchanged, STYLE_DIM);
        }
    }
}

/* Returns where a label of COLUMNS ends within a column: where its numbers do or, if it is wider,
 * where it is over their middle; with a blank before it. */
static size_t label_end(const struct sheet *sheet, size_t columns) {
    size_t end = text_end(sheet, sheet->number);
    end += reduced(columns, sheet->number) / 2;
    return lesser(greater(end, columns + 1), sheet->place->cell_columns);
}

enum { LETTER = 2 }; /* columns of a single letter that is cut */

static bool has_column_labels(const struct sheet *sheet) {
    return sheet->picture->light >= LIGHT_RELEVANT && sheet->place->heads > 0 &&
           sheet->place->cell_columns > 1 &&
           (sheet->sizes[2] > 1 || sheet->shape->labels[AXIS_COLUMN] != NULL);
}

/* Draws those that have room after column FROM, where the heading on their line ends; unless it is
 * the first, not next to it: "scores 2" would be a name. A word may be cut to what is left. */
static void draw_column_labels(const struct sheet *sheet, size_t matrix, size_t from) {
    if (!has_column_labels(sheet)) {
        return;
    }
    for (size_t i = 0; i < sheet->columns.count; i++) {
        struct spot spot = spot_of(sheet, matrix, sheet->rows.first, sheet->columns.first + i);
        bool marked = is_marked(sheet, AXIS_COLUMN, matrix, spot.column);
        struct label label = label_at(sheet, AXIS_COLUMN, spot.column);
        size_t columns = canvas_columns(label.text), end = spot.left + label_end(sheet, columns);
        size_t left = reduced(end, from + (from > 0 && i > 0));
        if (columns > left && left > LETTER && !sheet->numbered[1]) {
            label = canvas_cut(label.text, left);
            columns = left;
        }
        if (columns <= left) {
            canvas_put(sheet->canvas, spot.top - 1, end - columns, label.text,
                       marked ? STYLE_STRONG : STYLE_LABEL);
        }
    }
}

/* --- heading ---------------------------------------------------------------------------------- */

/* True for the tile of the selected value. */
static bool is_framed(const struct matrix_picture *picture) {
    return picture->place->form == FORM_TILE && picture->focus && picture->light > LIGHT_FLAT;
}

/* Puts the name, from where the row labels begin; returns the column after it. */
static size_t put_value_name(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    const struct box *box = &sheet->place->box;
    size_t column = box->column - sheet->gutter, room = sheet->gutter + box->columns;
    size_t end = canvas_put(sheet->canvas, box->row, column, canvas_cut(picture->name, room).text,
                            is_framed(picture)                              ? STYLE_FOCUS
                            : picture->light == LIGHT_FLAT                  ? STYLE_DIM
                            : picture->moved && picture->light == LIGHT_LIT ? STYLE_CHANGED
                            : picture->role == STYLE_PLAIN                  ? STYLE_FORMULA
                                                                            : picture->role);
    if (picture->owner > 0) {
        canvas_tag(sheet->canvas, box->row, column, end - column,
                   (struct canvas_tag){picture->owner, CANVAS_NAME});
    }
    if (picture->light != LIGHT_LIT) {
        canvas_dim(sheet->canvas, box->row, column, reduced(end, column));
    }
    return end;
}

/* Writes "head 1", or "1" where ROOM is less; after the name of the value (NAMED) "#1", because "K
 * 1" would be another name. A head whose map is all 0 has been switched off. Returns its columns.
 */
static size_t write_matrix_title(const struct sheet *sheet, size_t matrix, size_t room,
                                 bool named) {
    const struct matrix_picture *picture = sheet->picture;
    size_t cells = sheet->sizes[1] * sheet->sizes[2], columns = 0;
    bool off = picture->scale.palette == PALETTE_SHARES && picture->reached == SIZE_MAX;
    for (size_t i = matrix * cells; off && i < (matrix + 1) * cells; i++) {
        off = numbers_equal_rounded(picture->shown->cells[i], 0);
    }
    for (int brief = 0; brief == 0 || (brief < 3 && columns > room); brief++) {
        text_clear(sheet->words);
        text_append(sheet->words, brief && named ? "#" : "");
        matrix_title(sheet->shape, matrix, brief ? TITLE_NUMBER : TITLE_SHORT, sheet->words);
        text_append(sheet->words, brief < 2 && off ? " off" : "");
        columns = canvas_columns(text_string(sheet->words));
    }
    return columns;
}

/* Puts MARK, or BRIEF where there is less room, from COLUMN of the heading on, so that the labels
 * of its columns stay; after the labels where they leave none. Returns the column after what is
 * before them. */
static size_t put_mark(const struct sheet *sheet, size_t column, const char *mark,
                       const char *brief, enum style style) {
    const struct box *box = &sheet->place->box;
    size_t end = box->column + box->columns, room = end;
    if (sheet->place->heads == 1 && has_column_labels(sheet)) {
        size_t columns = canvas_columns(label_at(sheet, AXIS_COLUMN, sheet->columns.first).text);
        room = lesser(end, box->column + label_end(sheet, columns) - columns - 1);
    }
    mark = column + 1 + canvas_columns(mark) <= room ? mark : brief;
    if (room < end && column + 1 + canvas_columns(brief) > room && end < sheet->canvas->columns) {
        canvas_put(sheet->canvas, box->row, end, mark, style);
        return column;
    }
    column += column + 1 < end;
    return column < end ? canvas_put(sheet->canvas, box->row, column, mark, style) : column;
}

/* Appends "‹ ›" of what goes on to the left and right, "▴ ▾" above and below, each after BETWEEN.
 */
static void write_window(const struct sheet *sheet, const char *between, struct text *out) {
    static const char *const marks[][2] = {{"‹", "▴"}, {"›", "▾"}};
    const struct visible *const shown[] = {&sheet->columns, &sheet->rows};
    for (size_t i = 0; i < 2; i++) {
        bool before = shown[i]->first > 0,
             after = shown[i]->first + shown[i]->count < shown[i]->size;
        text_format(out, "%s%s", before ? between : "", before ? marks[0][i] : "");
        text_format(out, "%s%s", after ? between : "", after ? marks[1][i] : "");
    }
}

/* Puts WORDS after a blank where they end before END; returns the column after them. */
static size_t put_next(const struct sheet *sheet, size_t column, size_t end, const char *words) {
    bool fits = words[0] != '\0' && column + 1 + canvas_columns(words) <= end;
    size_t row = sheet->place->box.row;
    return fits ? canvas_put(sheet->canvas, row, column + 1, words, STYLE_LABEL) : column;
}

/* Puts what else the heading says, as far as each fits before END: "50×64 ‹ › ▴ ▾", its size where
 * there is more; "queries ↓ keys →", or "q ↓ k →", for scores and weights where both have a role;
 * and its formula. Returns the column after it. */
static size_t put_rest(const struct sheet *sheet, size_t column, size_t end) {
    const struct matrix_picture *picture = sheet->picture;
    static const char *const roles[] = {
        [STYLE_QUERY] = "queries", [STYLE_KEY] = "keys", [STYLE_VALUE] = "values"};
    struct text *words = sheet->words;
    text_clear(words);
    shape_write(sheet->shape, words);
    size_t size = words->length;
    write_window(sheet, " ", words);
    bool part = words->length > size || sheet->matrices.count < sheet->matrices.size;
    if (part && picture->shown != NULL) {
        column = put_next(sheet, column, end, text_string(words));
    }
    bool put = picture->along[0] == STYLE_PLAIN || picture->along[1] == STYLE_PLAIN;
    for (int brief = 0; brief < 2 && !put; brief++) {
        text_clear(words);
        for (size_t i = 0; i < 2; i++) {
            const char *role = roles[picture->along[i]];
            style_mark(picture->along[i], words);
            text_format(words, "%.*s %s", brief ? 1 : (int)strlen(role), role, i == 0 ? "↓ " : "→");
        }
        size_t after = put_next(sheet, column, end, text_string(words));
        put = after > column;
        column = after;
    }
    return put_next(sheet, column, end, picture->formula != NULL ? picture->formula : "");
}

/* Draws name and titles, and below or beside them the column labels. */
static void draw_heads(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    const struct place_on_stage *place = sheet->place;
    size_t start = place->box.column - sheet->gutter, end = place->box.column + place->box.columns;
    bool lit = picture->light >= LIGHT_RELEVANT;
    bool titles = sheet->computed && sheet->sizes[0] > 1 && place->heads > 0 && lit;
    size_t wide = place->columns * place->cell_columns;
    size_t first = titles ? place->box.column + wide : end; /* of the first matrix's own line */
    size_t to = put_value_name(sheet);
    size_t title =
        titles ? write_matrix_title(sheet, sheet->matrices.first, SIZE_MAX, true) + 1 : 0;
    if (picture->edited && picture->light == LIGHT_LIT) {
        to = put_mark(sheet, to, "◂ turn", "◂", STYLE_CHANGED);
    }
    if (lit && place->heads == 1 && to > start) {
        text_clear(sheet->words);
        write_window(sheet, "", sheet->words);
        const char *marks = text_string(sheet->words);
        to = marks[0] != '\0' ? put_mark(sheet, to, marks, marks, STYLE_LABEL) : to;
    } else if (lit && place->heads > 1 && picture->name[0] != '\0') {
        to = put_rest(sheet, to, reduced(first, title));
    }
    for (size_t i = 0; i < sheet->matrices.count; i++) {
        size_t matrix = sheet->matrices.first + i;
        struct spot corner = spot_of(sheet, matrix, sheet->rows.first, sheet->columns.first);
        bool named = i < place->across && to > start; /* the name is on its line */
        size_t left = i == 0 && named ? greater(to + 1, corner.left) : corner.left;
        size_t line = reduced(corner.top, place->heads);
        size_t right = corner.left + wide;
        right = place->across > 1 ? right : greater(end, right);
        bool here = picture->light == LIGHT_LIT &&
                    (picture->meeting.matrix == matrix || sheet->present[0] == matrix);
        bool fits = titles && left < right && (!named || left > to);
        size_t columns = fits ? write_matrix_title(sheet, matrix, right - left, named) : 0;
        if (fits && (columns <= right - left || !named)) { /* it may be cut, but not after a name */
            struct label cut = canvas_cut(text_string(sheet->words), right - left);
            canvas_put(sheet->canvas, line, left, cut.text, here ? STYLE_STRONG : STYLE_LABEL);
        }
        if (place->heads > 1 || !titles) {
            draw_column_labels(sheet, matrix, place->heads > 1 ? 0 : to + 1);
        }
    }
}

/* --- all of it -------------------------------------------------------------------------------- */

/* Divides the first line of the cells in ROW between them and those above, so that the number is in
 * the middle of an even number of lines. */
static void divide_line(const struct sheet *sheet, size_t matrix, size_t row) {
    size_t cell = sheet->place->cell_columns;
    for (size_t i = 0; i < sheet->columns.count; i++) {
        size_t column = sheet->columns.first + i;
        struct spot spot = spot_of(sheet, matrix, row, column);
        struct spot above = spot_of(sheet, matrix, row - 1, column);
        struct shade upper = spot_shade(sheet, &above), lower = spot_shade(sheet, &spot);
        enum depth depth = sheet->picture->depth;
        bool shows = shade_shows(upper, depth) || shade_shows(lower, depth);
        for (size_t k = 0; k < cell && shows; k++) {
            canvas_half(sheet->canvas, spot.top, spot.left + k, upper, lower);
        }
    }
}

/* True when one of them is beyond the scale. */
static bool draw_numbers(const struct sheet *sheet) {
    size_t each = sheet->rows.count * sheet->columns.count;
    bool exceeds = false;
    for (size_t m = 0; m < sheet->matrices.count; m++) {
        size_t matrix = sheet->matrices.first + m;
        for (size_t i = m * each; i < (m + 1) * each; i++) {
            struct spot spot = shown_spot(sheet, i);
            draw_cell(sheet, &spot);
            exceeds |= is_beyond(&sheet->picture->scale, spot.number);
            bool last = spot.row + 1 == sheet->rows.first + sheet->rows.count;
            size_t lines = sheet->place->cell_lines + (sheet->divided && last);
            if (sheet->picture->light > LIGHT_FLAT) {
                struct box box = {spot.top, spot.left, lines, sheet->place->cell_columns};
                tag_cell(sheet, &box, spot.cell);
            }
        }
        for (size_t i = 0; i <= sheet->rows.count && sheet->divided; i++) {
            divide_line(sheet, matrix, sheet->rows.first + i);
        }
        draw_row_labels(sheet, matrix);
    }
    draw_term(sheet);
    draw_heads(sheet);
    return exceeds;
}

/* Draws "d_k = 4"; after a change "d_k = 4 → 5". In a place of two lines the number is on the
 * second. */
static void draw_line(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    const struct box *box = &sheet->place->box;
    bool below = box->rows > 1, hidden = picture->light == LIGHT_FLAT, here = picture->cursor == 0;
    size_t end = box->column + box->columns, row = box->row + below;
    size_t column = put_value_name(sheet);
    const char *equals = below ? "" : " = ";
    column = below ? box->column : column;
    column = canvas_put(sheet->canvas, row, column, equals, STYLE_DIM);
    size_t start = column;
    struct spot spot = spot_of(sheet, 0, 0, 0);
    bool known = spot.computed, typed = known && !picture->exact && isfinite(spot.number);
    int own = typed ? number_decimals(spot.number, TYPED) : 0;
    struct figure figure = {.decimals = own > picture->decimals ? own : picture->decimals,
                            .width = reduced(end, column),
                            .exact = picture->exact};
    struct written now = figure_written(&figure, spot.number);
    const char *number = known ? now.text : hidden || here ? "?" : "·";
    if (known && spot.moved) {
        struct written old = figure_written(&figure, sheet->before->cells[0]);
        if (column + canvas_columns(old.text) + 3 + canvas_columns(number) <= end) {
            column = canvas_put(sheet->canvas, row, column, old.text, STYLE_LABEL);
            column = canvas_put(sheet->canvas, row, column, " → ", STYLE_LABEL);
        }
    }
    canvas_put(sheet->canvas, row, column, number,
               here                          ? STYLE_FOCUS
               : picture->light != LIGHT_LIT ? STYLE_NUMBER
               : spot.moved                  ? STYLE_CHANGED
                                             : STYLE_STRONG);
    if (here) {
        canvas_point(sheet->canvas, row, column);
    }
    tag_cell(sheet, &(struct box){row, start, 1, reduced(end, start)}, 0);
}

/* Draws two rows of a tile in a line: as half blocks, or as the character of the upper one; a dot
 * where that would be brighter than what is lit. */
static void draw_halves(const struct sheet *sheet, size_t matrix, size_t row, const size_t at[2]) {
    const struct place_on_stage *place = sheet->place;
    const struct matrix_picture *picture = sheet->picture;
    const size_t *sizes = sheet->sizes;
    bool lit = picture->light == LIGHT_LIT;
    size_t rows = greater(place->rows, 1), columns = greater(place->columns, 1);
    size_t upper = row * greater(sizes[1], rows) / rows;
    size_t lower = row + 1 < rows ? (row + 1) * greater(sizes[1], rows) / rows : sizes[1];
    for (size_t i = 0; i < lesser(columns, sizes[2]) && upper < sizes[1]; i++) {
        size_t column = i * greater(sizes[2], columns) / columns;
        struct spot spot = spot_of(sheet, matrix, upper, column);
        struct spot below = spot_of(sheet, matrix, lower, column);
        struct shade shade = spot_shade(sheet, &spot);
        if (shade_shows(shade, picture->depth)) {
            canvas_half(sheet->canvas, at[0], at[1] + i, shade, spot_shade(sheet, &below));
        } else {
            const char *sign = lit ? shade_character(shade) : "·";
            canvas_put(sheet->canvas, at[0], at[1] + i, spot.computed ? sign : "_",
                       lit ? STYLE_STRONG : STYLE_DIM);
        }
        if (spot.computed) {
            tag_cell(sheet, &(struct box){at[0], at[1] + i, 1, 1}, spot.cell);
        }
    }
}

static void draw_tile(const struct sheet *sheet) {
    const struct matrix_picture *picture = sheet->picture;
    const struct place_on_stage *place = sheet->place;
    const struct box *box = &place->box;
    size_t matrices = lesser(place->across, sheet->sizes[0]), wide = place->columns + 1;
    put_value_name(sheet);
    for (size_t matrix = 0; matrix < matrices; matrix++) {
        size_t at[] = {box->row + 1, box->column + matrix * wide};
        for (size_t row = 0; row < place->rows; row += 2, at[0]++) {
            draw_halves(sheet, matrix, row, at);
        }
    }
    if (is_framed(picture)) { /* its name is reversed, and bars are at both sides */
        size_t end = box->column + matrices * wide - 1;
        for (size_t i = 1; i <= (place->rows + 1) / 2; i++) {
            if (box->column > 0) {
                canvas_put(sheet->canvas, box->row + i, box->column - 1, "▐", STYLE_STRONG);
            }
            canvas_put(sheet->canvas, box->row + i, end, "▌", STYLE_STRONG);
        }
    }
}

bool matrix_draw(const struct matrix_picture *picture, const struct canvas *canvas) {
    struct text words = {0};
    struct sheet sheet = {.picture = picture, .canvas = canvas, .words = &words};
    bool exceeds = false;
    if (picture->light == LIGHT_NOTHING || picture->place->form == FORM_PICTURE) {
        return false;
    }
    measure_sheet(&sheet);
    if (picture->place->form == FORM_TILE) {
        draw_tile(&sheet);
    } else if (picture->place->form == FORM_LINE) {
        draw_line(&sheet);
    } else {
        exceeds = draw_numbers(&sheet);
    }
    text_release(&words);
    return exceeds;
}
