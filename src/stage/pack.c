/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/pack.h"

#include "base/utf8.h"

#include <stddef.h>
#include <string.h>

enum { GAP = 2 }; /* columns between two values, or matrices of a stack */

enum {
    LABEL = 6,
    LABEL_TIGHT = 3,
    LABEL_MOST = 12,
    CELL = 3,
    CELL_USUAL = 8,
    CELL_MOST = 16
}; /* columns */

/* The heights of cells, in order (PACK_HEIGHT): their lines, and those that close a matrix. */
static const struct height {
    size_t lines, closing;
} heights[] = {{1, 0}, {2, 0}, {2, 1}, {3, 0}, {4, 1}};

static const struct cast_value *pack_value(const struct pack *pack, int value) {
    return &pack->cast->values[value];
}

/* --- items ------------------------------------------------------------------------------------ */

void pack_copy(struct pack *to, const struct pack *from) {
    memcpy(to, from, offsetof(struct pack, items) + from->count * sizeof *from->items);
    memcpy(to->with, from->with, from->count * sizeof *from->with);
}

void pack_add(struct pack *pack, int value) {
    struct pack_item item = {.value = value, .right = CAST_NONE};
    for (size_t i = 0; i < pack->count; i++) {
        struct pack_item *other = &pack->items[i];
        bool user = cast_is_operand(pack->cast, value, other->value);
        bool operand = cast_is_operand(pack->cast, other->value, value);
        other->operands |= user ? UINT64_C(1) << pack->count : 0;
        other->users |= operand ? UINT64_C(1) << pack->count : 0;
        item.operands |= operand ? UINT64_C(1) << i : 0;
        item.users |= user ? UINT64_C(1) << i : 0;
    }
    pack->items[pack->count++] = item;
}

const struct pack_setting pack_settings[PACK_SETTINGS] = {
    {4, 2, {8, 8}, 0}, {3, 2, {8, 8}, 0}, {2, 2, {8, 8}, 0}, {1, 2, {8, 8}, 0},
    {1, 1, {8, 8}, 0}, {0, 2, {8, 8}, 0}, {0, 1, {5, 5}, 0}, {0, 1, {5, 5}, PACK_TIGHT},
};

/* True when the right operand of VALUE, which there is, fits above it. */
static bool can_stack(const struct cast *cast, int value) {
    const struct cast_value *product = &cast->values[value], *right = &cast->values[product->right];
    return !product->lone && !product->large && !right->lone && !right->large &&
           right->matrices == product->matrices && right->columns == product->columns &&
           product->right != product->left;
}

/* True when VALUE is a single number that nothing WANTED is made from: it goes where room is left.
 */
static bool is_last(const struct cast *cast, const bool *wanted, int value) {
    bool last = cast->values[value].lone;
    for (int i = 0; i < (int)cast->count && last; i++) {
        last = !wanted[i] || !cast_is_operand(cast, value, i);
    }
    return last;
}

uint64_t pack_list(struct pack *pack, const bool *wanted, const bool *stepped, bool corners) {
    const struct cast *cast = pack->cast;
    uint64_t above = 0, pictures = 0;
    size_t more = 0; /* than there can be items */
    for (size_t value = 0; value < cast->count; value++) {
        more += wanted[value];
    }
    more -= lesser(more, PACK_ITEMS - 1);
    pack->count = 0;
    for (int i = 0; i < 2 * (int)cast->count; i++) {
        int value = i % (int)cast->count;
        bool turn = wanted[value] && is_last(cast, wanted, value) == (i >= (int)cast->count);
        if (turn && more > 0) {
            more--;
        } else if (turn) {
            pictures |= (uint64_t)cast->values[value].picture << pack->count;
            pack_add(pack, value);
        }
    }
    for (size_t i = 0; i < pack->count && corners; i++) {
        int value = pack->items[i].value, right = cast->values[value].right;
        if (right == CAST_NONE || !can_stack(cast, value)) {
            continue;
        }
        size_t k = 0;
        while (k < pack->count && pack->items[k].value != right) {
            k++;
        }
        const struct pack_item *item = k < pack->count ? &pack->items[k] : NULL;
        bool turned = cast->values[right].transposed != CAST_NONE;
        bool steps = turned && stepped != NULL && stepped[value];
        bool alone = !turned && item != NULL && item->operands == 0 &&
                     (item->users & ~pictures) == UINT64_C(1) << i;
        bool free = item == NULL || ((above >> k & 1) == 0 && item->right == CAST_NONE);
        if (free && (steps || alone)) {
            above |= item != NULL ? UINT64_C(1) << k : 0;
            pack->items[i].right = right;
        }
    }
    return above;
}

