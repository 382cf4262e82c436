/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/pack.h"

#include <stddef.h>
#include <string.h>

/* --- items ------------------------------------------------------------------------------------ */

void pack_copy(struct pack *to, const struct pack *from) {
    memcpy(to, from, offsetof(struct pack, items) + from->count * sizeof *from->items);
    memcpy(to->with, from->with, from->count * sizeof *from->with);
}

void pack_add(struct pack *pack, int value, int right) {
    struct pack_item item = {.value = value, .right = right};
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

/* True when the right operand of VALUE, which there is, fits above it. */
static bool can_stack(const struct cast *cast, int value) {
    const struct cast_value *product = &cast->values[value], *right = &cast->values[product->right];
    return !product->lone && !cast_is_large(product) && !right->lone && !cast_is_large(right) &&
           right->size.matrices == product->size.matrices &&
           right->size.columns == product->size.columns && product->right != product->left;
}

/* True when the right operand of VALUE goes above it. */
static bool has_above(const struct cast *cast, const bool *wanted, bool stepped, int value) {
    int right = cast->values[value].right;
    if (right == CAST_NONE || !can_stack(cast, value)) {
        return false;
    }
    bool alone = wanted[right];
    for (int i = 0; i < (int)cast->count && alone; i++) {
        bool uses = i != value && !cast->values[i].picture && cast_is_operand(cast, right, i);
        alone = !wanted[i] || (!uses && !cast_is_operand(cast, i, right));
    }
    return cast->values[right].transposed == CAST_NONE ? alone : stepped;
}

/* Where the product at INDEX of ORDER has a transpose as its right operand: moves the left one
 * after the value that is transposed, and the product after both, so that they can stand side by
 * side; unless something between is made from the left operand, too. */
static void bring_together(const struct cast *cast, int *order, size_t index) {
    int value = order[index], left = cast->values[value].left, right = cast->values[value].right;
    int stored = right == CAST_NONE ? CAST_NONE : cast->values[right].transposed;
    size_t first = index, last = 0;
    bool moves = stored != CAST_NONE;
    for (size_t i = 0; i < index; i++) {
        first = order[i] == left ? i : first;
        last = order[i] == left || order[i] == stored ? i : last;
        moves &= first == index || order[i] == left || !cast_is_operand(cast, left, order[i]);
    }
    for (size_t i = first; i < last && moves; i++) {
        order[i] = order[i + 1];
        order[i + 1] = left;
    }
    for (size_t i = index; i > last + 1 && moves && first < index; i--) {
        order[i] = order[i - 1];
        order[i - 1] = value;
    }
}

void pack_list(struct pack *pack, bool *wanted, bool *stepped, bool corners) {
    const struct cast *cast = pack->cast;
    bool *stacked = stepped; /* those with their right operands above them */
    int order[PACK_ITEMS];
    size_t count = 0, first = cast->count; /* the last ones, where there are too many */
    for (size_t value = 0; value < cast->count; value++) {
        stacked[value] =
            corners && wanted[value] && has_above(cast, wanted, stepped[value], (int)value);
    }
    for (size_t value = cast->count, room = PACK_ITEMS - 1; value-- > 0;) {
        if (stacked[value]) {
            wanted[cast->values[value].right] = false;
        }
        first = wanted[value] && room > 0 ? value : first;
        room -= wanted[value] && room > 0;
    }
    for (size_t value = first; value < cast->count; value++) {
        if (wanted[value]) {
            order[count++] = (int)value;
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (stacked[order[i]]) {
            bring_together(cast, order, i);
        }
    }
    pack->count = 0;
    for (size_t i = 0; i < count; i++) {
        pack_add(pack, order[i], stacked[order[i]] ? cast->values[order[i]].right : CAST_NONE);
    }
}

/* --- one place -------------------------------------------------------------------------------- */

bool pack_is_behind(const struct box *source, const struct box *result) {
    return source->row >= result->row + result->rows ||
           (source->row + source->rows > result->row &&
            source->column >= result->column + result->columns);
}

static bool boxes_meet(const struct box *a, const struct box *b) {
    return a->rows > 0 && b->rows > 0 && a->row < b->row + b->rows && b->row < a->row + a->rows &&
           a->column < b->column + b->columns + PACK_GAP &&
           b->column < a->column + a->columns + PACK_GAP;
}

/* Returns the column right of the items of MASK that item INDEX is on, or too close to; 0: it is on
 * none. */
static size_t overlap_end(const struct pack *pack, size_t index, uint64_t mask) {
    const struct box *own = pack->items[index].outline;
    size_t end = 0;
    for (mask &= ~(UINT64_C(1) << index); mask != 0; mask &= mask - 1) {
        const struct box *other = pack->items[__builtin_ctzll(mask)].outline;
        for (size_t i = 0; i < 4; i++) {
            const struct box *box = &other[i / 2];
            bool on = boxes_meet(&own[i % 2], box);
            end = on ? greater(end, box->column + box->columns + PACK_GAP) : end;
        }
    }
    return end;
}

/* True when the rows of A and B have the same labels in the same order, or both the same
 * numbers. */
static bool same_labels(const struct cast_value *a, const struct cast_value *b) {
    return a->row_names == b->row_names && (a->row_names != 0 || a->size.rows == b->size.rows);
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
                      other->box.column + other->box.columns + PACK_GAP == column &&
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

/* Returns, where a source is after what is made from it, item INDEX one of both and the other one
 * of MASK, the first column where it may be before that; SIZE_MAX: it is after that in all columns
 * of its row. 0: there is none; unless STRICT, what is made may be a single number or a picture. */
static size_t disorder_end(const struct pack *pack, size_t index, uint64_t mask, bool strict) {
    const struct pack_item *item = &pack->items[index];
    size_t end = 0;
    for (mask &= item->operands | item->users; mask != 0; mask &= mask - 1) {
        size_t i = (size_t)__builtin_ctzll(mask);
        bool uses = (item->operands >> i & 1) != 0;
        const struct place_on_stage *other = &pack->items[i].place;
        const struct place_on_stage *source = uses ? other : &item->place;
        const struct place_on_stage *result = uses ? &item->place : other;
        bool bound = strict || (result->form != FORM_LINE && result->form != FORM_PICTURE);
        if (bound && pack_is_behind(&source->box, &result->box)) {
            bool below = source->box.row >= result->box.row + result->box.rows;
            size_t after = source->box.column + source->box.columns + PACK_GAP;
            end = greater(end, uses && !below ? after : SIZE_MAX);
        }
    }
    return end;
}

/* --- a free place ----------------------------------------------------------------------------- */

/* Returns the items of MASK that are in some of ROWS rows from ROW on. */
static uint64_t items_in_rows(const struct pack *pack, uint64_t mask, size_t row, size_t rows) {
    uint64_t all = 0;
    for (; mask != 0; mask &= mask - 1) {
        const struct box *box = pack->items[__builtin_ctzll(mask)].outline;
        size_t top = box[1].rows > 0 ? box[1].row : box[0].row;
        all |= top < row + rows && row < box[0].row + box[0].rows ? mask & -mask : 0;
    }
    return all;
}

/* Moves item INDEX to the first place in ROW that is free, in STRICT order. False: there is none.
 */
static bool fits_row(struct pack *pack, size_t index, uint64_t mask, size_t row, bool strict) {
    const struct pack_item *item = &pack->items[index];
    size_t above = item->upper.box.rows, below = item->place.box.rows + item->sizes[PACK_BELOW];
    uint64_t near = items_in_rows(pack, mask, row - above, above + below);
    for (size_t column = 0, next; column < pack->columns; column = next) {
        move_item(pack, index, row, column);
        size_t columns = greater(item->place.box.columns, item->upper.box.columns);
        if (item->place.box.column + columns > pack->columns) {
            return false;
        }
        next = greater(overlap_end(pack, index, near), disorder_end(pack, index, mask, strict));
        if (next == 0) {
            return true;
        }
        next = greater(next, column + 1); /* labels above may begin left of it */
    }
    return false;
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

/* Places item INDEX where it is least far to the right and off the base line, in STRICT order. */
static bool find_place(struct pack *pack, size_t index, uint64_t mask, bool strict) {
    enum { LINE = 60 }; /* columns that one row is worth */
    struct pack_item *item = &pack->items[index], best = *item;
    size_t above = item->upper.box.rows, base = find_base(pack, index), rows = item->place.box.rows;
    size_t least = SIZE_MAX;
    for (size_t i = 0; i / 2 <= pack->rows && LINE * (i / 2) < least; i++) {
        size_t apart = i / 2; /* what is nearer to the base line comes first */
        size_t row = i % 2 == 0 ? base + apart : base - apart; /* above the stage: too large */
        if (row >= above && row < pack->rows && row + rows <= pack->rows &&
            fits_row(pack, index, mask, row, strict)) {
            size_t cost = LINE * apart + item->outline[0].column;
            best = cost < least ? *item : best;
            least = lesser(cost, least);
        }
    }
    *item = best;
    return least < SIZE_MAX;
}

bool pack_fits(struct pack *pack, size_t index, uint64_t mask) {
    mask &= (UINT64_C(1) << index) - 1;
    return find_place(pack, index, mask, true) || find_place(pack, index, mask, false);
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
        if (!pack_shape(pack, &pack->items[i])) {
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
    pack->items[index].tile = !numbers;
    if (pack_put_on(pack, index) < pack->count) {
        pack_copy(pack, &before);
        *pack->shown = shown;
    }
}

/* Lets stop AT show what stop FROM, beside it, does: unless its place is taken, a neighbour has
 * gone whose row labels serve it, or that puts a source after its result. */
static void show_as(struct pack *pack, size_t at, size_t from) {
    for (uint64_t more = pack->shown[from] & ~pack->shown[at]; more != 0; more &= more - 1) {
        size_t i = (size_t)__builtin_ctzll(more);
        const struct place_on_stage *place = &pack->items[i].place;
        uint64_t shown = pack->shown[at];
        if (overlap_end(pack, i, shown) == 0 && disorder_end(pack, i, shown, false) == 0) {
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
