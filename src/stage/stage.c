/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/stage.h"

#include "base/failure.h"
#include "base/memory.h"
#include "session/outline.h"
#include "session/session.h"
#include "stage/alone.h"
#include "stage/present.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

size_t stage_stop(const struct session *session) {
    size_t last = session_last(session);
    return session->lesson == NULL || last == SIZE_MAX ? 0 : last;
}

bool stage_read_on(struct stage *stage, size_t part, size_t parts) {
    bool more = part + 1 < parts;
    stage->part = more ? part + 1 : stage->part;
    return more;
}

bool stage_read_back(struct stage *stage, size_t part) {
    bool more = part > 0;
    stage->part = more ? part - 1 : stage->part;
    return more;
}

void stage_release(struct stage *stage) {
    plan_free(stage->plan);
    if (stage->cast != stage->lesson) {
        cast_free(stage->cast);
    }
    cast_free(stage->lesson);
    *stage = (struct stage){.words = stage->words};
}

/* The words that are read begin anew at another stop; once there is a hint or an answer they go on
 * with what is said of it. */
static void follow_words(struct stage *stage, const struct session *session) {
    size_t stop = stage_stop(session), state = 0;
    if (session->answers != NULL && session_last(session) != SIZE_MAX) {
        const struct answer *answer = &session->answers[stop];
        state = 1 + (size_t)answer->state + 8 * (answer->tries + 64 * answer->hints);
    }
    state = state * 2 + session->rest_owed;
    if (stop != stage->read_stop || state != stage->read_state) {
        stage->part = stop != stage->read_stop ? 0 : STAGE_NEWS;
        stage->read_stop = stop;
        stage->read_state = state;
    }
}

static bool follow_lesson(struct stage *stage, const struct session *session,
                          struct failure *failure) {
    if (stage->lesson != NULL && stage->opened == session->front.opened) {
        return true;
    }
    stage_release(stage);
    stage->lesson = cast_make(session, failure);
    stage->opened = session->front.opened;
    return stage->lesson != NULL;
}

/* What the learner has added, made larger than the lesson does, or turned over. */
static bool follow_values(struct stage *stage, const struct session *session,
                          struct failure *failure) {
    size_t key = present_key(stage->lesson, session);
    if (stage->cast != NULL && key == stage->key) {
        return true;
    }
    plan_free(stage->plan);
    stage->plan = NULL;
    if (stage->cast != stage->lesson) {
        cast_free(stage->cast);
    }
    stage->cast = key == 0 ? stage->lesson : present_make(stage->lesson, session, failure);
    stage->key = key;
    return stage->cast != NULL;
}

/* The colours of a value reach to the largest number that it had when it came onto the page,
 * rounded up to 1, 2 or 5 times a power of ten; those of weights to 1. */
static double bound_of(const struct cast_value *value, const struct tensor *tensor) {
    struct extremes all = tensor_extremes(tensor, false);
    double largest = fmax(-all.low, all.high);
    if (value->weights || !isfinite(largest) || largest <= 0) {
        return 1;
    }
    double power = pow(10, floor(log10(largest))), times = largest / power * (1 - 1e-9);
    return power * (times <= 1 ? 1 : times <= 2 ? 2 : times <= 5 ? 5 : 10);
}

/* What has come onto the page gets its bound, once; a training may move the bounds outwards. */
static bool follow_bounds(struct stage *stage, const struct session *session,
                          struct failure *failure) {
    const struct notebook *notebook = session_notebook(session);
    const struct cast *cast = stage->cast;
    struct plan *plan = stage->plan;
    size_t page = session->lesson == NULL ? 0 : outline_page(session);
    bool fresh = plan->bounds == NULL || plan->bounds_page != page;
    bool trains = session->moment != NULL || session->looks.last.trained != NULL;
    plan->bounds_page = page;
    if (plan->bounds == NULL) {
        plan->bounds = memory_allocate(cast->count + 1, sizeof *plan->bounds);
    }
    for (size_t i = 0; plan->bounds != NULL && i < cast->count; i++) {
        const struct cast_value *value = &cast->values[i];
        plan->bounds[i] = fresh ? NAN : plan->bounds[i];
        const char *name =
            value->turned == CAST_NONE ? value->name : cast->values[value->turned].name;
        const struct definition *definition = (isnan(plan->bounds[i]) || trains) && !value->picture
                                                  ? notebook_find(notebook, name)
                                                  : NULL;
        if (definition != NULL && shape_cells(&definition->value->shape) > 0) {
            plan->bounds[i] = fmax(plan->bounds[i], bound_of(value, definition->value));
        }
    }
    return plan->bounds != NULL || failure_memory(failure);
}

