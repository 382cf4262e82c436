/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/stage.h"

#include "session/outline.h"
#include "session/session.h"
#include "stage/present.h"

#include <stdint.h>
#include <string.h>

size_t stage_stop(const struct session *session) {
    size_t last = session_last(session);
    return session->lesson == NULL || last == SIZE_MAX ? 0 : last;
}

bool stage_read_on(struct stage *stage) {
    bool more = stage->plan != NULL && stage->part + 1 < stage->parts;
    stage->part += more;
    return more;
}

bool stage_read_back(struct stage *stage) {
    bool more = stage->plan != NULL && stage->part > 0;
    stage->part -= more;
    return more;
}

void stage_release(struct stage *stage) {
    plan_free(stage->plan);
    if (stage->cast != stage->lesson) {
        cast_free(stage->cast);
    }
    cast_free(stage->lesson);
    *stage = (struct stage){0};
}

/* The words that are read begin anew at another stop, and once their question is in another state.
 */
static void follow_words(struct stage *stage, const struct session *session) {
    size_t stop = stage_stop(session), state = 0;
    if (session->answers != NULL && session_last(session) != SIZE_MAX) {
        const struct answer *answer = &session->answers[stop];
        state = 1 + (size_t)answer->state + 8 * (answer->tries + 64 * answer->hints);
    }
    state = state * 2 + session->rest_owed;
    if (stop != stage->read_stop || state != stage->read_state) {
        stage->read_stop = stop;
        stage->read_state = state;
        stage->part = 0;
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

bool stage_follow(struct stage *stage, const struct session *session, const size_t size[2],
                  struct failure *failure) {
    size_t page = session->lesson == NULL ? 0 : outline_page(session);
    if (!follow_lesson(stage, session, failure) || !follow_values(stage, session, failure)) {
        return false;
    }
    follow_words(stage, session);
    struct plan *plan = stage->plan;
    bool same = plan != NULL && page >= plan->first_page && page < plan->first_page + plan->pages &&
                plan->size[0] == size[0] && plan->size[1] == size[1];
    if (!same) {
        plan_free(plan);
        struct plan_request request = {
            .cast = stage->cast, .page = page, .size = {size[0], size[1]}};
        stage->plan = plan_make(&request, failure);
    }
    return stage->plan != NULL;
}
