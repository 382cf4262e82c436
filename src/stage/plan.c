/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/plan.h"

#include "base/failure.h"
#include "base/memory.h"

struct plan *plan_start(const size_t size[2], enum plan_view view, size_t stops,
                        struct failure *failure) {
    struct plan *plan = memory_allocate(1, sizeof *plan);
    size_t lists = view == PLAN_PAGE ? stops : 1;
    if (plan != NULL) {
        *plan = (struct plan){.size = {size[0], size[1]},
                              .view = view,
                              .stops = stops,
                              .panes = panes_make(size[0], size[1], 0),
                              .at_stop = memory_allocate(lists, sizeof *plan->at_stop)};
    }
    if (plan == NULL || plan->at_stop == NULL) {
        plan_free(plan);
        failure_memory(failure);
        return NULL;
    }
    return plan;
}

void plan_free(struct plan *plan) {
    if (plan != NULL) {
        memory_free(plan->at_stop);
        memory_free(plan);
    }
}

const struct place_on_stage *plan_place(const struct plan *plan, size_t stop, size_t index) {
    size_t at = plan->view == PLAN_PAGE ? stop - plan->first_stop : 0;
    bool known = at < plan->stops || plan->view != PLAN_PAGE; /* else it is of another page */
    return known && index < plan->at_stop[at].count ? &plan->at_stop[at].places[index] : NULL;
}

const struct place_on_stage *plan_numbers(const struct plan *plan, size_t stop, int value) {
    const struct place_on_stage *place = NULL;
    size_t i = 0;
    while (value != CAST_NONE && (place = plan_place(plan, stop, i++)) != NULL &&
           place->value != value) {
    }
    return place;
}

const struct place_on_stage *plan_usual(const struct plan *plan, size_t stop, int value) {
    const struct place_on_stage *place = NULL;
    bool page = plan->view == PLAN_PAGE;
    for (size_t apart = 1; page && place == NULL && apart < plan->stops; apart++) {
        bool before = stop >= plan->first_stop + apart;
        bool after = stop + apart < plan->first_stop + plan->stops;
        place = before ? plan_numbers(plan, stop - apart, value) : NULL;
        place = place == NULL && after ? plan_numbers(plan, stop + apart, value) : place;
    }
    return place;
}

struct matrix_picture plan_picture(const struct cast_value *value,
                                   const struct place_on_stage *place) {
    struct matrix_picture picture = matrix_plain(value->name, place);
    picture.role = value->role;
    picture.decimals = value->decimals;
    picture.number = value->own;
    picture.transposed = value->transposed != CAST_NONE;
    picture.sizes[0] = value->matrices;
    picture.sizes[1] = value->rows;
    picture.sizes[2] = value->columns;
    return picture;
}
