/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/bench.h"

#include "stage/sheet.h"

#include <string.h>

enum {
    TILE_COLUMNS = 8, /* of a matrix at most; where that is too much, fewer */
    TILE_LEAST = 5,
    TILE_MATRICES = 4,
    TILE_NAME = 12, /* columns of a name, */
    NAME_MOST = 20, /* and on the map */
    TILE_GAP = 2,
    NUMBER_ROWS = 2, /* name, and below it the number */
};

/* A name and four lines at 80×24, five lines from 110 columns on, six from 40 rows. */
static size_t most_rows(const size_t size[2], size_t stage) {
    size_t rows = size[1] < 110 ? 5 : size[0] < 40 ? 6 : 7;
    return lesser(rows, greater(1, stage / 2));
}

bool bench_has_tile(const struct cast_value *value) {
    return !value->words && !value->picture && value->turned == CAST_NONE;
}

/* A tile whose name has NAMES columns at most, and always as many as its matrix. */
static struct place_on_stage tile_of(const struct cast *cast, int value, const size_t most[2],
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

struct place_on_stage bench_tile(const struct cast *cast, int value, size_t rows, size_t columns) {
    return tile_of(cast, value, (const size_t[]){rows, columns}, greater(columns, TILE_NAME));
}

/* What tiles are put into: rows and columns, and how wide their matrices and names may be. */
struct room {
    size_t rows, width, columns, names;
};

/* Puts a tile for each value WANTED into ROOM; a low one under the one before. PLACES may be NULL.
 * How many there are; SIZE_MAX where they do not fit. */
static size_t put_tiles(const struct cast *cast, const bool *wanted, const struct room *room,
                        struct place_on_stage *places) {
    size_t rows = room->rows, width = room->width, column = 0, row = 0, wide = 0, count = 0;
    for (size_t i = 0; i < cast->count; i++) {
        if (!wanted[i] || !bench_has_tile(&cast->values[i])) {
            continue;
        }
        struct place_on_stage place =
            tile_of(cast, (int)i, (const size_t[]){rows, room->columns}, room->names);
        if (row == 0 || row + place.box.rows > rows) {
            column += wide + (wide > 0 ? TILE_GAP : 0);
            row = wide = 0;
        }
        wide = greater(wide, place.box.columns);
        if (column + wide > width) {
            return SIZE_MAX;
        }
        place.box.row = row;
        place.box.column = column;
        row += place.box.rows;
        if (places != NULL) {
            places[count] = place;
        }
        count++;
    }
    return count;
}

/* Takes from WANTED what the fewest stops need. */
static void drop(const struct cast *cast, bool *wanted, struct plan *plan) {
    size_t least = SIZE_MAX, found = cast->count;
    for (size_t i = 0; i < cast->count; i++) {
        size_t needed = 0;
        for (size_t stop = plan->first_stop; stop < plan->first_stop + plan->stops; stop++) {
            needed += (cast_need(cast, stop, i) & NEED_NUMBERS) != 0;
        }
        if (wanted[i] && bench_has_tile(&cast->values[i]) && needed < least) {
            least = needed;
            found = i;
        }
    }
    wanted[found] = false;
    plan->dropped[plan->dropped_count++] = (int)found;
}

void bench_map(const struct cast *cast, bool *wanted, struct plan *plan) {
    size_t rows = most_rows(plan->size, plan->panes.stage.rows);
    size_t width = plan->panes.stage.columns;
    plan->count = SIZE_MAX;
    plan->map_rows = plan->dropped_count = 0;
    while (plan->count == SIZE_MAX) {
        struct room room = {rows, width, TILE_COLUMNS, NAME_MOST};
        while (room.names >= TILE_LEAST && plan->count == SIZE_MAX) { /* first names are cut */
            plan->count = put_tiles(cast, wanted, &room, plan->places);
            room.names--;
            room.columns = lesser(room.columns, room.names);
        }
        if (plan->count == SIZE_MAX) {
            drop(cast, wanted, plan);
        }
    }
    for (size_t i = 0; i < plan->count; i++) {
        const struct box *box = &plan->places[i].box;
        plan->map_rows = greater(plan->map_rows, box->row + box->rows);
    }
}
