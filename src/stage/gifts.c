/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* gifts: what a stage has free when all have their places is given away: to numbers that are cut,
 * to labels and names, to the size of the cells. */
#include "stage/pack.h"

#include "base/utf8.h"

#include <string.h>

enum { LABEL_MOST = 12, CELL_USUAL = 8, CELL_MOST = 16 }; /* columns */

/* --- what is wanted --------------------------------------------------------------------------- */

/* Returns the width that a cell of so many LINES would like. */
static size_t wanted_cell(const struct cast_value *value, size_t lines, enum pack_wish wish) {
    bool first = wish == WISH_NUMBERS && value->edited;
    size_t number = (first ? greater(value->own, PACK_EDITED) : value->number) + 1;
    size_t label = value->size.columns > 1 ? value->size.column_label + 1 : 0;
    return wish == WISH_NUMBERS
               ? number
               : greater(greater(number + (wish == WISH_PADDED), label), 4 * lines);
}

/* Returns how many columns the name of VALUE takes left of the cells of PLACE, so that it is not
 * over the label of the first column, on its line; 0: there are none. */
static size_t name_gutter(const struct cast_value *value, const struct place_on_stage *place) {
    size_t cell = place->cell_columns,
           label = lesser(value->size.column_label, cell - lesser(cell, 1));
    size_t name = utf8_columns(value->name, strlen(value->name)) + 1;
    bool labels = place->heads == 1 && (value->size.columns > 1 || value->size.column_label > 0);
    return labels ? name - lesser(name, cell - greater(label, 1)) : 0;
}

/* Returns the height that cells of so many columns may have: no more lines than half of them;
 * a window has two. */
static size_t wanted_height(const struct place_on_stage *place) {
    size_t height = PACK_HIGHEST;
    while (height > 0 && pack_heights[height].lines > (place->cell_columns + 1) / 2) {
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
        bool labels = value->size.column_label > 0, stack = value->size.matrices > 1;
        const size_t sizes[] = {
            [PACK_LABEL] = pack_row_label(value),
            [PACK_CELL] = wanted_cell(value, both[i]->cell_lines, pack->wish),
            [PACK_HEIGHT] = wanted_height(both[i]),
            [PACK_ROWS] = window  ? value->size.rows
                          : grows ? value->wish[0]
                                  : 0,
            [PACK_COLUMNS] = window  ? (value->size.columns + 1) * value->size.matrices
                             : grows ? value->wish[1]
                                     : 0,
            [PACK_WHOLE] = window,
            [PACK_NAME] = labels && both[i]->matrices == 1 ? name : 0,
            [PACK_HEADS] = value->size.columns > 1 && (stack || name > both[i]->gutter) ? 2 : 0,
            [PACK_OLD] = changes ? value->number + 3 : 0,
            [PACK_OWN] = 1,
            [PACK_BELOW] = 1};
        bool has = picture ? which == PACK_ROWS || which == PACK_COLUMNS
                           : !value->lone || which == PACK_OLD;
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

/* Gives to all items in turn, a step at a time, so that none takes the room of all. */
static void give(struct pack *pack, const struct gift *gift) {
    size_t order[PACK_ITEMS] = {0};
    uint64_t all = 0, stuck = 0;
    size_t most = gift->which == PACK_HEIGHT ? lesser(gift->most, pack->height) : gift->most;
    pack_sort(pack, order);
    pack->wish = gift->wish;
    for (size_t i = 0; i < pack->count; i++) {
        all |= pack->with[i]; /* what some stop shows */
    }
    for (size_t size = gift->step; size <= most; size += gift->step) {
        for (size_t at = 0; at < pack->count; at++) {
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
