/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/alone.h"

#include "stage/pack.h"

struct place_on_stage alone_place(const struct cast_value *value, const size_t room[2],
                                  size_t height) {
    const struct pack_setting setting = {0, room[0] < 3 ? 1 : 2, {0}, 0};
    uint64_t shown = 1;
    struct cast_value one = *value;
    struct cast alone = {.values = &one, .count = 1};
    struct pack pack = {.cast = &alone,
                        .rows = room[0],
                        .columns = room[1],
                        .height = height,
                        .setting = &setting,
                        .shown = &shown,
                        .stops = 1};
    pack_add(&pack, 0, CAST_NONE);
    struct pack_item *item = pack.items;
    if (pack_put_on(&pack, 0) == 0) {
        item->place.form = FORM_PICTURE;
    } else {
        pack_fill(&pack);
    }
    return item->place;
}

struct plan *alone_make(const struct plan_request *request, struct failure *failure) {
    struct plan *plan = plan_start(request->size, PLAN_ALONE, 1, failure);
    if (plan != NULL) {
        struct cast_value one = request->cast->values[request->alone];
        const size_t room[2] = {plan->panes.stage.rows, plan->panes.stage.columns};
        bool stack = one.size.matrices > 1;
        one.size.matrices = 1;
        struct place_on_stage *place = plan->at_stop->places;
        *place = alone_place(&one, room, PACK_HIGHEST);
        place->value = request->alone;
        if (stack && place->form == FORM_NUMBERS) {
            place->form = FORM_WINDOW;
        }
        plan->at_stop->count = 1;
        plan->stops = request->cast->stops;
    }
    return plan;
}

bool alone_is_free(const bool *taken, size_t columns, const struct box *box) {
    for (size_t row = box->row; row < box->row + box->rows; row++) {
        for (size_t column = box->column; column < box->column + box->columns; column++) {
            if (taken[row * columns + column]) {
                return false;
            }
        }
    }
    return true;
}

bool alone_find(const bool *taken, const size_t size[2], const struct box *result,
                struct box *box) {
    for (box->row = 0; box->row + box->rows <= size[0]; box->row++) {
        for (box->column = 0; box->column + box->columns <= size[1]; box->column++) {
            if ((result == NULL || !pack_is_behind(box, result)) &&
                alone_is_free(taken, size[1], box)) {
                return true;
            }
        }
    }
    return false;
}
