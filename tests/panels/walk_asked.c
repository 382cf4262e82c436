/* Copyright 2026 the qkv authors. SPDX-License-Identifier: GPL-3.0-or-later */
/* What a question or an exercise is about is on the screen with it: every value that it names and
 * that is no answer, with its numbers; what may be changed and what answers; the goals
 * whole, with what they are now. (walk_words.c checks that questions and choices are whole.) */
#include "base/memory.h"
#include "base/text.h"
#include "language/reader.h"
#include "panels/lights.h"
#include "panels/questions.h"
#include "panels/scene.h"
#include "panels/walk.h"
#include "session/expect.h"
#include "session/question.h"

#include <check.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static struct frame *frame;
static bool *hidden; /* one a definition */

/* What is not there, a line each as far as there is room, and how often at each size. */
static char missing[4000];
static size_t counts[WALK_SIZES], size, requested;

static void miss(const char *what, const char *name) {
    const struct session *session = &frame->desk.session;
    size_t length = strlen(missing);
    text_fill(missing + length, sizeof missing - length, "%s, stop %zu: %s %s\n",
              session->lesson->title, session_stop(session), what, name);
    counts[size]++;
}

static bool is_on_board(const char *name) {
    return showing_has(&frame->found.shows, name);
}

/* The names in LENGTH bytes of an expression, outside of quotes. */
static void look_for_names(const char *text, size_t length) {
    const struct notebook *notebook = session_notebook(&frame->desk.session);
    bool label = false;
    for (size_t at = 0, name; at<length; at += name> 0 ? name : 1) {
        label ^= text[at] == '"';
        name = label ? 0 : reader_name(text + at, length - at);
        for (size_t i = 0; name > 0 && i < notebook->count; i++) {
            const char *own = notebook->list[i]->name;
            bool it = strlen(own) == name && memcmp(own, text + at, name) == 0;
            if (it && !hidden[i] && !is_on_board(own)) {
                miss("no", own);
            }
        }
    }
}

/* Visits those in what is between backquotes. */
static void look_for_spans(const char *words) {
    for (const char *open = strchr(words, '`'); open != NULL; open = strchr(open, '`')) {
        size_t length = strcspn(++open, "`");
        look_for_names(open, length);
        open += length + (open[length] == '`');
    }
}

static void look_at_quiz(const struct quiz *quiz) {
    look_for_spans(quiz->question);
    for (size_t i = 0; i < quiz->choice_count; i++) {
        const char *text = quiz->choices[i].text;
        look_for_spans(text);
        look_for_names(text, reader_is_name(text, strlen(text)) ? strlen(text) : 0);
    }
}

static void look_at_goal(const struct source_line *expect) {
    struct gauge gauge;
    struct text shown = {0}, words = {0};
    const char *text = expect->text;
    text += text_starts(text, "expect ") ? strlen("expect ") : 0;
    look_for_names(text, strlen(text));
    expect_measure(&frame->desk.session, expect->goal, &gauge, NULL);
    frame_read_pane(frame, &shown);
    frame_fold(question_goal_words(expect), &words);
    const char *goal = strstr(text_string(&shown), text_string(&words));
    if (goal == NULL) {
        miss("cut:", text_string(&words));
    } else if (gauge.measured && strstr(goal, " now ") == NULL) {
        miss("no present value:", text_string(&words));
    }
    text_release(&shown);
    text_release(&words);
}

static void look_at_exercise(const struct exercise *exercise) {
    look_for_spans(exercise->question);
    for (size_t i = 0; i < exercise->allow_count; i++) {
        look_for_names(exercise->allowed[i], strlen(exercise->allowed[i]));
    }
    for (size_t i = 0; i < exercise->expect_count; i++) {
        look_at_goal(&exercise->expects[i]);
    }
}

void asked_look(const struct walk *walk) {
    if (question_open(&walk->frame->desk.session) == SIZE_MAX) {
        return;
    }
    frame = walk->frame;
    size = walk->size;
    requested++;
    struct failure failure = {0};
    struct panels_frame own = {0};
    struct scene scene = {.session = &frame->desk.session,
                          .terminal = &frame->terminal,
                          .canvas = &frame->canvas,
                          .frame = &own,
                          .failure = &failure};
    ck_assert(scene_init(&scene));
    hidden = hidden_make(scene.session, scene.notebook, true);
    if (scene.quiz != NULL) {
        look_at_quiz(scene.quiz);
    } else {
        look_at_exercise(scene.exercise);
    }
    memory_free(hidden);
    scene_release(&scene);
    panels_frame_release(&own);
}

void asked_end(void) {
    /* What the rule names only. */
    static const size_t most[WALK_SIZES] = {27, 20, 20, 10, 10};
    ck_assert_uint_ge(requested, 15); /* as many as lesson 0 has */
    for (size_t i = 0; i < WALK_SIZES; i++) {
        ck_assert_msg(counts[i] <= most[i], "%zu at size %zu, of %zu at all\n%s", counts[i], i,
                      requested, missing);
    }
}
