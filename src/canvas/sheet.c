/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/sheet.h"

#include "base/text.h"
#include "canvas/figure.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

struct spot sheet_spot(const struct sheet *sheet, size_t matrix, size_t row, size_t column) {
    const struct picture *picture = sheet->picture;
    const struct place_on_stage *place = sheet->place;
    const struct meeting *meeting = &picture->meeting;
    const struct visible *shown = sheet->shown;
    size_t rows = shown[AXIS_ROW].size, columns = shown[AXIS_COLUMN].size;
    size_t nth = matrix - shown[AXIS_HEAD].first;
    size_t wide = place->columns * place->cell_columns + sheet->between;
    struct spot spot = {.matrix = matrix, .row = row, .column = column};
    spot.cell = (matrix * rows + row) * columns + column;
    spot.stored = picture->turned ? (matrix * columns + column) * rows + row : spot.cell;
    spot.top = place->box.row + nth / place->across * place_lines(place) + place->heads +
               (row - shown[AXIS_ROW].first) * place->cell_lines;
    spot.left = place->box.column + nth % place->across * wide +
                (column - shown[AXIS_COLUMN].first) * place->cell_columns;
    spot.computed = sheet->computed && matrix < shown[AXIS_HEAD].size && row < rows &&
                    column < columns && spot.stored < picture->reached;
    spot.number = spot.computed ? picture->value->cells[spot.cell] : (double)NAN;
    spot.moved = spot.computed && sheet->before != NULL &&
                 !numbers_equal_rounded(sheet->before->cells[spot.cell], spot.number);
    spot.meets =
        (meeting->row == SIZE_MAX && meeting->column == SIZE_MAX) ||
        ((meeting->matrix == SIZE_MAX || meeting->matrix == matrix) &&
         (meeting->row == SIZE_MAX || meeting->row == row) &&
         (meeting->column == SIZE_MAX || meeting->column == column) &&
         (meeting->from == SIZE_MAX || (meeting->from <= spot.cell && spot.cell <= meeting->to)));
    spot.lit =
        picture->light == LIGHT_LIT &&
        (meeting->whole || spot.meets || picture->cursor == spot.cell || place->form == FORM_TILE);
    return spot;
}

struct spot sheet_shown(const struct sheet *sheet, size_t i) {
    const struct visible *shown = sheet->shown;
    size_t columns = shown[AXIS_COLUMN].count, each = shown[AXIS_ROW].count * columns;
    return sheet_spot(sheet, shown[AXIS_HEAD].first + i / each,
                      shown[AXIS_ROW].first + i % each / columns,
                      shown[AXIS_COLUMN].first + i % columns);
}

/* --- measures --------------------------------------------------------------------------------- */

bool sheet_exceeds(const struct sheet *sheet, double value) {
    const struct scale *scale = &sheet->picture->scale;
    return scale->palette != PALETTE_NONE && isfinite(value) &&
           fabs(value) > scale->high * (1 + 1e-9);
}

/* Returns how VALUE is written; the sign of a negative number may take the blank before it. */
static struct figure figure_of(const struct sheet *sheet, double value) {
    size_t cell = sheet->place->cell_columns;
    return (struct figure){.decimals = sheet->decimals,
                           .width = cell > 1 && !(value < 0) ? cell - 1 : cell,
                           .shares = sheet->picture->scale.palette == PALETTE_SHARES,
                           .exact = sheet->picture->exact};
}

