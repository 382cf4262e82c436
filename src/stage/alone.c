/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/alone.h"

#include "base/failure.h"
#include "base/memory.h"
#include "stage/bench.h"
#include "stage/sheet.h"

enum {
    HEADS = 2,
    GUTTER = 8,
    LINES_MOST = 3,
    WIDEST = 12,
    TILE_ROWS = 5, /* of what has no numbers among what has */
    TILE_COLUMNS = 8
};

/* As wide as its row labels or, without any, its row numbers. */
static size_t gutter_of(const struct cast_value *value) {
    size_t numbers = value->rows > 99 ? 3 : value->rows > 9 ? 2 : 1;
    return 1 + lesser(GUTTER, value->row_label > 0 ? value->row_label : numbers);
}

/* The part of it that ROOM holds. */
static struct place_on_stage window(const struct cast *cast, int value, const size_t room[2],
                                    size_t gutter) {
    struct cast_value part = cast->values[value];
    struct cast one = {.values = &part, .count = 1};
    size_t wide = cell_least(&part);
    part.matrices = 1;
    part.rows = lesser(part.rows, room[0] > HEADS ? room[0] - HEADS : 0);
    part.columns = lesser(part.columns, room[1] > gutter ? (room[1] - gutter) / wide : 0);
    struct place_request request = {wide, 1, HEADS, room[1]};
    struct place_on_stage place = place_numbers(&one, 0, &request);
    place.value = value;
    place.form = FORM_WINDOW;
    return place;
}

struct place_on_stage alone_place(const struct cast *cast, int value, const size_t room[2],
                                  size_t cell) {
    const struct cast_value *of = &cast->values[value];
    size_t gutter = gutter_of(of), least = cell_least(of), widest = greater(least, WIDEST);
    if (of->lone) {
        return (struct place_on_stage){.value = value,
                                       .form = FORM_LINE,
                                       .box = {0, 0, 1, room[1]},
                                       .cell_columns = of->number,
                                       .rows = 1,
                                       .columns = 1,
                                       .matrices = 1,
                                       .across = 1,
                                       .above = CAST_NONE};
    }
    for (size_t lines = cell; lines > 0; lines--) {
        for (size_t wide = lines > 1 ? widest : cell_wanted(of); wide >= least; wide--) {
            struct place_request request = {wide, lines, HEADS, room[1] - lesser(gutter, room[1])};
            struct place_on_stage place = place_numbers(cast, value, &request);
            if (place.box.rows <= room[0] && place.box.columns + gutter <= room[1]) {
                place.gutter = gutter;
                place.box.column = gutter;
                return place;
            }
        }
    }
    struct place_on_stage place = window(cast, value, room, gutter);
    place.gutter = gutter;
    place.box.column = gutter;
    place.form = place.rows == 0 || place.columns == 0 ? FORM_PICTURE : place.form;
    return place;
}

/* Of SIZE, for all of CAST, with room for so many places; NULL: out of memory. */
static struct plan *start_plan(const struct cast *cast, const size_t size[2], size_t places,
                               struct failure *failure) {
    struct plan *plan = memory_allocate(1, sizeof *plan);
    struct place_on_stage *room = memory_allocate(places, sizeof *room);
    if (plan == NULL || room == NULL) {
        memory_free(plan);
        memory_free(room);
        failure_memory(failure);
        return NULL;
    }
    *plan = (struct plan){.size = {size[0], size[1]},
                          .pages = cast->pages,
                          .stops = cast->stops,
                          .panes = panes_make(size[0], size[1], 0),
                          .sheet = true,
                          .places = room};
    return plan;
}

struct plan *alone_make(const struct cast *cast, int value, const size_t size[2],
                        struct failure *failure) {
    struct plan *plan = start_plan(cast, size, 1, failure);
    if (plan == NULL) {
        return NULL;
    }
    struct place_on_stage *places = plan->places;
    plan->count = 1;
    struct cast_value one = cast->values[value];
    struct cast alone = {.values = &one, .count = 1};
    const size_t room[2] = {plan->panes.stage.rows, plan->panes.stage.columns};
    bool stack = one.matrices > 1;
    one.matrices = 1;
    *places = alone_place(&alone, 0, room, LINES_MOST);
    places->value = value;
    places->form = stack && places->form == FORM_NUMBERS ? FORM_WINDOW : places->form;
    return plan;
}

