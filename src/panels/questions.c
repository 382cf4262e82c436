/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
#include "panels/questions.h"

#include "base/text.h"
#include "language/reader.h"
#include "panels/narration.h"
#include "panels/scene.h"
#include "session/outline.h"
#include "session/question.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

const struct quiz *scene_quiz(const struct scene *scene) {
    return question_quiz(scene->session, session_last(scene->session));
}

const struct exercise *scene_exercise(const struct scene *scene) {
    return question_exercise(scene->session, session_last(scene->session));
}

/* Reads the row or the column at *AT, `2` or `"sushi"`, up to the MARK after it, and moves *AT
 * behind that. SIZE_MAX: it is another one, or several. */
static size_t read_index(const char **at, char mark, const struct labels *labels) {
    const char *words = *at + strspn(*at, " ");
    char *end = NULL;
    size_t found = SIZE_MAX,
           number = words[0] >= '1' && words[0] <= '9' ? strtoul(words, &end, 10) : 0;
    for (size_t i = 0; words[0] == '"' && labels != NULL && i < labels->count; i++) {
        size_t length = strlen(labels->names[i]);
        if (found == SIZE_MAX && text_starts(words + 1, labels->names[i]) &&
            words[1 + length] == '"') {
            found = i;
            end = (char *)(uintptr_t)words + length + 2;
        }
    }
    found = number > 0 ? number - 1 : found;
    end = end == NULL ? NULL : end + strspn(end, " ");
    if (end == NULL || *end != mark) {
        return SIZE_MAX;
    }
    *at = end + 1;
    return found;
}

static const struct asked nothing = {NULL, 0, CAST_NONE, SIZE_MAX, SIZE_MAX};

/* Reads the value that TEXT begins with, and the number of it: "Q", "Q[1,2] > 0.9"; *REST gets what
 * follows. */
static struct asked read_asked(const struct scene *scene, const char *text, const char **rest) {
    static struct labels *const unlabelled[AXIS_COUNT] = {NULL};
    struct asked asked = nothing;
    size_t name = reader_name(text, strlen(text)), close = strcspn(text, "]");
    for (int i = 0; i < (int)scene->stage->cast->count && name > 0; i++) {
        const char *called = scene->stage->cast->values[i].name;
        asked.value = strlen(called) == name && text_starts(text, called) ? i : asked.value;
    }
    *rest = text + name;
    if (asked.value == CAST_NONE) {
        return asked; /* or a constant, which is the answer */
    }
    asked.written = text;
    asked.length = strlen(text);
    if (text[name] == '[' && text[close] == ']') {
        const struct definition *definition = scene->lights.list[asked.value].definition;
        struct labels *const *labels =
            definition == NULL ? unlabelled : definition->value->shape.labels;
        const char *at = text + name + 1;
        size_t row = read_index(&at, ',', labels[AXIS_ROW]);
        size_t column = row == SIZE_MAX ? SIZE_MAX : read_index(&at, ']', labels[AXIS_COLUMN]);
        if (column != SIZE_MAX) {
            asked.row = row;
            asked.column = column;
        }
        *rest = text + close + 1;
    }
    return asked;
}

/* True when the lines that settle the question asked last define value INDEX, or change another. */
static bool will_change(const struct scene *scene, int index) {
    const struct session *session = scene->session;
    size_t stop = session_last(session), due = question_due(session, stop);
    bool changes = session_makes(session, scene->stage->cast->values[index].name, stop + 1, due);
    for (size_t i = stop + 1; i < due; i++) {
        const struct statements *line = &session->lines[i].statements;
        for (size_t k = 0; k < line->count; k++) {
            changes |= stage_changes(session, &line->list[k], i);
        }
    }
    return changes;
}

/* Returns the last value, or number of one, that is named in the sentence of QUESTION that asks, if
 * it is not there yet or will be another: "What becomes of `O`?" */
static struct asked named_in(const struct scene *scene, const char *question) {
    struct asked asked = nothing;
    const char *end = strrchr(question, '?'), *start = question;
    for (const char *at = question; end != NULL && at < end; at++) {
        bool ends = at[0] == '\n' || (strchr(".:!?", at[0]) != NULL && at[1] == ' ');
        start = ends ? at + 1 : start;
    }
    const char *open = end == NULL ? NULL : strchr(start, '`');
    while (open != NULL && open < end) {
        const char *close = strchr(open + 1, '`'), *rest;
        struct asked named = read_asked(scene, open + 1, &rest);
        const struct value_light *value =
            named.value == CAST_NONE ? NULL : &scene->lights.list[named.value];
        bool given = value != NULL && value->definition != NULL && value->definition->leaf;
        bool is = value != NULL && rest == close && !given &&
                  (value->light < LIGHT_RELEVANT || will_change(scene, named.value));
        asked.value = is ? named.value : CAST_NONE;
        asked.written = is ? open + 1 : NULL;
        asked.length = is ? (size_t)(close - open - 1) : 0;
        open = close == NULL ? NULL : strchr(close + 1, '`');
    }
    return asked;
}

