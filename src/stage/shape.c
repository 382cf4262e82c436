/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* shape: how much room a value takes, in cells and labels of some sizes. */
#include "stage/pack.h"

#include "base/utf8.h"

#include <string.h>

enum { LABEL = 6, LABEL_TIGHT = 3, CELL = 3 }; /* columns */

const struct pack_height pack_heights[PACK_HIGHEST + 1] = {{1, 0}, {2, 0}, {2, 1}, {3, 0}, {4, 1}};

/* The width of a cell whose column label is whole, or cut to letters enough to be read. */
static size_t labelled_cell(const struct cast_value *value) {
    bool whole = value->size.columns > 1 && !cast_is_large(value);
    return whole ? lesser(value->size.column_label, LABEL) + 1 : 0;
}

static size_t least_cell(const struct pack *pack, const struct cast_value *value) {
    bool tight = (pack->setting->flags & PACK_TIGHT) != 0;
    size_t roomy = value->edited ? greater(value->least, PACK_EDITED) : value->number;
    size_t lines = pack_heights[pack->setting->height].lines, square = lines > 2 ? 2 * lines : 0;
    /* with its sign, and a blank before it */
    size_t small = pack->airy ? lesser(value->least + 1, roomy) : value->least;
    size_t least = greater(1 + (tight ? small : roomy), square);
    return pack->labelled ? greater(least, labelled_cell(value)) : least;
}

static struct place_on_stage picture_place(const struct pack *pack, int value,
                                           const size_t *sizes) {
    const struct cast_value *picture = pack_value(pack, value);
    size_t rows = greater(picture->size.rows, sizes[PACK_ROWS]);
    size_t columns = greater(picture->size.columns, sizes[PACK_COLUMNS]);
    return (struct place_on_stage){
        .value = value,
        .form = FORM_PICTURE,
        .box = {0, 0, lesser(rows, pack->rows), lesser(columns, pack->columns)}};
}

/* NAME = 3, after OLD columns for what it was. */
static struct place_on_stage line_of(const struct pack *pack, int value, size_t old) {
    const struct cast_value *number = pack_value(pack, value);
    size_t name = utf8_columns(number->name, strlen(number->name));
    return (struct place_on_stage){.value = value,
                                   .form = FORM_LINE,
                                   .box = {0, 0, 1, name + 3 + old + greater(number->number, 4)},
                                   .cell_columns = number->number,
                                   .rows = 1,
                                   .columns = 1,
                                   .matrices = 1,
                                   .across = 1};
}

/* Gives PLACE so many rows and columns of each matrix, and its matrices as far as they fit in
 * COLUMNS side by side and, if it is a WINDOW, in ROWS below each other. */
static void fit_matrices(const struct cast_value *value, const size_t room[2], bool window,
                         struct place_on_stage *place) {
    size_t wide = place->columns * place->cell_columns + PACK_GAP;
    size_t high = place_lines(place);
    size_t across = greater(1, (room[1] + PACK_GAP) / wide), down = greater(1, room[0] / high);
    place->matrices = window ? lesser(value->size.matrices, across * down) : value->size.matrices;
    place->matrices = place->columns < value->size.columns ? 1 : place->matrices;
    down = (place->matrices + across - 1) / across;
    place->across = (place->matrices + down - 1) / greater(down, 1);
    place->box.rows = down * high;
    place->box.columns = place->across * wide - PACK_GAP;
}

size_t pack_row_label(const struct cast_value *value) {
    size_t digits = value->size.rows > 99 ? 3 : value->size.rows > 9 ? 2 : 1;
    return value->size.row_label > 0 ? value->size.row_label : digits;
}

