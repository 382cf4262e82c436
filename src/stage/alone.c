/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/alone.h"

#include "base/failure.h"
#include "base/memory.h"
#include "stage/pack.h"
#include "stage/sheet.h"

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
    pack_add(&pack, 0);
    struct pack_item *item = pack.items;
    if (pack_put_on(&pack, 0) == 0) {
        item->place.form = FORM_PICTURE;
    } else {
        pack_fill(&pack);
    }
    return item->place;
}

/* Starts a plan of SIZE for all of CAST, with room for so many places; NULL: out of memory. */
static struct plan *start_plan(const struct cast *cast, const size_t size[2], size_t places,
                               struct failure *failure) {
    struct plan *plan = memory_allocate(1, sizeof *plan);
    if (plan != NULL) {
        *plan = (struct plan){.size = {size[0], size[1]},
                              .pages = cast->pages,
                              .stops = cast->stops,
                              .panes = panes_make(size[0], size[1], 0),
                              .sheet = true,
                              .places = memory_allocate(places, sizeof *plan->places)};
    }
    if (plan == NULL || plan->places == NULL) {
        plan_free(plan);
        failure_memory(failure);
        return NULL;
    }
    return plan;
}

struct plan *alone_make(const struct cast *cast, int value, const size_t size[2],
                        struct failure *failure) {
    struct plan *plan = start_plan(cast, size, 1, failure);
    if (plan != NULL) {
        struct cast_value one = cast->values[value];
        const size_t room[2] = {plan->panes.stage.rows, plan->panes.stage.columns};
        bool stack = one.matrices > 1;
        one.matrices = 1;
        *plan->places = alone_place(&one, room, 3);
        plan->places->value = value;
        if (stack && plan->places->form == FORM_NUMBERS) {
            plan->places->form = FORM_WINDOW;
        }
        plan->count = 1;
    }
    return plan;
}

struct plan *whole_make(const struct cast *cast, const bool *here, const size_t size[2], bool words,
                        struct failure *failure) {
    struct plan *plan = start_plan(cast, size, cast->count + 1, failure);
    if (plan != NULL) {
        struct panes *panes = &plan->panes;
        if (!words) { /* from the title down to a rule above the keys */
            size_t rows = size[0] - lesser(size[0], 3), columns = size[1] - lesser(size[1], 2);
            panes->stage = (struct box){1, 1, rows, columns};
            panes->rule = (struct box){1 + rows, 0, lesser(1, rows), size[1]};
            panes->words = panes->ladder = (struct box){0};
            panes->side = false;
        }
        size_t before = 0; /* the stops of the last page have the words */
        while (words && before < cast->stops && cast->at_stop[before].page + 1 < cast->pages) {
            before++;
        }
        struct sheet_request request = {.cast = cast,
                                        .wanted = here,
                                        .first_stop = before,
                                        .stops = words ? cast->stops - before : 0,
                                        .rows = panes->stage.rows,
                                        .columns = panes->stage.columns};
        plan->count = sheet_make_whole(&request, plan->places);
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
