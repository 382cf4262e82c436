/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/text.h"
#include "canvas/figure.h"
#include "canvas/sheet.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

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

struct label matrix_head(const struct shape *shape, enum tensor_axis axis, size_t at) {
    struct label number = {0};
    if (shape->labels[axis] != NULL) {
        return canvas_cut(shape->labels[axis]->names[at], SIZE_MAX);
    }
    text_fill(number.text, sizeof number.text, "%zu", at + 1);
    return number;
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

/* --- cells ------------------------------------------------------------------------------------ */

/* Returns the shade of the cell at SPOT; none above and below the rows that are shown. */
static struct shade spot_shade(const struct sheet *sheet, const struct spot *spot) {
    const struct visible *rows = &sheet->shown[AXIS_ROW];
    if (spot->row - rows->first >= rows->count) {
        return no_shade;
    }
    if (!spot->computed) {
        return empty_shade;
    }
    struct shade shade = scale_shade(&sheet->picture->scale, spot->number);
    return spot->lit ? shade : shade_dimmed(shade);
}

/* Puts WRITTEN on a LINE of the cell, so that it ends where numbers do; returns the column where it
 * begins. In STYLE_FOCUS it is reversed: all of the line, or in higher cells with a blank at either
 * side; around it the cell keeps its shade. */
static size_t put_in_cell(const struct sheet *sheet, const struct spot *spot, size_t line,
                          const char *written, enum style style) {
    const struct place_on_stage *place = sheet->place;
    size_t columns = canvas_columns(written), end = sheet_text_end(sheet, columns);
    size_t row = spot->top + line, start = spot->left + reduced(end, columns);
    if (style == STYLE_FOCUS) {
        bool high = place->cell_lines > 1;
        size_t first = high ? reduced(end, columns + 1) : 0;
        size_t last = high ? lesser(end + 1, place->cell_columns) : place->cell_columns;
        const size_t at[] = {row, spot->left + first};
        canvas_shade(sheet->canvas, at[0], at[1], last - first, no_shade);
        canvas_repeat(sheet->canvas, at, last - first, " ", STYLE_FOCUS);
        if (spot->cell == sheet->picture->cursor) {
            canvas_point(sheet->canvas, at[0], at[1]);
        }
    }
    canvas_put(sheet->canvas, row, start, written, style);
    return start;
}

/* Draws a number on its shade, and the one before the change: on the shade it had, above the new
 * one; or in a cell of one line with room for both before it, "5→.2". */
static void draw_number(const struct sheet *sheet, const struct spot *spot) {
    const struct picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns, row = spot->top + sheet->line, column;
    bool high = sheet->place->cell_lines > 1;
    bool changed = spot->moved && spot->lit && (!high || picture->depth < DEPTH_256);
    double before = spot->moved ? sheet->before->cells[spot->cell] : 0;
    struct written now = sheet_number(sheet, spot->number), old = sheet_number(sheet, before);
    char both[2 * NUMBER_TEXT];
    enum style style = spot->cell == picture->cursor ? STYLE_FOCUS
                       : changed                     ? STYLE_CHANGED
                       : spot->lit && spot->meets    ? STYLE_STRONG
                                                     : STYLE_NUMBER;
    text_fill(both, sizeof both, "%s→%s", old.text, now.text);
    if (spot->moved && high) {
        canvas_shade(sheet->canvas, spot->top, spot->left, cell,
                     shade_dimmed(scale_shade(&picture->scale, before)));
        canvas_repeat(sheet->canvas, (const size_t[]){spot->top, spot->left}, cell, " ",
                      STYLE_NUMBER);
        put_in_cell(sheet, spot, 0, old.text, STYLE_NUMBER);
    }
    if (changed && !high && canvas_columns(both) < cell) {
        column = put_in_cell(sheet, spot, sheet->line, both, style);
        both[strlen(both) - strlen(now.text)] = '\0';
        canvas_put(sheet->canvas, row, column, both,
                   style == STYLE_FOCUS ? STYLE_FOCUS : STYLE_DIM);
    } else {
        column = put_in_cell(sheet, spot, sheet->line, now.text, style);
    }
    if (picture_pinned(picture, spot->cell) && column > spot->left) {
        canvas_put(sheet->canvas, row, column - 1, "!", STYLE_PINNED);
    }
}

/* Draws an empty cell: a dot on its shade or, on paper without that, between brackets: a number
 * will be here. One that is hidden beside the one asked for has the dot, too, or between brackets a
 * question mark. */
static void draw_empty(const struct sheet *sheet, const struct spot *spot) {
    size_t cell = sheet->place->cell_columns, row = spot->top + sheet->line;
    size_t left = spot->left + (cell > 3), last = spot->left + cell - 1;
    if (sheet->picture->depth >= DEPTH_256) {
        canvas_put(sheet->canvas, row, spot->left + sheet_text_end(sheet, 1) - 1, "·", STYLE_DIM);
        return;
    }
    for (size_t i = 0; cell > 2 && i < sheet->place->cell_lines; i++) {
        canvas_put(sheet->canvas, spot->top + i, left, "[", STYLE_DIM);
        canvas_put(sheet->canvas, spot->top + i, last, "]", STYLE_DIM);
    }
    canvas_put(sheet->canvas, row, (left + last) / 2,
               sheet->picture->light == LIGHT_FLAT ? "?" : "·", STYLE_DIM);
}

/* Divides the first line of a cell between it and the one above, and the line after the last row,
 * so that the number is in the middle of an even number of lines. */
static void divide_lines(const struct sheet *sheet, const struct spot *spot, bool last) {
    enum depth depth = sheet->picture->depth;
    for (size_t row = spot->row; row <= spot->row + last; row++) {
        struct spot own = sheet_spot(sheet, spot->matrix, row, spot->column);
        struct spot above = sheet_spot(sheet, spot->matrix, row - 1, spot->column);
        struct shade upper = spot_shade(sheet, &above), lower = spot_shade(sheet, &own);
        bool shows = shade_shows(upper, depth) || shade_shows(lower, depth);
        for (size_t i = 0; i < sheet->place->cell_columns && shows; i++) {
            canvas_half(sheet->canvas, own.top, own.left + i, upper, lower);
        }
    }
}

static void tag_cell(const struct sheet *sheet, const struct box *box, size_t cell) {
    const struct picture *picture = sheet->picture;
    if (picture->owner > 0 && picture->value != NULL) {
        size_t item = 1 + (picture->transposed ? shape_transposed_cell(sheet->shape, cell) : cell);
        for (size_t i = 0; i < box->rows; i++) {
            canvas_tag(sheet->canvas, box->row + i, box->column, box->columns,
                       (struct canvas_tag){picture->owner, item});
        }
    }
}

/* Draws a cell; paper without its shade has a character in it instead, but for the line with the
 * number. The one asked for has a question mark, as long as its number does not show. */
static void draw_cell(const struct sheet *sheet, const struct spot *spot) {
    const struct picture *picture = sheet->picture;
    const struct visible *rows = &sheet->shown[AXIS_ROW];
    size_t lines = sheet->place->cell_lines, cell = sheet->place->cell_columns;
    bool hidden = picture->light == LIGHT_FLAT, last = spot->row + 1 == rows->first + rows->count;
    struct shade shade = spot_shade(sheet, spot);
    bool signs = picture->depth == DEPTH_NONE && shade_shows(shade, DEPTH_8);
    for (size_t i = 0; i < lines; i++) {
        const size_t at[] = {spot->top + i, spot->left + 1};
        canvas_shade(sheet->canvas, at[0], spot->left, cell, shade);
        canvas_repeat(sheet->canvas, at, signs && i != sheet->line ? cell - 1 : 0,
                      shade_character(shade), STYLE_DIM);
    }
    if (spot->cell == picture->asked && (hidden || picture->covered || !spot->computed)) {
        put_in_cell(sheet, spot, sheet->line, "?", STYLE_FOCUS);
    } else if (spot->computed) {
        draw_number(sheet, spot);
    } else if (spot->cell == picture->cursor && !hidden) {
        put_in_cell(sheet, spot, sheet->line, picture->present != NULL ? picture->present : "?",
                    STYLE_FOCUS);
    } else {
        draw_empty(sheet, spot);
    }
    if (sheet->divided) {
        divide_lines(sheet, spot, last);
    }
    if (picture->light > LIGHT_FLAT) {
        tag_cell(sheet,
                 &(struct box){spot->top, spot->left, lines + (sheet->divided && last), cell},
                 spot->cell);
    }
}

/* Draws a frame around the present term, as high as its cell: its fill stays the number's. */
static void frame_term(const struct sheet *sheet, const struct spot *term) {
    size_t written = canvas_columns(sheet_number(sheet, term->number).text);
    size_t columns = greater(written, sheet->number);
    size_t end = term->left + sheet_text_end(sheet, written), lines = sheet->place->cell_lines;
    /* the first line may be another cell's, or an old number's */
    for (size_t i = sheet->divided || (lines > 1 && term->moved); i < lines; i++) {
        canvas_put(sheet->canvas, term->top + i, reduced(end, columns + 1), "▐", STYLE_STRONG);
        canvas_put(sheet->canvas, term->top + i, end, "▌", STYLE_STRONG);
    }
}

/* --- forms ------------------------------------------------------------------------------------ */

/* True when one of its numbers is beyond the scale. */
static bool draw_numbers(const struct sheet *sheet) {
    const struct visible *shown = sheet->shown, *matrices = &shown[AXIS_HEAD];
    size_t each = shown[AXIS_ROW].count * shown[AXIS_COLUMN].count;
    struct spot term = {.computed = false};
    bool exceeds = false, flat = sheet->picture->light == LIGHT_FLAT;
    bool cells = !flat || sheet->picture->asked != SIZE_MAX; /* else nothing tells them apart */
    for (size_t i = 0; cells && i < matrices->count * each; i++) {
        struct spot spot = sheet_shown(sheet, i);
        draw_cell(sheet, &spot);
        exceeds |= sheet_exceeds(sheet, spot.number);
        if (spot.cell == sheet->picture->meeting.term) {
            term = spot;
        }
    }
    for (size_t i = 0; i < matrices->count; i++) {
        heading_draw_rows(sheet, matrices->first + i);
    }
    bool replaced =
        term.moved && sheet->place->cell_lines == 1; /* it is there with its old number */
    if (sheet->picture->light == LIGHT_LIT && term.computed && !replaced) {
        frame_term(sheet, &term);
    }
    heading_draw(sheet);
    return exceeds;
}

/* Draws "d_k = 4"; after a change "d_k = 4 → 5". In a place of two lines the number is on the
 * second. */
static void draw_line(const struct sheet *sheet) {
    const struct picture *picture = sheet->picture;
    const struct box *box = &sheet->place->box;
    bool below = box->rows > 1, hidden = picture->light == LIGHT_FLAT, here = picture->cursor == 0;
    size_t end = box->column + box->columns, row = box->row + below;
    size_t column = heading_put_name(sheet);
    column = below ? box->column : canvas_put(sheet->canvas, row, column, " = ", STYLE_DIM);
    struct spot spot = sheet_spot(sheet, 0, 0, 0);
    struct figure figure = {
        .decimals = picture->decimals, .width = reduced(end, column), .exact = picture->exact};
    figure.decimals = figure.exact ? figure.decimals : sheet_decimals(figure.decimals, spot.number);
    struct written now = figure_written(&figure, spot.number);
    const char *number = spot.computed ? now.text : hidden || here ? "?" : "·";
    tag_cell(sheet, &(struct box){row, column, 1, reduced(end, column)}, 0);
    if (spot.moved) {
        char old[NUMBER_TEXT];
        text_fill(old, sizeof old, "%s → ", figure_written(&figure, sheet->before->cells[0]).text);
        if (column + canvas_columns(old) + canvas_columns(number) <= end) {
            column = canvas_put(sheet->canvas, row, column, old, STYLE_LABEL);
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
}

/* Draws a cell of a tile: two rows as half blocks, or the character of the upper one; a dot where
 * that would be brighter than what is lit. */
static void draw_halves(const struct sheet *sheet, const struct spot *upper,
                        const struct spot *lower, const size_t at[2]) {
    bool lit = sheet->picture->light == LIGHT_LIT;
    struct shade shade = spot_shade(sheet, upper);
    if (shade_shows(shade, sheet->picture->depth)) {
        canvas_half(sheet->canvas, at[0], at[1], shade, spot_shade(sheet, lower));
    } else {
        const char *sign = !upper->computed ? "_" : lit ? shade_character(shade) : "·";
        canvas_put(sheet->canvas, at[0], at[1], sign, lit ? STYLE_STRONG : STYLE_DIM);
    }
    if (upper->computed) {
        tag_cell(sheet, &(struct box){at[0], at[1], 1, 1}, upper->cell);
    }
}

/* Returns which of ALL positions is the one AT of a tile that has COUNT. */
static size_t sampled(size_t at, size_t count, size_t all) {
    return at < count ? at * greater(all, count) / count : all;
}

/* Draws a tile below its name; the one of the selected value has bars at both sides. */
static void draw_tile(const struct sheet *sheet) {
    const struct place_on_stage *place = sheet->place;
    const struct box *box = &place->box;
    const struct visible *shown = sheet->shown;
    size_t rows = shown[AXIS_ROW].size, columns = shown[AXIS_COLUMN].size;
    size_t matrices = lesser(place->across, shown[AXIS_HEAD].size), wide = place->columns + 1;
    size_t cells = matrices * place->columns;
    bool framed = sheet->picture->focus && sheet->picture->light > LIGHT_FLAT;
    heading_put_name(sheet);
    for (size_t row = 0; row < place->rows; row += 2) {
        size_t line = box->row + 1 + row / 2;
        size_t first = sampled(row, place->rows, rows),
               second = sampled(row + 1, place->rows, rows);
        for (size_t i = 0; i < cells && first < rows; i++) {
            size_t matrix = i / place->columns, nth = i % place->columns;
            size_t column = sampled(nth, place->columns, columns);
            struct spot upper = sheet_spot(sheet, matrix, first, column);
            struct spot lower = sheet_spot(sheet, matrix, second, column);
            if (nth < columns) {
                draw_halves(sheet, &upper, &lower,
                            (const size_t[]){line, box->column + matrix * wide + nth});
            }
        }
        if (framed) {
            if (box->column > 0) {
                canvas_put(sheet->canvas, line, box->column - 1, "▐", STYLE_STRONG);
            }
            canvas_put(sheet->canvas, line, box->column + matrices * wide - 1, "▌", STYLE_STRONG);
        }
    }
}

bool matrix_draw(const struct picture *picture, const struct canvas *canvas) {
    struct sheet sheet = {.picture = picture, .place = picture->place, .canvas = canvas};
    if (picture->light == LIGHT_NOTHING || picture->place->form == FORM_PICTURE) {
        return false;
    }
    sheet_measure(&sheet);
    if (place_is_matrix(picture->place)) {
        return draw_numbers(&sheet);
    }
    (picture->place->form == FORM_TILE ? draw_tile : draw_line)(&sheet);
    return false;
}
