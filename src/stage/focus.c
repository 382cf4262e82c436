/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* focus: what a learner who only goes on looks at. A session of its own passes the stops; its
 * history has no changes to run, as its values are those that the cast has run. */
#include "base/failure.h"
#include "base/memory.h"
#include "base/text.h"
#include "canvas/drawing.h"
#include "stage/casting.h"

#include <stdint.h>
#include <string.h>

bool focus_begin(struct casting *casting, struct failure *failure) {
    const struct session *session = casting->session;
    struct session *learner = &casting->learner;
    size_t stops = casting->lesson->stop_count;
    struct changes *none = memory_allocate(stops, sizeof *none);
    bool ok = none != NULL && session_init(learner, failure) &&
              history_script(learner->history, none, stops, failure);
    memory_free(none);
    learner->answers = memory_allocate(stops, sizeof *learner->answers);
    learner->lines = memory_allocate(stops, sizeof *learner->lines);
    if (!ok || learner->answers == NULL || learner->lines == NULL) {
        return failure_memory(failure);
    }
    memcpy(learner->lines, session->lines, stops * sizeof *learner->lines);
    casting->moment.notebook = &casting->now;
    learner->moment = &casting->moment;
    learner->lesson = session->lesson;
    learner->questions = session->questions;
    learner->question_count = session->question_count;
    learner->display.columns = learner->lesson_columns = casting->lesson->columns;
    learner->front.drawn = true;
    return true;
}

void focus_end(struct casting *casting) {
    struct session *learner = &casting->learner;
    memory_free(learner->answers);
    memory_free(learner->lines);
    learner->lesson = NULL; /* it belongs to the other session, like what is in the lines */
    session_release(learner);
}

/* Returns the picture that REQUEST asks for; it is there from stop STOP on. CAST_NONE without
 * memory. */
static int add_picture(struct casting *casting, const struct drawing_request *request,
                       size_t stop) {
    int index = casting_add(casting, request->key);
    size_t count = request->marks > 0 ? request->marks : request->count;
    if (index == CAST_NONE) {
        return CAST_NONE;
    }
    struct cast_value *picture = &casting->cast->values[index];
    picture->first_stop = picture->first_stop < 0 ? (int)stop : picture->first_stop;
    picture->operand_count = 0;
    casting->members[index].made = true;
    if (request->kind != NULL && picture->requested.count == 0) {
        picture->requested = *request;
    }
    for (size_t i = 0; i < count && picture->operand_count < CAST_OPERANDS; i++) {
        int of = casting_find(casting, request->names[i], drawing_named(request, i));
        if (of != CAST_NONE) {
            picture->operands[picture->operand_count++] = of;
        }
    }
    sizes_picture(casting, index);
    return index;
}

static int find_focus(const struct casting *casting) {
    const struct definition *viewed = view_definition(&casting->learner);
    return viewed == NULL ? CAST_NONE : casting_named(casting, viewed->name);
}

/* Returns the curve of what the training of stop STOP makes smaller, and looks at that, unless the
 * training moves what is looked at. CAST_NONE: nothing is trained, or out of sight. */
static int find_curve(struct casting *casting, size_t stop) {
    const struct changes *changes = history_script_at(casting->session->history, stop);
    const struct lesson *lesson = casting->lesson;
    const struct training *training =
        changes->count > 0 ? changes->list[changes->count - 1]->training : NULL;
    struct drawing_request request = {.count = 0};
    if (training == NULL || lesson->parts[lesson->stops[stop].part].hidden) {
        return CAST_NONE;
    }
    int focus = find_focus(casting);
    bool named = training->formula == NULL;
    bool moved = focus != CAST_NONE && (casting->members[focus].marks & MARK_MOVED) != 0;
    if (named) {
        text_fill(request.names[request.count++], DRAWING_NAME, "%s", training->loss);
    }
    if (named && !moved) {
        session_focus(&casting->learner, training->loss,
                      (struct place_in){.grain = GRAIN_DEFINITION}, &(struct failure){0});
    }
    text_fill(request.key, DRAWING_KEY, "curve %s", named ? training->loss : "loss");
    return add_picture(casting, &request, stop);
}

/* Lets what a line has scaled together share a scale on its page. */
static void share_scale(struct casting *casting, size_t stop) {
    const struct scaled *scaled = &casting->learner.view.scaled;
    size_t page = casting->lesson->stops[stop].page;
    for (size_t i = 0; i < scaled->count; i++) {
        int first = casting_named(casting, scaled->names[0]);
        int index = casting_named(casting, scaled->names[i]);
        if (first != CAST_NONE && index != CAST_NONE) {
            sizes_share(casting->cast, page, first, index);
            casting->cast->scales[page * casting->cast->room + (size_t)index].named = true;
        }
    }
}

void focus_pass(struct casting *casting, size_t stop) {
    struct session *learner = &casting->learner;
    struct failure unfit = {0};
    bool moved = casting->lesson->stops[stop].kind != STOP_STATEMENT;
    for (size_t i = 0; i < casting->cast->count; i++) {
        moved |= (casting->members[i].marks & MARK_MOVED) != 0;
    }
    casting->curve = moved ? find_curve(casting, stop) : casting->curve;
    if (!commands_advance(learner, &unfit)) { /* it is passed all the same, and its words follow */
        learner->rest_owed = history_move(learner->history, stop + 1, NULL, &unfit);
    }
    text_clear(&learner->out);
    share_scale(casting, stop);
}

void focus_settle(struct casting *casting) {
    struct session *learner = &casting->learner;
    const struct drawing_request *request = &learner->view.drawn.requested;
    bool guided = learner->focus.guided;
    learner->focus.guided = false; /* all of it is stepped through, */
    commands_say_rest(learner, &(struct failure){0});
    learner->focus.guided = guided; /* but the screen is also that of the steps */
    bool drawn = request->kind != NULL && request->count > 0;
    casting->focus = find_focus(casting);
    casting->picture = drawn ? add_picture(casting, request, casting->last - 1) : CAST_NONE;
}
