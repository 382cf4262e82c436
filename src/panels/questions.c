/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/questions.h"

#include "panels/scene.h"
#include "session/outline.h"

#include <stdint.h>

const struct quiz *scene_quiz(const struct scene *scene) {
    return question_quiz(scene->session, session_last(scene->session));
}

const struct exercise *scene_exercise(const struct scene *scene) {
    return question_exercise(scene->session, session_last(scene->session));
}

static void put_hints(const struct wording *wording, size_t first) {
    for (size_t i = first; i < wording->answer->hints; i++) {
        wording_hint(wording, i);
    }
}

struct text question_text(struct scene *scene, size_t width, enum question_form form,
                          struct question_lines *lines) {
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    *lines = (struct question_lines){.answer = SIZE_MAX};
    if (scene_quiz(scene) == NULL && scene_exercise(scene) == NULL) {
        return out;
    }
    struct wording wording = wording_at(scene->session, session_last(scene->session),
                                        (struct output){&out, &paint, width}, form);
    const struct answer *answer = wording.answer;
    wording_question(&wording, lines);
    if (wording.exercise == NULL) {
        bool open = answer->state == ANSWER_OPEN, calls = open && answer->given == NULL;
        put_hints(&wording, 0);
        size_t said = text_count_lines(text_string(&out));
        lines->news = open && answer->hints > 0 ? said - 1 : calls ? 0 : said;
        lines->answer = open ? said : SIZE_MAX;
        wording_state(&wording); /* after a wrong answer it says how to go on */
        if (calls) {
            wording_call(&wording);
        }
    } else {
        size_t last = question_settled(answer) || answer->hints == 0 ? SIZE_MAX : answer->hints - 1;
        bool page = form == QUESTION_PAGE;
        wording_goals(&wording, page);
        /* beside the picture, which is what the learner works on, only the last hint is shown */
        put_hints(&wording, page ? 0 : last);
        wording_state(&wording);
        lines->news = text_count_lines(text_string(&out)) - 1; /* hints come last */
    }
    return out;
}

/* Returns the stop of the prediction asked last, unless its answer is known; SIZE_MAX: none waits.
 */
static size_t waiting_stop(const struct session *session, size_t passed, size_t run) {
    size_t stop = passed > 0 ? passed - 1 : 0;
    while (stop > 0 && question_due(session, stop - 1) <= run) {
        stop--;
    }
    enum answer_state state = stop > 0 ? session->answers[stop - 1].state : ANSWER_OPEN;
    bool waits =
        state == ANSWER_LOCKED || (state == ANSWER_SKIPPED && session->view.settled != stop - 1);
    return waits ? stop - 1 : SIZE_MAX;
}

/* Returns the stop of the question asked last, where the lesson has said nothing since; SIZE_MAX:
 * there is none. */
static size_t last_stop(const struct session *session, size_t passed, size_t run) {
    size_t page = passed == 0 ? 0 : session->lesson->pages[outline_page(session)].first_stop;
    size_t said = greater(page, lesson_last_words(session->lesson, run));
    for (size_t i = passed > 0 ? passed - 1 : 0; i-- > said;) {
        if (question_quiz(session, i) != NULL) {
            return i;
        }
    }
    return SIZE_MAX;
}

struct text question_recall(struct scene *scene, enum recall which, size_t width,
                            enum question_form form) {
    const struct session *session = scene->session;
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    struct output output = {&out, &paint, width};
    size_t passed = session_stop(session);
    size_t run = passed - (passed > 0 && session->rest_owed); /* its steps are still to come */
    for (size_t i = passed; which == RECALL_NEW && i-- > 0;) {
        if (question_verdict_shown(session, i)) {
            struct wording wording = wording_at(session, i, output, form);
            wording_recall(&wording);
            text_append(&out, "\n");
        }
    }
    size_t stop = (which == RECALL_NEW ? waiting_stop : last_stop)(session, passed, run);
    if (out.length == 0 && stop != SIZE_MAX) {
        struct wording wording = wording_at(session, stop, output, form);
        wording_recall(&wording);
    }
    scene_trim(&out);
    return out;
}
