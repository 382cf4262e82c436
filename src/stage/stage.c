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
    if (stage->cast != stage->lesson) {
        cast_free(stage->cast);
    }
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
    size_t key = present_key(stage->lesson, session, page);
    if (stage->cast != NULL && key == stage->key) {
        return true;
    }
    forget_values(stage);
    stage->cast = key == 0 ? stage->lesson : present_make(stage->lesson, session, page, failure);
    stage->key = key;
    return stage->cast != NULL;
}

/* --- scales ----------------------------------------------------------------------------------- */

static size_t count_trainings(const struct changes *changes, bool definitions) {
    size_t count = 0;
    for (size_t i = 0; i < changes->count; i++) {
        enum change_kind kind = changes->list[i]->kind;
        count += kind == CHANGE_TRAIN || (definitions && kind == CHANGE_DEFINE);
    }
    return count;
}

/* Counts the trainings, of the lesson and of the learner, that values have been through. Without a
 * lesson each definition counts, too: a page begins with it. */
static size_t trainings_of(const struct session *session) {
    size_t count = count_trainings(history_own(session->history), session->lesson == NULL);
    for (size_t stop = 0; session->lesson != NULL && stop < session_stop(session); stop++) {
        count += count_trainings(history_script_at(session->history, stop), false);
    }
    return count;
}

/* Gives what comes onto a page with larger numbers than the lesson gives it a scale that reaches
 * them; once there, only a training moves it. */
static void measure_scales(struct stage *stage, const struct session *session, bool fresh) {
    const struct notebook *notebook = session_notebook(session);
    size_t trainings = trainings_of(session);
    bool trains = session->moment != NULL || trainings != stage->trainings;
    bool departed =
        session->lesson == NULL || trainings > 0 || history_own(session->history)->count > 0;
    stage->bare = session->lesson == NULL;
    fresh |= stage->bare && trainings != stage->trainings;
    stage->trainings = trainings;
    for (size_t i = 0; i < stage->cast->count; i++) {
        const struct cast_value *value = &stage->cast->values[i];
        struct stage_scale *scale = &stage->scales[i];
        bool own = (stage->bare || trainings > 0) && scale->measured <= 0; /* it is new */
        const struct definition *definition =
            (fresh && departed) || trains || own ? notebook_find(notebook, value->name) : NULL;
        scale->measured = fresh ? 0 : scale->measured;
        if (definition != NULL && definition->text == NULL &&
            shape_cells(&definition->value->shape) > 0) {
            struct extremes all = tensor_extremes(definition->value, false);
            double largest = fmax(-all.low, all.high);
            scale->measured = isfinite(largest) ? fmax(scale->measured, largest) : scale->measured;
        }
    }
}

static struct stage_scale *scale_root(const struct stage *stage, int index) {
    while (stage->scales[index].like != index) {
        index = stage->scales[index].like;
    }
    return &stage->scales[index];
}

static void share(const struct stage *stage, int a, int b) {
    if (a != CAST_NONE && b != CAST_NONE) {
        scale_root(stage, a)->like = (int)(scale_root(stage, b) - stage->scales);
    }
}

/* Returns what the page says of value I. */
static const struct cast_scale *said_of(const struct stage *stage, size_t i) {
    return &stage->cast->scales[stage->scaled * stage->cast->room + i];
}

/* True when value I has nothing but weights or probabilities on the page. */
static bool has_shares(const struct stage *stage, size_t i) {
    const struct cast_value *value = &stage->cast->values[i];
    const struct cast_scale *said = said_of(stage, i);
    return value->weights || (stage->bare ? value->probabilities : said->largest > 0 && !said->any);
}

/* Gives the values that the lesson's pages or the learner name together one scale; among them
 * weights or probabilities: 0 … 1. */
static void group_named(const struct stage *stage, const struct session *session) {
    const struct cast *cast = stage->cast;
    const struct scaled *requested = &session->view.scaled;
    for (size_t i = 0; i < cast->count; i++) {
        stage->scales[i].like = (int)i;
        stage->scales[i].shares = stage->scales[i].requested = false;
        stage->scales[i].largest = 0;
    }
    for (size_t i = 0; i < cast->count; i++) {
        share(stage, (int)i, cast->values[i].transposed);
        share(stage, (int)i, requested->off ? CAST_NONE : said_of(stage, i)->like[LIKE_NAMED]);
    }
    for (size_t i = 0; i < requested->count; i++) {
        int index = cast_find(cast, requested->names[i]);
        share(stage, cast_find(cast, requested->names[0]), index);
        if (index != CAST_NONE) {
            stage->scales[index].requested = true;
        }
    }
    for (size_t i = 0; i < cast->count; i++) {
        scale_root(stage, (int)i)->shares |= has_shares(stage, i);
    }
    for (size_t i = 0; i < cast->count; i++) {
        stage->scales[i].shares = scale_root(stage, (int)i)->shares;
    }
}

/* Returns how far value I reaches on the page; SHOWN: only where a stop needs its numbers. */
static double reach_of(const struct stage *stage, size_t i, bool shown) {
    const struct cast_scale *said = said_of(stage, i);
    bool counts = !shown || said->shown || stage->bare || stage->scales[i].requested;
    return counts ? fmax(said->largest, stage->scales[i].measured) : 0;
}

/* Gives all others the scale of the values that are in the same units, up to the largest number of
 * those that are shown. */
static void group_units(const struct stage *stage) {
    const struct cast *cast = stage->cast;
    for (size_t i = 0; i < cast->count; i++) {
        int from = said_of(stage, i)->like[LIKE_UNITS];
        bool follows = from != CAST_NONE && stage->scales[i].shares == stage->scales[from].shares;
        share(stage, (int)i, follows ? from : CAST_NONE);
    }
    for (size_t i = 0; i < cast->count; i++) {
        struct stage_scale *root = scale_root(stage, (int)i);
        root->largest = fmax(root->largest, reach_of(stage, i, true));
    }
    for (size_t i = 0; i < cast->count; i++) {
        size_t of =
            cast->values[i].transposed == CAST_NONE ? i : (size_t)cast->values[i].transposed;
        double group = scale_root(stage, (int)i)->largest, own = reach_of(stage, of, false);
        double bound = reach_of(stage, of, true) > 0 ? group : fmax(group, own);
        stage->scales[i].scale = scale_fixed(scale_round(bound), stage->scales[i].shares);
    }
}

/* Scales stay for a page. */
static bool follow_scales(struct stage *stage, const struct session *session, size_t page,
                          struct failure *failure) {
    bool fresh = stage->scales == NULL || stage->scaled != page;
    if (stage->scales == NULL) {
        stage->scales = memory_allocate(stage->cast->count + 1, sizeof *stage->scales);
    }
    if (stage->scales == NULL) {
        return failure_memory(failure);
    }
    stage->scaled = page;
    measure_scales(stage, session, fresh);
    group_named(stage, session);
    group_units(stage);
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
    return stage->plan != NULL && follow_scales(stage, session, page, failure);
}
