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

static struct wording wording_at(struct scene *scene, size_t stop, const struct output *output) {
    return (struct wording){scene->session, stop, *output, true, QUESTION_WHOLE};
}

static void put_hints(const struct wording *wording, size_t first) {
    for (size_t i = first; i < wording->session->answers[wording->stop].hints; i++) {
        wording_hint(wording, i);
    }
}

struct text question_text(struct scene *scene, size_t width, bool tight,
                          struct question_lines *lines) {
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    size_t stop = session_last(scene->session);
    struct wording wording = wording_at(scene, stop, &(struct output){&out, &paint, width});
    wording.form = tight ? QUESTION_TIGHT : QUESTION_WHOLE;
    *lines = (struct question_lines){.answer = SIZE_MAX};
    if (scene_quiz(scene) != NULL || scene_exercise(scene) != NULL) {
        wording_question(&wording, lines);
    }
    if (scene_quiz(scene) != NULL) {
        const struct answer *answer = &scene->session->answers[stop];
        bool open = answer->state == ANSWER_OPEN, hinted = open && answer->hints > 0;
        put_hints(&wording, 0);
        size_t said = text_count_lines(text_string(&out));
        lines->news = hinted ? said - 1 : open && answer->given == NULL ? 0 : said;
        lines->answer = open ? said : SIZE_MAX;
        wording_state(&wording); /* after a wrong answer it says how to go on */
        if (open && answer->given == NULL) {
            wording_call(&wording);
        }
    }
    return out;
}

struct text exercise_goals(struct scene *scene, size_t width, bool whole) {
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    size_t stop = session_last(scene->session);
    const struct answer *answer = &scene->session->answers[stop];
    struct wording wording = wording_at(scene, stop, &(struct output){&out, &paint, width});
    bool done = answer->state == ANSWER_RIGHT || answer->state == ANSWER_SKIPPED;
    wording_goals(&wording, whole);
    /* Beside the picture, which is what the learner works on, only the last hint is shown. */
    put_hints(&wording, whole ? 0 : done || answer->hints == 0 ? SIZE_MAX : answer->hints - 1);
    wording_state(&wording);
    return out;
}

/* Returns the stop of the prediction asked last, unless its answer is known; SIZE_MAX: none waits.
 */
static size_t waiting_stop(const struct scene *scene) {
    const struct session *session = scene->session;
    size_t passed = session_stop(session);
    size_t run = passed - (passed > 0 && session->rest_owed); /* its steps are still to come */
    for (size_t i = passed > 0 ? passed - 1 : 0; i-- > 0;) {
        if (question_due(session, i) > run) {
            enum answer_state state = session->answers[i].state;
            bool waits =
                state == ANSWER_LOCKED || (state == ANSWER_SKIPPED && session->view.settled != i);
            return waits ? i : SIZE_MAX;
        }
    }
    return SIZE_MAX;
}

/* Returns the stop of the question asked last, where the lesson has said nothing since; SIZE_MAX:
 * there is none. */
static size_t last_stop(const struct scene *scene) {
    const struct session *session = scene->session;
    size_t passed = session_stop(session), run = passed - (passed > 0 && session->rest_owed);
    size_t page = passed == 0 ? 0 : session->lesson->pages[outline_page(session)].first_stop;
    size_t said = greater(page, lesson_last_words(session->lesson, run));
    for (size_t i = passed > 0 ? passed - 1 : 0; i-- > said;) {
        if (question_quiz(session, i) != NULL) {
            return i;
        }
    }
    return SIZE_MAX;
}

static void put_recall(struct scene *scene, size_t stop, enum question_form form,
                       const struct output *output) {
    struct wording wording = wording_at(scene, stop, output);
    wording.form = form;
    if (stop != SIZE_MAX) {
        wording_recall(&wording);
    }
}

struct text question_recall(struct scene *scene, enum recall which, size_t width,
                            enum question_form form) {
    const struct session *session = scene->session;
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    struct output output = {&out, &paint, width};
    for (size_t i = session_stop(session); which == RECALL_NEW && i-- > 0;) {
        if (question_verdict_shown(session, i)) {
            put_recall(scene, i, form, &output);
            text_append(&out, "\n");
        }
    }
    if (out.length == 0) {
        put_recall(scene, which == RECALL_NEW ? waiting_stop(scene) : last_stop(scene), form,
                   &output);
    }
    scene_trim(&out);
    return out;
}
