/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/pack.h"

#include "stage/sheet.h"

#include <string.h>

enum { GAP = 2 }; /* columns between two values */

/* Columns of a row label and of a cell: at least, and at most. */
static const size_t least_widths[] = {3, 3}, most_widths[] = {8, 8};

static const struct cast_value *value_at(const struct pack *pack, int value) {
    return &pack->cast->values[value];
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* The least width of a cell: a number does without a decimal, or the blank before it. */
static size_t tight_cell(const struct cast_value *value) {
    return cell_least(value) - (value->decimals > 0 || value->edited);
}

static struct place_on_stage picture_of(const struct pack *pack, int value) {
    const struct cast_value *picture = value_at(pack, value);
    return (struct place_on_stage){
        .value = value,
        .form = FORM_PICTURE,
        .box = {0, 0, lesser(picture->rows, pack->rows), lesser(picture->columns, pack->columns)},
        .above = CAST_NONE};
}

/* Makes PLACE, of VALUE, a window: with the rows, columns and matrices that fit in ROOM. */
static void cut(const struct cast_value *value, const size_t room[2],
                struct place_on_stage *place) {
    size_t lines = (room[0] - lesser(room[0], place->heads)) / place->cell_lines;
    place->form = FORM_WINDOW;
    place->rows = lesser(value->rows, greater(1, lines));
    place->columns = lesser(value->columns, greater(1, room[1] / place->cell_columns));
    place->matrices = place->across = 1;
    size_t wide = place->columns * place->cell_columns + GAP;
    size_t high = place->heads + place->rows * place->cell_lines;
    if (place->columns == value->columns) {
        place->across = lesser(value->matrices, greater(1, (room[1] + GAP) / wide));
        place->matrices = lesser(value->matrices, place->across * greater(1, room[0] / high));
    }
    place->box.rows = (place->matrices + place->across - 1) / place->across * high;
    place->box.columns = place->across * wide - GAP;
}

/* The shape of VALUE in cells and labels of WIDTHS. */
static struct place_on_stage shape_of(const struct pack *pack, int value, const size_t widths[2]) {
    const struct pack_setting *setting = pack->setting;
    const struct cast_value *shown = value_at(pack, value);
    if (shown->picture) {
        return picture_of(pack, value);
    }
    size_t gutter = shown->row_label > 0 ? lesser(shown->row_label, widths[PACK_LABEL]) + 1 : 0;
    size_t cell = greater(tight_cell(shown), widths[PACK_CELL]);
    size_t room[2] = {pack->rows, pack->columns - lesser(gutter, pack->columns)};
    struct place_request request = {cell, setting->lines, setting->heads, room[1]};
    struct place_on_stage place = place_numbers(pack->cast, value, &request);
    if (shown->large || setting->windows) {
        room[0] = lesser(room[0], setting->heads + setting->window[0] * setting->lines);
        room[1] = lesser(room[1], setting->window[1] * cell);
    }
    if (place.box.rows > room[0] || place.box.columns > room[1]) {
        cut(shown, room, &place);
    }
    place.box.columns = lesser(place.box.columns, room[1]);
    place.gutter = gutter;
    return place;
}

/* The shapes of ITEM; false where an operand does not fit above its product. */
static bool shape_item(struct pack *pack, struct pack_item *item) {
    size_t widths[2] = {greater(item->widths[0], least_widths[0]),
                        greater(item->widths[1], least_widths[1])};
    item->upper = (struct place_on_stage){.value = CAST_NONE, .above = CAST_NONE};
    if (item->right != CAST_NONE) { /* cells below each other */
        size_t left = tight_cell(value_at(pack, item->value));
        size_t cell = greater(left, tight_cell(value_at(pack, item->right)));
        widths[PACK_CELL] = greater(widths[PACK_CELL], cell);
        item->upper = shape_of(pack, item->right, widths);
        item->upper.above = item->value;
        pack->base = greater(pack->base, item->upper.box.rows);
    }
    item->place = shape_of(pack, item->value, widths);
    item->gutter = item->place.gutter;
    return item->right == CAST_NONE ||
           (item->place.form == FORM_NUMBERS && item->upper.form == FORM_NUMBERS &&
            item->upper.box.rows + item->place.box.rows <= pack->rows);
}

/* --- one place -------------------------------------------------------------------------------- */

static struct box outline(const struct place_on_stage *place) {
    struct box box = place->box;
    size_t gutter = lesser(place->gutter, box.column);
    box.column -= gutter;
    box.columns += gutter;
    box.rows = place->value == CAST_NONE ? 0 : box.rows;
    return box;
}

/* A and B lie on each other, or closer than GAP columns. */
static bool collide(const struct pack_item *a, const struct pack_item *b) {
    for (size_t i = 0; i < 4; i++) {
        const struct box *p = &a->outline[i / 2], *q = &b->outline[i % 2];
        if (p->row < q->row + q->rows && q->row < p->row + p->rows &&
            p->column < q->column + q->columns + GAP && q->column < p->column + p->columns + GAP) {
            return true;
        }
    }
    return false;
}

/* Item INDEX as it lies is on none of those of MASK. */
static bool is_free(const struct pack *pack, size_t index, uint32_t mask) {
    for (size_t i = 0; i < pack->count; i++) {
        if (i != index && (mask >> i & 1) != 0 && collide(&pack->items[index], &pack->items[i])) {
            return false;
        }
    }
    return true;
}

/* An item before INDEX ends in front of COLUMN of ROW, has the same row labels, and is there
 * whenever INDEX is. */
static bool has_labels(const struct pack *pack, size_t index, size_t row, size_t column) {
    const struct pack_item *item = &pack->items[index];
    size_t names = value_at(pack, item->value)->row_names;
    for (size_t i = 0; names != 0 && i < index; i++) {
        const struct place_on_stage *other = &pack->items[i].place;
        bool beside = other->box.row == row && other->form == FORM_NUMBERS &&
                      item->place.form == FORM_NUMBERS &&
                      other->box.column + other->box.columns + GAP == column &&
                      value_at(pack, other->value)->row_names == names;
        for (size_t at = 0; beside && at < pack->stops; at++) {
            beside = (pack->shown[at] >> index & 1) == 0 || (pack->shown[at] >> i & 1) != 0;
        }
        if (beside) {
            return true;
        }
    }
    return false;
}

/* Moves item INDEX so that it begins in COLUMN, and its place in ROW. */
static void move(struct pack *pack, size_t index, size_t row, size_t column) {
    struct pack_item *item = &pack->items[index];
    bool upper = item->upper.value != CAST_NONE;
    item->place.gutter = has_labels(pack, index, row, column) ? 0 : item->gutter;
    item->place.box.row = row;
    item->place.box.column = greater(column + item->place.gutter, upper ? item->upper.gutter : 0);
    item->upper.box.row = row - (upper ? item->upper.box.rows : 0);
    item->upper.box.column = item->place.box.column;
    item->outline[0] = outline(&item->place);
    item->outline[1] = outline(&item->upper);
}

/* SOURCE is below RESULT, or at the right of it. */
static bool is_behind(const struct box *source, const struct box *result) {
    return source->row >= result->row + result->rows ||
           (source->row + source->rows > result->row &&
            source->column >= result->column + result->columns);
}

size_t pack_disorder(const struct pack *pack, size_t index, uint32_t mask) {
    const struct pack_item *item = &pack->items[index];
    size_t count = 0;
    for (size_t i = 0; i < index; i++) {
        bool source = (mask >> i & 1) != 0 && (item->operands >> i & 1) != 0;
        count += source && is_behind(&pack->items[i].outline[0], &item->outline[0]);
    }
    return count;
}

/* The free place for item INDEX beside those before it that are in MASK that is least far to the
 * right and off the base line, and in front of nothing that it is made from. False: none is free.
 */
static bool put(struct pack *pack, size_t index, uint32_t mask) {
    enum { ORDER = 4000, LINE = 60 };
    struct pack_item *item = &pack->items[index], best = *item;
    size_t rows[2 * PACK_ITEMS + 2] = {pack->base, 0}, columns[2 * PACK_ITEMS + 1] = {0};
    size_t row_count = 1 + (pack->base > 0), column_count = 1, least = SIZE_MAX;
    size_t above = item->upper.value == CAST_NONE ? 0 : item->upper.box.rows;
    mask &= (1U << index) - 1;
    for (size_t i = 0; i < 2 * index; i++) {
        const struct box *box = &pack->items[i / 2].outline[i % 2];
        if ((mask >> i / 2 & 1) != 0 && box->rows > 0) {
            rows[row_count++] = box->row + box->rows + (i % 2 == 0 ? above : 0);
            columns[column_count++] = box->column + box->columns + GAP;
        }
    }
    for (size_t i = 0; i < row_count * column_count; i++) {
        size_t row = rows[i / column_count], column = columns[i % column_count];
        size_t off = greater(row, pack->base) - lesser(row, pack->base);
        size_t cost = column + LINE * off;
        if (cost >= least || row < above || row + item->place.box.rows > pack->rows) {
            continue;
        }
        move(pack, index, row, column);
        if (item->place.box.column + item->place.box.columns <= pack->columns &&
            is_free(pack, index, mask)) {
            cost += ORDER * pack_disorder(pack, index, mask);
            best = cost < least ? *item : best;
            least = lesser(cost, least);
        }
    }
    *item = best;
    return least < SIZE_MAX;
}

/* --- all places ------------------------------------------------------------------------------- */

static void find_with(struct pack *pack) {
    uint32_t all = 0;
    memset(pack->with, 0, sizeof pack->with);
    for (size_t at = 0; at < pack->stops; at++) {
        all |= pack->shown[at];
        for (size_t i = 0; i < pack->count; i++) {
            pack->with[i] |= (pack->shown[at] >> i & 1) != 0 ? pack->shown[at] : 0;
        }
    }
    for (size_t i = 0; i < pack->count && pack->setting->still; i++) {
        pack->with[i] = pack->with[i] == 0 ? 0 : all;
    }
}

size_t pack_put(struct pack *pack) {
    size_t next = 0;
    pack->base = 0;
    for (size_t i = 0; i < pack->count; i++) {
        if (!shape_item(pack, &pack->items[i])) {
            return SIZE_MAX;
        }
    }
    find_with(pack);
    while (next < pack->count && (pack->with[next] == 0 || put(pack, next, pack->with[next]))) {
        next++;
    }
    return next;
}

bool pack_fits(struct pack *pack, size_t index, size_t at) {
    return put(pack, index, pack->shown[at]);
}

/* --- room that is left ------------------------------------------------------------------------ */

/* The width that ITEM would like at most. */
static size_t wanted_width(const struct pack *pack, const struct pack_item *item,
                           enum pack_width which) {
    size_t wanted = 0;
    const int both[] = {item->value, item->right};
    for (size_t i = 0; i < 2 && item->place.form != FORM_PICTURE && both[i] != CAST_NONE; i++) {
        const struct cast_value *value = value_at(pack, both[i]);
        size_t cell = greater(cell_wanted(value), 2 * pack->setting->lines + 1);
        wanted = greater(wanted, which == PACK_CELL ? cell : value->row_label);
    }
    return lesser(wanted, most_widths[which]);
}

/* Gives the items of MASK that would like it WIDTH columns; false, as before, where they do not
 * fit. */
static bool widen(struct pack *pack, enum pack_width which, size_t width, uint32_t mask) {
    struct pack before = *pack;
    bool any = false;
    for (size_t i = 0; i < pack->count; i++) {
        struct pack_item *item = &pack->items[i];
        bool wider = (mask >> i & 1) != 0 && pack->with[i] != 0 &&
                     item->widths[which] + 1 == width && wanted_width(pack, item, which) >= width;
        item->widths[which] = wider ? width : item->widths[which];
        any |= wider;
    }
    bool fits = any && pack_put(pack) == pack->count;
    *pack = fits ? *pack : before;
    return fits;
}

/* Windows and pictures grow to the right and down. */
static void grow(struct pack *pack, size_t index) {
    struct pack_item *item = &pack->items[index];
    const struct cast_value *value = value_at(pack, item->value);
    bool picture = item->place.form == FORM_PICTURE;
    const size_t step[2] = {picture ? 1 : item->place.cell_lines,
                            picture ? 1 : item->place.cell_columns};
    const size_t most[2] = {picture ? greater(value->wish[0], item->place.box.rows) : value->rows,
                            picture ? greater(value->wish[1], item->place.box.columns)
                                    : value->columns};
    for (size_t side = 2; side-- > 0 && (picture || item->place.matrices == 1);) {
        for (bool grows = true; grows;) {
            struct pack_item before = *item;
            size_t *count = side == 0 ? &item->place.rows : &item->place.columns;
            size_t *box = side == 0 ? &item->place.box.rows : &item->place.box.columns;
            *box += step[side];
            *count += !picture;
            item->outline[0] = outline(&item->place);
            grows = (picture ? *box : *count) <= most[side] &&
                    item->place.box.row + item->place.box.rows <= pack->rows &&
                    item->place.box.column + item->place.box.columns <= pack->columns &&
                    is_free(pack, index, pack->with[index]);
            *item = grows ? *item : before;
        }
    }
}

static void extend(struct pack *pack) {
    for (size_t i = 0; i < pack->count; i++) {
        for (size_t at = 1; at < pack->stops; at++) {
            bool before = (pack->shown[at - 1] >> i & 1) != 0;
            pack->shown[at] |= before && is_free(pack, i, pack->shown[at]) ? 1U << i : 0;
        }
    }
    for (size_t i = 0; i < pack->count; i++) {
        for (size_t at = pack->stops - 1; at-- > 0;) {
            bool after = (pack->shown[at + 1] >> i & 1) != 0;
            pack->shown[at] |= after && is_free(pack, i, pack->shown[at]) ? 1U << i : 0;
        }
    }
}

void pack_fill(struct pack *pack) {
    for (size_t i = 0; i < pack->count; i++) {
        memcpy(pack->items[i].widths, least_widths, sizeof least_widths);
    }
    for (int which = PACK_CELL; which >= PACK_LABEL; which--) {
        for (size_t width = least_widths[which] + 1; width <= most_widths[which]; width++) {
            bool all = widen(pack, (enum pack_width)which, width, UINT32_MAX);
            for (size_t i = 0; i < pack->count && !all; i++) {
                widen(pack, (enum pack_width)which, width, 1U << i);
            }
        }
    }
    for (size_t i = 0; i < pack->count; i++) {
        if (pack->items[i].place.form >= FORM_WINDOW && pack->with[i] != 0) {
            grow(pack, i);
        }
    }
    extend(pack);
}
