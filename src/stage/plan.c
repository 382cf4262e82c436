/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/plan.h"

#include "base/failure.h"
#include "base/memory.h"
#include "stage/alone.h"
#include "stage/arrange.h"

struct plan *plan_start(const size_t size[2], enum plan_view view, size_t stops,
                        struct failure *failure) {
    struct plan *plan = memory_allocate(1, sizeof *plan);
    if (plan != NULL) {
        *plan = (struct plan){.size = {size[0], size[1]},
                              .view = view,
                              .stops = stops,
                              .panes = panes_make(size[0], size[1], 0),
                              .at_stop = memory_allocate(stops, sizeof *plan->at_stop)};
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

/* Returns PLAN, which is for so many STOPS, if it USES any rows; else frees it. */
static struct plan *finish(struct plan *plan, size_t stops, size_t used, struct failure *failure) {
    if (plan == NULL || used == 0) {
        plan_free(plan);
        failure_memory(failure);
        return NULL;
    }
    plan->stops = stops;
    return plan;
}

/* --- of a page -------------------------------------------------------------------------------- */

/* Returns the rows that the words keep below 110 columns. */
static size_t words_rows(const struct plan_request *request, const struct plan *plan) {
    enum { EXERCISE = 11 }; /* an exercise has so many if it likes */
    size_t rows = panes_words_rows(plan->size[0]);
    for (size_t i = 0; i < plan->stops && request->words != NULL; i++) {
        size_t stop = plan->first_stop + i, columns = plan->panes.words.columns;
        size_t wish = request->cast->at_stop[stop].exercise
                          ? request->words(request->context, stop, columns)
                          : 0;
        rows = greater(rows, lesser(EXERCISE, wish));
    }
    return rows;
}

static struct plan *page_make(const struct plan_request *request, struct failure *failure) {
    const struct cast *cast = request->cast;
    size_t page = request->stop < cast->stops ? cast->at_stop[request->stop].page : 0;
    size_t first = 0, stops = 0;
    for (size_t i = 0; i < cast->stops; i++) {
        first += cast->at_stop[i].page < page;
        stops += cast->at_stop[i].page == page;
    }
    struct plan *plan = plan_start(request->size, PLAN_PAGE, stops, failure);
    if (plan == NULL) {
        return NULL;
    }
    plan->first_stop = first;
    size_t rows = plan->panes.stage.rows, body = plan->size[0] - 3;
    rows = plan->panes.side ? rows : body - lesser(body, words_rows(request, plan));
    size_t used = arrange_page(cast, rows, plan);
    plan->panes = panes_make(plan->size[0], plan->size[1], lesser(used, rows));
    return finish(plan, stops, used, failure);
}

/* --- of the whole ----------------------------------------------------------------------------- */

static bool is_here(const struct plan_request *request, size_t index) {
    return request->here(request->context, &request->cast->values[index]);
}

/* Returns a number that is another when others are there; of a page 0. */
static size_t here_key(const struct plan_request *request) {
    size_t key = 0;
    for (size_t i = 0; i < request->cast->count && request->view >= PLAN_END; i++) {
        key = key * 31 + is_here(request, i);
    }
    return key;
}

/* Needs, at one stop, all that is here: NEEDS has room for it. */
static void need_whole(const struct plan_request *request, unsigned short *needs) {
    const struct cast *cast = request->cast;
    for (size_t i = 0; i < cast->count; i++) {
        bool needed = false; /* on the last page, whose words are beside it */
        for (size_t stop = 0; stop < cast->stops && request->view == PLAN_END; stop++) {
            needed |= cast->at_stop[stop].page + 1 == cast->pages &&
                      (cast_need(cast, stop, i) & NEED_NUMBERS) != 0;
        }
        needs[i] = !is_here(request, i) ? 0 : needed ? NEED_NAMED : NEED_ANSWERED;
    }
}

static struct plan *whole_make(const struct plan_request *request, struct failure *failure) {
    struct plan *plan = plan_start(request->size, request->view, 1, failure);
    struct cast whole = *request->cast;
    struct cast_stop all = {0};
    size_t used = 0;
    whole.at_stop = &all;
    whole.needs = memory_allocate(whole.room, sizeof *whole.needs);
    if (plan != NULL &&
        request->view == PLAN_WHOLE) { /* from the title down to a rule above the keys */
        size_t rows = plan->size[0] - 3;
        plan->panes = (struct panes){.stage = {1, 1, rows, plan->size[1] - 2},
                                     .rule = {1 + rows, 0, 1, plan->size[1]}};
    }
    if (plan != NULL && whole.needs != NULL) {
        need_whole(request, whole.needs);
        used = arrange_page(&whole, plan->panes.stage.rows, plan);
    }
    memory_free(whole.needs);
    return finish(plan, whole.stops, used, failure);
}

/* --- of any view ------------------------------------------------------------------------------ */

struct plan *plan_make(const struct plan_request *request, struct failure *failure) {
    struct plan *plan = request->view == PLAN_PAGE    ? page_make(request, failure)
                        : request->view == PLAN_ALONE ? alone_make(request, failure)
                                                      : whole_make(request, failure);
    if (plan != NULL) {
        plan->alone = request->alone;
        plan->here = here_key(request);
    }
    return plan;
}

bool plan_serves(const struct plan *plan, const struct plan_request *request) {
    return plan != NULL && request->stop >= plan->first_stop &&
           request->stop < plan->first_stop + plan->stops && plan->size[0] == request->size[0] &&
           plan->size[1] == request->size[1] && plan->view == request->view &&
           plan->alone == request->alone && plan->here == here_key(request);
}
