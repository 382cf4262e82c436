/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/bench.h"

#include "stage/sheet.h"

#include <string.h>

enum {
    TILE_COLUMNS = 8, /* of a matrix at most; where that is too much, fewer */
    TILE_LEAST = 5,
    TILE_MATRICES = 4,
    NAME_MOST = 20,
    TILE_GAP = 2,
    NUMBER_ROWS = 2, /* name, and below it the number */
};

bool bench_has_tile(const struct cast_value *value) {
    return !value->words && !value->picture && value->transposed == CAST_NONE;
}

struct place_on_stage bench_tile(const struct cast *cast, int value, const size_t most[2],
                                 size_t names) {
    const struct cast_value *shown = &cast->values[value];
    size_t name = lesser(strlen(shown->name), names), rows = most[0], columns = most[1];
    struct place_on_stage place = {.value = value, .form = FORM_TILE, .above = CAST_NONE};
    place.heads = place.cell_lines = place.cell_columns = 1;
    if (shown->lone) {
        place.form = FORM_LINE;
        place.rows = place.columns = place.matrices = place.across = 1;
        place.cell_columns = greater(shown->number, 4);
        place.box = (struct box){0, 0, NUMBER_ROWS, greater(name, place.cell_columns)};
        return place;
    }
    place.matrices = place.across = lesser(shown->matrices, TILE_MATRICES);
    place.rows = lesser(shown->rows, 2 * (rows - 1));
    place.columns = lesser(shown->columns, place.matrices > 1 ? columns / 2 : columns);
    place.box.rows = 1 + (place.rows + 1) / 2;
    place.box.columns = greater(greater(name, 3), place.matrices * (place.columns + 1) - 1);
    return place;
}

/* What tiles are put into: rows and columns, and how wide their matrices and names may be. */
struct room {
    size_t rows, width, columns, names;
};

/* Puts a tile for each value WANTED into ROOM, a low one under the one before; what has no room is
 * dropped. */
static void put_tiles(const struct cast *cast, const bool *wanted, const struct room *room,
                      struct plan *plan) {
    size_t column = 0, row = 0, wide = 0;
    plan->count = plan->dropped_count = plan->map_rows = 0;
    for (int i = 0; i < (int)cast->count; i++) {
        if (!wanted[i] || !bench_has_tile(&cast->values[i])) {
            continue;
        }
        struct place_on_stage place =
            bench_tile(cast, i, (const size_t[]){room->rows, room->columns}, room->names);
        bool below = row > 0 && row + place.box.rows <= room->rows;
        size_t left = column + (below || wide == 0 ? 0 : wide + TILE_GAP);
        size_t columns = below ? greater(wide, place.box.columns) : place.box.columns;
        if (left + columns > room->width) {
            plan->dropped[plan->dropped_count++] = i;
            continue;
        }
        column = place.box.column = left;
        wide = columns;
        place.box.row = below ? row : 0;
        row = place.box.row + place.box.rows;
        plan->map_rows = greater(plan->map_rows, row);
        plan->places[plan->count++] = place;
    }
}

/* Lets a name have what is free to the right of it but one of WIDTH columns, if it is cut. */
static void widen_names(const struct cast *cast, size_t width, struct plan *plan) {
    for (size_t i = 0; i < plan->count; i++) {
        struct box *box = &plan->places[i].box;
        size_t next = width + 1, name = strlen(cast->values[plan->places[i].value].name);
        for (size_t k = 0; k < plan->count; k++) {
            size_t column = plan->places[k].box.column;
            next = column > box->column ? lesser(next, column) : next;
        }
        box->columns = greater(box->columns, lesser(name, next - 1 - box->column));
    }
}

void bench_map(const struct cast *cast, const bool *wanted, size_t rows, struct plan *plan) {
    rows = lesser(rows, greater(1, plan->panes.stage.rows / 2));
    struct room room = {rows, rows > 0 ? plan->panes.stage.columns : 0, TILE_COLUMNS, NAME_MOST};
    put_tiles(cast, wanted, &room, plan);
    while (rows > 0 && plan->dropped_count > 0 &&
           room.names > TILE_LEAST) { /* names are cut first */
        room.names--;
        room.columns = lesser(room.columns, room.names);
        put_tiles(cast, wanted, &room, plan);
    }
    widen_names(cast, room.width, plan);
}
