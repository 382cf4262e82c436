/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/boxes.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 70, COLUMNS = 240 };

static char grid[ROWS][COLUMNS + 1];

static void put(size_t row, size_t column, const char *text, size_t most) {
    for (size_t i = 0; i < most && text[i] != '\0' && row < ROWS && column + i < COLUMNS; i++) {
        grid[row][column + i] = text[i];
    }
}

/* One cell: its right column is a figure, its first one is left blank. */
static void put_cell(const struct place_on_stage *place, size_t row, size_t column, char mark) {
    for (size_t line = 0; line < place->cell_lines; line++) {
        for (size_t i = 1; i < place->cell_columns; i++) {
            char text[2] = {
                line + 1 == place->cell_lines && i + 1 == place->cell_columns ? mark : '.', 0};
            put(row + line, column + i, text, 1);
        }
    }
}

static void put_matrix(const struct place_on_stage *place, size_t row, size_t column, char mark) {
    for (size_t y = 0; y < place->rows; y++) {
        size_t line = row + place->heads + y * place->cell_lines;
        for (size_t x = 0; x < place->columns; x++) {
            put_cell(place, line, column + x * place->cell_columns, mark);
        }
        for (size_t i = 0; i < place->gutter && i < column; i++) {
            put(line, column - 1 - i, i == 0 ? " " : "-", 1);
        }
    }
}

static void put_place(const struct cast *cast, const struct place_on_stage *place, size_t row,
                      bool needed) {
    const struct box *box = &place->box;
    const char *name = cast->values[place->value].name;
    char mark = needed ? '8' : ':';
    if (place->form == FORM_PICTURE || place->form == FORM_TILE) {
        for (size_t y = place->form == FORM_TILE; y < box->rows; y++) {
            for (size_t x = 0; x < box->columns; x++) {
                put(row + box->row + y, box->column + x, place->form == FORM_TILE ? "%" : "/", 1);
            }
        }
    } else if (place->form == FORM_LINE) {
        put(row + box->row, box->column + strlen(name), " = 0.123", box->columns - strlen(name));
    } else {
        size_t wide = place->columns * place->cell_columns + 2;
        size_t high = place_lines(place);
        for (size_t i = 0; i < place->matrices; i++) {
            put_matrix(place, row + box->row + i / place->across * high,
                       box->column + i % place->across * wide, mark);
        }
    }
    put(row + box->row, box->column, name, box->columns);
}

void boxes_print(const struct cast *cast, const struct plan *plan, size_t stop, struct text *out) {
    memset(grid, ' ', sizeof grid);
    const struct place_on_stage *place;
    for (size_t i = 0; (place = plan_place(plan, stop, i)) != NULL; i++) {
        put_place(cast, place, 0,
                  (cast_need(cast, stop, (size_t)place->value) & NEED_NUMBERS) != 0);
    }
    for (size_t row = 0; row < plan->panes.stage.rows && row < ROWS; row++) {
        size_t end = plan->panes.stage.columns < COLUMNS ? plan->panes.stage.columns : COLUMNS;
        text_format(out, "|%.*s|\n", (int)end, grid[row]);
    }
}