/* VALUE with all its numbers, or as a tile of at most MOST (rows, columns). */
static struct place_on_stage whole_place(const struct cast *cast, int value, const size_t most[2]) {
    const struct cast_value *of = &cast->values[value];
    if (most[0] > 0 || of->large || of->lone) {
        return bench_tile(cast, value, greater(most[0], TILE_ROWS), greater(most[1], TILE_COLUMNS));
    }
    struct place_request request = {cell_least(of), 1, HEADS, SIZE_MAX};
    struct place_on_stage place = place_numbers(cast, value, &request);
    place.gutter = gutter_of(of);
    return place;
}

/* All values on shelves of a stage of ROOM, with their numbers (MOST is 0) or as tiles of at most
 * MOST; false where they do not fit. */
static bool put_shelves(const struct cast *cast, const bool *here, const size_t room[2],
                        const size_t most[2], struct plan *plan) {
    size_t row = 0, column = 0, high = 0;
    plan->count = 0;
    for (size_t i = 0; i < cast->count; i++) {
        if (!here[i] || !bench_has_tile(&cast->values[i])) {
            continue;
        }
        struct place_on_stage place = whole_place(cast, (int)i, most);
        size_t wide = place.gutter + place.box.columns;
        if (column + wide > room[1]) {
            row += high + 1;
            column = high = 0;
        }
        high = greater(high, place.box.rows);
        if (row + high > room[0] || wide > room[1]) {
            return false;
        }
        place.box.row = row;
        place.box.column = column + place.gutter;
        column += wide + 3;
        plan->places[plan->count++] = place;
    }
    return true;
}

/* With numbers; else as tiles, with the most lines, then the most columns, with which all fit; at
 * the least what does. */
static void tile_whole(const struct cast *cast, const bool *here, const size_t room[2],
                       struct plan *plan) {
    if (put_shelves(cast, here, room, (const size_t[]){0, 0}, plan)) {
        return;
    }
    for (size_t lines = 9; lines > 1; lines--) {
        for (size_t columns = 18; columns > 4; columns--) {
            if (put_shelves(cast, here, room, (const size_t[]){lines, columns}, plan)) {
                return;
            }
        }
    }
}

/* From the title down to the keys. */
static void clear_words(struct panes *panes, const size_t size[2]) {
    panes->stage = (struct box){1, 1, size[0] > 2 ? size[0] - 2 : 0, size[1] > 2 ? size[1] - 2 : 0};
    panes->words = panes->rule = panes->ladder = panes->strip = (struct box){0};
    panes->side = false;
}

struct plan *whole_make(const struct cast *cast, const bool *here, const size_t size[2], bool words,
                        struct failure *failure) {
    struct plan *plan = start_plan(cast, size, cast->count + SHEET_VALUES, failure);
    if (plan == NULL) {
        return NULL;
    }
    if (!words) {
        clear_words(&plan->panes, size);
    }
    size_t rows = plan->panes.stage.rows, columns = plan->panes.stage.columns, used;
    struct sheet_request request = {cast, here, rows, columns, SHEET_ANYHOW};
    plan->count = sheet_make(&request, plan->places, &used);
    if (plan->count == 0) {
        tile_whole(cast, here, (const size_t[]){rows, columns}, plan);
    }
    return plan;
}

static bool is_free(const bool *taken, size_t columns, const struct box *box) {
    for (size_t row = box->row; row < box->row + box->rows; row++) {
        for (size_t column = box->column; column < box->column + box->columns; column++) {
            if (taken[row * columns + column]) {
                return false;
            }
        }
    }
    return true;
}

bool alone_find(const bool *taken, const size_t size[2], struct box *box) {
    for (box->row = 0; box->row + box->rows <= size[0]; box->row++) {
        for (box->column = 0; box->column + box->columns <= size[1]; box->column++) {
            if (is_free(taken, size[1], box)) {
                return true;
            }
        }
    }
    return false;
}
