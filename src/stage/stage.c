/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "stage/stage.h"

#include "base/failure.h"
#include "base/memory.h"
#include "commands/commands.h"
#include "notebook/train.h"
#include "session/outline.h"
#include "session/session.h"
#include "stage/present.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Returns the stop of the lesson that trains; SIZE_MAX: nothing is trained, or by the learner. */
static size_t training_stop(const struct session *session) {
    const struct training_moment *moment = session->moment;
    size_t end = session->lesson == NULL || moment == NULL ? 0 : session->lesson->stop_count;
    for (size_t stop = session_stop(session); stop < end; stop++) {
        const struct changes *changes = history_script_at(session->history, stop);
        for (size_t i = 0; i < changes->count; i++) {
            if (changes->list[i]->training == moment->training) {
                return stop;
            }
        }
    }
    return SIZE_MAX;
}

size_t stage_stop(const struct session *session) {
    size_t last = session_last(session), training = training_stop(session);
    if (training != SIZE_MAX) {
        return training;
    }
    return session->lesson == NULL || last == SIZE_MAX ? 0 : last;
}

bool stage_changes(const struct session *session, const struct statement *statement, size_t stop) {
    if (statement->kind != STATEMENT_DEFINE) {
        return statement_is_change(statement);
    }
    for (size_t i = stop; i-- > 0;) {
        const struct statements *line = &session->lines[i].statements;
        for (size_t k = line->count; k-- > 0;) {
            const struct statement *before = &line->list[k];
            if (before->kind == STATEMENT_DEFINE && text_same(before->name, statement->name)) {
                return !tree_same(before->value->root, statement->value->root);
            }
        }
    }
    return false;
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

/* Frees what was made from the values as they were. */
static void forget_values(struct stage *stage) {
    plan_free(stage->plan);
    plan_free(stage->other);
    memory_free(stage->scales);
    cast_free(stage->cast);
    stage->plan = stage->other = NULL;
    stage->scales = NULL;
    stage->cast = NULL;
}

void stage_release(struct stage *stage) {
    forget_values(stage);
    cast_free(stage->lesson);
    *stage = (struct stage){.words = stage->words};
}

/* Begins to read the words of another stop; once there is a hint, a formula or an answer, goes on
 * with what is said of it. While something is trained the last words stay. */
static void follow_words(struct stage *stage, const struct session *session) {
    size_t stop = stage_stop(session), state = 0;
    if (session->moment != NULL) {
        stage->part = stage->read_stop = STAGE_LAST;
        return;
    }
    if (session->answers != NULL && session_last(session) != SIZE_MAX) {
        const struct answer *answer = &session->answers[stop];
        size_t written = answer->draft == NULL ? 0 : strlen(answer->draft);
        state =
            1 + (size_t)answer->state + 8 * (answer->tries + 64 * (answer->hints + 64 * written));
    }
    state = state * 2 + session->rest_owed;
    if (stop != stage->read_stop || state != stage->read_state) {
        stage->part = stop != stage->read_stop ? 0 : STAGE_NEWS;
        stage->read_stop = stop;
        stage->read_state = state;
    }
}

static bool follow_opened(struct stage *stage, const struct session *session,
                          struct failure *failure) {
    if (stage->lesson != NULL && stage->opened == session->front.opened) {
        return true;
    }
    stage_release(stage);
    stage->lesson = cast_make(session, failure);
    stage->opened = session->front.opened;
    return stage->lesson != NULL;
}

/* Follows what the learner has added, made larger than PAGE does, or transposed. */
static bool follow_values(struct stage *stage, const struct session *session, size_t page,
                          struct failure *failure) {
    bool columns = session->display.columns;
    if (page == stage->page && columns == stage->columns &&
        present_serves(stage->cast, stage->lesson, page, session)) {
        return true;
    }
    forget_values(stage);
    stage->page = page;
    stage->columns = columns;
    stage->cast = session->lesson == NULL
                      ? present_own(session)
                      : present_on(stage->lesson, page, session_notebook(session));
    if (stage->cast == NULL) {
        return failure_memory(failure);
    }
    if (columns) {
        present_turn(stage->cast);
    }
    return true;
}

/* --- scales ----------------------------------------------------------------------------------- */

/* Gives what the learner has changed when a page begins, and what a training has moved, a scale
 * that reaches its numbers; once there, only a training moves it. Without a lesson a page begins
 * with each definition. */
static void measure_scales(struct stage *stage, const struct session *session, bool fresh) {
    const struct changes *own = history_own(session->history);
    bool edited = own->count > 0 && own->list[own->count - 1]->kind != CHANGE_DEFINE;
    bool trains = session->moment != NULL || session->view.last.trained != NULL;
    bool bare = session->lesson == NULL;
    fresh |= bare && !edited;
    for (size_t i = 0; i < stage->cast->count; i++) {
        const struct cast_value *value = &stage->cast->values[i];
        double *measured = &stage->scales[i].measured;
        *measured = fresh ? 0 : *measured;
        bool comes = *measured <= 0 && (bare || value->trained);
        const struct definition *definition =
            trains || comes || (fresh && own->count > 0)
                ? notebook_find(session_notebook(session), value->name)
                : NULL;
        if (definition != NULL && definition->text == NULL &&
            shape_cells(&definition->value->shape) > 0) {
            struct extremes all = tensor_extremes(definition->value, false);
            double largest = fmax(-all.low, all.high);
            *measured = isfinite(largest) ? fmax(*measured, largest) : *measured;
        }
    }
}

static struct stage_scale *scale_root(const struct stage *stage, size_t i) {
    while (stage->scales[i].like != CAST_NONE) {
        i = (size_t)stage->scales[i].like;
    }
    return &stage->scales[i];
}

/* True when value I has nothing but weights or probabilities on the page. */
static bool has_shares(const struct stage *stage, size_t i) {
    const struct cast_value *value = &stage->cast->values[i];
    const struct cast_scale *said = &stage->cast->scales[i];
    bool bare = stage->cast->of == NULL;
    return value->weights || (bare ? value->probabilities : said->largest > 0 && !said->any);
}

/* Returns how far value I reaches on the page; SHOWN: only where a stop needs its numbers. */
static double reach_of(const struct stage *stage, size_t i, bool shown) {
    const struct cast_scale *said = &stage->cast->scales[i];
    bool bare = stage->cast->of == NULL;
    bool counts = !shown || said->shown || bare || stage->scales[i].named;
    return counts ? fmax(said->largest, stage->scales[i].measured) : 0;
}

/* Finds which values share a scale: those that the page or the learner names together, or that are
 * in the same units. */
static void join_scales(const struct stage *stage, const struct session *session) {
    const struct cast *cast = stage->cast;
    const struct scaled *requested = &session->view.scaled;
    for (size_t i = 0; i < cast->count; i++) {
        struct stage_scale *scale = &stage->scales[i];
        scale->like = requested->off ? CAST_NONE : cast->scales[i].like;
        scale->named = !requested->off && cast->scales[i].named;
        scale->shares = false;
        scale->largest = 0;
    }
    for (size_t i = 0; i < requested->count; i++) {
        int first = cast_find(cast, requested->names[0]);
        int index = cast_find(cast, requested->names[i]);
        if (index != CAST_NONE) {
            stage->scales[index].named = true;
        }
        if (index != CAST_NONE && first != CAST_NONE) {
            struct stage_scale *root = scale_root(stage, (size_t)index);
            root->like = root == scale_root(stage, (size_t)first) ? CAST_NONE : first;
        }
    }
}

/* Makes the scales: of weights and probabilities, and of what is named together with some, 0 … 1;
 * of all others up to the largest number of those that are shown. */
static void set_scales(const struct stage *stage) {
    const struct cast *cast = stage->cast;
    for (size_t i = 0; i < cast->count; i++) {
        struct stage_scale *root = scale_root(stage, i);
        bool shares = has_shares(stage, i);
        root->shares |= shares && stage->scales[i].named;
        root->largest = fmax(root->largest, shares ? 0 : reach_of(stage, i, true));
    }
    for (size_t i = 0; i < cast->count; i++) {
        int base = cast->values[i].transposed;
        size_t of = base == CAST_NONE ? i : (size_t)base;
        const struct stage_scale *root = scale_root(stage, of);
        double own = reach_of(stage, of, reach_of(stage, of, true) > 0);
        bool shares = has_shares(stage, of) || (root->shares && stage->scales[of].named);
        stage->scales[i].scale = scale_fixed(scale_round(fmax(root->largest, own)), shares);
    }
}

/* Scales stay for a page. */
static bool follow_scales(struct stage *stage, const struct session *session,
                          struct failure *failure) {
    bool fresh = stage->scales == NULL;
    if (fresh) {
        stage->scales = memory_allocate(stage->cast->count + 1, sizeof *stage->scales);
    }
    if (stage->scales == NULL) {
        return failure_memory(failure);
    }
    measure_scales(stage, session, fresh);
    join_scales(stage, session);
    set_scales(stage);
    return true;
}

/* Returns what is zoomed, and has the stage to itself; CAST_NONE: nothing. */
static int alone_value(const struct stage *stage, const struct session *session) {
    const struct view *view = &session->view;
    const struct definition *definition = view_definition(session);
    bool alone = view->zoom && session->moment == NULL && definition != NULL &&
                 view->operation == SIZE_MAX && definition->text == NULL &&
                 shape_cells(&definition->value->shape) > 0;
    return alone ? cast_find(stage->cast, definition->name) : CAST_NONE;
}

/* True when the whole shows VALUE, because it is there now in a session. */
static bool is_here(const void *session, const struct cast_value *value) {
    const struct definition *definition =
        value->picture || value->words || value->transposed != CAST_NONE
            ? NULL
            : notebook_find(session_notebook(session), value->name);
    return definition != NULL && shape_cells(&definition->value->shape) > 0;
}

/* True on the last page, where the lesson looks back at the whole, unless something new is made
 * there, or something is still worked at. */
static bool is_end(const struct stage *stage, const struct session *session, size_t page) {
    const struct cast *cast = stage->cast;
    bool end = session->lesson != NULL && cast->pages > 1 && page + 1 == cast->pages &&
               session->moment == NULL;
    for (size_t i = 0; i < cast->count; i++) {
        int first = cast->values[i].first_stop;
        end = end && (first == CAST_NONE || cast->at_stop[first].page < page);
    }
    for (size_t i = 0; i < cast->stops; i++) {
        end = end && (cast->at_stop[i].page < page || !cast->at_stop[i].exercise);
    }
    return end;
}

bool stage_follow(struct stage *stage, const struct session *session, const size_t size[2],
                  struct failure *failure) {
    size_t page = session->lesson == NULL ? 0 : outline_page(session);
    if (!follow_opened(stage, session, failure) || !follow_values(stage, session, page, failure)) {
        return false;
    }
    follow_words(stage, session);
    struct plan_request wanted = {.cast = stage->cast,
                                  .stop = stage_stop(session),
                                  .size = {size[0], size[1]},
                                  .words = stage->words,
                                  .here = is_here,
                                  .context = session,
                                  .alone = alone_value(stage, session)};
    wanted.view = session->view.popup == POPUP_OVERVIEW ? PLAN_WHOLE
                  : wanted.alone != CAST_NONE           ? PLAN_ALONE
                  : is_end(stage, session, page)        ? PLAN_END
                                                        : PLAN_PAGE;
    if (!plan_serves(stage->plan, &wanted)) {
        struct plan *before = stage->other;
        bool back = plan_serves(before, &wanted);
        stage->other = stage->plan;
        stage->plan = back ? before : plan_make(&wanted, failure);
        plan_free(back ? NULL : before);
    }
    return stage->plan != NULL && follow_scales(stage, session, failure);
}
