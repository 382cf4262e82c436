/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/trail.h"

#include "base/memory.h"
#include "session/question.h"

#include <stdint.h>
#include <string.h>

enum { MARKS = 500 };

bool state_take(struct state *state, const struct session *session, struct failure *failure) {
    *state =
        (struct state){.refused = memory_refused(),
                       .said = session->out.length,
                       .stop = session_stop(session),
                       .marks = session->trail_count,
                       .opened = session->front.opened,
                       .exercise = session->exercise,
                       .version = version_retain(history_version(session->history)),
                       .rest_owed = session->rest_owed,
                       .lesson_columns = session->lesson_columns,
                       .answers = memory_allocate(session->question_count, sizeof *state->answers),
                       .display = session->display,
                       .focus = session->focus};
    state->focus.name = memory_string(session->focus.name);
    state->focus.guided_name = memory_string(session->focus.guided_name);
    notebook_copy(&state->notebook, history_notebook(session->history));
    view_copy(&state->view, &session->view);
    for (size_t i = 0; state->answers != NULL && i < session->question_count; i++) {
        state->answers[i] = session->answers[session->questions[i]].state;
    }
    state->taken = memory_refused() == state->refused;
    return state->taken || failure_memory(failure);
}

void exercise_keep_work(struct session *session) {
    if (session->exercise != SIZE_MAX) {
        struct answer *answer = &session->answers[session->exercise];
        version_replace(&answer->work,
                        answer->state == ANSWER_OPEN ? history_version(session->history) : NULL);
    }
}

/* Restores everything but the answers. The exercise of that time, if any, is open again, with what
 * the learner did in it; without memory for that, the present one stays. */
static bool restore_place(struct state *state, struct session *session, struct failure *failure) {
    struct focus focus = session->focus;
    struct view view = session->view;
    exercise_keep_work(session);
    if (session->exercise != state->exercise &&
        history_go_back(session->history, state->stop, state->exercise != SIZE_MAX, state->version,
                        &(struct failure){0})) {
        session->exercise = state->exercise;
    } else if (!history_move(session->history, state->stop, NULL, failure)) {
        return false;
    }
    session->lesson_columns = state->lesson_columns;
    session->rest_owed = state->rest_owed;
    session->display = state->display;
    session->focus = state->focus;
    state->focus = focus;
    session->view = state->view;
    session->view.last.message = view.last.message;
    state->view = view;
    state->view.last.message = (struct text){0};
    if (!notebook_same(&state->notebook, history_notebook(session->history))) {
        view_note_change(session, NULL, NULL);
        session->focus.place = (struct place_in){.grain = GRAIN_DEFINITION};
        session->focus.guided = false;
    }
    trail_cut(session, state->marks);
    return true;
}

bool state_restore(struct state *state, struct session *session, struct failure *failure) {
    if (!state->taken || session->front.opened != state->opened) {
        return true;
    }
    if (!restore_place(state, session, failure)) {
        return false;
    }
    for (size_t i = 0; i < session->question_count; i++) {
        session->answers[session->questions[i]].state = state->answers[i];
    }
    return true;
}

void state_release(struct state *state) {
    view_release(&state->view);
    notebook_release(&state->notebook);
    version_release(state->version);
    memory_free(state->answers);
    memory_free(state->focus.name);
    memory_free(state->focus.guided_name);
    *state = (struct state){0};
}

bool state_end(struct state *state, struct session *session, bool ok, struct failure *failure) {
    if (!ok) {
        text_truncate(&session->out, state->said);
        state_restore(state, session, &(struct failure){0});
        failure_if_memory_refused(failure, state->refused);
    }
    state_release(state);
    return ok;
}

/* --- the trail -------------------------------------------------------------------------------- */

bool trail_mark(struct session *session, struct failure *failure) {
    if (session->lesson != NULL && session_stop(session) == 0) {
        return true;
    }
    if (session->trail_count == MARKS) {
        state_release(&session->trail[0]);
        session->trail_count--;
        memmove(session->trail, session->trail + 1, session->trail_count * sizeof *session->trail);
    }
    if (!memory_reserve(&session->trail, &session->trail_capacity, session->trail_count + 1,
                        sizeof *session->trail)) {
        return failure_memory(failure);
    }
    bool ok = state_take(&session->trail[session->trail_count++], session, failure);
    if (!ok) {
        trail_cut(session, session->trail_count - 1);
    }
    return ok;
}

bool trail_moved(const struct session *session) {
    const struct state *last = trail_last(session);
    if (last == NULL) {
        return true;
    }
    const struct view *then = &last->view, *now = &session->view;
    const struct place_in *from = &last->focus.place, *to = &session->focus.place;
    const char *before = last->focus.name, *name = session->focus.name;
    bool moved = before == NULL || name == NULL ? before != name : !text_same(before, name);
    for (size_t i = 0; i < session->question_count; i++) {
        moved |= last->answers[i] != session->answers[session->questions[i]].state;
    }
    return moved || last->stop != session_stop(session) || last->rest_owed != session->rest_owed ||
           from->grain != to->grain || from->operation != to->operation || from->row != to->row ||
           from->column != to->column || from->term != to->term || then->cell != now->cell ||
           then->operation != now->operation || then->depth != now->depth ||
           then->blank != now->blank || then->rests != now->rests || then->popup != now->popup;
}

void trail_step(struct session *session, size_t start) {
    if (session->trail_count > 0 && session->trail[session->trail_count - 1].stop == start) {
        session->trail[session->trail_count - 1].next = session_stop(session);
    }
}

void trail_cut(struct session *session, size_t count) {
    while (session->trail_count > count) {
        state_release(&session->trail[--session->trail_count]);
    }
}

const struct state *trail_last(const struct session *session) {
    return session->trail_count == 0 ? NULL : &session->trail[session->trail_count - 1];
}

/* Keeps the answers given since MARK, but asks again what was only skipped. */
static void ask_again(const struct state *mark, struct session *session) {
    for (size_t i = 0; i < session->question_count; i++) {
        size_t stop = session->questions[i];
        enum answer_state *now = &session->answers[stop].state, was = mark->answers[i];
        bool graded = *now == ANSWER_RIGHT || *now == ANSWER_WRONG;
        bool open = was != ANSWER_RIGHT && was != ANSWER_WRONG;
        if (*now == ANSWER_SKIPPED) {
            *now = was;
        } else if (stop < mark->stop && graded && open &&
                   (question_due(session, stop) > mark->stop || was == ANSWER_LOCKED)) {
            *now = ANSWER_LOCKED;
        }
    }
}

bool trail_back(struct session *session, struct failure *failure) {
    struct view *view = &session->view;
    double nudge = view->nudge;
    session->trail_count--; /* only marks after it are dropped */
    struct state *mark = &session->trail[session->trail_count];
    if (!restore_place(mark, session, failure)) {
        session->trail_count++;
        return false;
    }
    ask_again(mark, session);
    state_release(mark);
    view->nudge = nudge; /* how to look was the learner's choice, and no move */
    view->warned = SIZE_MAX;
    return true;
}

bool trail_leave_dive(struct session *session, struct failure *failure) {
    size_t deep = session->view.depth, count = session->trail_count;
    while (count > 0 && session->trail[count - 1].view.depth >= deep) {
        count--;
    }
    if (deep == 0 || count == 0) {
        return failure_set(failure, "this is where you looked first: nothing to go back up to");
    }
    trail_cut(session, count);
    return trail_back(session, failure);
}
