/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/plan.h"

#include "stage/arrange.h"

#include "base/failure.h"
#include "base/memory.h"

struct plan *plan_make(const struct plan_request *request, struct failure *failure) {
    const struct cast *cast = request->cast;
    struct plan *plan = memory_allocate(1, sizeof *plan);
    size_t page = request->stop < cast->stops ? cast->at_stop[request->stop].page : 0;
    bool made = plan != NULL;
    if (made) {
        plan->size[0] = request->size[0];
        plan->size[1] = request->size[1];
        plan->panes = panes_make(request->size[0], request->size[1], 0);
        for (size_t i = 0; i < cast->stops; i++) {
            plan->first_stop += cast->at_stop[i].page < page;
            plan->stops += cast->at_stop[i].page == page;
        }
        made = arrange_page(request, plan);
    }
    if (!made) {
        plan_free(plan);
        plan = NULL;
        failure_memory(failure);
    }
    return plan;
}

struct plan *plan_start(const struct cast *cast, const size_t size[2], size_t places,
                        struct failure *failure) {
    struct plan *plan = memory_allocate(1, sizeof *plan);
    if (plan != NULL) {
        *plan = (struct plan){.size = {size[0], size[1]},
                              .stops = cast->stops,
                              .panes = panes_make(size[0], size[1], 0),
                              .places = memory_allocate(places, sizeof *plan->places)};
    }
    if (plan == NULL || plan->places == NULL) {
        plan_free(plan);
        failure_memory(failure);
        return NULL;
    }
    return plan;
}

void plan_free(struct plan *plan) {
    if (plan != NULL) {
        memory_free(plan->places);
        memory_free(plan->at_stop);
        memory_free(plan);
    }
}

const struct place_on_stage *plan_place(const struct plan *plan, size_t stop, size_t index) {
    size_t at = stop - plan->first_stop; /* no stop of the page: beyond all */
    const struct plan_stop *shown =
        plan->at_stop != NULL && at < plan->stops ? &plan->at_stop[at] : NULL;
    size_t count = shown != NULL ? shown->count : plan->count;
    return index < count ? &(shown != NULL ? shown->places : plan->places)[index] : NULL;
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
    for (size_t apart = 1; plan->at_stop != NULL && place == NULL && apart < plan->stops; apart++) {
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