/* Returns the shape of VALUE in cells and labels of SIZES (enum pack_size). */
static struct place_on_stage shape_of(const struct pack *pack, int value, const size_t *sizes) {
    const struct pack_setting *setting = pack->setting;
    const struct cast_value *shown = pack_value(pack, value);
    const size_t lines = pack_heights[sizes[PACK_HEIGHT]].lines;
    if (shown->picture || shown->lone) {
        return shown->picture ? picture_place(pack, value, sizes)
                              : line_of(pack, value, sizes[PACK_OLD]);
    }
    struct place_on_stage place = {.value = value,
                                   .form = FORM_NUMBERS,
                                   /* a part of a large value says how large that is */
                                   .heads = cast_is_large(shown) ? 2 : sizes[PACK_HEADS],
                                   .cell_lines = lines,
                                   .closing = pack_heights[sizes[PACK_HEIGHT]].closing,
                                   .cell_columns =
                                       greater(least_cell(pack, shown), sizes[PACK_CELL]),
                                   .rows = shown->size.rows,
                                   .columns = shown->size.columns};
    place.gutter = lesser(pack_row_label(shown), sizes[PACK_LABEL]) + 1;
    place.gutter = greater(place.gutter, sizes[PACK_NAME]);
    size_t room[2] = {pack->rows, pack->columns - lesser(place.gutter, pack->columns)};
    if (sizes[PACK_WHOLE] == 0 && (cast_is_large(shown) || (setting->flags & PACK_WINDOWS) != 0)) {
        size_t rows = greater(setting->window[0], sizes[PACK_ROWS]);
        size_t columns = greater(setting->window[1], sizes[PACK_COLUMNS]);
        room[0] = lesser(room[0], place.heads + rows * lines + place.closing);
        room[1] = lesser(room[1], columns * place.cell_columns);
    }
    fit_matrices(shown, room, false, &place);
    if (place.box.rows > room[0] || place.box.columns > room[1]) {
        size_t around = place.heads + place.closing;
        size_t most = (room[0] - lesser(room[0], around)) / lines;
        place.form = FORM_WINDOW;
        place.rows = lesser(shown->size.rows, greater(1, most));
        if (shown->size.columns * place.cell_columns > room[1]) { /* rather a blank between fewer */
            place.cell_columns = greater(place.cell_columns, shown->number + 1);
        }
        place.columns = lesser(shown->size.columns, greater(1, room[1] / place.cell_columns));
        fit_matrices(shown, room, true, &place);
    }
    size_t name = utf8_columns(shown->name, strlen(shown->name));
    place.box.columns = lesser(greater(place.box.columns, name), room[1]);
    return place;
}

/* Returns VALUE as a tile, without numbers; a lone number has its own below its name. */
static struct place_on_stage tile_of(const struct pack *pack, int value) {
    enum { NAME = 12, ROWS = 8, COLUMNS = 8, MATRICES = 4, LINE = 4 }; /* at most; LINE: at least */
    const struct cast_value *shown = pack_value(pack, value);
    size_t name = lesser(strlen(shown->name), NAME);
    struct place_on_stage place = {.value = value,
                                   .form = shown->lone ? FORM_LINE : FORM_TILE,
                                   .heads = 1,
                                   .cell_lines = 1,
                                   .cell_columns = shown->lone ? greater(shown->number, LINE) : 1,
                                   .matrices = lesser(shown->size.matrices, MATRICES),
                                   .rows = lesser(shown->size.rows, ROWS)};
    place.across = place.matrices;
    place.columns = lesser(shown->size.columns, place.matrices > 1 ? COLUMNS / 2 : COLUMNS);
    place.box.rows = 1 + (place.rows + 1) / 2;
    place.box.columns = greater(greater(name, shown->lone ? place.cell_columns : 3),
                                place.matrices * (place.columns + 1) - 1);
    return place;
}

/* Returns the columns that a longer row label has at least. */
static size_t least_label(const struct pack *pack) {
    bool tight = (pack->setting->flags & PACK_TIGHT) != 0;
    return tight && !pack->labelled ? LABEL_TIGHT : LABEL;
}

bool pack_shape(struct pack *pack, struct pack_item *item) {
    size_t *sizes = item->sizes, cell = CELL;
    item->upper = (struct place_on_stage){.value = CAST_NONE};
    item->gutters[0] = item->gutters[1] = 0;
    if (item->tile) {
        item->place = tile_of(pack, item->value);
        return true;
    }
    if (item->right != CAST_NONE) { /* cells below each other */
        cell = greater(cell, least_cell(pack, pack_value(pack, item->right)));
        cell = greater(cell, least_cell(pack, pack_value(pack, item->value)));
    }
    sizes[PACK_LABEL] = greater(sizes[PACK_LABEL], least_label(pack));
    sizes[PACK_CELL] = greater(sizes[PACK_CELL], cell);
    sizes[PACK_HEIGHT] = greater(sizes[PACK_HEIGHT], pack->setting->height);
    sizes[PACK_HEADS] = greater(sizes[PACK_HEADS], pack->setting->heads);
    item->place = shape_of(pack, item->value, sizes);
    if (item->right != CAST_NONE) {
        item->upper = shape_of(pack, item->right, sizes);
    }
    if (item->place.form == FORM_PICTURE) {
        sizes[PACK_ROWS] = item->place.box.rows;
        sizes[PACK_COLUMNS] = item->place.box.columns;
    }
    item->gutters[0] = item->place.gutter;
    item->gutters[1] = item->upper.gutter;
    return item->right == CAST_NONE ||
           (item->place.form == FORM_NUMBERS && item->upper.form == FORM_NUMBERS &&
            item->upper.box.rows + item->place.box.rows <= pack->rows);
}