struct asked scene_asked(const struct scene *scene) {
    const struct quiz *quiz = scene_quiz(scene);
    if (quiz == NULL || question_answerable(scene->session) == SIZE_MAX) {
        return nothing;
    }
    if (quiz->task != NULL) { /* formulas for it */
        struct asked result = nothing;
        result.written = quiz->task->result;
        result.length = strlen(quiz->task->result);
        return result;
    }
    const char *rest, *key = quiz->choice_count > 0 || quiz->key == NULL ? "" : quiz->key;
    struct asked asked = read_asked(scene, key, &rest);
    return asked.value != CAST_NONE && *rest == '\0' ? asked : named_in(scene, quiz->question);
}

struct asked scene_goal(const struct scene *scene, const struct source_line *expect) {
    const char *rest;
    return read_asked(scene, expect->goal, &rest);
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
        bool open = answer->state == ANSWER_OPEN, first = open && answer->given == NULL;
        put_hints(&wording, 0);
        size_t said = text_count_lines(text_string(&out));
        bool adds = answer->hints > 0 || answer->draft != NULL; /* to the question's words */
        lines->news = first && adds ? said - 1 : first ? 0 : said;
        wording_state(&wording);
        lines->answer = open ? text_count_lines(text_string(&out)) : SIZE_MAX;
        bool named = form == QUESTION_TIGHT && question_takes_digit(wording.question.quiz);
        if (open && !named) { /* the line of keys names digits */
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
        lines->hinted = last != SIZE_MAX;
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

bool question_is_left(const struct session *session) {
    const struct view *view = &session->view;
    return session->focus.guided && view->settled != SIZE_MAX && !view->settling &&
           question_due(session, view->settled) >= session_stop(session);
}

/* Returns the stop of the question asked last, where the lesson has said nothing since, and its
 * steps have not gone on to other numbers; SIZE_MAX: there is none. */
static size_t last_stop(const struct session *session, size_t passed, size_t run) {
    size_t page = passed == 0 ? 0 : session->lesson->pages[outline_page(session)].first_stop;
    size_t said = greater(page, lesson_last_words(session->lesson, run));
    for (size_t i = passed > 0 ? passed - 1 : 0; i-- > said;) {
        if (question_quiz(session, i) != NULL) {
            return question_is_left(session) ? SIZE_MAX : i;
        }
    }
    return SIZE_MAX;
}

size_t question_recalled(const struct session *session) {
    size_t passed = session_stop(session), first = SIZE_MAX;
    for (size_t i = passed; i-- > 0;) {
        first = question_verdict_shown(session, i) ? i : first;
    }
    size_t run = passed - (passed > 0 && session->rest_owed); /* its steps are still to come */
    return first != SIZE_MAX ? first : waiting_stop(session, passed, run);
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
    size_t stop =
        which == RECALL_NEW ? question_recalled(session) : last_stop(session, passed, run);
    if (out.length == 0 && stop != SIZE_MAX) {
        struct wording wording = wording_at(session, stop, output, form);
        wording_recall(&wording);
    }
    scene_trim(&out);
    return out;
}

size_t question_rows(struct scene *scene, size_t stop, size_t width) {
    const struct session *session = scene->session;
    struct text open = {0}, now = {0};
    struct paint paint = scene_paint(scene);
    struct question_lines lines;
    struct wording wording =
        wording_at(session, stop, (struct output){&open, &paint, width}, QUESTION_WHOLE);
    struct answer answer = *wording.answer;
    answer.state = ANSWER_OPEN;
    answer.given = NULL;
    wording.answer = &answer;
    wording_question(&wording, &lines);
    if (wording.exercise != NULL) {
        wording_goals(&wording, false);
    }
    put_hints(&wording, wording.exercise != NULL && answer.hints > 0 ? answer.hints - 1 : 0);
    if (wording.exercise == NULL) {
        wording_call(&wording);
        wording = wording_at(session, stop, (struct output){&now, &paint, width}, QUESTION_WHOLE);
        wording_recall(&wording);
    }
    return greater(scene_measure(&open), scene_measure(&now));
}

struct text question_earlier(struct scene *scene, size_t stop, size_t width) {
    const struct session *session = scene->session;
    struct text out = {0};
    struct paint paint = scene_paint(scene);
    size_t passed = session_stop(session);
    bool said = question_verdict_shown(session, stop) || question_recalled(session) == stop ||
                (scene_quiz(scene) == NULL && last_stop(session, passed, passed) == stop);
    if (stop + 1 < passed && question_quiz(session, stop) != NULL &&
        question_settled(&session->answers[stop]) && !said) {
        struct wording wording =
            wording_at(session, stop, (struct output){&out, &paint, width}, QUESTION_BRIEF);
        wording_recall(&wording);
    }
    scene_trim(&out);
    return out;
}
