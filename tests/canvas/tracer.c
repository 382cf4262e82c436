/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "canvas/tracer.h"

#include "base/memory.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { TRACED = 256 }; /* values at most */

static bool is_ink(const char *cell) {
    return strstr(" ─│┌┐└┘├┤┬┴┼▸▾▴", cell) != NULL;
}

/* Follows the ink of characters: told apart from how the map was laid out, as an eye does it. */
struct eye {
    const struct drawn_map *drawn;
    bool seen[MAP_LINES][MAP_COLUMNS][3];
    bool *reached; /* one a value */
    const struct map_value *values;
    size_t count;
};

enum heading { EAST, SOUTH, NORTH };

static bool any(const char *set, const char *cell) {
    return cell[0] != ' ' && strstr(set, cell) != NULL;
}

static size_t name_at(const struct eye *eye, size_t row, size_t column, size_t *end) {
    char name[64] = "";
    for (*end = column; *end < eye->drawn->columns && !is_ink(eye->drawn->cells[row][*end]);
         ++*end) {
        strcat(name, eye->drawn->cells[row][*end]);
    }
    char *bare = name + (name[0] == '[');
    bare[strcspn(bare, "]*")] = '\0';
    size_t value = 0;
    while (value < eye->count && strcmp(eye->values[value].name, bare) != 0) {
        value++;
    }
    return value;
}

static void look(struct eye *eye, size_t row, size_t column, enum heading heading) {
    if (row >= eye->drawn->rows || column >= eye->drawn->columns ||
        eye->seen[row][column][heading]) {
        return;
    }
    const char *cell = eye->drawn->cells[row][column];
    eye->seen[row][column][heading] = true;
    if (strcmp(cell, "▸") == 0) {
        size_t end, value = name_at(eye, row, column + 2, &end);
        ck_assert_uint_lt(value, eye->count);
        eye->reached[value] = true;
        return;
    }
    if (cell[0] == ' ' && heading == EAST) {
        size_t end = column + 1;
        if (end < eye->drawn->columns && !is_ink(eye->drawn->cells[row][end])) {
            name_at(eye, row, end, &end);
            look(eye, row, end, EAST);
        } else if (end < eye->drawn->columns && any("─┬┴┼┐┘┤▾▴", eye->drawn->cells[row][end])) {
            look(eye, row, end, EAST);
        }
        return;
    }
    if ((heading == EAST && !any("─┬┴┼┐┘┤▾▴", cell)) ||
        (heading == SOUTH && !any("│┴┼└┘├┤▾", cell)) ||
        (heading == NORTH && !any("│┬┼┌┐├┤▴", cell))) {
        return;
    }
    if (any("─┬┴┼┌└├▾▴", cell)) {
        look(eye, row, column + 1, EAST);
    }
    if (any("│┴┼└┘├┤", cell) && heading != SOUTH && row > 0) {
        look(eye, row - 1, column, NORTH);
    }
    if (any("│┬┼┌┐├┤", cell) && heading != NORTH) {
        look(eye, row + 1, column, SOUTH);
    }
}

void tracer_copy(struct drawn_map *drawn, const struct canvas *canvas, struct box box) {
    drawn->rows = lesser(box.rows, MAP_LINES);
    drawn->columns = lesser(box.columns, MAP_COLUMNS);
    for (size_t i = 0; i < drawn->rows * drawn->columns; i++) {
        size_t row = i / drawn->columns, column = i % drawn->columns;
        const char *text =
            canvas->cells[(box.row + row) * canvas->columns + box.column + column].text;
        snprintf(drawn->cells[row][column], 5, "%.4s", text[0] == '\0' ? " " : text);
    }
}

/* Sets row I of ARROWS to what the ink of value I leads to. */
static void trace(const struct drawn_map *drawn, const struct map_value *values, size_t count,
                  bool (*arrows)[TRACED], bool *there) {
    for (size_t i = 0; i < drawn->rows * drawn->columns; i++) {
        size_t row = i / drawn->columns, column = i % drawn->columns, end;
        struct eye eye = {.drawn = drawn, .values = values, .count = count};
        if (is_ink(drawn->cells[row][column]) ||
            (column > 0 && !is_ink(drawn->cells[row][column - 1]))) {
            continue;
        }
        size_t value = name_at(&eye, row, column, &end);
        ck_assert_msg(value < count, "no name, from line %zu, column %zu: %s", row, column,
                      drawn->cells[row][column]);
        there[value] = true;
        eye.reached = arrows[value];
        look(&eye, row, end, EAST);
    }
}

void tracer_check(const struct drawn_map *drawn, const struct map_value *values, size_t count) {
    bool(*arrows)[TRACED] = memory_allocate(TRACED, sizeof *arrows), there[TRACED] = {false};
    ck_assert(arrows != NULL && count <= TRACED);
    trace(drawn, values, count, arrows, there);
    for (size_t i = 0; i < count; i++) {
        ck_assert_msg(!there[i] || !values[i].hidden, "%s", values[i].name);
        for (size_t j = 0; j < count; j++) {
            bool uses = false;
            for (size_t k = 0; k < values[j].operand_count; k++) {
                uses |= values[j].operands[k] == i;
            }
            ck_assert_msg(!there[i] || !there[j] || arrows[i][j] == uses, "%s ▸ %s", values[i].name,
                          values[j].name);
        }
    }
    memory_free(arrows);
}