bool pack_is_whole(const struct pack *pack, bool large) {
    bool whole = true;
    for (size_t i = 0; i < pack->count; i++) {
        whole &= pack->items[i].place.form != FORM_WINDOW ||
                 (large && pack->cast->values[pack->items[i].value].large);
    }
    return whole;
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* The width of a cell whose column label is whole, or cut to letters enough to be read. */
static size_t labelled_cell(const struct cast_value *value) {
    return value->columns > 1 && !value->large ? lesser(value->column_label, LABEL) + 1 : 0;
}

enum { EDITED = 3 }; /* columns of what may be edited: 9.9 */

static size_t least_cell(const struct pack *pack, const struct cast_value *value) {
    bool tight = (pack->setting->flags & PACK_TIGHT) != 0;
    size_t roomy = value->edited ? greater(value->least, EDITED) : value->number;
    size_t lines = heights[pack->setting->height].lines, square = lines > 2 ? 2 * lines : 0;
    /* with its sign, and a blank before it */
    size_t small = pack->airy ? lesser(value->least + 1, roomy) : value->least;
    size_t least = greater(1 + (tight ? small : roomy), square);
    return pack->labelled ? greater(least, labelled_cell(value)) : least;
}

/* Returns the width that a cell of so many LINES would like. */
static size_t wanted_cell(const struct cast_value *value, size_t lines, enum pack_wish wish) {
    bool first = wish == WISH_NUMBERS && value->edited;
    size_t number = (first ? greater(value->own, EDITED) : value->number) + 1;
    size_t label = value->columns > 1 ? value->column_label + 1 : 0;
    return wish == WISH_NUMBERS
               ? number
               : greater(greater(number + (wish == WISH_PADDED), label), 4 * lines);
}

static struct place_on_stage picture_place(const struct pack *pack, int value,
                                           const size_t *sizes) {
    const struct cast_value *picture = pack_value(pack, value);
    size_t rows = greater(picture->rows, sizes[PACK_ROWS]);
    size_t columns = greater(picture->columns, sizes[PACK_COLUMNS]);
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
    size_t wide = place->columns * place->cell_columns + GAP;
    size_t high = place_lines(place);
    size_t across = greater(1, (room[1] + GAP) / wide), down = greater(1, room[0] / high);
    place->matrices = window ? lesser(value->matrices, across * down) : value->matrices;
    place->matrices = place->columns < value->columns ? 1 : place->matrices;
    down = (place->matrices + across - 1) / across;
    place->across = (place->matrices + down - 1) / greater(down, 1);
    place->box.rows = down * high;
    place->box.columns = place->across * wide - GAP;
}

/* Returns the columns of the widest label of its rows; without labels they have numbers. */
static size_t row_label_width(const struct cast_value *value) {
    size_t digits = value->rows > 99 ? 3 : value->rows > 9 ? 2 : 1;
    return value->row_label > 0 ? value->row_label : digits;
}

/* Returns the shape of VALUE in cells and labels of SIZES (enum pack_size). */
static struct place_on_stage shape_of(const struct pack *pack, int value, const size_t *sizes) {
    const struct pack_setting *setting = pack->setting;
    const struct cast_value *shown = pack_value(pack, value);
    const size_t lines = heights[sizes[PACK_HEIGHT]].lines;
    if (shown->picture || shown->lone) {
        return shown->picture ? picture_place(pack, value, sizes)
                              : line_of(pack, value, sizes[PACK_OLD]);
    }
    struct place_on_stage place = {.value = value,
                                   .form = FORM_NUMBERS,
                                   /* a part of a large value says how large that is */
                                   .heads = shown->large ? 2 : sizes[PACK_HEADS],
                                   .cell_lines = lines,
                                   .closing = heights[sizes[PACK_HEIGHT]].closing,
                                   .cell_columns =
                                       greater(least_cell(pack, shown), sizes[PACK_CELL]),
                                   .rows = shown->rows,
                                   .columns = shown->columns};
    place.gutter = lesser(row_label_width(shown), sizes[PACK_LABEL]) + 1;
    place.gutter = greater(place.gutter, sizes[PACK_NAME]);
    size_t room[2] = {pack->rows, pack->columns - lesser(place.gutter, pack->columns)};
    if (sizes[PACK_WHOLE] == 0 && (shown->large || (setting->flags & PACK_WINDOWS) != 0)) {
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
        place.rows = lesser(shown->rows, greater(1, most));
        if (shown->columns * place.cell_columns > room[1]) { /* rather a blank between fewer */
            place.cell_columns = greater(place.cell_columns, shown->number + 1);
        }
        place.columns = lesser(shown->columns, greater(1, room[1] / place.cell_columns));
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
                                   .matrices = lesser(shown->matrices, MATRICES),
                                   .rows = lesser(shown->rows, ROWS)};
    place.across = place.matrices;
    place.columns = lesser(shown->columns, place.matrices > 1 ? COLUMNS / 2 : COLUMNS);
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

/* Shapes ITEM; false where an operand does not fit above its product. */
static bool shape_item(struct pack *pack, struct pack_item *item) {
    size_t *sizes = item->sizes, cell = CELL;
    item->upper = (struct place_on_stage){.value = CAST_NONE};
    item->gutters[0] = item->gutters[1] = 0;
    if ((pack->setting->flags & PACK_TILES) != 0 && sizes[PACK_NUMBERS] == 0) {
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

/* --- one place -------------------------------------------------------------------------------- */

bool pack_is_behind(const struct box *source, const struct box *result) {
    return source->row >= result->row + result->rows ||
           (source->row + source->rows > result->row &&
            source->column >= result->column + result->columns);
}

static bool boxes_meet(const struct box *a, const struct box *b) {
    return a->rows > 0 && b->rows > 0 && a->row < b->row + b->rows && b->row < a->row + a->rows &&
           a->column < b->column + b->columns + GAP && b->column < a->column + a->columns + GAP;
}

/* True when item INDEX is on one of those of MASK, or too close to it. */
static bool overlaps(const struct pack *pack, size_t index, uint64_t mask) {
    const struct box *own = pack->items[index].outline;
    bool on = false;
    for (mask &= ~(UINT64_C(1) << index); mask != 0 && !on; mask &= mask - 1) {
        const struct box *other = pack->items[__builtin_ctzll(mask)].outline;
        on = boxes_meet(&own[0], &other[0]) || boxes_meet(&own[0], &other[1]) ||
             boxes_meet(&own[1], &other[0]) || boxes_meet(&own[1], &other[1]);
    }
    return on;
}

/* True when the rows of A and B have the same labels in the same order, or both the same
 * numbers. */
static bool same_labels(const struct cast_value *a, const struct cast_value *b) {
    return a->row_names == b->row_names && (a->row_names != 0 || a->rows == b->rows);
}

/* Returns the columns that the row labels of the place of item INDEX, or (UPPER) of what is above
 * it, take when cells begin at most so far right of COLUMN in ROW: none where an item before it
 * ends there, has the same row labels, and is there whenever INDEX is, unless its name needs them.
 */
static size_t gutter_at(const struct pack *pack, size_t index, bool upper, size_t row,
                        size_t column) {
    const struct pack_item *item = &pack->items[index];
    const struct place_on_stage *own = upper ? &item->upper : &item->place;
    bool named = own->heads > 1 || own->columns < 2; /* its name hides no column label */
    bool shares = own->form == FORM_NUMBERS && named && item->sizes[PACK_NAME] == 0 &&
                  item->sizes[PACK_OWN] == 0;
    for (size_t i = 0; shares && i < index; i++) {
        const struct pack_item *left = &pack->items[i];
        const struct place_on_stage *other = upper ? &left->upper : &left->place;
        bool beside = other->value != CAST_NONE && other->form == FORM_NUMBERS &&
                      other->box.row == row && other->heads == own->heads &&
                      other->cell_lines == own->cell_lines &&
                      other->box.column + other->box.columns + GAP == column &&
                      same_labels(pack_value(pack, other->value), pack_value(pack, own->value));
        for (size_t at = 0; beside && at < pack->stops; at++) {
            beside = (pack->shown[at] >> index & 1) == 0 || (pack->shown[at] >> i & 1) != 0;
        }
        if (beside) {
            return 0;
        }
    }
    return item->gutters[upper];
}

/* Moves item INDEX so that it begins in COLUMN, and its place in ROW. */
static void move_item(struct pack *pack, size_t index, size_t row, size_t column) {
    struct pack_item *item = &pack->items[index];
    bool upper = item->upper.value != CAST_NONE;
    item->place.gutter = gutter_at(pack, index, false, row, column);
    item->place.box.row = row;
    item->upper.box.row = row - item->upper.box.rows;
    item->upper.gutter = upper ? gutter_at(pack, index, true, item->upper.box.row, column) : 0;
    item->place.box.column = greater(column + item->place.gutter, item->upper.gutter);
    item->upper.box.column = item->place.box.column;
    item->outline[0] = place_outline(&item->place);
    item->outline[1] = place_outline(&item->upper);
    item->outline[0].rows += item->sizes[PACK_BELOW];
}

/* Counts the items of MASK that are after what is made from them with item INDEX, or the other way
 * round; HARD: unless what is made is a single number or a picture. */
static size_t disorder(const struct pack *pack, size_t index, uint64_t mask, bool hard) {
    const struct pack_item *item = &pack->items[index];
    size_t count = 0;
    for (mask &= item->operands | item->users; mask != 0; mask &= mask - 1) {
        size_t i = (size_t)__builtin_ctzll(mask);
        const struct pack_item *other = &pack->items[i];
        bool source = (item->operands >> i & 1) != 0;
        const struct pack_item *result = source ? item : other;
        bool behind = source ? pack_is_behind(&other->place.box, &item->place.box)
                             : pack_is_behind(&item->place.box, &other->place.box);
        bool bound = result->place.form != FORM_LINE && result->place.form != FORM_PICTURE;
        count += behind && (bound || !hard);
    }
    return count;
}

/* --- a free place ----------------------------------------------------------------------------- */

/* The search for the place of an item beside those of MASK. */
struct search {
    struct pack *pack;
    size_t index;
    uint64_t mask;
    struct pack_item best; /* where it costs least */
    size_t least;
};

/* Tries a place of the item in ROW and COLUMN, which cost so much, with its labels. */
static void try_place(struct search *search, size_t row, size_t column, size_t cost) {
    enum { ORDER = 4000 };
    struct pack *pack = search->pack;
    struct pack_item *item = &pack->items[search->index];
    move_item(pack, search->index, row, column);
    size_t columns = greater(item->place.box.columns, item->upper.box.columns);
    if (item->place.box.column + columns <= pack->columns &&
        !overlaps(pack, search->index, search->mask) &&
        disorder(pack, search->index, search->mask, true) == 0) {
        cost += ORDER * disorder(pack, search->index, search->mask, false);
        search->best = cost < search->least ? *item : search->best;
        search->least = lesser(cost, search->least);
    }
}

/* True when one of the others begins in ROW, or ends there or with what is ABOVE the item. */
static bool is_edge(const struct search *search, size_t row, size_t above) {
    bool edge = row == 0;
    for (uint64_t mask = search->mask; mask != 0 && !edge; mask &= mask - 1) {
        const struct box *box = search->pack->items[__builtin_ctzll(mask)].outline;
        for (size_t i = 0; i < 2 && box[i].rows > 0; i++) {
            size_t end = box[i].row + box[i].rows;
            edge |= row == box[i].row || row == end + (i == 0 ? above : 0);
        }
    }
    return edge;
}

/* Tries the item in ROW, which costs so much: at the left, and beside each of the others. */
static void try_row(struct search *search, size_t row, size_t cost) {
    try_place(search, row, 0, cost);
    for (uint64_t mask = search->mask; mask != 0; mask &= mask - 1) {
        const struct box *box = search->pack->items[__builtin_ctzll(mask)].outline;
        for (size_t i = 0; i < 2; i++) {
            size_t column = box[i].column + box[i].columns + GAP;
            if (box[i].rows > 0 && cost + column < search->least) {
                try_place(search, row, column, cost + column);
            }
        }
    }
}

/* Returns the row on which item INDEX is rather than on another: below all upper operands that some
 * stop shows together with it. */
static size_t find_base(const struct pack *pack, size_t index) {
    size_t base = 0;
    for (uint64_t mask = pack->with[index]; mask != 0; mask &= mask - 1) {
        base = greater(base, pack->items[__builtin_ctzll(mask)].upper.box.rows);
    }
    return base;
}

bool pack_fits(struct pack *pack, size_t index, uint64_t mask) {
    enum { LINE = 60 };
    struct pack_item *item = &pack->items[index];
    struct search search = {pack, index, mask & ((UINT64_C(1) << index) - 1), *item, SIZE_MAX};
    size_t above = item->upper.box.rows, base = find_base(pack, index), rows = item->place.box.rows;
    for (size_t i = 0; i / 2 <= pack->rows && LINE * (i / 2) < search.least;
         i++) { /* what is nearer to the base line comes first */
        size_t row = i % 2 == 0 ? base + i / 2 : base - i / 2; /* above the stage: too large */
        if (row >= above && row < pack->rows && row + rows <= pack->rows &&
            (row == base || is_edge(&search, row, above))) {
            try_row(&search, row, LINE * (i / 2));
        }
    }
    *item = search.best;
    return search.least < SIZE_MAX;
}

/* --- all places ------------------------------------------------------------------------------- */

static void find_with(struct pack *pack) {
    memset(pack->with, 0, sizeof pack->with);
    for (size_t at = 0; at < pack->stops; at++) {
        for (size_t i = 0; i < pack->count; i++) {
            pack->with[i] |= (pack->shown[at] >> i & 1) != 0 ? pack->shown[at] : 0;
        }
    }
}

size_t pack_put_on(struct pack *pack, size_t next) {
    for (size_t i = next; i < pack->count; i++) {
        if (!shape_item(pack, &pack->items[i])) {
            return SIZE_MAX;
        }
    }
    find_with(pack);
    while (next < pack->count &&
           (pack->with[next] == 0 || pack_fits(pack, next, pack->with[next]))) {
        next++;
    }
    return next;
}

void pack_show(struct pack *pack, size_t index, bool numbers) {
    struct pack before;
    pack_copy(&before, pack);
    uint64_t shown = *pack->shown;
    *pack->shown |= UINT64_C(1) << index;
    pack->items[index].sizes[PACK_NUMBERS] = numbers;
    if (pack_put_on(pack, index) < pack->count) {
        pack_copy(pack, &before);
        *pack->shown = shown;
    }
}

/* --- room that is left ------------------------------------------------------------------------ */

/* Returns how many columns the name of VALUE takes left of the cells of PLACE, so that it is not
 * over the label of the first column, on its line; 0: there are none. */
static size_t name_gutter(const struct cast_value *value, const struct place_on_stage *place) {
    size_t cell = place->cell_columns, label = lesser(value->column_label, cell - lesser(cell, 1));
    size_t name = utf8_columns(value->name, strlen(value->name)) + 1;
    bool labels = place->heads == 1 && (value->columns > 1 || value->column_label > 0);
    return labels ? name - lesser(name, cell - greater(label, 1)) : 0;
}

/* Returns the height that cells of so many columns may have: no more lines than half of them;
 * a window has two. */
static size_t wanted_height(const struct place_on_stage *place) {
    size_t height = sizeof heights / sizeof *heights - 1;
    while (height > 0 && heights[height].lines > (place->cell_columns + 1) / 2) {
        height--;
    }
    return place->form == FORM_WINDOW ? 1 : height;
}

/* Returns what ITEM would like at most. */
static size_t wanted_size(const struct pack *pack, const struct pack_item *item,
                          enum pack_size which) {
    size_t wanted = 0;
    const struct place_on_stage *both[] = {&item->place, &item->upper};
    for (size_t i = 0; i < 2 && both[i]->value != CAST_NONE; i++) {
        const struct cast_value *value = pack_value(pack, both[i]->value);
        bool window = both[i]->form == FORM_WINDOW, picture = both[i]->form == FORM_PICTURE;
        bool grows = picture && pack->wish == WISH_PADDED;
        bool changes = value->lone && (value->moves || value->operand_count == 0);
        size_t name = name_gutter(value, both[i]);
        bool labels = value->column_label > 0;
        const size_t sizes[] = {[PACK_LABEL] = row_label_width(value),
                                [PACK_CELL] = wanted_cell(value, both[i]->cell_lines, pack->wish),
                                [PACK_HEIGHT] = wanted_height(both[i]),
                                [PACK_ROWS] = window  ? value->rows
                                              : grows ? value->wish[0]
                                                      : 0,
                                [PACK_COLUMNS] = window  ? (value->columns + 1) * value->matrices
                                                 : grows ? value->wish[1]
                                                         : 0,
                                [PACK_WHOLE] = window,
                                [PACK_NAME] = labels && both[i]->matrices == 1 ? name : 0,
                                [PACK_HEADS] = value->columns > 1 && name > both[i]->gutter ? 2 : 0,
                                [PACK_OLD] = changes ? value->number + 3 : 0,
                                [PACK_OWN] = 1,
                                [PACK_NUMBERS] = !value->large,
                                [PACK_BELOW] = 1};
        bool has = picture                 ? which == PACK_ROWS || which == PACK_COLUMNS
                   : which == PACK_NUMBERS ? (pack->setting->flags & PACK_TILES) != 0
                   : value->lone           ? which == PACK_OLD
                                           : both[i]->form <= FORM_WINDOW;
        wanted = greater(wanted, has ? sizes[which] : 0);
    }
    return wanted;
}

static bool shows_as_much(const struct place_on_stage *now, const struct place_on_stage *before) {
    return now->form <= before->form && now->rows >= before->rows &&
           now->columns >= before->columns && now->matrices >= before->matrices;
}

/* Gives the items of MASK that would like it up to SIZE; false, as before, where not all have a
 * place that shows as much. */
static bool enlarge(struct pack *pack, enum pack_size which, size_t size, uint64_t mask) {
    struct pack before;
    size_t first = pack->count; /* those before it stay, unless the base line moves */
    for (uint64_t left = mask; left != 0 && which == PACK_HEIGHT; left &= left - 1) {
        const struct pack_item *item = &pack->items[__builtin_ctzll(left)];
        bool matrix = place_is_matrix(&item->place); /* all of them get the same */
        size = matrix ? lesser(size, wanted_size(pack, item, which)) : size;
    }
    for (; mask != 0; mask &= mask - 1) {
        size_t i = (size_t)__builtin_ctzll(mask);
        struct pack_item *item = &pack->items[i];
        size_t wanted = lesser(size, wanted_size(pack, item, which));
        if (item->sizes[which] < wanted) {
            if (first == pack->count) {
                pack_copy(&before, pack);
            }
            item->sizes[which] = wanted;
            first = item->right != CAST_NONE ? 0 : lesser(first, i);
        }
    }
    bool fits = first == pack->count || pack_put_on(pack, first) == pack->count;
    for (size_t i = first; i < pack->count && fits; i++) {
        fits = pack->with[i] == 0 || shows_as_much(&pack->items[i].place, &before.items[i].place);
    }
    if (!fits) {
        pack_copy(pack, &before);
    }
    return fits;
}

/* Returns the matrices that some stop shows together with item INDEX, or with one of them: all have
 * cells of one height. */
static uint64_t items_together(const struct pack *pack, size_t index) {
    uint64_t all = UINT64_C(1) << index, before = 0;
    while (before != all) {
        before = all;
        for (size_t i = 0; i < pack->count; i++) {
            bool joins = place_is_matrix(&pack->items[i].place) && (pack->with[i] & before) != 0;
            all |= joins ? UINT64_C(1) << i : 0;
        }
    }
    return all;
}

/* Returns the items whose cells are as wide as those of item INDEX: they are above or below it,
 * with the same column labels. */
static uint64_t items_aligned(const struct pack *pack, size_t index) {
    const struct pack_item *item = &pack->items[index];
    size_t names = pack_value(pack, item->value)->column_names;
    uint64_t aligned = UINT64_C(1) << index;
    for (size_t i = 0; i < pack->count && names != 0; i++) {
        const struct pack_item *other = &pack->items[i];
        bool same = pack_value(pack, other->value)->column_names == names &&
                    other->place.box.column == item->place.box.column;
        aligned |= same ? pack->with[index] & UINT64_C(1) << i : 0;
    }
    return aligned;
}

/* True when item A comes before item B: more stops need it, or as many, and it is smaller. */
static bool goes_first(const struct pack_item *a, const struct pack_item *b) {
    size_t sizes[] = {a->place.rows * a->place.columns * a->place.matrices,
                      b->place.rows * b->place.columns * b->place.matrices};
    return a->demand > b->demand || (a->demand == b->demand && sizes[0] < sizes[1]);
}

void pack_sort(const struct pack *pack, size_t *order) {
    for (size_t i = 0; i < pack->count; i++) {
        size_t at = i;
        while (at > 0 && goes_first(&pack->items[i], &pack->items[order[at - 1]])) {
            order[at] = order[at - 1];
            at--;
        }
        order[at] = i;
    }
}

/* What is given away, one after the other: numbers, labels, size, and then what is left. */
static const struct gift {
    enum pack_size which;
    size_t step, most; /* equal: all of it or nothing */
    enum pack_wish wish;
} gifts[] = {
    {PACK_NUMBERS, 1, 1, WISH_NUMBERS},
    {PACK_CELL, CELL_MOST, CELL_MOST, WISH_NUMBERS},
    {PACK_LABEL, 1, LABEL_MOST, WISH_NUMBERS},
    {PACK_OLD, CELL_MOST, CELL_MOST, WISH_NUMBERS},
    {PACK_WHOLE, 1, 1, WISH_NUMBERS},
    {PACK_ROWS, 2, CAST_ROWS, WISH_NUMBERS},
    {PACK_COLUMNS, 2, CAST_COLUMNS, WISH_NUMBERS},
    {PACK_CELL, 1, CELL_USUAL, WISH_SIZE},
    {PACK_NAME, CELL_MOST, CELL_MOST, WISH_SIZE},
    {PACK_HEADS, 2, 2, WISH_SIZE},
    {PACK_HEIGHT, 1, 3, WISH_SIZE},
    {PACK_CELL, 1, CELL_MOST, WISH_SIZE},
    {PACK_HEIGHT, 1, 4, WISH_SIZE},
    {PACK_OWN, 1, 1, WISH_SIZE},
    {PACK_CELL, 1, CELL_MOST, WISH_PADDED},
    {PACK_COLUMNS, 4, 128, WISH_PADDED},
    {PACK_ROWS, 1, 64, WISH_PADDED},
};

/* Gives to all items in the same way as far as they can have it, then in turn to those that can
 * have more, so that none takes the room of all. */
static void give(struct pack *pack, const struct gift *gift) {
    size_t order[PACK_ITEMS] = {0};
    uint64_t all = 0, stuck = 0;
    bool together = gift->step < gift->most;
    size_t most = gift->which == PACK_HEIGHT ? lesser(gift->most, pack->height) : gift->most;
    pack_sort(pack, order);
    pack->wish = gift->wish;
    for (size_t i = 0; i < pack->count; i++) {
        all |= pack->with[i]; /* what some stop shows */
    }
    for (size_t size = gift->step; size <= most; size += gift->step) {
        together = together && enlarge(pack, gift->which, size, all);
        for (size_t at = 0; at < pack->count && !together; at++) {
            size_t i = order[at];
            bool rows = gift->which == PACK_HEIGHT || gift->which == PACK_HEADS;
            uint64_t more = rows                       ? items_together(pack, i)
                            : gift->which == PACK_CELL ? items_aligned(pack, i)
                                                       : UINT64_C(1) << i;
            bool tries = (all & ~stuck) >> i & 1;
            stuck |= tries && !enlarge(pack, gift->which, size, more & all) ? more : 0;
        }
    }
}

void pack_fill(struct pack *pack) {
    for (size_t i = 0; i < sizeof gifts / sizeof *gifts; i++) {
        give(pack, &gifts[i]);
    }
}

/* Lets stop AT show what stop FROM, beside it, does: unless its place is taken, a neighbour has
 * gone whose row labels serve it, or that puts a source after its result. */
static void show_as(struct pack *pack, size_t at, size_t from) {
    for (uint64_t more = pack->shown[from] & ~pack->shown[at]; more != 0; more &= more - 1) {
        size_t i = (size_t)__builtin_ctzll(more);
        const struct place_on_stage *place = &pack->items[i].place;
        uint64_t shown = pack->shown[at];
        if (!overlaps(pack, i, shown) && disorder(pack, i, shown, true) == 0) {
            pack->shown[at] |= UINT64_C(1) << i;
            bool lacks = place->gutter == 0 &&
                         gutter_at(pack, i, false, place->box.row, place->box.column) > 0;
            pack->shown[at] = lacks ? shown : pack->shown[at];
        }
    }
}

void pack_keep(struct pack *pack) {
    for (size_t at = 1; at < pack->stops; at++) {
        show_as(pack, at, at - 1);
    }
    for (size_t at = pack->stops; at-- > 1;) {
        show_as(pack, at - 1, at);
    }
}

void pack_spread(struct pack *pack) {
    static const struct gift blank_row = {PACK_BELOW, 1, 1, WISH_PADDED};
    struct box *boxes[2 * PACK_ITEMS];
    size_t count = 0, rows = 0, columns = 0;
    give(pack, &blank_row);
    for (size_t i = 0; i < pack->count; i++) {
        if (pack->with[i] != 0) {
            boxes[count++] = &pack->items[i].place.box;
            boxes[count++] = &pack->items[i].upper.box;
        }
    }
    for (size_t i = 0; i < count; i++) {
        rows = greater(rows, boxes[i]->row + boxes[i]->rows);
        columns = greater(columns, boxes[i]->column + boxes[i]->columns);
    }
    for (size_t i = 0; i < count; i++) {
        boxes[i]->row += (pack->rows - rows) / 2;
        boxes[i]->column += (pack->columns - columns) / 2;
    }
}

void pack_write(const struct pack *pack, uint64_t mask, struct plan_stop *stop) {
    stop->count = 0;
    for (size_t i = 0; i < 2 * pack->count; i++) {
        const struct pack_item *item = &pack->items[i / 2];
        const struct place_on_stage *place = i % 2 == 0 ? &item->upper : &item->place;
        if ((mask >> i / 2 & 1) != 0 && place->value != CAST_NONE && stop->count < PLAN_PLACES) {
            stop->places[stop->count++] = *place;
        }
    }
}