/* What has the stage to itself: zoomed, or asked for as a heat map; CAST_NONE: nothing. */
static int alone_value(const struct stage *stage, const struct session *session) {
    const struct looks *looks = &session->looks;
    const struct definition *definition = looks_definition(session);
    bool alone = (looks->zoom || looks->heat) && session->moment == NULL && definition != NULL &&
                 looks->operation == SIZE_MAX && definition->text == NULL &&
                 shape_cells(&definition->value->shape) > 0;
    return alone ? cast_find(stage->cast, definition->name) : CAST_NONE;
}

/* The whole lesson as far as it has come: what is there now. */
static struct plan *make_whole(const struct stage *stage, const struct session *session,
                               const size_t size[2], struct failure *failure) {
    const struct cast *cast = stage->cast;
    bool *here = memory_allocate(cast->count + 1, sizeof *here);
    for (size_t i = 0; here != NULL && i < cast->count; i++) {
        const struct cast_value *value = &cast->values[i];
        const struct definition *definition =
            value->picture || value->words || value->turned != CAST_NONE
                ? NULL
                : notebook_find(session_notebook(session), value->name);
        here[i] = definition != NULL && shape_cells(&definition->value->shape) > 0;
    }
    struct plan *plan =
        here == NULL ? NULL : whole_make(cast, here, size, stage->view == STAGE_END, failure);
    memory_free(here);
    return plan;
}

/* Whether stop STOP shows a picture. */
static bool shows_picture(const struct cast *cast, size_t stop) {
    for (size_t i = 0; i < cast->count; i++) {
        if (cast->values[i].picture && (cast_need(cast, stop, i) & NEED_NUMBERS) != 0) {
            return true;
        }
    }
    return false;
}

/* On the last page the whole is looked back at, unless something is still worked at there. */
static bool is_end(const struct stage *stage, const struct session *session, size_t page) {
    const struct cast *cast = stage->cast;
    bool end = session->lesson != NULL && cast->pages > 1 && page + 1 == cast->pages &&
               session->moment == NULL;
    for (size_t i = 0; i < cast->stops; i++) {
        end = end && (cast->page_of[i] < page ||
                      (!cast->stepped[i] && !cast->exercise[i] && !shows_picture(cast, i)));
    }
    return end;
}

bool stage_follow(struct stage *stage, const struct session *session, const size_t size[2],
                  struct failure *failure) {
    size_t page = session->lesson == NULL ? 0 : outline_page(session);
    if (!follow_lesson(stage, session, failure) || !follow_values(stage, session, failure)) {
        return false;
    }
    follow_words(stage, session);
    struct plan *plan = stage->plan;
    int alone = alone_value(stage, session);
    enum stage_view view = session->looks.cover == COVER_OVERVIEW ? STAGE_WHOLE
                           : alone != CAST_NONE                   ? STAGE_ALONE
                           : is_end(stage, session, page)         ? STAGE_END
                                                                  : STAGE_SCENE;
    bool same = plan != NULL && page >= plan->first_page && page < plan->first_page + plan->pages &&
                plan->size[0] == size[0] && plan->size[1] == size[1] && alone == stage->alone &&
                view == stage->view && view < STAGE_END;
    if (!same) {
        plan_free(plan);
        struct plan_request request = {.cast = stage->cast,
                                       .page = page,
                                       .size = {size[0], size[1]},
                                       .words = stage->words,
                                       .context = session};
        stage->alone = alone;
        stage->view = view;
        stage->plan = view >= STAGE_END     ? make_whole(stage, session, size, failure)
                      : view == STAGE_ALONE ? alone_make(stage->cast, alone, size, failure)
                                            : plan_make(&request, failure);
    }
    return stage->plan != NULL && follow_bounds(stage, session, failure);
}