struct written sheet_number(const struct sheet *sheet, double value) {
    struct figure figure = figure_of(sheet, value);
    size_t cell = sheet->place->cell_columns;
    struct written plain = figure_written(&figure, value);
    if (cell < 4 || !sheet_exceeds(sheet, value)) {
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

int sheet_decimals(int planned, double number) {
    bool given = planned == 0 && fabs(number) < 100;
    return given ? number_decimals(number, 2) : planned;
}

/* Finds the decimals of the COUNT numbers that are shown: as many as planned, or as there is room
 * for; more than planned where whole numbers have been given others. What is beyond the scale, or
 * has no room at all, does not count, nor do old numbers. A last decimal that is 0 in all of them
 * leaves room for a sign. */
static void measure_decimals(struct sheet *sheet, size_t count) {
    size_t cell = sheet->place->cell_columns;
    for (size_t i = 0; i < count; i++) {
        double number = sheet_shown(sheet, i).number;
        int own = sheet_decimals(sheet->picture->decimals, number);
        sheet->decimals = own > sheet->decimals ? own : sheet->decimals;
    }
    for (size_t i = 0; i < count; i++) {
        double number = sheet_shown(sheet, i).number;
        struct figure figure = figure_of(sheet, number);
        while (figure.decimals > 1 && !figure_fits(&figure, number)) {
            figure.decimals--;
        }
        bool counts = !sheet_exceeds(sheet, number) && figure_fits(&figure, number);
        sheet->decimals = counts ? figure.decimals : sheet->decimals;
    }
    bool zeros = sheet->decimals > 1, touches = false;
    for (size_t i = 0; i < count && zeros; i++) {
        double number = sheet_shown(sheet, i).number;
        struct figure figure = figure_of(sheet, number);
        zeros = number_decimals(number, sheet->decimals) < sheet->decimals;
        figure.width = cell - (cell > 1);
        touches |= number < 0 && !figure_fits(&figure, number);
    }
    sheet->decimals -= zeros && touches;
}

/* Aligns numbers below each other, in the middle of wider cells. What an edit has put beyond the
 * scale moves none of them. */
static void measure_figures(struct sheet *sheet) {
    const struct picture *picture = sheet->picture;
    size_t cell = sheet->place->cell_columns;
    size_t count =
        sheet->computed ? sheet->shown[AXIS_ROW].count * sheet->shown[AXIS_COLUMN].count : 0;
    sheet->decimals = picture->decimals;
    sheet->number = picture->number;
    if (!picture->exact) {
        measure_decimals(sheet, count * sheet->shown[AXIS_HEAD].count);
    }
    for (size_t i = 0; i < count; i++) {
        double number = sheet_shown(sheet, i).number;
        if (!isnan(number) && !sheet_exceeds(sheet, number)) {
            sheet->number =
                greater(sheet->number, canvas_columns(sheet_number(sheet, number).text));
        }
    }
    sheet->number = lesser(sheet->number, cell > 1 ? cell - 1 : 1);
    sheet->pad = reduced(cell, greater(sheet->number, picture->usual)) / 2;
}

size_t sheet_text_end(const struct sheet *sheet, size_t columns) {
    size_t cell = sheet->place->cell_columns;
    return lesser(cell, greater(cell - sheet->pad, columns + 1));
}

/* Returns the position along AXIS of the cell with a flat index; SIZE_MAX: there is none. */
static size_t position(const size_t sizes[AXIS_COUNT], size_t cell, int axis) {
    size_t rows = greater(sizes[AXIS_ROW], 1), columns = greater(sizes[AXIS_COLUMN], 1);
    return cell == SIZE_MAX    ? SIZE_MAX
           : axis == AXIS_HEAD ? cell / columns / rows
           : axis == AXIS_ROW  ? cell / columns % rows
                               : cell % columns;
}

/* Finds out which part of the value is shown: what is selected, else its term, else what meets, is
 * wanted or read has to be in it. */
static void measure_windows(struct sheet *sheet) {
    const struct picture *picture = sheet->picture;
    const struct place_on_stage *place = sheet->place;
    const struct meeting *meeting = &picture->meeting;
    bool known = picture->value != NULL, tile = place->form == FORM_TILE;
    const size_t sizes[] = {0, greater(1, known ? shape_matrices(sheet->shape) : picture->sizes[0]),
                            known ? shape_rows(sheet->shape) : picture->sizes[1],
                            known ? shape_columns(sheet->shape) : picture->sizes[2]};
    /* a tile shows something of all; what grows has room for more than it has, which stays blank */
    const size_t most[] = {0, place->matrices, tile ? sizes[AXIS_ROW] : place->rows,
                           tile ? sizes[AXIS_COLUMN] : place->columns};
    const size_t meets[] = {0, meeting->matrix, meeting->row, meeting->column};
    const struct visible *const given[] = {NULL, NULL, picture->rows, picture->columns};
    const size_t wanted[] = {0, SIZE_MAX, picture->wanted[0], picture->wanted[1]};
    for (int axis = AXIS_HEAD; axis <= AXIS_COLUMN; axis++) {
        sheet->present[axis] = position(sizes, picture->cursor, axis);
        const size_t first[] = {sheet->present[axis], position(sizes, meeting->term, axis),
                                meets[axis], wanted[axis], position(sizes, meeting->begin, axis)};
        size_t i = 0;
        while (i + 1 < sizeof first / sizeof *first && first[i] == SIZE_MAX) {
            i++;
        }
        sheet->shown[axis] =
            given[axis] != NULL ? *given[axis] : visible_make(sizes[axis], most[axis], first[i]);
    }
}

void sheet_measure(struct sheet *sheet) {
    enum { BETWEEN = 2 }; /* columns between two matrices of a stack, at most */
    static const struct shape none;
    const struct picture *picture = sheet->picture;
    const struct place_on_stage *place = sheet->place;
    const struct tensor *shown = picture->value, *before = picture->moved ? picture->before : NULL;
    size_t free = reduced(place->box.columns, place->across * place->columns * place->cell_columns);
    sheet->shape = shown != NULL ? &shown->shape : &none;
    sheet->computed =
        shown != NULL && picture->light >= LIGHT_RELEVANT && shape_cells(sheet->shape) > 0;
    if (shown != NULL && before != NULL && shape_same_places(&before->shape, sheet->shape)) {
        sheet->before = before;
    }
    sheet->between = place->across > 1 ? lesser(free / (place->across - 1), BETWEEN) : 0;
    sheet->line = place->cell_lines / 2;
    /* Old numbers need the first lines for themselves; without a closing line the last row would be
     * lower than the others. */
    sheet->divided = place->closing > 0 && sheet->before == NULL;
    measure_windows(sheet);
    if (place_is_matrix(place)) {
        sheet->gutter = lesser(place->gutter, place->box.column);
        measure_figures(sheet);
        heading_measure(sheet);
    }
}
